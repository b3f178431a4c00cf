//! Comments of records.

use super::{Known, View, Weight, class, reason, verdict_word};
use crate::language::Language;
use yose_ask::{Policy, Reason, Verdict};
use yose_tsume::Class;

/// A comment of a record.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Comment<'a> {
    /// A cook of a class.
    Cook(Class, Weight, Option<usize>, usize),
    /// A defence, whether it is as long as the solution, its plies.
    Defence(bool, usize, u32),
    /// This reply refutes the check.
    Holds,
    /// The verdict, the length, the policy and its version.
    Record(Verdict, Option<u32>, Policy, u32),
    /// A move that a limit left open.
    Undecided(&'a str, usize, Reason),
    /// A limit left variations out.
    NotEveryVariation(Reason),
    /// The verdict of `hisshi`, the length and how far it is known.
    Hisshi(Verdict, Option<(u32, Known)>, Option<Reason>),
    /// The mate that is threatened, and its plies.
    Threat(&'a str, usize),
    /// What is threatened.
    View(View),
    /// Parries, how many more there are, how many moves stayed open.
    Parries(&'a str, usize, usize),
    /// A parry that threatens mate in turn.
    Counter,
}

impl Comment<'_> {
    /// In words.
    pub fn text(self, language: Language) -> String {
        let known = |known: Known| known.text(language);
        let why = |why: Option<Reason>| reason(why, language);
        match self {
            Comment::Cook(c, weight, d, n) => {
                let d = d.map_or_else(String::new, |d| format!(", d={d}"));
                let (word, weight) = (class(c, language), weight.text(language));
                say!(
                    language,
                    "cook, {weight} ({word}{d}), {n} plies",
                    "余詰 {weight}（{word}{d}）{n}手"
                )
            }
            Comment::Defence(as_long, n, left) => {
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
            Comment::Holds => say!(language, "no mate: this holds", "不詰：この応手で詰まない"),
            Comment::Record(verdict, length, policy, version) => {
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
            Comment::Undecided(mv, at, r) => {
                let r = why(Some(r));
                say!(
                    language,
                    "undecided ({r}): {mv} at {at}",
                    "未決定（打ち切り：{r}）：{at}手目 {mv}"
                )
            }
            Comment::NotEveryVariation(r) => {
                let r = why(Some(r));
                say!(
                    language,
                    "not every variation is here: stopped ({r})",
                    "変化は全部ではない 打ち切り：{r}"
                )
            }
            Comment::Hisshi(verdict, length, why) => {
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
            Comment::Threat(line, n) => {
                say!(
                    language,
                    "threatens mate in {n}: {line}",
                    "詰めろ：{line}まで{n}手詰"
                )
            }
            Comment::View(view) => {
                let view = view.text(language);
                say!(language, "yose threat: {view}", "yose threat：{view}")
            }
            Comment::Parries(words, more, open) => {
                let mut text = say!(language, "parries: {words}", "受け：{words}");
                if more > 0 {
                    text += &say!(language, " and {more} more", " ほか{more}手");
                }
                if open > 0 {
                    text += &say!(language, "; undecided: {open}", " 未決定{open}手");
                }
                text
            }
            Comment::Counter => say!(
                language,
                "parries, and threatens mate in turn",
                "詰めろ逃れの詰めろ"
            ),
        }
    }

    /// The same as a line of its own.
    pub fn line(self, language: Language) -> String {
        self.text(language) + "\n"
    }
}
