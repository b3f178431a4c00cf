//! Every phrase that is printed for people, in each language side by side. A front end that shows
//! text (terminal, web page, `info string` of USI) takes its words from here. Words of JSON are
//! elsewhere (`yose-ask`): they have no language.
//!
//! A phrase is a value, so that a front end can match on it. [`Phrase::text`] puts it into words
//! without a line feed. Faults of an input have their words in `fault.rs`.

use crate::language::Language;
use yose_ask::{HisshiPolicy, Policy, Reason, Verdict};
use yose_tsume::Class;

/// Both languages of a phrase. The arguments are captured by their names.
macro_rules! say {
    ($language:expr, $english:literal, $japanese:literal $(,)?) => {
        match $language {
            Language::English => format!($english),
            Language::Japanese => format!($japanese),
        }
    };
}

/// How far a length is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// It is the shortest, and the line is settled.
    Shortest,
    /// It is the shortest, but a limit came before the line was settled.
    Unsettled,
    /// Nothing is shorter than this many plies.
    NoneShorterThan(u32),
    /// Nothing is known about shorter lines.
    Open,
}

impl Known {
    /// How far the length of a reply is known.
    pub fn of(length: u32, exact: Option<bool>, lower: Option<u32>) -> Known {
        match (exact, lower) {
            (Some(true), _) => Known::Shortest,
            (_, Some(lower)) if lower == length => Known::Unsettled,
            (_, Some(lower)) if lower > 1 => Known::NoneShorterThan(lower),
            _ => Known::Open,
        }
    }

    /// In words.
    pub fn text(self, language: Language) -> String {
        match self {
            Known::Shortest => say!(language, "proved shortest", "最短手数を証明"),
            Known::Unsettled => say!(
                language,
                "proved shortest, but stopped before the line was settled",
                "最短手数を証明、手順は未確定のまま打ち切り"
            ),
            Known::NoneShorterThan(lower) => say!(
                language,
                "not proved shortest (none is shorter than {lower})",
                "最短とは限らない（{lower}手より短い手順はない）"
            ),
            Known::Open => say!(language, "not proved shortest", "最短とは限らない"),
        }
    }
}

/// The work behind an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effort {
    /// A search.
    Nodes(u64, f64),
    /// A search that counts the moves that it makes.
    NodesAndMoves(u64, u64, f64),
    /// A full table.
    Table(u64, f64),
    /// Neither.
    Time(f64),
}

impl Effort {
    /// In words.
    pub fn text(self, language: Language) -> String {
        match self {
            Effort::Nodes(nodes, s) => say!(language, "{nodes} nodes, {s:.3} s", "{nodes}局面 {s:.3}秒"),
            Effort::NodesAndMoves(nodes, moves, s) => say!(
                language,
                "{nodes} nodes, {moves} moves made, {s:.3} s",
                "{nodes}局面 着手{moves}回 {s:.3}秒"
            ),
            Effort::Table(positions, s) => say!(
                language,
                "a table of {positions} positions, {s:.3} s",
                "全{positions}局面の表 {s:.3}秒"
            ),
            Effort::Time(s) => say!(language, "{s:.3} s", "{s:.3}秒"),
        }
    }
}

/// What is threatened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// In check, and every reply runs into mate.
    Mated,
    /// A pass and every reply run into mate.
    Hisshi,
    /// In check. The parries, and all moves.
    Check(usize, usize),
    /// A pass runs into mate. The parries, and all moves.
    Threat(usize, usize),
    /// No threat.
    Safe,
    /// A limit came first.
    Unknown(Option<Reason>),
}

impl View {
    /// In words.
    pub fn text(self, language: Language) -> String {
        match self {
            View::Mated => say!(
                language,
                "in check, and every move runs into mate",
                "王手で、どう応じても詰み"
            ),
            View::Hisshi => say!(
                language,
                "brinkmate: every move runs into mate",
                "必至：どう指しても詰み"
            ),
            View::Check(n, all) => say!(
                language,
                "in check: {n} of {all} moves do not run into mate",
                "王手：応手{all}手のうち詰まない手は{n}手"
            ),
            View::Threat(n, all) => say!(
                language,
                "threat of mate: {n} of {all} moves parry it",
                "詰めろ：合法手{all}手のうち受けになる手は{n}手"
            ),
            View::Safe => say!(language, "no threat of mate, proved", "詰めろではないことを証明"),
            View::Unknown(why) => {
                let why = reason(why, language);
                say!(language, "unknown: stopped ({why})", "不明 打ち切り：{why}")
            }
        }
    }
}

