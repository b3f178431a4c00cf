//! The constant facts of a board: rays, lines, and where the stone count of each line is stored.
//!
//! One `const fn` computes the tables in `u128`. They are then narrowed to the word of the board.
//! The static 8x8 tables and the tables built at run time come from the same code.
//!
//! The number of stones on a line determines every move, so a position stores the count of every
//! line. Each of the four axes has one `u64` with four bits for each line; a line holds at most
//! nine stones. A 9x9 board has 17 diagonals of each kind, one more than fits. The two corner
//! diagonals, which have one square each, share the last four bits, because no stone moves along
//! them. A move updates the counts with four additions and four subtractions. Counting with
//! popcount on demand is slower on processors for which the compiler may not use the popcount
//! instruction.
//!
//! In every table the four axes are adjacent, and the counts are as wide as the words of most
//! boards. A compiler that may use AVX2 can then handle four lines at once. Measurements:
//! `docs/lab/rules.md`.

use crate::Size;
use yose_board::{Bits, Square};

/// The length of tables that are indexed by a square. A [`Square`] index masked to seven bits is
/// always in range, so the compiler needs no bounds check.
pub(crate) const SPOTS: usize = 128;

/// The four bits that the two corner diagonals share.
const SHARED_NIBBLE: u8 = 60;

/// The direction of a line, ignoring which end it points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Axis {
    /// Along a rank: a1-h1.
    Rank = 0,
    /// Along a file: a1-a8.
    File = 1,
    /// Rising to the right: a1-h8.
    Diagonal = 2,
    /// Falling to the right: a8-h1.
    Antidiagonal = 3,
}

impl Axis {
    /// All four axes.
    pub const ALL: [Axis; 4] = [Axis::Rank, Axis::File, Axis::Diagonal, Axis::Antidiagonal];
    /// The change of file and rank of one step towards higher square indices.
    const STEPS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];
}

/// The table entries of one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot<B> {
    /// For each axis the squares beyond this one: first towards higher indices, then towards lower
    /// ones.
    pub(crate) rays: [[B; 4]; 2],
    /// For each axis, what a stone on this square adds to the packed line counts.
    pub(crate) weight: [u64; 4],
    /// For each axis, the position of the lowest bit of this square's line in the packed line
    /// counts.
    pub(crate) nibble: [u8; 4],
}

/// The tables of one board size, in words of type `B`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables<B> {
    pub(crate) size: Size,
    pub(crate) spots: [Spot<B>; SPOTS],
    /// For each axis and number of stones, the difference in square index that a move of that
    /// length makes. A multiplication would give the same number, but the compiler vectorises it
    /// badly when a factor is unknown.
    pub(crate) hops: [[u64; 16]; 4],
    /// All squares except those of the first file.
    pub(crate) not_first_file: B,
    /// All squares except those of the last file.
    pub(crate) not_last_file: B,
}

impl<B> Tables<B> {
    #[inline(always)]
    pub(crate) fn spot(&self, square: Square) -> &Spot<B> {
        &self.spots[square.index() & (SPOTS - 1)]
    }
}

/// The tables in the widest word.
pub(crate) const fn wide(size: Size) -> Tables<u128> {
    let (files, ranks) = (size.files() as i8, size.ranks() as i8);
    let nowhere = Spot {
        rays: [[0u128; 4]; 2],
        weight: [0; 4],
        nibble: [SHARED_NIBBLE; 4],
    };
    let mut tables = Tables {
        size,
        spots: [nowhere; SPOTS],
        hops: [[0; 16]; 4],
        not_first_file: 0,
        not_last_file: 0,
    };
    let steps = [1, files as u64, files as u64 + 1, files as u64 - 1];
    let mut stones = 0;
    while stones < 16 {
        let mut axis = 0;
        while axis < 4 {
            tables.hops[axis][stones] = stones as u64 * steps[axis];
            axis += 1;
        }
        stones += 1;
    }
    let mut at = 0;
    while at < size.area() as u8 {
        let square = Square::new(at);
        let (file, rank) = (size.file(square) as i8, size.rank(square) as i8);
        if file > 0 {
            tables.not_first_file |= 1 << at;
        }
        if file < files - 1 {
            tables.not_last_file |= 1 << at;
        }
        let mut axis = 0;
        while axis < 4 {
            let (right, up) = Axis::STEPS[axis];
            let mut sense = 0;
            while sense < 2 {
                let sign = if sense == 0 { 1 } else { -1 };
                let (mut f, mut r) = (file + sign * right, rank + sign * up);
                while f >= 0 && f < files && r >= 0 && r < ranks {
                    tables.spots[at as usize].rays[sense][axis] |= 1 << (r * files + f);
                    f += sign * right;
                    r += sign * up;
                }
                sense += 1;
            }
            // Diagonals are numbered from 0, without the two corner diagonals. The corners have the
            // numbers -1 and `files + ranks - 3`.
            let corners = files + ranks - 3;
            let line = match axis {
                0 => rank,
                1 => file,
                2 => rank - file + files - 2,
                _ => rank + file - 1,
            };
            let nibble = if axis >= 2 && (line < 0 || line == corners) {
                SHARED_NIBBLE
            } else {
                4 * line as u8
            };
            tables.spots[at as usize].nibble[axis] = nibble;
            tables.spots[at as usize].weight[axis] = 1 << nibble;
            axis += 1;
        }
        at += 1;
    }
    tables
}

