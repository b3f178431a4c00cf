//! The dialogue of `yose explore`.

use crate::language::Language;

/// A phrase of `yose explore`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Exploring<'a> {
    /// A certificate was accepted. The claims follow.
    Accepted,
    /// A claim of a mate.
    MateWithin(u32),
    /// A claim that no mate is so short.
    NoMateWithin(u32),
    /// A claim that there is no mate.
    NeverMate,
    /// A claim of a brinkmate.
    HisshiWithin(u32),
    /// A claim that no brinkmate is so short; 0: that there is no plain mate.
    NoHisshiWithin(u32),
    /// A claim that there is no brinkmate.
    NeverHisshi,
    /// The policy of the claims.
    UnderPolicy(&'a str),
    /// A move of the certificate for the attacker.
    Attack(&'a str),
    /// The same, with the length of the mate.
    AttackWithin(&'a str, u32),
    /// A move of the certificate for the attacker, with the length of the brinkmate.
    AttackHisshi(&'a str, u32),
    /// A move of the certificate for the defender. The claim is another phrase.
    Defence(&'a str, &'a str),
    /// No mate within so many plies from before the check.
    HoldsFor(u32),
    /// No brinkmate within so many plies from before the move.
    HoldsOutFor(u32),
    /// A futile interposition and the capture that answers it.
    Futile(&'a str),
    /// The certificate has no answer.
    SaysNoMore,
    /// The king is mated.
    Mated,
    /// The attacker has no check.
    NoCheck,
    /// Heading of the defences.
    Defences,
    /// Heading of the checks.
    Checks,
    /// Heading of the attacker's moves.
    Attacks,
    /// The commands on a certificate.
    HelpCertificate,
    /// The commands on a table.
    HelpTable,
    /// There is nothing before this.
    Start,
    /// A word that means nothing.
    NotAMove(&'a str),
    /// A position without a move.
    NoMove,
    /// A position from which no line leads to an end.
    NoEnd,
    /// Positions, won, lost, drawn, deepest.
    TableCounts(u64, u64, u64, u64, u32),
    /// The value of a position.
    WinIn(u32),
    /// The value of a position.
    LossIn(u32),
    /// The value of a position.
    Drawn,
    /// The table does not have a position.
    NotInTable,
    /// Stalemate, which loses.
    StalemateLoses,
    /// Stalemate, which draws.
    StalemateDraws,
    /// The Try rule ended the game.
    Try,
}

impl Exploring<'_> {
    /// In words.
    pub fn text(self, language: Language) -> String {
        match self {
            Exploring::Accepted => say!(language, "accepted", "受理"),
            Exploring::MateWithin(n) => say!(language, "mate within {n}", "{n}手以内に詰み"),
            Exploring::NoMateWithin(n) => say!(language, "none within {n}", "{n}手以内の詰みなし"),
            Exploring::NeverMate => say!(language, "no mate", "不詰"),
            Exploring::HisshiWithin(n) => say!(language, "brinkmate within {n}", "{n}手以内に必至"),
            Exploring::NoHisshiWithin(0) => say!(language, "no plain mate", "不詰"),
            Exploring::NoHisshiWithin(n) => say!(language, "none within {n}", "{n}手以内の必至なし"),
            Exploring::NeverHisshi => say!(language, "no brinkmate", "必至なし"),
            Exploring::UnderPolicy(policy) => {
                say!(
                    language,
                    " (futile interpositions: {policy})",
                    "（無駄合：{policy}）"
                )
            }
            Exploring::Attack(play) => say!(language, "attack: {play}", "攻方：{play}"),
            Exploring::AttackWithin(play, n) => say!(
                language,
                "attack: {play} (mate within {n})",
                "攻方：{play}（{n}手以内に詰み）"
            ),
            Exploring::AttackHisshi(play, n) => say!(
                language,
                "attack: {play} (brinkmate within {n})",
                "攻方：{play}（{n}手以内に必至）"
            ),
            Exploring::Defence(play, claim) => {
                say!(language, "defence: {play} ({claim})", "玉方：{play}（{claim}）")
            }
            Exploring::HoldsFor(n) => say!(
                language,
                "no mate within {n} from before the check",
                "王手の前から{n}手以内の詰みなし"
            ),
            Exploring::HoldsOutFor(n) => say!(
                language,
                "no brinkmate within {n} from before the move",
                "この手の前から{n}手以内の必至なし"
            ),
            Exploring::Futile(taking) => say!(
                language,
                "futile: {taking} takes it, and the mate stands with the piece given back; so it is:",
                "無駄合：{taking} と取り、駒を戻しても詰みは変わらない。その局面："
            ),
            Exploring::SaysNoMore => say!(language, "the certificate says no more", "証明書はここまで"),
            Exploring::Mated => say!(language, "mate", "詰み"),
            Exploring::NoCheck => say!(language, "there is no check: no mate", "王手がない：不詰"),
            Exploring::Defences => say!(language, "defences:", "応手："),
            Exploring::Checks => say!(language, "checks:", "王手："),
            Exploring::Attacks => say!(language, "moves:", "指し手："),
            Exploring::HelpCertificate => say!(
                language,
                "a move (USI, or its number in the list), list, board, line, back, quit",
                "指し手（USI または一覧の番号）、\nlist 一覧、board 盤面、line 手順、back 一手戻る、quit 終了"
            ),
            Exploring::HelpTable => say!(
                language,
                "a move (USI, or its number in the list), best, list, board, line (moves so far),\n\
                 end (moves to the end), position, back, start, quit",
                "指し手（USI または一覧の番号）、best 最善手、list 一覧、board 盤面、\nline これまでの手順、\
                 end 終局までの手順、\nposition 局面、back 一手戻る、start 最初へ、quit 終了"
            ),
            Exploring::Start => say!(language, "this is the start", "ここが最初の局面"),
            Exploring::NotAMove(word) => say!(
                language,
                "`{word}` is none of the moves here, nor a command (help)",
                "「{word}」はこの局面の指し手でも命令でもありません（help で説明）"
            ),
            Exploring::NoMove => say!(language, "there is no move", "指し手がない"),
            Exploring::NoEnd => say!(
                language,
                "no line to an end from here",
                "ここから終局への手順はない"
            ),
            Exploring::TableCounts(positions, wins, losses, draws, deepest) => say!(
                language,
                "{positions} positions, {wins} won, {losses} lost, {draws} drawn, at most {deepest} plies",
                "全{positions}局面 勝ち{wins} 負け{losses} 引き分け{draws} 最長{deepest}手"
            ),
            Exploring::WinIn(n) => say!(language, "win in {n}", "{n}手で勝ち"),
            Exploring::LossIn(n) => say!(language, "loss in {n}", "{n}手で負け"),
            Exploring::Drawn => say!(language, "draw", "引き分け"),
            Exploring::NotInTable => say!(language, "not in the table", "表にない"),
            Exploring::StalemateLoses => say!(language, "no legal move: a loss", "合法手なし：負け"),
            Exploring::StalemateDraws => say!(language, "no legal move: a draw", "合法手なし：引き分け"),
            Exploring::Try => say!(language, "Try: the game is over", "トライ：終局"),
        }
    }

    /// The same as a line of its own.
    pub fn line(self, language: Language) -> String {
        self.text(language) + "\n"
    }
}
