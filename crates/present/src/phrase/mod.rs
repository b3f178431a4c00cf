//! Every phrase that is printed for people, in each language side by side. A front end that shows
//! text (terminal, web page, `info string` of USI) takes its words from here. Words of JSON are
//! elsewhere (`yose-ask`): they have no language.
//!
//! A phrase is a value, so that a front end can match on it. [`Phrase::text`] puts it into words
//! without a line feed. Faults of an input have their words in `fault.rs`.
//!
//! | file | contents |
//! | --- | --- |
//! | `mod.rs` | answers: verdicts, headings, counts |
//! | `parts.rs` | parts of phrases: how far a length is known, effort, reasons |
//! | `notice.rs` | what the program says about its input, files, options and work |
//! | `exploring.rs` | the dialogue of `yose explore` |
//! | `comment.rs` | comments of records |
//! | `plotted.rs` | titles, axes and legends of plots |
//! | `told.rs`, `told.txt` | texts that other crates have made in English, in Japanese |

/// Both languages of a phrase. The arguments are captured by their names.
macro_rules! say {
    ($language:expr, $english:literal, $japanese:literal $(,)?) => {
        match $language {
            Language::English => format!($english),
            Language::Japanese => format!($japanese),
        }
    };
}

mod comment;
mod exploring;
mod notice;
mod parts;
mod plotted;
mod told;

pub use comment::Comment;
pub use exploring::Exploring;
pub use notice::Notice;
pub use parts::{Effort, Known, NoOutput, View, Weight, class, edit, reason, verdict_word};
pub use plotted::PlotWord;
pub use told::told;
pub(crate) use told::told_fault;

use crate::language::Language;
use yose_ask::{HisshiPolicy, Policy, Reason, Verdict};

