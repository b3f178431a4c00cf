//! Cooks (余詰) and their classes, in the terms of K. Noshita and T. Iida, *Generalized
//! Solution-sequences in Games*.
//!
//! The solution is s1 ... sm. At ply j, a turn of the attacker, another mating move y1 has the line
//! y1 ... yn of best play. The cook *merges with difference d* if d is the least number with s(j+d)
//! ... sm = y(n-m+j+d) ... yn: from there on the moves are those of the solution. The cook
//! *converges within the last h moves* if j >= m - h. `merge.rs` has the difference where solution
//! and cook have several lines of best play.

use yose_shogi::Move;

/// The parameters of Noshita and Iida.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// S: at most this number of the attacker's turns may have minor cooks.
    pub turns: usize,
    /// d: a merging cook is minor up to this difference.
    pub difference: usize,
    /// h: a cook within this number of last moves is minor. The number is even.
    pub last: usize,
    /// R: more cooks than this at one turn are too many; `None` for no limit.
    pub most: Option<usize>,
}

impl Default for Parameters {
    /// The parameters of the enumeration by Noshita and Iida.
    fn default() -> Self {
        Parameters {
            turns: 2,
            difference: 4,
            last: 0,
            most: None,
        }
    }
}

/// The class of a cook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// The solution's move except for promotion (成・不成非限定). Noshita and Iida do not look at
    /// these.
    Promotion,
    /// Another last move (最終手余詰).
    Last,
    /// The cook comes back to the position that it left (迂回): d = 0.
    Detour,
    /// The cook is as long, and only this move differs (非限定): d = 1.
    Indefinite,
    /// The same moves in another order (手順前後), or nearly: d = 3 or 4.
    Transposed,
    /// The cook merges with another difference.
    Merging,
    /// The cook lies within the last h moves.
    Converging,
    /// None of these.
    Plain,
}

impl Class {
    /// The word used in answers.
    pub const fn word(self) -> &'static str {
        match self {
            Class::Promotion => "promotion",
            Class::Last => "last",
            Class::Detour => "detour",
            Class::Indefinite => "indefinite",
            Class::Transposed => "transposed",
            Class::Merging => "merging",
            Class::Converging => "converging",
            Class::Plain => "plain",
        }
    }

    /// The composers' word.
    pub const fn japanese(self) -> &'static str {
        match self {
            Class::Promotion => "成・不成非限定",
            Class::Last => "最終手余詰",
            Class::Detour => "迂回手順",
            Class::Indefinite => "非限定",
            Class::Transposed => "手順前後",
            Class::Merging => "合流余詰",
            Class::Converging => "収束余詰",
            Class::Plain => "余詰",
        }
    }
}

/// Another mating move at an attacker's turn of the solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cook {
    /// The ply, from 1.
    pub at: usize,
    /// The line from there on; its first move is the cook.
    pub line: Vec<Move>,
    /// The class.
    pub class: Class,
    /// The difference with which the cook merges, if it does.
    pub d: Option<usize>,
}

/// The difference with which a line from ply `at` merges with the solution.
pub fn difference(solution: &[Move], at: usize, line: &[Move]) -> Option<usize> {
    let rest = &solution[at - 1..];
    let common = rest.iter().rev().zip(line.iter().rev());
    let same = common.take_while(|(s, y)| s == y).count();
    (same > 0).then(|| rest.len() - same)
}

/// Whether two moves differ in promotion alone.
pub fn differ_in_promotion(a: Move, b: Move) -> bool {
    a != b && a.from().is_some() && a.from() == b.from() && a.to() == b.to()
}

impl Cook {
    /// Classifies a line that leaves one line of the solution at ply `at`.
    pub fn new(solution: &[Move], at: usize, line: Vec<Move>, parameters: &Parameters) -> Cook {
        let d = difference(solution, at, &line);
        Cook::merging(at, solution.len(), solution[at - 1], (line, d), parameters)
    }

    /// Classifies a cook that merges with difference `d`. It leaves a solution of `length` plies
    /// at ply `at`, where the solution plays `played`.
    pub(crate) fn merging(
        at: usize,
        length: usize,
        played: Move,
        (line, d): (Vec<Move>, Option<usize>),
        parameters: &Parameters,
    ) -> Cook {
        let rest = length - (at - 1);
        let class = match d {
            _ if line.first().is_some_and(|&m| differ_in_promotion(m, played)) => Class::Promotion,
            _ if at == length => Class::Last,
            Some(0) => Class::Detour,
            Some(1) if line.len() == rest => Class::Indefinite,
            Some(3 | 4) => Class::Transposed,
            Some(d) if d <= parameters.difference => Class::Merging,
            _ if at + parameters.last >= length => Class::Converging,
            Some(_) => Class::Merging,
            None => Class::Plain,
        };
        Cook { at, line, class, d }
    }

    /// Whether the cook does not count at all: the last move and promotion are free.
    pub fn is_free(&self) -> bool {
        matches!(self.class, Class::Promotion | Class::Last)
    }

    /// Whether the cook is minor under the parameters, given the length of the solution.
    pub fn is_minor(&self, length: usize, parameters: &Parameters) -> bool {
        self.is_free()
            || self.d.is_some_and(|d| d <= parameters.difference)
            || self.at + parameters.last >= length
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yose_board::Square;

    /// Moves that differ if the letters do.
    fn line(text: &str) -> Vec<Move> {
        text.bytes()
            .map(|c| Move::board(Square::new(80), Square::new(c - b'a'), false))
            .collect()
    }

    #[test]
    fn classes_are_those_of_the_paper() {
        let solution = line("abcdefg");
        let class = |at, text: &str| {
            let cook = Cook::new(&solution, at, line(text), &Parameters::default());
            (cook.class, cook.d)
        };
        // Two moves more, then everything as before.
        assert_eq!(class(3, "xycdefg"), (Class::Detour, Some(0)));
        assert_eq!(class(3, "xdefg"), (Class::Indefinite, Some(1)));
        // Longer, so not merely another move.
        assert_eq!(class(3, "xyzdefg"), (Class::Merging, Some(1)));
        assert_eq!(class(3, "xyefg"), (Class::Merging, Some(2)));
        assert_eq!(class(3, "xyzfg"), (Class::Transposed, Some(3)));
        assert_eq!(class(1, "xyzefg"), (Class::Transposed, Some(4)));
        assert_eq!(class(1, "xyzwvfg"), (Class::Merging, Some(5)));
        assert_eq!(class(1, "xyz"), (Class::Plain, None));
        assert_eq!(class(7, "x"), (Class::Last, None));
        let wide = Parameters {
            last: 2,
            ..Parameters::default()
        };
        let cook = Cook::new(&solution, 5, line("xyz"), &wide);
        assert_eq!(cook.class, Class::Converging);
        assert!(cook.is_minor(7, &wide) && !cook.is_minor(7, &Parameters::default()));
    }

    #[test]
    fn promotion_alone_is_no_cook() {
        let (from, to) = (Square::new(3), Square::new(4));
        let solution = [Move::board(from, to, true)];
        let cook = Cook::new(
            &solution,
            1,
            vec![Move::board(from, to, false)],
            &Parameters::default(),
        );
        assert_eq!(cook.class, Class::Promotion);
        assert!(cook.is_free());
        assert!(!differ_in_promotion(solution[0], solution[0]));
    }
}
