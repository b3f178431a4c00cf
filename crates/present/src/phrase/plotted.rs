//! Titles, axes and legends of plots.

use crate::language::Language;

/// A title, an axis or a legend of a plot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlotWord<'a> {
    /// Title: the mates of an enumeration.
    Mates(&'a str),
    /// Title: the positions of a table.
    Table(&'a str),
    /// Title: the lengths of answers.
    Lengths(&'a str),
    /// Title: the nodes of answers.
    Effort(&'a str),
    /// Title: nodes over lengths.
    EffortByLength(&'a str),
    /// Axis: length in plies.
    Plies,
    /// Axis: plies to the end of the game.
    Distance,
    /// Axis: number of problems.
    Problems,
    /// Axis: number of positions.
    Positions,
    /// Axis: number of answers.
    Answers,
    /// Axis: nodes searched.
    Nodes,
    /// Legend: won positions.
    Won,
    /// Legend: lost positions.
    Lost,
    /// Legend: grade A.
    GradeA,
    /// Legend: grade B.
    GradeB,
    /// Legend: grade C.
    GradeC,
    /// Legend: without a grade.
    NotGraded,
}

impl PlotWord<'_> {
    /// In words.
    pub fn text(self, language: Language) -> String {
        match self {
            PlotWord::Mates(name) => say!(language, "{name}: mates by length", "{name}：手数別の詰み"),
            PlotWord::Table(name) => say!(
                language,
                "{name}: positions by distance",
                "{name}：終局までの手数別の局面"
            ),
            PlotWord::Lengths(name) => say!(language, "{name}: answers by length", "{name}：手数の分布"),
            PlotWord::Effort(name) => {
                say!(language, "{name}: answers by effort", "{name}：探索量の分布")
            }
            PlotWord::EffortByLength(name) => {
                say!(language, "{name}: effort by length", "{name}：手数と探索量")
            }
            PlotWord::Plies => say!(language, "length in plies", "手数"),
            PlotWord::Distance => say!(language, "plies to the end", "終局までの手数"),
            PlotWord::Problems => say!(language, "problems", "作品数"),
            PlotWord::Positions => say!(language, "positions", "局面数"),
            PlotWord::Answers => say!(language, "answers", "回答数"),
            PlotWord::Nodes => say!(language, "nodes searched", "探索局面数"),
            PlotWord::Won => say!(language, "won", "勝ち"),
            PlotWord::Lost => say!(language, "lost", "負け"),
            PlotWord::GradeA => say!(language, "A: complete", "A：完全作"),
            PlotWord::GradeB => say!(language, "B: minor cooks", "B：軽微な余詰"),
            PlotWord::GradeC => say!(language, "C: cooked", "C：余詰"),
            PlotWord::NotGraded => say!(language, "not graded", "評価なし"),
        }
    }

    /// The same as a line of its own.
    pub fn line(self, language: Language) -> String {
        self.text(language) + "\n"
    }
}