/// A phrase of an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Phrase<'a> {
    /// `solve`: there is a mate.
    Mate(u32, Known, Effort),
    /// `solve`: there is none.
    NoMate(Effort),
    /// `solve`: a limit came first. No mate is shorter than this many plies.
    UnknownMate(Option<Reason>, u32, Effort),
    /// `hisshi`: there is a plain mate, and a limit came before its line was found.
    MateWithoutLine(Effort),
    /// `hisshi`: there is a brinkmate.
    Hisshi(u32, Known, Effort),
    /// `hisshi`: there is none.
    NoHisshi(Effort),
    /// `hisshi`: a limit came first. No brinkmate is shorter than this many plies; 0: a plain mate
    /// is not excluded.
    UnknownHisshi(Option<Reason>, u32, Effort),
    /// `hisshi`: the moves that were tried are not all moves.
    NotAllMoves,
    /// `hisshi`: the policy under which drops do not count.
    FutileDrops(HisshiPolicy),
    /// `hisshi`: heading of the mate that the move at this ply threatens.
    Threat(usize),
    /// `hisshi`: the threatened mate was not found within the limits.
    ThreatNotFound,
    /// `threat`: what is threatened.
    Viewed(View, Effort),
    /// `threat`: heading of the mate after a pass.
    ThreatenedMate,
    /// `threat`: heading of the parries.
    Parries,
    /// `threat`: heading of the parries that threaten mate in turn.
    CounterParries,
    /// `threat`: heading of the moves that threaten mate where nothing is threatened.
    CounterMoves,
    /// `threat`: heading of the parries that run into a brinkmate.
    BrinkmateParries,
    /// `threat`: heading of the moves that run into a mate by this move, of so many plies.
    MateAfter(&'a str, usize),
    /// `threat`: the move that was played missed the parries. The line is the mate.
    Overlooked(&'a str, &'a str),
    /// `threat`: the move that was played runs into a mate.
    RanIntoMate(&'a str, &'a str),
    /// `threat`: the move that was played runs into a brinkmate.
    RanIntoHisshi(&'a str, &'a str),
    /// `threat --every-ply`: positions, threats, brinkmates, overlooked parries.
    EveryPlyThreats(usize, usize, usize, usize),
    /// `hisshi --cooks`: heading of the line that was examined.
    Examined,
    /// `hisshi --cooks`: every other attacking move is refuted.
    NoCook,
    /// `hisshi --cooks`: there was no line to examine.
    NothingExamined,
    /// `hisshi --cooks`: heading of the cooks.
    HisshiCooks,
    /// `hisshi --cooks`: a move that is known to work, or not, of which a limit left something
    /// open.
    OpenHisshi(bool, Reason),
    /// With a certificate every interposition counts.
    CountedForCertificate,
    /// The classical convention leaves out a defence of this many plies.
    ClassicalShorter(u32),
    /// A limit came before the classical line was known.
    ClassicalOpen,
    /// The table has forgotten the line.
    NoLine,
    /// Pieces that stay in hand.
    LeftOver(&'a str),
    /// `check`: length and whether it is exact, verdict, policy, effort.
    Checked(Option<(u32, bool)>, Verdict, Option<Reason>, Policy, Effort),
    /// Heading of the cooks.
    Cooks,
    /// Heading of the defences as long as the solution.
    AsLong,
    /// Heading of the flaws.
    Flaws,
    /// Heading of the edits.
    Cures,
    /// Edits that a limit left out.
    Unexamined(usize, Reason),
    /// Heading of the open moves.
    Undecided,
    /// An open move that is known to mate, or not.
    OpenMove(bool, Reason),
    /// A number of plies.
    Plies(usize),
    /// A number of pieces that a variation leaves in hand.
    PiecesLeft(u32),
    /// `value`: the side to move wins: distance, whether that is exact.
    Wins(u32, bool, Effort),
    /// `value`: the side to move loses.
    Loses(u32, bool, Effort),
    /// `value`: nobody can win.
    Draw(Effort),
    /// `value`: a limit came first. The text tells more.
    UnknownValue(Option<Reason>, Option<&'a str>),
    /// `value`: plies after the line.
    MoreUntilTaken(usize),
    /// `loa solve`: there is a forced win.
    LoaWin(u32, Known, Effort),
    /// `loa solve`: there is none.
    LoaNoWin(Effort),
    /// `loa solve`: a limit came first.
    UnknownWin(Option<Reason>, Effort),
    /// `verify`: name, verdict.
    Verified(&'a str, Verdict),
    /// `verify`: the records of a certificate.
    Records(u64, f64),
    /// `check`: done, of, how many of them by an earlier run. The verdicts follow.
    Summary(usize, usize, usize),
    /// `solve --every-ply`: positions, those with a mate.
    EveryPly(usize, usize),
    /// `perft`: sequences, depth, seconds, millions a second.
    Perft(u64, u32, f64, f64),
    /// A move of a line that passes.
    Pass,
}

impl Phrase<'_> {
    /// In words.
    pub fn text(self, language: Language) -> String {
        let effort = |effort: Effort| effort.text(language);
        let known = |known: Known| known.text(language);
        let why = |why: Option<Reason>| reason(why, language);
        match self {
            Phrase::Mate(n, k, e) => {
                let (k, e) = (known(k), effort(e));
                say!(language, "mate in {n}, {k}; {e}", "{n}手詰 {k}（{e}）")
            }
            Phrase::NoMate(e) => {
                let e = effort(e);
                say!(language, "no mate, proved; {e}", "不詰を証明（{e}）")
            }
            // That no mate has less than one ply says nothing.
            Phrase::UnknownMate(r, 0 | 1, e) => {
                let (r, e) = (why(r), effort(e));
                say!(
                    language,
                    "unknown: stopped ({r}); {e}",
                    "不明 打ち切り：{r}（{e}）"
                )
            }
            Phrase::UnknownMate(r, lower, e) => {
                let (r, e) = (why(r), effort(e));
                say!(
                    language,
                    "unknown: stopped ({r}); no mate shorter than {lower}; {e}",
                    "不明 打ち切り：{r}、{lower}手より短い詰みはない（{e}）"
                )
            }
            Phrase::MateWithoutLine(e) => {
                let e = effort(e);
                say!(
                    language,
                    "mate, stopped before its line was found; {e}",
                    "詰み 手順が見つかる前に打ち切り（{e}）"
                )
            }
            Phrase::Hisshi(n, k, e) => {
                let (k, e) = (known(k), effort(e));
                say!(language, "brinkmate in {n}, {k}; {e}", "{n}手必至 {k}（{e}）")
            }
            Phrase::NoHisshi(e) => {
                let e = effort(e);
                say!(
                    language,
                    "no brinkmate, proved; {e}",
                    "必至がかからないことを証明（{e}）"
                )
            }
            Phrase::UnknownHisshi(Some(Reason::Moves), _, e) => {
                let e = effort(e);
                say!(
                    language,
                    "unknown: no brinkmate by the moves of --moves paper, which are not all moves; {e}",
                    "不明 --moves paper の手では必至がかからないが、すべての手ではない（{e}）"
                )
            }
            Phrase::UnknownHisshi(r, 0, e) => {
                let (r, e) = (why(r), effort(e));
                say!(
                    language,
                    "unknown: stopped ({r}); a plain mate is not excluded; {e}",
                    "不明 打ち切り：{r}、即詰みの可能性も残る（{e}）"
                )
            }
            Phrase::UnknownHisshi(r, lower, e) => {
                let (r, e) = (why(r), effort(e));
                say!(
                    language,
                    "unknown: stopped ({r}); no brinkmate shorter than {lower}; {e}",
                    "不明 打ち切り：{r}、{lower}手より短い必至はない（{e}）"
                )
            }
            Phrase::NotAllMoves => say!(
                language,
                "moves: paper, which are not all moves: nothing is claimed about shorter ones",
                "--moves paper はすべての手ではないので、より短い必至については何も主張しない"
            ),
            Phrase::FutileDrops(policy) => {
                let policy = policy.word();
                say!(
                    language,
                    "futile: {policy}: drops that are taken for nothing do not count",
                    "無駄合：{policy}（ただで取られる打ち駒は手数に数えない）"
                )
            }
            Phrase::Threat(at) => say!(language, "after move {at} threatens mate:", "{at}手目は詰めろ："),
            Phrase::ThreatNotFound => say!(
                language,
                "     not found within the limits",
                "     制限内に見つからなかった"
            ),
            Phrase::Viewed(view, e) => {
                let (view, e) = (view.text(language), effort(e));
                say!(language, "{view}; {e}", "{view}（{e}）")
            }
            Phrase::ThreatenedMate => say!(language, "threatened mate:", "詰めろの手順："),
            Phrase::Parries => say!(language, "parries", "受け"),
            Phrase::CounterParries => say!(
                language,
                "parries that threaten mate in turn",
                "詰めろ逃れの詰めろ"
            ),
            Phrase::CounterMoves => say!(language, "moves that threaten mate", "詰めろになる手"),
            Phrase::BrinkmateParries => say!(
                language,
                "parries that run into a brinkmate",
                "受けたあと必至がかかる手"
            ),
            Phrase::MateAfter("", _) => say!(language, "mate after", "詰む手"),
            Phrase::MateAfter(first, n) => {
                say!(
                    language,
                    "mate in {n} by {first} after",
                    "{first} 以下{n}手で詰む手"
                )
            }
            Phrase::Overlooked(mv, line) => say!(
                language,
                "{mv} overlooks every parry; mate: {line}",
                "{mv}では受けにならない（受けがあった）。{line}まで"
            ),
            Phrase::RanIntoMate(mv, line) => say!(
                language,
                "{mv} runs into mate: {line}",
                "{mv}には詰みがある：{line}まで"
            ),
            Phrase::RanIntoHisshi(mv, line) => say!(
                language,
                "{mv} runs into a brinkmate: {line}",
                "{mv}には必至がかかる：{line}"
            ),
            Phrase::EveryPlyThreats(positions, threats, lost, overlooked) => say!(
                language,
                "{positions} positions: {threats} with a threat or check, {lost} lost; parries overlooked: {overlooked}",
                "{positions}局面：詰めろか王手{threats}、必至か詰み{lost}、受けの見落とし{overlooked}"
            ),
            Phrase::Examined => say!(language, "examined line", "検討した手順"),
            Phrase::NoCook => say!(
                language,
                "no cook, proved: every other attacking move of the line fails",
                "余必至がないことを証明：手順中の他の攻め手はすべて不成立"
            ),
            Phrase::NothingExamined => say!(
                language,
                "cooks: there is no line to examine",
                "余必至：検討する手順がない"
            ),
            Phrase::HisshiCooks => say!(language, "other attacking moves that work", "余必至"),
            Phrase::OpenHisshi(works, r) => {
                let r = why(Some(r));
                match works {
                    true => say!(
                        language,
                        "works, length unknown ({r})",
                        "必至だが手数は不明（打ち切り：{r}）"
                    ),
                    false => say!(language, "unknown ({r})", "不明（打ち切り：{r}）"),
                }
            }
            Phrase::CountedForCertificate => say!(
                language,
                "futile: none, the default with --certificate: every interposition counts as a move \
                 (--futile usual for the usual length)",
                "無駄合も手数に数えている（--certificate の既定。通常の手数は --futile usual）"
            ),
            Phrase::ClassicalShorter(n) => say!(
                language,
                "classical: a defence lasts {n} plies, but leaves pieces over",
                "classical：{n}手かかる変化があるが駒が余る（変化長手数駒余り）"
            ),
            Phrase::ClassicalOpen => say!(
                language,
                "classical: stopped before it was known which line leaves nothing over; this one lasts longest",
                "classical：駒の余らない手順が決まる前に打ち切り。下は最も長い手順"
            ),
            Phrase::NoLine => say!(
                language,
                "no line: stopped before the table, which has forgotten it, was filled again",
                "手順なし：表から消えた手順を探し直す前に打ち切り"
            ),
            Phrase::LeftOver(pieces) => say!(language, "left over in hand: {pieces}", "駒余り：{pieces}"),
            Phrase::Checked(length, verdict, reason, policy, e) => {
                let e = effort(e);
                let policy = policy.word();
                let verdict = check_verdict(verdict, reason, language);
                match length {
                    Some((n, true)) => say!(
                        language,
                        "mate in {n}, {verdict}; futile: {policy}; {e}",
                        "{n}手詰 {verdict} 無駄合：{policy}（{e}）"
                    ),
                    Some((n, false)) => say!(
                        language,
                        "mate in {n} or fewer, {verdict}; futile: {policy}; {e}",
                        "{n}手以内で詰む {verdict} 無駄合：{policy}（{e}）"
                    ),
                    None => say!(
                        language,
                        "{verdict}; futile: {policy}; {e}",
                        "{verdict} 無駄合：{policy}（{e}）"
                    ),
                }
            }
            Phrase::Cooks => say!(language, "other mating moves", "余詰"),
            Phrase::AsLong => say!(language, "defences as long", "変化同手数"),
            Phrase::Flaws => say!(language, "flaws and facts", "指摘"),
            Phrase::Cures => say!(language, "one-piece edits that cure", "余詰を消す駒一枚の変更"),
            Phrase::Unexamined(n, r) => {
                let r = why(Some(r));
                say!(
                    language,
                    "{n} one-piece edits were not examined: stopped ({r})",
                    "駒一枚の変更のうち{n}通りは未検討 打ち切り：{r}"
                )
            }
            Phrase::Undecided => say!(language, "undecided", "未決定"),
            Phrase::OpenMove(mates, r) => {
                let r = why(Some(r));
                match mates {
                    true => say!(
                        language,
                        "mates, line unknown ({r})",
                        "詰むが手順は不明（打ち切り：{r}）"
                    ),
                    false => say!(language, "unknown ({r})", "不明（打ち切り：{r}）"),
                }
            }
            Phrase::Plies(1) => say!(language, "1 ply", "1手"),
            Phrase::Plies(n) => say!(language, "{n} plies", "{n}手"),
            Phrase::PiecesLeft(n) => say!(language, "{n} left over", "駒余り{n}枚"),
            Phrase::Wins(n, exact, e) => {
                let e = effort(e);
                match exact {
                    true => say!(language, "win in {n}; {e}", "{n}手で手番側の勝ち（{e}）"),
                    false => say!(language, "win within {n}; {e}", "{n}手以内に手番側の勝ち（{e}）"),
                }
            }
            Phrase::Loses(n, exact, e) => {
                let e = effort(e);
                match exact {
                    true => say!(language, "loss in {n}; {e}", "{n}手で手番側の負け（{e}）"),
                    false => say!(language, "loss within {n}; {e}", "{n}手以内に手番側の負け（{e}）"),
                }
            }
            Phrase::Draw(e) => {
                let e = effort(e);
                say!(
                    language,
                    "draw: neither side can win; {e}",
                    "引き分け どちらも勝てない（{e}）"
                )
            }
            Phrase::UnknownValue(r, told) => match (r, told, language) {
                (_, Some(told), Language::English) => format!("unknown: {told}"),
                (_, None, Language::English) => "unknown".to_owned(),
                // The library's text has more than the reason only where something does not fit.
                (Some(Reason::Memory), Some(told), _) => format!("不明 打ち切り：メモリの制限（{told}）"),
                (Some(r), _, _) => format!("不明 打ち切り：{}", why(Some(r))),
                (None, Some(told), _) => format!("不明（{told}）"),
                (None, None, _) => "不明".to_owned(),
            },
            Phrase::MoreUntilTaken(n) => say!(
                language,
                "({n} more until the king is taken, which no move can prevent)",
                "（玉を取るまであと{n}手。どう指しても防げない）"
            ),
            Phrase::LoaWin(n, k, e) => {
                let (k, e) = (known(k), effort(e));
                say!(language, "win in {n}, {k}; {e}", "{n}手で勝ち {k}（{e}）")
            }
            Phrase::LoaNoWin(e) => {
                let e = effort(e);
                say!(
                    language,
                    "no forced win, proved; {e}",
                    "勝ちはないことを証明（{e}）"
                )
            }
            Phrase::UnknownWin(r, e) => {
                let (r, e) = (why(r), effort(e));
                say!(
                    language,
                    "unknown: stopped ({r}); {e}",
                    "不明 打ち切り：{r}（{e}）"
                )
            }
            Phrase::Verified(name, verdict) => {
                let verdict = verdict_word(verdict.word(), language);
                say!(language, "{name}: {verdict}", "{name}：{verdict}")
            }
            Phrase::Records(n, s) => say!(language, "{n} records, {s:.3} s", "記録{n}件 {s:.3}秒"),
            Phrase::Summary(done, total, 0) => say!(
                language,
                "{done} of {total} problems checked",
                "{total}題のうち{done}題を検討"
            ),
            Phrase::Summary(done, total, kept) => say!(
                language,
                "{done} of {total} problems checked ({kept} by an earlier run)",
                "{total}題のうち{done}題を検討（うち{kept}題は前回の実行で）"
            ),
            Phrase::EveryPly(positions, mates) => say!(
                language,
                "{positions} positions asked; {mates} with a mate",
                "{positions}局面を調べ、{mates}局面に詰みあり"
            ),
            Phrase::Perft(nodes, depth, s, rate) => say!(
                language,
                "{nodes} at depth {depth} ({s:.3} s, {rate:.1} M/s)",
                "深さ{depth}で{nodes}通り（{s:.3}秒、毎秒{rate:.1}百万）"
            ),
            Phrase::Pass => say!(language, "(pass)", "（手抜き）"),
        }
    }

    /// The same as a line of its own.
    pub fn line(self, language: Language) -> String {
        self.text(language) + "\n"
    }
}

/// The verdict of a check, in words.
fn check_verdict(verdict: Verdict, why: Option<Reason>, language: Language) -> String {
    match verdict {
        Verdict::Complete => say!(language, "A: complete", "A：完全作"),
        Verdict::Minor => say!(language, "B: minor cooks only", "B：軽微な余詰のみ"),
        Verdict::Cooked => say!(language, "C: cooked", "C：余詰あり"),
        Verdict::Leftover => say!(language, "pieces left over", "駒余り"),
        Verdict::NoMate => say!(language, "no mate, proved", "不詰を証明"),
        _ => {
            let why = reason(why, language);
            say!(language, "unknown: stopped ({why})", "不明 打ち切り：{why}")
        }
    }
}

/// What a composer wants to know about a flaw, in Japanese, by its name. `None` for a flaw that has
/// no words here. `left` are the pieces that stay in hand, `line` the line that shows the flaw.
pub(crate) fn flaw_in_japanese(name: &str, at: Option<usize>, left: &str, line: usize) -> Option<String> {
    Some(match (name, at) {
        ("nomate", None) => "詰みがない".to_owned(),
        ("nomate", Some(_)) => "作者の手では詰まない".to_owned(),
        ("leftover", _) => format!("持駒に{left}が余る"),
        ("double-king", _) => "攻方の玉が盤上にある".to_owned(),
        ("early", _) if line > 0 => format!("ここから{line}手のより短い詰みがある"),
        ("early", _) => "より短い詰みがある".to_owned(),
        ("longer", _) if line > 0 => format!("ここから{line}手のより長い応手がある（変化長手数）"),
        ("longer", _) => "より長い応手がある（変化長手数）".to_owned(),
        ("mate", _) => "即詰みがある".to_owned(),
        ("none", None) => "必至がかからない".to_owned(),
        ("none", Some(_)) => "作者の手では必至がかからない".to_owned(),
        ("broken", _) => "作者の手順が王手と応手の連続でないか、詰みで終わらない".to_owned(),
        _ => return None,
    })
}
