//! A second, slow implementation of the rules over arrays. It follows the numbered rules of Sakuta,
//! Nagashima, Hashimoto and Iida 2002 one by one and shares only names with the crate. Both must
//! agree on every position of random games.

use crate::random_play;
use yose_loa::perft::{perft, perft_repetition};
use yose_loa::{AnyPosition, Color, Geometry, Move, Position, Rules, Runtime, Size, with_position};

/// A board as letters, `grid[rank][file]`.
#[derive(Clone, PartialEq)]
pub(crate) struct Board {
    grid: Vec<Vec<char>>,
    side: char,
}

type Step = ((i32, i32), (i32, i32));

impl Board {
    pub(crate) fn of<G: Geometry>(position: &Position<G>) -> Board {
        let size = position.size();
        let mut grid = vec![vec!['.'; size.files().into()]; size.ranks().into()];
        for square in size.squares() {
            if let Some(color) = position.stone(square) {
                grid[usize::from(size.rank(square))][usize::from(size.file(square))] = color.letter();
            }
        }
        Board {
            grid,
            side: position.turn().letter(),
        }
    }

    /// The content of a square: `b`, `w` or `.`; a space for a square off the board.
    fn at(&self, (file, rank): (i32, i32)) -> char {
        let row = usize::try_from(rank).ok().and_then(|rank| self.grid.get(rank));
        let cell = row.and_then(|row| row.get(usize::try_from(file).ok()?));
        *cell.unwrap_or(&' ')
    }

    fn squares(&self) -> impl Iterator<Item = (i32, i32)> + use<> {
        let (files, ranks) = (self.grid[0].len() as i32, self.grid.len() as i32);
        (0..ranks).flat_map(move |rank| (0..files).map(move |file| (file, rank)))
    }

    fn enemy(&self) -> char {
        if self.side == 'b' { 'w' } else { 'b' }
    }

    fn moves(&self) -> Vec<Step> {
        let mut moves = Vec::new();
        for from in self.squares().filter(|&at| self.at(at) == self.side) {
            for (x, y) in [
                (-1, -1),
                (0, -1),
                (1, -1),
                (-1, 0),
                (1, 0),
                (-1, 1),
                (0, 1),
                (1, 1),
            ] {
                let step = |n: i32| (from.0 + n * x, from.1 + n * y);
                // Rule 3: the distance is the number of stones on the line, in both directions.
                let n = (-9..=9).filter(|&n| "bw".contains(self.at(step(n)))).count() as i32;
                let to = step(n);
                // Rule 4: a stone may jump over its own side's stones but not land on them. Rule 5:
                // it may land on the other side's stones but not jump over them.
                let blocked = (1..n).any(|k| self.at(step(k)) == self.enemy());
                if !blocked && (self.at(to) == '.' || self.at(to) == self.enemy()) {
                    moves.push((from, to));
                }
            }
        }
        moves
    }

    fn play(&self, (from, to): Step) -> Board {
        let mut next = self.clone();
        next.grid[from.1 as usize][from.0 as usize] = '.';
        next.grid[to.1 as usize][to.0 as usize] = self.side;
        next.side = self.enemy();
        next
    }

    /// Rule 6, by visiting neighbours.
    pub(crate) fn connected(&self, color: char) -> bool {
        let stones: Vec<_> = self.squares().filter(|&at| self.at(at) == color).collect();
        let mut seen = vec![stones[0]];
        let mut next = 0;
        while next < seen.len() {
            let (file, rank) = seen[next];
            for &stone in &stones {
                let near = (stone.0 - file).abs() <= 1 && (stone.1 - rank).abs() <= 1;
                if near && !seen.contains(&stone) {
                    seen.push(stone);
                }
            }
            next += 1;
        }
        seen.len() == stones.len()
    }

    fn perft(&self, depth: u32, path: &mut Option<Vec<Board>>) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.connected('b') || self.connected('w') {
            return 0;
        }
        if let Some(path) = path {
            if path.contains(self) {
                return 0;
            }
            path.push(self.clone());
        }
        let lines = self
            .moves()
            .into_iter()
            .map(|step| self.play(step).perft(depth - 1, path))
            .sum();
        if let Some(path) = path {
            path.pop();
        }
        lines
    }
}

fn compare<G: Geometry>(position: &Position<G>) {
    let (size, board) = (position.size(), Board::of(position));
    let square = |(file, rank): (i32, i32)| size.square(file as u8, rank as u8).unwrap();
    let mut expected: Vec<_> = board
        .moves()
        .into_iter()
        .map(|(from, to)| Move::new(square(from), square(to)))
        .collect();
    expected.sort();
    assert_eq!(
        position.legal_moves().as_slice(),
        expected,
        "{position}: moves, in order of their squares"
    );
    assert_eq!(position.count_moves() as usize, expected.len());
    assert_eq!(position.has_legal_move(), !expected.is_empty());
    for color in Color::ALL {
        assert_eq!(
            position.connected(color),
            board.connected(color.letter()),
            "{position} {color}"
        );
    }
    // `objection` agrees with the list of legal moves for every pair of squares.
    for from in size.squares() {
        for to in size.squares() {
            let m = Move::new(from, to);
            assert_eq!(
                position.objection(m).is_none(),
                expected.contains(&m),
                "{position} {m:?}"
            );
        }
    }
}

#[test]
fn random_play_agrees_on_every_size() {
    for size in Size::all() {
        with_position!(AnyPosition::start(size), |start| random_play(
            start, 120, 1, compare
        ));
    }
}

#[test]
fn random_play_agrees_in_words_wider_than_needed() {
    for size in Size::all() {
        if let Some(start) = Position::<Runtime<u64>>::start(size) {
            random_play(start, 40, 2, compare);
        }
        let start = Position::<Runtime<u128>>::start(size).unwrap();
        random_play(start, 40, 3, compare);
    }
}

#[test]
fn perft_agrees() {
    for size in Size::all() {
        with_position!(AnyPosition::start(size), |start| {
            let board = Board::of(&start);
            let depth = if size.area() <= 16 {
                4
            } else if size.area() <= 30 {
                3
            } else {
                2
            };
            assert_eq!(
                perft(&start, Rules::PAPER, depth),
                board.perft(depth, &mut None),
                "{size}"
            );
        });
    }
    // The first repetition needs four moves. Its effect shows after one more.
    let size = Size::new(3, 4).unwrap();
    with_position!(AnyPosition::start(size), |start| {
        let board = Board::of(&start);
        let (plain, cut) = (board.perft(6, &mut None), board.perft(6, &mut Some(Vec::new())));
        assert!(cut < plain);
        assert_eq!(perft(&start, Rules::PAPER, 6), plain);
        assert_eq!(perft_repetition(&start, Rules::PAPER, 6), cut);
    });
}

/// Numbers of the suite that no other program has confirmed.
#[test]
#[ignore = "half a minute, for when the suite gets new numbers: cargo xtask long"]
fn suite_agrees() {
    let suite = include_str!("../../../../suites/loa/perft.txt");
    for case in yose_loa::perft::read_suite(suite)
        .unwrap()
        .into_iter()
        .filter(|case| case.plain <= 4_000_000)
    {
        with_position!(AnyPosition::start(case.size), |start| {
            let board = Board::of(&start);
            assert_eq!(board.perft(case.depth, &mut None), case.plain, "{case:?}");
            assert_eq!(
                board.perft(case.depth, &mut Some(Vec::new())),
                case.repetition,
                "{case:?}"
            );
        });
    }
}
