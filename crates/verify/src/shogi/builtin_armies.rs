//! The built-in armies. The engine has its own tables of them; they stand twice on purpose.

use super::army::{Army, Hand, Kind};

const ORTHOGONAL: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KING: [(i8, i8); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];
const GOLD: [(i8, i8); 6] = [(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (0, -1)];
const SILVER: [(i8, i8); 5] = [(-1, 1), (0, 1), (1, 1), (-1, -1), (1, -1)];
const KNIGHT: [(i8, i8); 2] = [(-1, 2), (1, 2)];
const FORWARD: [(i8, i8); 1] = [(0, 1)];

/// A kind with these steps and slides. It does not promote, and it is captured as the letter of its
/// name.
fn kind(name: &str, steps: &[(i8, i8)], slides: &[(i8, i8)]) -> Kind {
    Kind {
        name: name.to_string(),
        steps: steps.to_vec(),
        slides: slides.to_vec(),
        promotes_to: None,
        captured_as: Some(name.trim_start_matches('+').to_string()),
        royal: false,
        pawn: false,
    }
}

fn royal(kind: Kind) -> Kind {
    Kind {
        royal: true,
        captured_as: None,
        ..kind
    }
}

fn pawn(kind: Kind) -> Kind {
    Kind { pawn: true, ..kind }
}

fn promoting(kind: Kind) -> Kind {
    Kind {
        promotes_to: Some(format!("+{}", kind.name)),
        ..kind
    }
}

impl Army {
    /// The pieces of shogi: K, R, B, G, S, N, L, P and the promoted +R, +B, +S, +N, +L, +P.
    pub fn standard() -> Army {
        Army::new(vec![
            royal(kind("K", &KING, &[])),
            promoting(kind("R", &[], &ORTHOGONAL)),
            promoting(kind("B", &[], &DIAGONAL)),
            kind("G", &GOLD, &[]),
            promoting(kind("S", &SILVER, &[])),
            promoting(kind("N", &KNIGHT, &[])),
            promoting(kind("L", &[], &FORWARD)),
            pawn(promoting(kind("P", &FORWARD, &[]))),
            kind("+R", &DIAGONAL, &ORTHOGONAL),
            kind("+B", &ORTHOGONAL, &DIAGONAL),
            kind("+S", &GOLD, &[]),
            kind("+N", &GOLD, &[]),
            kind("+L", &GOLD, &[]),
            kind("+P", &GOLD, &[]),
        ])
        .expect("the built-in army is sound: a test builds it")
    }

    /// The pieces of Dobutsu shogi: K lion, R giraffe, B elephant, P chick, +P hen.
    pub fn dobutsu() -> Army {
        Army::new(vec![
            royal(kind("K", &KING, &[])),
            kind("R", &ORTHOGONAL, &[]),
            kind("B", &DIAGONAL, &[]),
            pawn(promoting(kind("P", &FORWARD, &[]))),
            kind("+P", &GOLD, &[]),
        ])
        .expect("the built-in army is sound: a test builds it")
    }
}

impl Army {
    /// All pieces of a game but the kings, as a captor would hold them, where the army is one of
    /// those above. An army of another game has no set that is known here.
    pub(crate) fn full_set(&self) -> Option<Hand> {
        let counts: &[(&str, u16)] = if *self == Army::standard() {
            &[
                ("P", 18),
                ("L", 4),
                ("N", 4),
                ("S", 4),
                ("G", 4),
                ("B", 2),
                ("R", 2),
            ]
        } else if *self == Army::dobutsu() {
            &[("P", 2), ("B", 2), ("R", 2)]
        } else {
            return None;
        };
        let mut set = Hand::empty();
        for &(name, count) in counts {
            let kind = self.ids().find(|&kind| self.kind(kind).name == name)?;
            set.add(kind, count);
        }
        Some(set)
    }
}
