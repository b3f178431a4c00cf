//! Problems to make certificates for: known ones and random ones.

use yose_verify::certificate::Game;

use crate::brute::Brute;
use crate::text_game::TextGame;

/// Pseudo-random numbers, the same in every run.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub fn next(&mut self) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// The problems of the suite that are small enough for brute force: id, length, root.
pub fn suite() -> Vec<(String, Option<u32>, TextGame)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../suites/tsume/small.tsv");
    let text = std::fs::read_to_string(path).unwrap();
    let wanted = [
        "gold1",
        "white1",
        "own-check1",
        "silver3",
        "pawn-drop",
        "corner5",
        "dragon5",
    ];
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let problems: Vec<_> = lines
        .filter_map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let text_game = TextGame::new(&Game::shogi(), fields[2])?;
            Some((fields[0].to_string(), fields[1].parse().ok(), text_game))
        })
        .filter(|(id, ..)| wanted.contains(&id.as_str()))
        .collect();
    assert_eq!(problems.len(), wanted.len());
    problems
}

/// Games on small boards, with the pieces to place on them.
pub fn small_games() -> Vec<(Game, &'static str)> {
    let parse = |head: &str, pieces: &[&str]| Game::parse(head, pieces).unwrap();
    vec![
        (parse("shogi 3x3 zone=1", &[]), "KkGgSP"),
        (parse("shogi 3x4 zone=1", &[]), "KkRbGPp"),
        (parse("shogi 3x4 zone=1 deadendattacks=yes", &[]), "kNNGsp"),
        (parse("shogi 4x5 zone=2", &[]), "kRGp"),
        (
            parse(
                "shogi 4x5 zone=2 nifu=allowed dropmate=allowed deadends=allowed stalemate=draws",
                &[],
            ),
            "KkPPLrg",
        ),
        (parse("shogi 4x4 zone=1 promotion=compulsory", &[]), "kSGPp"),
        (parse("minishogi", &[]), "kRSg"),
        (parse("dobutsu", &[]), "KkRBPp"),
        // Pawns that slide: whether a dropped pawn mates depends on the hands.
        (parse("shogi 3x4 zone=1 army=own", &SLIDING_PAWNS), "KkPPGg"),
        // A piece that comes back as another kind when it is captured.
        (parse("shogi 3x4 zone=1 army=own", &CAPTURED_AS_SILVER), "KkGgSP"),
        (parse("loa 4x4", &[]), "bbww"),
        (parse("loa 4x4 mso", &[]), "bbww"),
        (parse("loa 3x4", &[]), "bbbwww"),
    ]
}

pub const SLIDING_PAWNS: [&str; 4] = [
    "K steps=0,1;1,1;1,0;1,-1;0,-1;-1,-1;-1,0;-1,1 royal",
    "G steps=-1,1;0,1;1,1;-1,0;1,0;0,-1 captured=G",
    "P slides=0,1 promotes=+P captured=P pawn",
    "+P steps=-1,1;0,1;1,1;-1,0;1,0;0,-1 captured=P",
];

/// A gold that is captured as a silver. Pieces must be counted as captors would hold them, not by
/// their letters.
pub const CAPTURED_AS_SILVER: [&str; 6] = [
    "K steps=0,1;1,1;1,0;1,-1;0,-1;-1,-1;-1,0;-1,1 royal",
    "G steps=-1,1;0,1;1,1;-1,0;1,0;0,-1 captured=S",
    "S steps=-1,1;0,1;1,1;-1,-1;1,-1 promotes=+S captured=S",
    "+S steps=-1,1;0,1;1,1;-1,0;1,0;0,-1 captured=S",
    "P steps=0,1 promotes=+P captured=P pawn",
    "+P steps=-1,1;0,1;1,1;-1,0;1,0;0,-1 captured=P",
];

/// What brute force knows about a root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RootResult {
    /// The shortest win has this number of plies.
    Won(u32),
    /// There is no win.
    Never,
    /// There is no win within this number of plies; nothing more is known.
    NotWithin(u32),
}

/// Random roots of a game, each with its result. `wanted` says how many: wins in one ply, longer
/// wins, no wins, and undecided roots.
pub fn find(game: &Game, pieces: &str, seed: u64, wanted: [usize; 4]) -> Vec<(Brute, RootResult)> {
    let mut random = Random::new(seed);
    let limit = match game {
        Game::Loa { .. } => 3,
        _ => 5,
    };
    let mut left = wanted;
    let mut found = Vec::new();
    for _ in 0..20_000 {
        let Some(text_game) = scatter(game, pieces, &mut random) else {
            continue;
        };
        let root = text_game.root_node();
        if text_game.moves(&root).is_empty() {
            continue;
        }
        let mut brute = Brute::new(text_game);
        // A result of which there is enough is not computed.
        let length = if left[0] + left[1] + left[3] > 0 {
            brute.length(&root, limit)
        } else {
            None
        };
        let result = match length {
            Some(length) => RootResult::Won(length),
            None if left[2] > 0 && brute.never(&root) == Some(true) => RootResult::Never,
            None if left[3] > 0 => RootResult::NotWithin(limit),
            None => continue,
        };
        let class = match result {
            RootResult::Won(1) => 0,
            RootResult::Won(_) => 1,
            RootResult::Never => 2,
            RootResult::NotWithin(_) => 3,
        };
        if left[class] > 0 {
            left[class] -= 1;
            found.push((brute, result));
        }
        // The smallest boards have no undecided roots.
        if left[..3] == [0; 3] {
            return found;
        }
    }
    panic!("{}: {left:?} of {wanted:?} not found", game.head());
}

/// A random position: each piece on a square or in a hand, promoted or not, with either side to
/// move.
pub fn scatter(game: &Game, pieces: &str, random: &mut Random) -> Option<TextGame> {
    let (files, ranks, hands) = match game {
        Game::Shogi { files, ranks, .. } => (*files as usize, *ranks as usize, true),
        Game::Loa { files, ranks, .. } => (*files as usize, *ranks as usize, false),
        _ => return None,
    };
    let mut cells = vec![String::new(); files * ranks];
    let mut held = Vec::new();
    for piece in pieces.chars() {
        let king = piece.eq_ignore_ascii_case(&'k');
        if hands && !king && random.below(3) == 0 {
            held.push(piece);
            continue;
        }
        let square = random.below(cells.len());
        let promoted = hands && !king && random.below(5) == 0;
        let plus = if promoted { "+" } else { "" };
        cells[square] = format!("{plus}{piece}");
    }
    let rows: Vec<String> = cells
        .chunks(files)
        .map(|row| {
            row.iter()
                .map(|cell| if cell.is_empty() { "1" } else { cell })
                .collect()
        })
        .collect();
    held.sort_unstable();
    let mut hand = String::new();
    for chunk in held.chunk_by(|a, b| a == b) {
        if chunk.len() > 1 {
            hand += &chunk.len().to_string();
        }
        hand.push(chunk[0]);
    }
    let hand = if hand.is_empty() { "-" } else { &hand };
    let side = ["b", "w"][random.below(2)];
    let root = match hands {
        true => format!("{} {side} {hand}", rows.join("/")),
        false => format!("{} {side}", rows.join("/")),
    };
    TextGame::new(game, &root)
}