/// `narrow!(word, tables)`: the same tables in a narrower word. The expression is valid in a
/// `const`.
macro_rules! narrow {
    ($word:ty, $wide:expr) => {{
        let wide = $wide;
        let nowhere = $crate::tables::Spot {
            rays: [[0; 4]; 2],
            weight: [0; 4],
            nibble: [0; 4],
        };
        let mut spots: [$crate::tables::Spot<$word>; $crate::tables::SPOTS] = [nowhere; _];
        let mut at = 0;
        while at < $crate::tables::SPOTS {
            let mut axis = 0;
            while axis < 4 {
                spots[at].rays[0][axis] = wide.spots[at].rays[0][axis] as $word;
                spots[at].rays[1][axis] = wide.spots[at].rays[1][axis] as $word;
                axis += 1;
            }
            spots[at].weight = wide.spots[at].weight;
            spots[at].nibble = wide.spots[at].nibble;
            at += 1;
        }
        $crate::tables::Tables {
            size: wide.size,
            spots,
            hops: wide.hops,
            not_first_file: wide.not_first_file as $word,
            not_last_file: wide.not_last_file as $word,
        }
    }};
}
pub(crate) use narrow;

impl<B: Bits> Tables<B> {
    /// The set of the square at index `from + hop`, if that square is on `ray`; otherwise empty. A
    /// move towards lower indices passes the negated hop, wrapped around.
    ///
    /// The sum may leave the board and even the word. It is then reduced modulo the width of the
    /// word. The result is never a square of the ray by accident, provided that `hop` is at most
    /// the number of stones of a line times its step. A test below checks this for every size,
    /// square, line and count.
    #[inline(always)]
    pub(crate) fn landing(from: Square, hop: u64, ray: B) -> B {
        B::bit(Square::new(
            (u64::from(from.raw()).wrapping_add(hop) & (u64::from(B::CAPACITY) - 1)) as u8,
        )) & ray
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn landing_is_exact<B: Bits>(size: Size) {
        let tables = wide(size);
        for from in size.squares() {
            let (file, rank) = (size.file(from) as i8, size.rank(from) as i8);
            for axis in 0..4 {
                let (right, up) = Axis::STEPS[axis];
                let rays = tables.spot(from).rays.map(|ray| ray[axis]);
                let length = 1 + (rays[0] | rays[1]).count() as i8;
                for n in 1..=length {
                    for (sense, sign) in [(0, 1), (1, -1)] {
                        let (f, r) = (file + sign * n * right, rank + sign * n * up);
                        let expected = u8::try_from(f)
                            .ok()
                            .zip(u8::try_from(r).ok())
                            .and_then(|(f, r)| size.square(f, r))
                            .map_or(0, u128::bit);
                        let hop = tables.hops[axis][n as usize].wrapping_mul(sign as u64);
                        let got = Tables::<B>::landing(from, hop, B::narrow(rays[sense]));
                        assert_eq!(
                            got.widen(),
                            expected,
                            "{size} {} {axis} {n} {sign}",
                            size.name(from)
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn landing_is_exact_for_every_size_and_word() {
        for size in Size::all() {
            if size.area() <= 32 {
                landing_is_exact::<u32>(size);
            }
            if size.area() <= 64 {
                landing_is_exact::<u64>(size);
            }
            landing_is_exact::<u128>(size);
        }
    }

    /// Two squares have the same four bits exactly if they are on the same line. Corners are
    /// exceptions.
    #[test]
    fn every_line_has_its_own_count() {
        for size in Size::all() {
            let tables = wide(size);
            for a in size.squares() {
                for b in size.squares() {
                    for axis in 0..4 {
                        let (x, y) = (tables.spot(a), tables.spot(b));
                        let line = x.rays[0][axis] | x.rays[1][axis];
                        if line == 0 {
                            assert_eq!(x.nibble[axis], SHARED_NIBBLE);
                        } else {
                            let same = a == b || line.has(b);
                            assert_eq!(x.nibble[axis] == y.nibble[axis], same);
                            assert!(x.nibble[axis] < SHARED_NIBBLE);
                        }
                    }
                }
            }
        }
    }
}
