//! Parts of phrases: how far a length is known, effort, threats, weights, reasons.

use crate::language::Language;
use yose_ask::Reason;
use yose_tsume::Class;

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
    /// It spoils a mate problem.
    Cook,
    /// It spoils a brinkmate problem. The class has the composers' word for it.
    Counts,
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
            (Weight::Counts, Language::English) => "cook",
            (Weight::Counts, Language::Japanese) => "欠陥",
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
