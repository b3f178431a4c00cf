//! Quiet attacks: which moves without check may threaten mate (Nagai 2011, section 3.1).
//!
//! The classes, beside the checks:
//!
//! - moves that bear on the twelve squares around the king, or with a knight on the three squares
//!   beyond (`zone.rs`), also through a line that the move opens;
//! - captures of anything better than a pawn;
//! - a pawn or a lance to a square that two defending pieces guard;
//! - rooks, bishops and lances on a line with the king, or one line off.
//!
//! The classes are a guess of what threatens: a move outside them may threaten all the same.
//!
//! Changes from the paper: a line that a move opens counts for it, and an attacker in check has
//! every evasion. Switch: [`MoveSet`]. The paper has nothing but the classes; here they come first
//! and all other moves after them. What that costs: docs/lab/hisshi.md.

use crate::zone::{Board, Zone};
use yose_board::{Bits, Color};
use yose_shogi::army::{direction, step};
use yose_shogi::{Geometry, Kind, KindSpec, Move, Position};

/// Which quiet moves the attacker tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum MoveSet {
    /// Every legal quiet move, those of the classes first. Only with this set a disproof is a
    /// theorem.
    #[default]
    All,
    /// The classes of Nagai 2011, and every evasion from check.
    Paper,
}

impl MoveSet {
    /// The word for it in options and answers.
    pub const fn word(self) -> &'static str {
        match self {
            MoveSet::All => "all",
            MoveSet::Paper => "paper",
        }
    }

    /// The set of a word.
    pub fn from_word(word: &str) -> Option<Self> {
        [MoveSet::All, MoveSet::Paper]
            .into_iter()
            .find(|set| set.word() == word)
    }
}

/// The steps of a knight.
const KNIGHT: u32 = step(1, -2) | step(-1, -2);

/// Sorts the quiet moves of an attacker into those of the classes and the others.
pub(crate) struct Attack<'a, G: Geometry> {
    position: &'a Position<G>,
    us: Color,
    zone: Zone<G::Bits>,
    board: Board,
}

impl<'a, G: Geometry> Attack<'a, G> {
    /// The attacks of the side to move; `None` if there is no king to attack.
    pub fn new(position: &'a Position<G>) -> Option<Self> {
        let us = position.turn();
        Some(Attack {
            position,
            us,
            zone: Zone::of(position, us.other())?,
            board: Board::of(position),
        })
    }

    /// Whether a quiet move belongs to a class.
    pub fn in_a_class(&self, m: Move) -> bool {
        let p = self.position;
        let Some(kind) = p.kind_after(m) else {
            return false;
        };
        let mut occupied = p.occupied() | G::Bits::bit(m.to());
        if let Some(from) = m.from() {
            occupied &= !G::Bits::bit(from);
        }
        let spec = p.variant().army.spec(kind);
        self.bears(m, kind, spec, occupied)
            || self.takes(m)
            || self.at_a_focus(m, spec)
            || self.aims(m, spec)
            || self.opens(m, occupied)
    }

    /// Whether the piece bears on the squares around the king.
    fn bears(&self, m: Move, kind: Kind, spec: &KindSpec, occupied: G::Bits) -> bool {
        let attacked = self.position.attacks_from(m.to(), kind, self.us, occupied);
        attacked.meets(self.zone.near) || (spec.steps & KNIGHT != 0 && attacked.meets(self.zone.knights))
    }

    /// Whether a slider of the attacker bears on the squares around the king through the square
    /// that the move leaves.
    fn opens(&self, m: Move, occupied: G::Bits) -> bool {
        let Some(from) = m.from() else {
            return false;
        };
        let p = self.position;
        p.attackers(from, self.us).squares().any(|sq| {
            p.piece_on(sq).is_some_and(|piece| {
                p.variant().army.spec(piece.kind()).slides != 0
                    && p.attacks_from(sq, piece.kind(), self.us, occupied)
                        .meets(self.zone.near)
            })
        })
    }

    /// Whether the move takes something better than a pawn.
    fn takes(&self, m: Move) -> bool {
        m.from().is_some()
            && self
                .position
                .piece_on(m.to())
                .is_some_and(|taken| !self.position.variant().army.spec(taken.kind()).pawn)
    }

    /// Whether a pawn or a lance comes to a square that two defending pieces guard.
    fn at_a_focus(&self, m: Move, spec: &KindSpec) -> bool {
        let small = spec.pawn || (spec.slides == direction::FORWARD && spec.steps == 0);
        small && {
            let guards = self.position.attackers(m.to(), self.us.other());
            (guards & !G::Bits::bit(self.zone.king)).several()
        }
    }