/// The weight of a cook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// It does not count.
    Free,
    /// It is minor.
    Minor,
    /// It spoils the problem.
    Cook,
}

impl Weight {
    /// In words.
    pub fn text(self, language: Language) -> &'static str {
        match (self, language) {
            (Weight::Free, Language::English) => "free",
            (Weight::Free, Language::Japanese) => "不問",
            (Weight::Minor, Language::English) => "minor",
            (Weight::Minor, Language::Japanese) => "軽微",
            (Weight::Cook, Language::English) => "cook",
            (Weight::Cook, Language::Japanese) => "余詰",
        }
    }
}

/// Why a file cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoOutput {
    /// Standard output has the answers.
    StandardOutput,
    /// It is a folder.
    IsFolder,
    /// Its folder is not there.
    NoFolder,
    /// A folder that must be empty has files.
    HasFiles,
}

impl NoOutput {
    /// In words.
    pub fn text(self, language: Language) -> String {
        match self {
            NoOutput::StandardOutput => say!(
                language,
                "a file is needed, standard output has the answer",
                "ファイル名が必要です（標準出力には答えを書きます）"
            ),
            NoOutput::IsFolder => say!(language, "it is a folder", "フォルダです"),
            NoOutput::NoFolder => say!(
                language,
                "there is no such folder",
                "ファイルを置くフォルダがありません"
            ),
            NoOutput::HasFiles => say!(
                language,
                "there are files already (--overwrite replaces them)",
                "すでにファイルがあります（--overwrite で置き換え）"
            ),
        }
    }
}

/// Why a question stayed open, in words.
pub fn reason(reason: Option<Reason>, language: Language) -> &'static str {
    match (reason, language) {
        (None, Language::English) => "unknown",
        (None, Language::Japanese) => "理由不明",
        (Some(reason), Language::English) => reason.word(),
        (Some(Reason::Time), _) => "制限時間",
        (Some(Reason::Nodes), _) => "局面数の制限",
        (Some(Reason::Memory), _) => "メモリの制限",
        (Some(Reason::Depth), _) => "深さの制限",
        (Some(Reason::Candidates), _) => "循環候補数の制限",
        (Some(Reason::Interrupted), _) => "中断",
        (Some(Reason::Threats), _) => "脅威の手だけを調べた",
        (Some(Reason::Lines), _) => "最善手順が多すぎる",
        (Some(Reason::Moves), _) => "すべての手を調べていない",
        (Some(Reason::Fault), _) => "プログラムの不具合",
    }
}

/// The class of a cook, in words.
pub fn class(class: Class, language: Language) -> &'static str {
    match language {
        Language::English => class.word(),
        Language::Japanese => class.japanese(),
    }
}

/// An edit of one piece, in words. `word` is the word of the JSON object.
pub fn edit(word: &str, language: Language) -> &str {
    match (language, word) {
        (Language::Japanese, "add") => "追加",
        (Language::Japanese, "remove") => "除去",
        (Language::Japanese, "move") => "移動",
        (_, word) => word,
    }
}

/// A verdict in a summary, in words. `word` is the word of the JSON object.
pub fn verdict_word(word: &str, language: Language) -> &str {
    match (language, word) {
        (Language::English, word) => word,
        (_, "mate") => "詰み",
        (_, "mated") => "受けなし",
        (_, "threat") => "詰めろ",
        (_, "safe") => "詰めろでない",
        (_, "nomate") => "不詰",
        (_, "complete") => "完全作",
        (_, "minor") => "軽微な余詰",
        (_, "cooked") => "余詰",
        (_, "leftover") => "駒余り",
        (_, "win") => "勝ち",
        (_, "draw") => "引き分け",
        (_, "loss") => "負け",
        (_, "nowin") => "勝ちなし",
        (_, "accepted") => "受理",
        (_, "rejected") => "不受理",
        (_, "unknown") => "不明",
        (_, "invalid") => "無効",
        (_, word) => word,
    }
}

