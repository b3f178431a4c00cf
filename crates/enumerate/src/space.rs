//! A space of problems: blocks of pieces on the board, a king to mate, and hands.
//!
//! The diagrams of a space are numbered from 0. They are ordered by block, hand, corner of the
//! block (file, then rank), square of the king (file, then rank), and last by the arrangement of
//! the pieces (`stock.rs`). All but the arrangement is a [`Frame`].

use crate::stock::{Content, Stock, next_word};
use yose_board::{Color, Square};
use yose_shogi::{Assembly, Hand, Kind, Nine, Piece, SHOGI, Shogi};

/// How mirror images are left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fold {
    /// Only the first of a diagram and its mirror image.
    #[default]
    Mirror,
    /// By frames, as K. Noshita and T. Iida do. A block whose mirror image comes earlier is left
    /// out. In a block that is its own mirror image the king does not stand left of the middle.
    /// With the king in the middle nothing is left out.
    Paper,
    /// Mirror images stay.
    None,
}

impl Fold {
    /// The word used in files.
    pub const fn word(self) -> &'static str {
        match self {
            Fold::Mirror => "mirror",
            Fold::Paper => "paper",
            Fold::None => "none",
        }
    }
}

/// The defender's hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// Every piece that is neither on the board nor in the attacker's hand.
    Rest,
    /// This hand.
    Just(Hand),
}

/// A rectangle of squares, files and ranks from 0, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// The first and the last file.
    pub files: (u8, u8),
    /// The first and the last rank.
    pub ranks: (u8, u8),
}

impl Area {
    fn squares(self) -> impl Iterator<Item = (u8, u8)> {
        let Area { files, ranks } = self;
        (files.0..=files.1).flat_map(move |file| (ranks.0..=ranks.1).map(move |rank| (file, rank)))
    }
}

/// A block of pieces and where it may stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Files and ranks of the block; none for a naked king.
    pub size: (u8, u8),
    /// Where its top right corner may stand.
    pub corners: Area,
    /// Where the king may stand; `None`: in the block.
    pub king: Option<Area>,
    /// Pieces in the block when the king stands in it, and when it does not (one cell more is
    /// empty).
    pub(crate) with_king: Option<Stock>,
    pub(crate) without: Option<Stock>,
    /// The attacker's hands.
    pub hands: Vec<Hand>,
    /// The defender's hand.
    pub held: Held,
}

/// A space of problems.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    /// Its name, for files and tables.
    pub name: String,
    /// How mirror images are folded away.
    pub fold: Fold,
    /// What counts as a futile interposition.
    pub policy: yose_tsume::Policy,
    /// Mates from this length on are checked for cooks.
    pub least: u32,
    pub(crate) blocks: Vec<Block>,
    pub(crate) frames: Vec<Frame>,
    pub(crate) source: String,
    pub(crate) fingerprint: u64,
}

/// A block at a place, with a king and a hand. Only the arrangement of its pieces is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    block: usize,
    hand: usize,
    /// The corner, files and ranks from 0; `None` for a naked king.
    pub corner: Option<(u8, u8)>,
    /// The king's square.
    pub king: Square,
    cells: Vec<Square>,
    /// The mirror image of each cell, if the frame is its own mirror image and folded.
    mirror: Option<Vec<usize>>,
    /// The number of its first diagram.
    pub first: u64,
    /// How many numbers it has.
    pub numbers: u64,
    /// How many diagrams are left when mirror images are folded.
    pub diagrams: u64,
}

/// A diagram: its number and position. `None` if the king is in check or a piece stands on a
/// square that the rules forbid.
pub type Numbered<'a> = (u64, Option<&'a Shogi>);

impl Space {
    /// The frames, in order.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// The text of the file it came from.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// How many diagrams there are, kings in check included.
    pub fn diagrams(&self) -> u64 {
        self.frames.iter().map(|frame| frame.diagrams).sum()
    }

    /// A number that changes with anything that changes the diagrams or what is asked of them.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// Makes the fingerprint. A space with a hundred thousand frames takes long enough to do it
    /// once.
    pub(crate) fn take_fingerprint(&self) -> u64 {
        let told = format!(
            "{:?} {:?} {} {:?} {:?}",
            self.fold, self.policy, self.least, self.blocks, self.frames
        );
        told.bytes()
            .fold(0, |sum, byte| yose_board::splitmix(sum ^ u64::from(byte)))
    }

