//! SFEN for boards of every size: the ranks from the top separated by `/`, the side to move, the
//! hands, and the number of the next move. Hands are read as written: no missing pieces are added.
//! A missing move number means 1.

use crate::army::Army;
use crate::geometry::Geometry;
use crate::piece::{Kind, Piece};
use crate::position::Position;
use crate::setup::{Setup, SetupFault};
use crate::variant::{Variant, VariantError};
use std::fmt::Write;
use thiserror::Error;
use yose_board::{Color, Faults, Place};

/// What is wrong with an SFEN.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SfenFault {
    /// The text is empty.
    #[error("empty text where a position was expected")]
    Empty,
    /// The text contains no board.
    #[error("`{0}` is not a board: ranks separated by `/`")]
    NoBoard(String),
    /// A field is missing at the end.
    #[error("the {0} is missing")]
    Missing(&'static str),
    /// The number of ranks differs from that of the board.
    #[error("{found} ranks, but the board has {expected} (a board of another size must be named: rules MxN)")]
    Ranks {
        /// The number of ranks given.
        found: usize,
        /// The number of ranks of the board.
        expected: usize,
    },
    /// A rank whose width differs from that of the board.
    #[error("rank {rank} has {found} squares, but the board has {expected} files")]
    Width {
        /// The letter of the rank.
        rank: char,
        /// The number of squares given.
        found: usize,
        /// The number of files of the board.
        expected: usize,
    },
    /// A letter that does not name a piece.
    #[error("`{0}` is no piece of this game")]
    Piece(String),
    /// A `+` before a piece that does not promote.
    #[error("`+{0}`: this piece does not promote")]
    Promoted(char),
    /// A `+` without a piece after it.
    #[error("`+` without a piece after it")]
    LonePlus,
    /// A zero among the empty squares.
    #[error("`0` is not a number of empty squares")]
    Zero,
    /// A character that has no meaning here.
    #[error("`{0}` has no meaning here")]
    Character(char),
    /// A side to move that is neither `b` nor `w`.
    #[error("the side to move is `{0}`, not `b` or `w`")]
    Side(String),
    /// A piece that cannot be held in hand.
    #[error("`{0}` cannot be held in hand")]
    Hand(char),
    /// A letter in the hands that does not name a piece.
    #[error("`{0}` in the hands is no piece of this game")]
    HandPiece(char),
    /// A number in the hands without a piece after it, or a number out of range.
    #[error("`{0}` is not a number of pieces followed by a piece")]
    Count(String),
    /// A move number that is not a number from 1.
    #[error("the move number is `{0}`, not a number from 1")]
    Ply(String),
    /// Text after the end of the position.
    #[error("`{0}` after the end of the position")]
    Trailing(String),
    /// The variant has no start array.
    #[error("{0} has no start array")]
    NoStart(&'static str),
    /// A fault in a move after the position.
    #[error(transparent)]
    Move(#[from] crate::notation::usi::UsiError),
    /// No variant has a board of this size.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// The board breaks the rules.
    #[error(transparent)]
    Setup(#[from] SetupFault),
}

/// Reads an SFEN. The size of the board determines the variant.
pub fn read(text: &str) -> Result<Setup, Faults<SfenFault>> {
    read_as(text, guess(text)?)
}

/// The variant of a text, determined by the size of its board.
pub(crate) fn guess(text: &str) -> Result<&'static Variant, Faults<SfenFault>> {
    let board = fields(text)
        .map(|(_, field)| field)
        .find(|field| *field != "sfen")
        .unwrap_or("");
    if board.is_empty() {
        return Err(Faults::one(Place::Whole, SfenFault::Empty));
    }
    if !board.contains('/') {
        return Err(Faults::one(Place::Whole, SfenFault::NoBoard(shortened(board))));
    }
    let widths: Vec<usize> = board.split('/').map(width).collect();
    let ranks = widths.len();
    // Take the width that most ranks have, so that one bad rank does not change the variant. The
    // first 32 ranks are enough, because no board has more.
    let first = &widths[..ranks.min(32)];
    let files = first
        .iter()
        .copied()
        .max_by_key(|w| (first.iter().filter(|v| *v == w).count(), *w))
        .unwrap_or(0);
    // A board with nine files or nine ranks is taken as 9x9, so that the fault names what is
    // missing.
    let (files, ranks) = if files == 9 || ranks == 9 {
        (9, 9)
    } else {
        (files, ranks)
    };
    Variant::for_size(files, ranks).map_err(|error| Faults::one(Place::Whole, error.into()))
}

/// The beginning of a text, short enough to quote. Control characters become spaces.
pub(crate) fn shortened(text: &str) -> String {
    let mut short: String = text
        .chars()
        .take(30)
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    if text.chars().nth(30).is_some() {
        short.push('…');
    }
    short
}

/// The number of squares that a rank describes. Wrong characters count as squares.
fn width(rank: &str) -> usize {
    rank.chars()
        .map(|c| match c {
            '+' => 0,
            c => c.to_digit(10).map_or(1, |d| d as usize),
        })
        .sum()
}

/// The fields of a text. Each comes with its starting column, counted from 1.
fn fields(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = text;
    let mut column = 1;
    std::iter::from_fn(move || {
        let skipped = rest.len() - rest.trim_start().len();
        column += rest[..skipped].chars().count();
        rest = &rest[skipped..];
        if rest.is_empty() {
            return None;
        }
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let (field, at) = (&rest[..end], column);
        column += field.chars().count();
        rest = &rest[end..];
        Some((at, field))
    })
}

/// Reads an SFEN of a given variant. Reports every fault of the text with its column. Does not test
/// whether the board obeys the rules.
pub fn read_as(text: &str, variant: &'static Variant) -> Result<Setup, Faults<SfenFault>> {
    let (setup, faults) = parse(text, variant, false);
    faults.or(setup)
}

/// Reads an SFEN of a given variant and validates it. Reports the faults of the text and, if the
/// text defines the board, the faults of the board.
pub fn read_valid(text: &str, variant: &'static Variant) -> Result<Setup, Faults<SfenFault>> {
    let (setup, mut faults) = parse(text, variant, false);
    let board_known = faults.iter().all(|fault| {
        matches!(
            fault.kind,
            SfenFault::Hand(_)
                | SfenFault::Count(_)
                | SfenFault::Ply(_)
                | SfenFault::Trailing(_)
                | SfenFault::HandPiece(_)
        )
    });
    if board_known && let Err(more) = setup.validate() {
        faults.extend(more.map(SfenFault::Setup));
    }
    faults.or(setup)
}

/// Reads an SFEN of a given variant and validates it as a diagram ([`Setup::diagram`]). Kings can
/// be in hand.
pub fn read_diagram(text: &str, variant: &'static Variant) -> Result<Setup, Faults<SfenFault>> {
    let (setup, faults) = parse(text, variant, true);
    let setup = faults.or(setup)?;
    setup.diagram().map_err(|faults| faults.map(SfenFault::Setup))?;
    Ok(setup)
}

/// The setup as far as a text describes one, with every fault of the text and of the board. For
/// editors, which show a faulty board and mark the squares of its faults. Faults of the text that
/// belong to a square have that square as their place.
pub fn read_setup(text: &str, variant: &'static Variant) -> (Setup, Faults<SfenFault>) {
    let (setup, found) = parse(text, variant, false);
    let mut faults = Faults::new();
    for fault in found.iter() {
        let place = match fault.place {
            Place::Column(column) => match square_at(text, column, variant) {
                Some(square) => Place::Square(variant.square_name(square)),
                None => fault.place.clone(),
            },
            _ => fault.place.clone(),
        };
        faults.push(place, fault.kind.clone());
    }
    if let Err(more) = setup.validate() {
        faults.extend(more.map(SfenFault::Setup));
    }
    (setup, faults)
}

/// The square that the character at a column of a text stands for, if it is a piece or a sign in
/// the place of one.
fn square_at(text: &str, column: usize, variant: &Variant) -> Option<yose_board::Square> {
    let (start, board) = fields(text).find(|(_, field)| *field != "sfen")?;
    let (mut file, mut rank) = (usize::from(variant.files), 0u8);
    let mut promotes = false;
    for (at, c) in (start..).zip(board.chars()) {
        if at == column {
            let is_piece = c != '/' && !c.is_ascii_digit();
            let file = u8::try_from(file.checked_sub(1)?).ok()?;
            return variant.square(file, rank).filter(|_| is_piece);
        }
        match c {
            '/' => (file, rank) = (usize::from(variant.files), rank.checked_add(1)?),
            '+' if !promotes => {}
            c => file = file.saturating_sub(c.to_digit(10).map_or(1, |d| d as usize)),
        }
        promotes = c == '+';
    }
    None
}

/// The setup that a text describes, and the faults of the text. In a diagram a king can be in hand.
fn parse(text: &str, variant: &'static Variant, diagram: bool) -> (Setup, Faults<SfenFault>) {
    let mut faults = Faults::new();
    let mut setup = Setup::empty(variant);
    let mut fields = fields(text).peekable();
    if fields.peek().is_some_and(|(_, word)| *word == "sfen") {
        fields.next();
    }
    match fields.next() {
        Some((column, field)) => read_board(field, column, &mut setup, &mut faults),
        None => faults.push(Place::Whole, SfenFault::Empty),
    }
    let end = Place::Column(text.trim_end().chars().count() + 1);
    match fields.next() {
        Some((_, "b")) => {}
        Some((_, "w")) => setup.turn = Color::White,
        Some((column, other)) => faults.push(Place::Column(column), SfenFault::Side(shortened(other))),
        None => faults.push(end.clone(), SfenFault::Missing("side to move")),
    }
    match fields.next() {
        Some((_, "-")) => {}
        Some((column, field)) => read_hands(field, column, diagram, &mut setup, &mut faults),
        None => faults.push(end, SfenFault::Missing("hand field (`-` for empty hands)")),
    }
    if let Some((column, field)) = fields.next() {
        match field.parse::<u32>() {
            Ok(ply) if ply > 0 => setup.ply = ply,
            _ => faults.push(Place::Column(column), SfenFault::Ply(shortened(field))),
        }
    }
    if let Some((column, field)) = fields.next() {
        faults.push(Place::Column(column), SfenFault::Trailing(shortened(field)));
    }
    (setup, faults.in_order())
}

/// Reads an SFEN and validates it. Returns the position with its move number, or every fault.
pub fn position(text: &str) -> Result<(crate::AnyPosition, u32), Faults<SfenFault>> {
    let setup = read_valid(text, guess(text)?)?;
    let position = setup.validate().map_err(|faults| faults.map(SfenFault::Setup))?;
    Ok((position, setup.ply))
}

fn read_board(field: &str, column: usize, setup: &mut Setup, faults: &mut Faults<SfenFault>) {
    let variant = setup.variant;
    let (files, ranks) = (usize::from(variant.files), usize::from(variant.ranks));
    let found = field.split('/').count();
    if found != ranks {
        faults.push(
            Place::Column(column),
            SfenFault::Ranks {
                found,
                expected: ranks,
            },
        );
    }
    let mut at = column;
    for (rank, row) in field.split('/').enumerate() {
        let start = at;
        let mut file = files; // counts down: ranks are written from the highest file
        let mut placed = 0;
        let mut chars = row.chars().peekable();
        while let Some(c) = chars.next() {
            let here = at;
            at += 1;
            if let Some(n) = c.to_digit(10) {
                if n == 0 {
                    faults.push(Place::Column(here), SfenFault::Zero);
                }
                placed += n as usize;
                file = file.saturating_sub(n as usize);
                continue;
            }
            let promoted = c == '+';
            let letter = if promoted {
                match chars.next_if(|c| c.is_ascii_alphabetic()) {
                    Some(letter) => {
                        at += 1;
                        letter
                    }
                    None => {
                        faults.push(Place::Column(here), SfenFault::LonePlus);
                        continue;
                    }
                }
            } else {
                c
            };
            placed += 1;
            match piece(&variant.army, letter, promoted) {
                Ok(piece) => {
                    if let Some(f) = file.checked_sub(1)
                        && let Some(square) = variant.square(f as u8, rank.min(255) as u8)
                    {
                        setup.put(square, Some(piece));
                    }
                }
                Err(fault) => faults.push(Place::Column(here), fault),
            }
            file = file.saturating_sub(1);
        }
        if placed != files && rank < ranks {
            let rank = (b'a' + rank as u8) as char;
            faults.push(
                Place::Column(start),
                SfenFault::Width {
                    rank,
                    found: placed,
                    expected: files,
                },
            );
        }
        at += 1; // the slash
    }
}

fn piece(army: &Army, letter: char, promoted: bool) -> Result<Piece, SfenFault> {
    if !letter.is_ascii_alphabetic() {
        return Err(SfenFault::Character(letter));
    }
    let color = if letter.is_ascii_uppercase() {
        Color::Black
    } else {
        Color::White
    };
    let base = letter.to_ascii_uppercase().to_string();
    let Some(kind) = army.by_symbol(&base) else {
        return Err(SfenFault::Piece(letter.to_string()));
    };
    if !promoted {
        return Ok(Piece::new(color, kind));
    }
    match army.by_symbol(&format!("+{base}")) {
        Some(kind) => Ok(Piece::new(color, kind)),
        None => Err(SfenFault::Promoted(letter)),
    }
}

fn read_hands(field: &str, column: usize, diagram: bool, setup: &mut Setup, faults: &mut Faults<SfenFault>) {
    let king = setup.variant.army.king_in_hand().filter(|_| diagram);
    let mut digits = String::new();
    let mut digits_at = column;
    for (i, c) in field.chars().enumerate() {
        let here = column + i;
        if c.is_ascii_digit() {
            if digits.is_empty() {
                digits_at = here;
            }
            digits.push(c);
            continue;
        }
        let count = if digits.is_empty() {
            Some(1)
        } else {
            digits.parse::<u32>().ok().filter(|n| *n > 0)
        };
        let typed = std::mem::take(&mut digits);
        match piece(&setup.variant.army, c, false) {
            Ok(piece) if piece.kind().0 < setup.variant.army.hand_len || Some(piece.kind()) == king => {
                let added = count.is_some_and(|n| setup.add_to_hand(piece.color(), piece.kind(), n));
                if !added {
                    faults.push(
                        Place::Column(digits_at.min(here)),
                        SfenFault::Count(shortened(&format!("{typed}{c}"))),
                    );
                }
            }
            Ok(_) => faults.push(Place::Column(here), SfenFault::Hand(c)),
            Err(_) => faults.push(Place::Column(here), SfenFault::HandPiece(c)),
        }
        digits_at = here + 1;
    }
    if !digits.is_empty() {
        faults.push(Place::Column(digits_at), SfenFault::Count(shortened(&digits)));
    }
}

/// Adds up adjacent numbers of empty squares.
pub(crate) fn tidy(sfen: &str) -> String {
    let (board, rest) = sfen.split_once(' ').unwrap_or((sfen, ""));
    let mut out = String::new();
    let mut empty = 0;
    for c in board.chars() {
        if let Some(n) = c.to_digit(10) {
            empty += n;
            continue;
        }
        if empty > 0 {
            let _ = write!(out, "{empty}");
            empty = 0;
        }
        out.push(c);
    }
    if empty > 0 {
        let _ = write!(out, "{empty}");
    }
    format!("{out} {rest}")
}

/// The hand of a side in SFEN: kinds from the last to the first, Black's in upper case.
pub fn hand_letters(army: &Army, counts: &[u8], color: Color) -> String {
    let mut out = String::new();
    for kind in army.hand_kinds_and_king().rev() {
        match counts.get(kind.index()).copied().unwrap_or(0) {
            0 => {}
            n => {
                if n > 1 {
                    let _ = write!(out, "{n}");
                }
                out.push_str(&symbol(army, Piece::new(color, kind)));
            }
        }
    }
    out
}

/// The SFEN symbol of a piece.
pub fn symbol(army: &Army, piece: Piece) -> String {
    let symbol = army.spec(piece.kind()).symbol;
    match piece.color() {
        Color::Black => symbol.to_owned(),
        Color::White => symbol.to_ascii_lowercase(),
    }
}

/// The SFEN of a position.
pub fn write<G: Geometry>(position: &Position<G>, ply: u32) -> String {
    write_setup(&Setup::of(position, ply))
}

/// The SFEN of a setup.
pub fn write_setup(setup: &Setup) -> String {
    let variant = setup.variant;
    let mut out = String::new();
    for rank in 0..variant.ranks {
        if rank > 0 {
            out.push('/');
        }
        let mut empty = 0;
        for file in (0..variant.files).rev() {
            let piece = variant
                .square(file, rank)
                .and_then(|sq| setup.board.get(sq.index()).copied().flatten());
            match piece {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        let _ = write!(out, "{empty}");
                        empty = 0;
                    }
                    out.push_str(&symbol(&variant.army, piece));
                }
            }
        }
        if empty > 0 {
            let _ = write!(out, "{empty}");
        }
    }
    let hands: String = Color::ALL
        .into_iter()
        .map(|color| hand_letters(&variant.army, &setup.hands[color.index()], color))
        .collect();
    let hands = if hands.is_empty() { "-" } else { &hands };
    let _ = write!(out, " {} {hands} {}", setup.turn.letter(), setup.ply);
    out
}

/// The kind that a hand letter of either case names.
pub(crate) fn hand_kind(army: &Army, letter: char) -> Option<Kind> {
    let kind = army.by_symbol(&letter.to_ascii_uppercase().to_string())?;
    (kind.0 < army.hand_len).then_some(kind)
}