/// A phrase.
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
    /// An error, by the name of what it is about.
    Error(&'a str),
    /// A warning.
    Warning(&'a str),
    /// A request without a limit takes long: its name, seconds, a mate or win that is known.
    TakesLong(&'a str, u64, Option<u32>),
    /// A series that was interrupted: done, of.
    Interrupted(usize, usize),
    /// A reproduction that was interrupted: done, of.
    InterruptedAt(usize, usize),
    /// A series that was interrupted before its input was read to the end.
    InterruptedEarly(usize),
    /// `check`: done, of, how many of them by an earlier run. The verdicts follow.
    Summary(usize, usize, usize),
    /// `solve --every-ply`: positions, those with a mate.
    EveryPly(usize, usize),
    /// No problem was given.
    NoProblem,
    /// There is no such file.
    NoFile(&'a str),
    /// A file may not be read or written.
    Forbidden(&'a str),
    /// A file is not replaced.
    Exists(&'a str),
    /// A file is not written, because it is an input.
    IsInput(&'a str),
    /// Two outputs are the same file.
    TwoOutputs(&'a str),
    /// A position was typed without quotes. The text is the position in quotes.
    Unquoted(&'a str),
    /// A number of seconds is expected.
    ExpectedSeconds,
    /// A whole number from the first to the second is expected.
    ExpectedWhole(u64, u64),
    /// An even number is expected.
    ExpectedEven,
    /// The size of a board is expected.
    ExpectedBoard,
    /// A part of an enumeration is expected.
    ExpectedShard,
    /// `loa solve --killer`: one of its values is expected.
    ExpectedKiller,
    /// A share is expected.
    ExpectedShare,
    /// `enumerate`: `--shard` and `--merge` beside `--nats`.
    NoShardOverNats,
    /// `serve --host`: an address is expected.
    ExpectedAddress,
    /// An option that takes one problem was given several.
    OneProblem(&'a str),
    /// An option whose file cannot be written: the option, the file, why.
    NoOutput(&'a str, &'a str, NoOutput),
    /// There is no certificate to write: the file, and why in the words of the prover.
    NoCertificate(&'a str, &'a str),
    /// `value --method paper` has no certificate.
    NoPaperCertificate,
    /// `explore` was given so many positions.
    ExploreOne(usize),
    /// `usi --rules` names a game that is not shogi.
    UsiIsShogi,
    /// `convert --out`: so many records for one file.
    OneRecord(usize),
    /// `convert`: neither a format nor a file was named.
    ConvertToWhat,
    /// `convert --out`: no format has the extension of the file.
    NoFormat(&'a str),
    /// `convert --out-dir`: two problems would be one file.
    OneFileTwice(&'a str, &'a str, &'a str),
    /// Nothing was written. The fault follows.
    NothingWritten,
    /// A file was not written.
    NotWritten(&'a str),
    /// A file was not written, because of this fault.
    NotWrittenWhy(&'a str, &'a str),
    /// `show --out`: pictures have no such format.
    OnlySvg(&'a str),
    /// `show --out`: several positions for one picture.
    OneBoard,
    /// `show --title`: characters without an outline.
    Boxes(&'a str),
    /// `perft`: sequences, depth, seconds, millions a second.
    Perft(u64, u32, f64, f64),
    /// A command without partial results was interrupted.
    InterruptedNow,
    /// A command without partial results reached its limit of time.
    OutOfTime,
    /// A reproduction was interrupted. The same command goes on.
    GoesOn,
    /// `enumerate`: no space and no file has this name. The names that there are.
    NoSpace(&'a str, &'a str),
    /// `enumerate`: an unfinished run is there.
    Unfinished(&'a str),
    /// `enumerate`: name of the space, diagrams, frames.
    Space(&'a str, u64, usize),
    /// `serve`: the address of the page.
    Serving(&'a str),
    /// `explore`: a certificate was accepted. The claims follow.
    Accepted,
    /// `explore`: a claim of a mate.
    MateWithin(u32),
    /// `explore`: a claim that no mate is so short.
    NoMateWithin(u32),
    /// `explore`: a claim that there is no mate.
    NeverMate,
    /// `explore`: a claim of a brinkmate.
    HisshiWithin(u32),
    /// `explore`: a claim that no brinkmate is so short; 0: that there is no plain mate.
    NoHisshiWithin(u32),
    /// `explore`: a claim that there is no brinkmate.
    NeverHisshi,
    /// `explore`: the policy of the claims.
    UnderPolicy(&'a str),
    /// `explore`: a move of the certificate for the attacker.
    Attack(&'a str),
    /// `explore`: the same, with the length of the mate.
    AttackWithin(&'a str, u32),
    /// `explore`: a move of the certificate for the attacker, with the length of the brinkmate.
    AttackHisshi(&'a str, u32),
    /// `explore`: a move of the certificate for the defender. The claim is another phrase.
    Defence(&'a str, &'a str),
    /// `explore`: no mate within so many plies from before the check.
    HoldsFor(u32),
    /// `explore`: no brinkmate within so many plies from before the move.
    HoldsOutFor(u32),
    /// `explore`: a futile interposition and the capture that answers it.
    Futile(&'a str),
    /// `explore`: the certificate has no answer.
    SaysNoMore,
    /// `explore`: the king is mated.
    Mated,
    /// `explore`: the attacker has no check.
    NoCheck,
    /// `explore`: heading of the defences.
    Defences,
    /// A move of a line that passes.
    Pass,
    /// `explore`: heading of the checks.
    Checks,
    /// `explore`: heading of the attacker's moves.
    Attacks,
    /// `explore`: the commands on a certificate.
    HelpCertificate,
    /// `explore`: the commands on a table.
    HelpTable,
    /// `explore`: there is nothing before this.
    Start,
    /// `explore`: a word that means nothing.
    NotAMove(&'a str),
    /// `explore`: a position without a move.
    NoMove,
    /// `explore`: a position from which no line leads to an end.
    NoEnd,
    /// `explore`: positions, won, lost, drawn, deepest.
    TableCounts(u64, u64, u64, u64, u32),
    /// `explore`: the value of a position.
    WinIn(u32),
    /// `explore`: the value of a position.
    LossIn(u32),
    /// `explore`: the value of a position.
    Drawn,
    /// `explore`: the table does not have a position.
    NotInTable,
    /// `explore`: stalemate, which loses.
    StalemateLoses,
    /// `explore`: stalemate, which draws.
    StalemateDraws,
    /// `explore`: the Try rule ended the game.
    Try,
    /// A plot: the mates of an enumeration.
    PlotMates(&'a str),
    /// A plot: the positions of a table.
    PlotTable(&'a str),
    /// A plot: the lengths of answers.
    PlotLengths(&'a str),
    /// A plot: the nodes of answers.
    PlotEffort(&'a str),
    /// A plot: nodes over lengths.
    PlotEffortByLength(&'a str),
    /// An axis: length in plies.
    PlotPlies,
    /// An axis: plies to the end of the game.
    PlotDistance,
    /// An axis: number of problems.
    PlotProblems,
    /// An axis: number of positions.
    PlotPositions,
    /// An axis: number of answers.
    PlotAnswers,
    /// An axis: nodes searched.
    PlotNodes,
    /// A legend: won positions.
    PlotWon,
    /// A legend: lost positions.
    PlotLost,
    /// A legend: grade A.
    GradeA,
    /// A legend: grade B.
    GradeB,
    /// A legend: grade C.
    GradeC,
    /// A legend: without a grade.
    NotGraded,
    /// The comment of a record: a cook of a class.
    CookComment(Class, Weight, Option<usize>, usize),
    /// The comment of a record: a defence, whether it is as long as the solution, its plies.
    DefenceComment(bool, usize, u32),
    /// The comment of a record: this reply refutes the check.
    Holds,
    /// The comment of a record: the verdict, the length, the policy and its version.
    RecordComment(Verdict, Option<u32>, Policy, u32),
    /// The comment of a record: a move that a limit left open.
    UndecidedComment(&'a str, usize, Reason),
    /// The comment of a record: a limit left variations out.
    NotEveryVariation(Reason),
    /// The comment of a record: the verdict of `hisshi`, the length and how far it is known.
    HisshiComment(Verdict, Option<(u32, Known)>, Option<Reason>),
    /// The comment of a record: the mate that is threatened, and its plies.
    ThreatComment(&'a str, usize),
    /// The comment of a record: what is threatened.
    ViewComment(View),
    /// The comment of a record: parries, how many more there are, how many moves stayed open.
    ParriesComment(&'a str, usize, usize),
    /// The comment of a record: a parry that threatens mate in turn.
    CounterComment,
}

impl Phrase<'_> {
    /// The phrase in words.
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
            Phrase::Error(name) => say!(language, "error: {name}", "エラー：{name}"),
            Phrase::Warning(what) => say!(language, "warning: {what}", "警告：{what}"),
            Phrase::TakesLong(name, seconds, known) => {
                let known = match known {
                    Some(n) => say!(language, "one in {n} is known", "{n}手のものが見つかっている"),
                    None => say!(language, "nothing is known yet", "まだ何も見つかっていない"),
                };
                say!(
                    language,
                    "{name}: no answer after {seconds} s, {known}; --time SECONDS or --nodes N sets a \
                     limit, Ctrl-C stops, and both show what is known by then",
                    "{name}：{seconds}秒たっても答えが出ない（{known}）。--time 秒 か --nodes 局面数 で\
                     制限でき、Ctrl-C で打ち切れる。どちらでもそれまでに分かったことを示す"
                )
            }
            Phrase::Interrupted(done, total) => say!(
                language,
                "interrupted: {done} of {total} problems done",
                "中断：{total}題のうち{done}題まで終了"
            ),
            Phrase::InterruptedAt(done, total) => say!(
                language,
                "interrupted: {done} of {total} done",
                "中断：{total}件のうち{done}件まで終了"
            ),
            Phrase::InterruptedEarly(done) => say!(
                language,
                "interrupted: {done} problems done; the input was not read to its end",
                "中断：{done}題まで終了、入力は最後まで読んでいない"
            ),
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
            Phrase::NoProblem => say!(
                language,
                "no problem given: a position, a file, or - for standard input",
                "問題がありません。局面、ファイル名、または標準入力を表す - を指定してください"
            ),
            Phrase::NoFile(path) => say!(
                language,
                "{path}: there is no such file",
                "{path}：ファイルがありません"
            ),
            Phrase::Forbidden(path) => say!(
                language,
                "{path}: permission denied",
                "{path}：アクセスする権限がありません"
            ),
            Phrase::Exists(path) => say!(
                language,
                "{path} is there already (--overwrite replaces it)",
                "{path} はすでにあります（--overwrite で置き換え）"
            ),
            Phrase::IsInput(path) => say!(
                language,
                "{path} is an input of this command, and writing would destroy it",
                "{path} はこの命令の入力です。書くと失われるので書きません"
            ),
            Phrase::TwoOutputs(path) => say!(
                language,
                "{path} is the file of two outputs",
                "{path} が二つの出力の行き先になっています"
            ),
            Phrase::Unquoted(position) => say!(
                language,
                "the shell has split the position into several arguments: put it in quotes, {position}",
                "局面がシェルで複数の引数に分かれています。引用符で囲んでください：{position}"
            ),
            Phrase::ExpectedSeconds => say!(
                language,
                "expected a number of seconds, 0 or more: 10, 0.5",
                "0以上の秒数を指定してください（例：10、0.5）"
            ),
            Phrase::ExpectedWhole(least, u64::MAX) => say!(
                language,
                "expected a whole number from {least}, in digits: 1000000",
                "{least}以上の整数を数字で指定してください（例：1000000）"
            ),
            Phrase::ExpectedWhole(least, most) => say!(
                language,
                "expected a whole number from {least} to {most}",
                "{least}から{most}までの整数を指定してください"
            ),
            Phrase::ExpectedEven => say!(
                language,
                "expected an even number of moves, from 0",
                "0以上の偶数を指定してください"
            ),
            Phrase::ExpectedBoard => say!(
                language,
                "a board is files x ranks, from 2x2 to 9x9",
                "盤は2x2から9x9までの「筋x段」で指定してください"
            ),
            Phrase::ExpectedShard => say!(
                language,
                "two numbers, as in 2/8: part 2 of 8",
                "二つの数で指定してください（例：2/8 は8個に分けた2番目）"
            ),
            Phrase::ExpectedKiller => say!(
                language,
                "expected never, always, height:MIN-MAX, capture or quiet",
                "never、always、height:最小-最大、capture、quiet のいずれかを指定してください"
            ),
            Phrase::ExpectedShare => say!(
                language,
                "expected a number from 0 to 1",
                "0から1までの数を指定してください"
            ),
            Phrase::NoShardOverNats => say!(
                language,
                "--shard and --merge are for machines that do not communicate, so they do not go with --nats",
                "--shard と --merge は互いに通信しないマシンのためのもので、--nats とは同時に指定できません"
            ),
            Phrase::ExpectedAddress => say!(
                language,
                "expected an IP address: 127.0.0.1",
                "IP アドレスを指定してください（例：127.0.0.1）"
            ),
            Phrase::OneProblem(option) => say!(
                language,
                "{option} takes one problem, not several",
                "{option} は1題のときだけ指定できます"
            ),
            Phrase::NoOutput(option, path, why) => {
                let why = why.text(language);
                say!(language, "{option} {path}: {why}", "{option} {path}：{why}")
            }
            Phrase::NoCertificate(path, why) => say!(
                language,
                "--certificate {path}: {why}",
                "--certificate {path}：証明を書けませんでした（{why}）"
            ),
            Phrase::NoPaperCertificate => say!(
                language,
                "--certificate takes one problem, and not --method paper",
                "--certificate は1題のときだけで、--method paper とは同時に指定できません"
            ),
            Phrase::ExploreOne(n) => say!(
                language,
                "one position is explored at a time, not {n}",
                "一度にたどれる局面は一つだけです（{n}局面あります）"
            ),
            Phrase::UsiIsShogi => say!(
                language,
                "--rules: USI is about shogi, not Lines of Action",
                "--rules：USI は将棋のものです。Lines of Action は扱えません"
            ),
            Phrase::OneRecord(n) => say!(
                language,
                "a file in this format holds one record, and {n} were given: use --out-dir, or --to csa",
                "この形式のファイルに入る棋譜は一つです（{n}個あります）。--out-dir か --to csa を使ってください"
            ),
            Phrase::ConvertToWhat => say!(
                language,
                "convert to what? --to kif|ki2|csa|jkf|sfen|usi, or --out FILE",
                "何に変換しますか。--to kif|ki2|csa|jkf|sfen|usi か --out ファイル を指定してください"
            ),
            Phrase::NoFormat(path) => say!(
                language,
                "{path}: no format has this extension; use --to",
                "{path}：この拡張子の形式はありません。--to を使ってください"
            ),
            Phrase::OneFileTwice(one, other, name) => say!(
                language,
                "{one} and {other} would both be written to {name}; nothing was written",
                "{one} と {other} が同じファイル {name} になります。何も書きませんでした"
            ),
            Phrase::NothingWritten => say!(language, "nothing was written", "何も書きませんでした"),
            Phrase::NotWritten(path) => say!(language, "{path} was not written", "{path} は書きませんでした"),
            Phrase::NotWrittenWhy(path, why) => say!(
                language,
                "{path}: not written: {why}",
                "{path} は書きませんでした：{why}"
            ),
            Phrase::OnlySvg(extension) => say!(
                language,
                "pictures are drawn as SVG, not as .{extension}",
                "図は SVG で描きます（.{extension} は扱えません）"
            ),
            Phrase::OneBoard => say!(
                language,
                "an SVG file holds one board, and several positions were given",
                "SVG のファイルに入る盤は一つですが、複数の局面があります"
            ),
            Phrase::Boxes(characters) => say!(
                language,
                "drawn as boxes in the title: {characters}",
                "題のうち字形のない文字は四角で描きます：{characters}"
            ),
            Phrase::Perft(nodes, depth, s, rate) => say!(
                language,
                "{nodes} at depth {depth} ({s:.3} s, {rate:.1} M/s)",
                "深さ{depth}で{nodes}通り（{s:.3}秒、毎秒{rate:.1}百万）"
            ),
            Phrase::InterruptedNow => say!(language, "interrupted", "中断"),
            Phrase::OutOfTime => say!(language, "not finished in time", "時間内に終わりませんでした"),
            Phrase::GoesOn => say!(
                language,
                "interrupted: the same command goes on from here",
                "中断：同じ命令で続きから始まります"
            ),
            Phrase::NoSpace(name, others) => say!(
                language,
                "{name}: no space is built in under this name ({others}), and there is no such file",
                "{name}：この名前の図の範囲もファイルもありません（組み込みの範囲：{others}）"
            ),
            Phrase::Unfinished(path) => say!(
                language,
                "{path} is there already (--resume goes on with it, --overwrite starts anew)",
                "{path} はすでにあります（--resume で続き、--overwrite で初めから）"
            ),
            Phrase::Space(name, diagrams, frames) => say!(
                language,
                "{name}: {diagrams} diagrams in {frames} frames",
                "{name}：{frames}枠、{diagrams}図"
            ),
            Phrase::Serving(address) => say!(
                language,
                "the page is at {address} (Ctrl-C stops it)",
                "ページのアドレス：{address}（Ctrl-C で終了）"
            ),
            Phrase::Accepted => say!(language, "accepted", "受理"),
            Phrase::MateWithin(n) => say!(language, "mate within {n}", "{n}手以内に詰み"),
            Phrase::NoMateWithin(n) => say!(language, "none within {n}", "{n}手以内の詰みなし"),
            Phrase::NeverMate => say!(language, "no mate", "不詰"),
            Phrase::HisshiWithin(n) => say!(language, "brinkmate within {n}", "{n}手以内に必至"),
            Phrase::NoHisshiWithin(0) => say!(language, "no plain mate", "不詰"),
            Phrase::NoHisshiWithin(n) => say!(language, "none within {n}", "{n}手以内の必至なし"),
            Phrase::NeverHisshi => say!(language, "no brinkmate", "必至なし"),
            Phrase::UnderPolicy(policy) => {
                say!(
                    language,
                    " (futile interpositions: {policy})",
                    "（無駄合：{policy}）"
                )
            }
            Phrase::Attack(play) => say!(language, "attack: {play}", "攻方：{play}"),
            Phrase::AttackWithin(play, n) => say!(
                language,
                "attack: {play} (mate within {n})",
                "攻方：{play}（{n}手以内に詰み）"
            ),
            Phrase::AttackHisshi(play, n) => say!(
                language,
                "attack: {play} (brinkmate within {n})",
                "攻方：{play}（{n}手以内に必至）"
            ),
            Phrase::Defence(play, claim) => {
                say!(language, "defence: {play} ({claim})", "玉方：{play}（{claim}）")
            }
            Phrase::HoldsFor(n) => say!(
                language,
                "no mate within {n} from before the check",
                "王手の前から{n}手以内の詰みなし"
            ),
            Phrase::HoldsOutFor(n) => say!(
                language,
                "no brinkmate within {n} from before the move",
                "この手の前から{n}手以内の必至なし"
            ),
            Phrase::Futile(taking) => say!(
                language,
                "futile: {taking} takes it, and the mate stands with the piece given back; so it is:",
                "無駄合：{taking} と取り、駒を戻しても詰みは変わらない。その局面："
            ),
            Phrase::SaysNoMore => say!(language, "the certificate says no more", "証明書はここまで"),
            Phrase::Mated => say!(language, "mate", "詰み"),
            Phrase::NoCheck => say!(language, "there is no check: no mate", "王手がない：不詰"),
            Phrase::Defences => say!(language, "defences:", "応手："),
            Phrase::Pass => say!(language, "(pass)", "（手抜き）"),
            Phrase::Checks => say!(language, "checks:", "王手："),
            Phrase::Attacks => say!(language, "moves:", "指し手："),
            Phrase::HelpCertificate => say!(
                language,
                "a move (USI, or its number in the list), list, board, line, back, quit",
                "指し手（USI または一覧の番号）、\nlist 一覧、board 盤面、line 手順、back 一手戻る、quit 終了"
            ),
            Phrase::HelpTable => say!(
                language,
                "a move (USI, or its number in the list), best, list, board, line (moves so far),\n\
                 end (moves to the end), position, back, start, quit",
                "指し手（USI または一覧の番号）、best 最善手、list 一覧、board 盤面、\nline これまでの手順、\
                 end 終局までの手順、\nposition 局面、back 一手戻る、start 最初へ、quit 終了"
            ),
            Phrase::Start => say!(language, "this is the start", "ここが最初の局面"),
            Phrase::NotAMove(word) => say!(
                language,
                "`{word}` is none of the moves here, nor a command (help)",
                "「{word}」はこの局面の指し手でも命令でもありません（help で説明）"
            ),
            Phrase::NoMove => say!(language, "there is no move", "指し手がない"),
            Phrase::NoEnd => say!(
                language,
                "no line to an end from here",
                "ここから終局への手順はない"
            ),
            Phrase::TableCounts(positions, wins, losses, draws, deepest) => say!(
                language,
                "{positions} positions, {wins} won, {losses} lost, {draws} drawn, at most {deepest} plies",
                "全{positions}局面 勝ち{wins} 負け{losses} 引き分け{draws} 最長{deepest}手"
            ),
            Phrase::WinIn(n) => say!(language, "win in {n}", "{n}手で勝ち"),
            Phrase::LossIn(n) => say!(language, "loss in {n}", "{n}手で負け"),
            Phrase::Drawn => say!(language, "draw", "引き分け"),
            Phrase::NotInTable => say!(language, "not in the table", "表にない"),
            Phrase::PlotMates(name) => say!(language, "{name}: mates by length", "{name}：手数別の詰み"),
            Phrase::PlotTable(name) => say!(
                language,
                "{name}: positions by distance",
                "{name}：終局までの手数別の局面"
            ),
            Phrase::PlotLengths(name) => say!(language, "{name}: answers by length", "{name}：手数の分布"),
            Phrase::PlotEffort(name) => {
                say!(language, "{name}: answers by effort", "{name}：探索量の分布")
            }
            Phrase::PlotEffortByLength(name) => {
                say!(language, "{name}: effort by length", "{name}：手数と探索量")
            }
            Phrase::PlotPlies => say!(language, "length in plies", "手数"),
            Phrase::PlotDistance => say!(language, "plies to the end", "終局までの手数"),
            Phrase::PlotProblems => say!(language, "problems", "作品数"),
            Phrase::PlotPositions => say!(language, "positions", "局面数"),
            Phrase::PlotAnswers => say!(language, "answers", "回答数"),
            Phrase::PlotNodes => say!(language, "nodes searched", "探索局面数"),
            Phrase::PlotWon => say!(language, "won", "勝ち"),
            Phrase::PlotLost => say!(language, "lost", "負け"),
            Phrase::GradeA => say!(language, "A: complete", "A：完全作"),
            Phrase::GradeB => say!(language, "B: minor cooks", "B：軽微な余詰"),
            Phrase::GradeC => say!(language, "C: cooked", "C：余詰"),
            Phrase::NotGraded => say!(language, "not graded", "評価なし"),
            Phrase::StalemateLoses => say!(language, "no legal move: a loss", "合法手なし：負け"),
            Phrase::StalemateDraws => say!(language, "no legal move: a draw", "合法手なし：引き分け"),
            Phrase::Try => say!(language, "Try: the game is over", "トライ：終局"),
            Phrase::CookComment(c, weight, d, n) => {
                let d = d.map_or_else(String::new, |d| format!(", d={d}"));
                let (word, weight) = (class(c, language), weight.text(language));
                say!(
                    language,
                    "cook, {weight} ({word}{d}), {n} plies",
                    "余詰 {weight}（{word}{d}）{n}手"
                )
            }
            Phrase::DefenceComment(as_long, n, left) => {
                let word = match as_long {
                    true => say!(language, "defence as long", "変化同手数"),
                    false => say!(language, "variation", "変化"),
                };
                match left {
                    0 => say!(language, "{word}: {n} plies", "{word}：{n}手"),
                    left => say!(
                        language,
                        "{word}: {n} plies, {left} left over",
                        "{word}：{n}手 駒余り{left}枚"
                    ),
                }
            }
            Phrase::Holds => say!(language, "no mate: this holds", "不詰：この応手で詰まない"),
            Phrase::RecordComment(verdict, length, policy, version) => {
                let verdict = verdict_word(verdict.word(), language);
                let length = match length {
                    Some(n) => say!(language, ", mate in {n}", " {n}手詰"),
                    None => String::new(),
                };
                let policy = policy.word();
                say!(
                    language,
                    "yose check: {verdict}{length}, futile: {policy} {version}",
                    "yose check：{verdict}{length} 無駄合：{policy} {version}"
                )
            }
            Phrase::UndecidedComment(mv, at, r) => {
                let r = why(Some(r));
                say!(
                    language,
                    "undecided ({r}): {mv} at {at}",
                    "未決定（打ち切り：{r}）：{at}手目 {mv}"
                )
            }
            Phrase::NotEveryVariation(r) => {
                let r = why(Some(r));
                say!(
                    language,
                    "not every variation is here: stopped ({r})",
                    "変化は全部ではない 打ち切り：{r}"
                )
            }
            Phrase::HisshiComment(verdict, length, why) => {
                let verdict = match (verdict, length) {
                    (Verdict::Mate, Some((n, k))) => {
                        let k = known(k);
                        say!(language, "mate in {n}, {k}", "{n}手詰 {k}")
                    }
                    (Verdict::Mate, None) => say!(language, "mate", "詰み"),
                    (Verdict::Hisshi, Some((n, k))) => {
                        let k = known(k);
                        say!(language, "brinkmate in {n}, {k}", "{n}手必至 {k}")
                    }
                    (Verdict::None, _) => {
                        say!(language, "no brinkmate, proved", "必至がかからないことを証明")
                    }
                    _ => {
                        let why = reason(why, language);
                        say!(language, "unknown: stopped ({why})", "不明 打ち切り：{why}")
                    }
                };
                say!(language, "yose hisshi: {verdict}", "yose hisshi：{verdict}")
            }
            Phrase::ThreatComment(line, n) => {
                say!(
                    language,
                    "threatens mate in {n}: {line}",
                    "詰めろ：{line}まで{n}手詰"
                )
            }
            Phrase::ViewComment(view) => {
                let view = view.text(language);
                say!(language, "yose threat: {view}", "yose threat：{view}")
            }
            Phrase::ParriesComment(words, more, open) => {
                let mut text = say!(language, "parries: {words}", "受け：{words}");
                if more > 0 {
                    text += &say!(language, " and {more} more", " ほか{more}手");
                }
                if open > 0 {
                    text += &say!(language, "; undecided: {open}", " 未決定{open}手");
                }
                text
            }
            Phrase::CounterComment => say!(
                language,
                "parries, and threatens mate in turn",
                "詰めろ逃れの詰めろ"
            ),
        }
    }

    /// The phrase as a line of its own.
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