    /// Calls `show` for every diagram of a frame, in order.
    pub fn each(&self, frame: &Frame, mut show: impl FnMut(Numbered<'_>) -> bool) {
        let block = &self.blocks[frame.block];
        let Some(stock) = self.stock(frame) else { return };
        let Some(colours) = stock.colours() else { return };
        let mut board = Builder::new(block, frame, stock);
        let mut word = stock.first_word();
        let mut contents = Vec::new();
        let mut number = frame.first;
        loop {
            for colour in 0..colours as u64 {
                stock.fill(&word, colour, &mut contents);
                let kept = frame
                    .mirror
                    .as_ref()
                    .is_none_or(|mirror| comes_first(&contents, mirror));
                if kept && !show((number, board.position(&contents))) {
                    return;
                }
                number += 1;
            }
            if !next_word(&mut word) {
                return;
            }
        }
    }

    fn stock(&self, frame: &Frame) -> Option<&Stock> {
        let block = &self.blocks[frame.block];
        match frame.king_inside(block) {
            true => block.with_king.as_ref(),
            false => block.without.as_ref(),
        }
    }

    /// The frame that has a number.
    pub fn frame_of(&self, number: u64) -> Option<&Frame> {
        let at = self
            .frames
            .partition_point(|frame| frame.first + frame.numbers <= number);
        self.frames.get(at).filter(|frame| frame.first <= number)
    }

    /// The problem with a number; `None` if there is none.
    pub fn problem(&self, number: u64) -> Option<Shogi> {
        let frame = self.frame_of(number)?;
        let stock = self.stock(frame)?;
        let colours = stock.colours()?;
        let index = u128::from(number - frame.first);
        let word = stock.word(index / colours)?;
        let mut contents = Vec::new();
        stock.fill(&word, (index % colours) as u64, &mut contents);
        let mut board = Builder::new(&self.blocks[frame.block], frame, stock);
        board.position(&contents).cloned()
    }
}

impl Frame {
    fn king_inside(&self, block: &Block) -> bool {
        self.cells.len() < usize::from(block.size.0) * usize::from(block.size.1)
    }

    /// Which hand of its block it has.
    pub fn hand(&self) -> usize {
        self.hand
    }
}

/// Whether an arrangement is not after its mirror image.
fn comes_first(contents: &[Content], mirror: &[usize]) -> bool {
    contents
        .iter()
        .zip(mirror)
        .map(|(content, &other)| content.cmp(&contents[other]))
        .find(|order| order.is_ne())
        .is_none_or(std::cmp::Ordering::is_lt)
}

/// Puts arrangements on a board.
struct Builder<'a> {
    frame: &'a Frame,
    stock: &'a Stock,
    board: Assembly<Nine>,
}

impl<'a> Builder<'a> {
    fn new(block: &'a Block, frame: &'a Frame, stock: &'a Stock) -> Self {
        let mut board = Assembly::new(Nine, Color::Black);
        board.put(Piece::new(Color::White, Kind::KING), frame.king);
        let ours = block.hands[frame.hand];
        board.hold(Color::Black, ours);
        board.hold(
            Color::White,
            match block.held {
                Held::Just(hand) => hand,
                Held::Rest => rest(stock, ours),
            },
        );
        Builder { frame, stock, board }
    }

    fn position(&mut self, contents: &[Content]) -> Option<&Shogi> {
        let mut fits = true;
        for (&square, content) in self.frame.cells.iter().zip(contents) {
            self.board.take(square);
            if let Some(kind) = self.stock.shares()[usize::from(content.share)].kind {
                let color = if content.ours { Color::Black } else { Color::White };
                fits &= self.board.put(Piece::new(color, kind), square);
            }
        }
        if !fits {
            // Pieces of this arrangement must not decide whether the next one fits.
            for &square in &self.frame.cells {
                self.board.take(square);
            }
            return None;
        }
        self.board.position()
    }
}