    /// Whether the king is on a line of the slider, or one line off.
    fn aims(&self, m: Move, spec: &KindSpec) -> bool {
        if spec.slides == 0 {
            return false;
        }
        let slides = match self.us {
            Color::Black => spec.slides,
            Color::White => direction::turned(spec.slides),
        };
        let ((from_file, from_rank), (file, rank)) =
            (self.board.place(m.to()), self.board.place(self.zone.king));
        let (files, ranks) = (file - from_file, rank - from_rank);
        direction::STEPS.iter().enumerate().any(|(d, &(df, dr))| {
            let ahead = files * df + ranks * dr > 0;
            let off = files * dr - ranks * df;
            slides & (1 << d) != 0 && ahead && off.abs() <= 1
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yose_shogi::notation::{sfen, usi};
    use yose_shogi::with_position;

    /// The classes to which a quiet move belongs.
    fn classes(text: &str, word: &str) -> Vec<&'static str> {
        let (position, _) = sfen::position(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        with_position!(&position, |p| classes_of(p, word))
    }

    fn classes_of<G: Geometry>(p: &Position<G>, word: &str) -> Vec<&'static str> {
        let m = usi::read_legal(word, p).unwrap_or_else(|e| panic!("{p:?} {word}: {e}"));
        assert!(!p.checking_moves().contains(&m), "{p:?} {word} is a check");
        let attack = Attack::new(p).unwrap();
        let kind = p.kind_after(m).unwrap();
        let spec = p.variant().army.spec(kind);
        let mut occupied = p.occupied() | G::Bits::bit(m.to());
        if let Some(from) = m.from() {
            occupied &= !G::Bits::bit(from);
        }
        let all = [
            ("bears", attack.bears(m, kind, spec, occupied)),
            ("takes", attack.takes(m)),
            ("focus", attack.at_a_focus(m, spec)),
            ("aims", attack.aims(m, spec)),
            ("opens", attack.opens(m, occupied)),
        ];
        let of: Vec<&str> = all.iter().filter(|(_, is)| *is).map(|(name, _)| *name).collect();
        assert_eq!(attack.in_a_class(m), !of.is_empty(), "{p:?} {word}");
        of
    }

    /// The other side of the board, for the other side.
    fn exchanged(text: &str, word: &str) -> (String, String) {
        let case = |c: char| match c {
            c if c.is_ascii_uppercase() => c.to_ascii_lowercase(),
            c => c.to_ascii_uppercase(),
        };
        let mut parts = text.split(' ');
        let board = parts.next().unwrap();
        // In reverse a `+` comes after its piece.
        let mut squares: Vec<String> = Vec::new();
        let mut plus = "";
        for c in board.chars() {
            if c == '+' {
                plus = "+";
            } else {
                squares.push(format!("{plus}{}", case(c)));
                plus = "";
            }
        }
        squares.reverse();
        let turn = if parts.next() == Some("b") { "w" } else { "b" };
        let hand: String = parts.next().unwrap().chars().map(case).collect();
        let place = |c: char| match c {
            '1'..='9' => char::from(b'1' + b'9' - c as u8),
            'a'..='i' => char::from(b'a' + b'i' - c as u8),
            c => c,
        };
        (
            format!("{} {turn} {hand} 1", squares.concat()),
            word.chars().map(place).collect(),
        )
    }

    /// A position, and moves with their classes.
    type Row<'a> = (&'a str, &'a [(&'a str, &'a [&'a str])]);

    /// Checks the rows of a table. Each row holds for the other colour too.
    fn check(rows: &[Row<'_>]) {
        for (text, moves) in rows {
            for (word, expected) in *moves {
                assert_eq!(classes(text, word), *expected, "{text} {word}");
                let (image, turned) = exchanged(text, word);
                assert_eq!(classes(&image, &turned), *expected, "{image} {turned}");
            }
        }
    }

    #[test]
    fn moves_that_bear_on_the_squares_around_the_king() {
        check(&[
            (
                "9/9/9/9/4k4/9/9/9/9 b GN 1",
                &[
                    // 5f is before the king, 5g is not.
                    ("G*5g", &["bears"]),
                    ("G*5h", &[]),
                    // 7e and 7f are two files away, 8e and 8f are three.
                    ("G*8f", &["bears"]),
                    ("G*9f", &[]),
                    ("G*8g", &["bears"]),
                    ("G*9g", &[]),
                    // 6d is behind the king, 7d is not.
                    ("G*6c", &["bears"]),
                    ("G*7c", &[]),
                    // 4g, 5g and 6g are for knights.
                    ("N*5i", &["bears"]),
                    ("N*7i", &["bears"]),
                    ("N*3i", &["bears"]),
                    ("N*8i", &[]),
                    ("N*2i", &[]),
                    // From 8h a knight attacks 7f.
                    ("N*8h", &["bears"]),
                    ("N*9h", &[]),
                ],
            ),
            (
                // At the edge: nothing on file 0.
                "8k/9/9/9/9/9/9/9/9 b GN 1",
                &[
                    ("G*1d", &[]),
                    ("G*1c", &["bears"]),
                    ("G*4c", &["bears"]),
                    ("G*5b", &[]),
                    ("G*4b", &["bears"]),
                    ("N*1e", &["bears"]),
                    ("N*3e", &["bears"]),
                    ("N*4e", &[]),
                    ("N*1f", &[]),
                ],
            ),
        ]);
    }

    /// The piece on 9g is taken far from the king.
    #[test]
    fn captures_of_a_lance_or_better() {
        for (piece, expected) in [
            ("p", &[][..]),
            ("+p", &["takes"]),
            ("l", &["takes"]),
            ("+l", &["takes"]),
            ("n", &["takes"]),
            ("s", &["takes"]),
            ("g", &["takes"]),
            ("b", &["takes"]),
            ("r", &["takes"]),
            ("+r", &["takes"]),
        ] {
            let text = format!("9/9/9/9/4k4/9/{piece}8/G8/9 b - 1");
            check(&[(&text, &[("9h9g", expected)])]);
        }
    }

    #[test]
    fn a_pawn_or_a_lance_at_a_focus_of_two_guards() {
        check(&[
            // A lance and a gold guard 1c.
            (
                "8l/7g1/9/9/4k4/9/9/9/9 b PLS 1",
                &[("P*1c", &["focus"]), ("L*1c", &["focus"]), ("S*1c", &[])],
            ),
            // One of them alone.
            ("8l/9/9/9/4k4/9/9/9/9 b PL 1", &[("P*1c", &[]), ("L*1c", &[])]),
            ("9/7g1/9/9/4k4/9/9/9/9 b PL 1", &[("P*1c", &[]), ("L*1c", &[])]),
            // One and the king do not make a focus; two and the king do.
            ("8l/9/9/7k1/9/9/9/9/9 b P 1", &[("P*1c", &[])]),
            ("8l/7g1/9/7k1/9/9/9/9/9 b P 1", &[("P*1c", &["focus"])]),
            // A pawn that promotes there is a pawn no more.
            (
                "8l/7g1/9/8P/4k4/9/9/9/9 b - 1",
                &[("1d1c", &["focus"]), ("1d1c+", &[])],
            ),
        ]);
    }

    /// Blocked lines: only where they lead counts.
    #[test]
    fn rooks_bishops_and_lances_on_the_line_of_the_king_or_one_off() {
        check(&[
            (
                "9/1ppppppp1/9/9/4k4/9/9/9/9 b RBL 1",
                &[
                    // The files of the king.
                    ("R*5a", &["aims"]),
                    ("R*4a", &["aims"]),
                    ("R*6a", &["aims"]),
                    ("R*3a", &[]),
                    ("R*7a", &[]),
                    // The diagonal 9a to 5e and those beside it.
                    ("B*9a", &["aims"]),
                    ("B*8a", &["aims"]),
                    ("B*7a", &[]),
                    // The diagonal 1a to 5e and those beside it.
                    ("B*1a", &["aims"]),
                    ("B*2a", &["aims"]),
                    ("B*3a", &[]),
                    // A lance does not aim backwards.
                    ("L*5c", &[]),
                    ("L*4c", &[]),
                ],
            ),
            (
                "9/9/9/1p5p1/1s2k2s1/1g5g1/1n5n1/9/9 b R 1",
                &[
                    // The ranks of the king.
                    ("R*9e", &["aims"]),
                    ("R*9d", &["aims"]),
                    ("R*9f", &["aims"]),
                    ("R*9g", &[]),
                    ("R*1e", &["aims"]),
                    ("R*1g", &[]),
                ],
            ),
            (
                "9/9/9/9/4k4/9/9/2ppppp2/9 b L 1",
                &[
                    ("L*5i", &["aims"]),
                    ("L*4i", &["aims"]),
                    ("L*6i", &["aims"]),
                    ("L*3i", &[]),
                    ("L*7i", &[]),
                ],
            ),
        ]);
    }

    #[test]
    fn a_line_that_a_move_opens() {
        check(&[
            // The gold on 9e bears on nothing; the rook behind it does.
            ("9/9/9/9/4k4/RG7/9/9/9 b - 1", &[("8f9e", &["opens"])]),
            ("9/9/9/9/4k4/1G7/9/9/9 b - 1", &[("8f9e", &[])]),
            // Rank h is far from the king.
            ("9/9/9/9/4k4/9/9/RG7/9 b - 1", &[("8h9g", &[])]),
            // The rook bears on the pawn, which stands on one of the squares.
            ("9/9/9/9/4k4/RGp6/9/9/9 b - 1", &[("8f9e", &["opens"])]),
            // With a pawn between, the knight does not open the line.
            ("9/9/9/9/4k4/R1N6/9/9/9 b - 1", &[("7f8d", &["opens"])]),
            ("9/9/9/9/4k4/RpN6/9/9/9 b - 1", &[("7f8d", &[])]),
        ]);
    }
}