/// The pieces that are neither on the board nor in the attacker's hand.
pub(crate) fn rest(stock: &Stock, ours: Hand) -> Hand {
    let army = &SHOGI.army;
    let mut counts = ours.counts().map(u32::from);
    for share in stock.shares() {
        if let Some(kind) = share.kind.and_then(|kind| army.spec(kind).in_hand) {
            counts[kind.index()] += share.count;
        }
    }
    let mut left = [0; Hand::KINDS];
    for kind in army.hand_kinds() {
        let total = u32::from(army.spec(kind).total);
        left[kind.index()] = total.saturating_sub(counts[kind.index()]) as u8;
    }
    Hand::from_counts(left)
}

/// Lays the blocks out as frames; `None` if there are too many diagrams to number.
pub(crate) fn frames(blocks: &[Block], fold: Fold) -> Option<Vec<Frame>> {
    let mut frames: Vec<Frame> = Vec::new();
    let mut first = 0u64;
    for (at, block) in blocks.iter().enumerate() {
        for hand in 0..block.hands.len() {
            let naked = block.size == (0, 0);
            let corners: Vec<Option<(u8, u8)>> = if naked {
                vec![None]
            } else {
                block.corners.squares().map(Some).collect()
            };
            for corner in corners {
                let king = match (block.king, corner) {
                    (Some(area), _) => area,
                    (None, Some((file, rank))) => Area {
                        files: (file, file + block.size.0 - 1),
                        ranks: (rank, rank + block.size.1 - 1),
                    },
                    (None, None) => continue,
                };
                for square in king.squares() {
                    let Some(frame) = frame(block, at, hand, corner, square, fold, first) else {
                        continue;
                    };
                    let frame = frame?;
                    first = first.checked_add(frame.numbers)?;
                    frames.push(frame);
                }
            }
        }
    }
    Some(frames)
}

/// One frame; `None` if it is folded away, `Some(None)` if it has too many diagrams.
fn frame(
    block: &Block,
    at: usize,
    hand: usize,
    corner: Option<(u8, u8)>,
    (file, rank): (u8, u8),
    fold: Fold,
    first: u64,
) -> Option<Option<Frame>> {
    let files = SHOGI.files;
    // Is the mirror image in the space as well? Does it come earlier, or is it the same frame?
    let other_corner = corner.map(|(f, r)| (files - block.size.0 - f, r));
    let other_king = (files - 1 - file, rank);
    let within = |area: Area, (f, r): (u8, u8)| {
        (area.files.0..=area.files.1).contains(&f) && (area.ranks.0..=area.ranks.1).contains(&r)
    };
    let in_space = other_corner.is_none_or(|corner| within(block.corners, corner))
        && block.king.is_none_or(|area| within(area, other_king));
    let order = (other_corner, other_king).cmp(&(corner, (file, rank)));
    if fold != Fold::None && in_space && order.is_lt() {
        return None;
    }
    let king = SHOGI.square(file, rank)?;
    let squares: Vec<(u8, u8)> = corner.map_or(Vec::new(), |(f, r)| {
        Area {
            files: (f, f + block.size.0 - 1),
            ranks: (r, r + block.size.1 - 1),
        }
        .squares()
        .collect()
    });
    let places: Vec<(u8, u8)> = squares.iter().copied().filter(|&sq| sq != (file, rank)).collect();
    let cells = places
        .iter()
        .map(|&(f, r)| SHOGI.square(f, r))
        .collect::<Option<Vec<Square>>>()?;
    let stock = if places.len() < squares.len() {
        block.with_king.as_ref()
    } else {
        block.without.as_ref()
    }?;
    let mirror = (fold == Fold::Mirror && in_space && order.is_eq()).then(|| {
        places
            .iter()
            .map(|&(f, r)| {
                let image = (files - 1 - f, r);
                places
                    .iter()
                    .position(|&place| place == image)
                    .unwrap_or_default()
            })
            .collect::<Vec<usize>>()
    });
    Some((|| {
        let numbers = stock.arrangements()?;
        let diagrams = match &mirror {
            None => numbers,
            Some(mirror) => {
                let singles = mirror.iter().enumerate().filter(|&(i, &j)| i == j).count() as u32;
                let pairs = (mirror.len() as u32 - singles) / 2;
                (numbers + stock.symmetric(pairs, singles)?) / 2
            }
        };
        Some(Frame {
            block: at,
            hand,
            corner,
            king,
            cells,
            mirror,
            first,
            numbers: u64::try_from(numbers).ok()?,
            diagrams: u64::try_from(diagrams).ok()?,
        })
    })())
}
