//! A position, and the rules applied to it.

use std::sync::Arc;

use super::army::{Hand, KindId};
use super::board::Board;
use super::moves::Move;
use super::{Army, Error, Rules, Status, sfen};
use crate::Side;

/// A valid position: at most one king per side, and the side to move cannot capture the other king.
///
/// Two positions are equal if their boards, hands, sides to move and rules are equal. The move
/// number does not matter.
#[derive(Debug, Clone)]
pub struct Position {
    pub(super) rules: Arc<Rules>,
    pub(super) board: Board,
    pub(super) black_hand: Hand,
    pub(super) white_hand: Hand,
    pub(super) side: Side,
    pub(super) number: u32,
}

impl Position {
    /// Reads an SFEN. The board may be any size up to 9x9; the move number may be missing.
    ///
    /// # Errors
    /// The first fault of the text or of the position: more than one king of a side, a king that
    /// could be captured at once, or pieces that stand where `rules` does not allow them.
    pub fn parse(sfen: &str, rules: &Rules) -> Result<Position, Error> {
        let position = sfen::read(sfen, rules)?;
        position.validate()?;
        Ok(position)
    }

    /// A position from its parts: the board as text and the hand of the side to move. The other
    /// side holds the rest of all pieces.
    ///
    /// # Errors
    /// Those of [`Position::parse`], and [`Error::TooMany`] if board and hand have more pieces of a
    /// kind than there are.
    pub(crate) fn set_up(
        rules: &Arc<Rules>,
        board: &str,
        side: Side,
        hand: &Hand,
        all: &Hand,
    ) -> Result<Position, Error> {
        let board = sfen::read_board(board, &rules.army)?;
        let mut used = *hand;
        used.add_pieces(&board, &rules.army);
        let rest = all.minus(&used).ok_or_else(|| {
            let excess = |&kind: &KindId| used.count(kind) > all.count(kind);
            let kind = rules.army.ids().find(excess);
            Error::TooMany(kind.map_or(String::new(), |kind| rules.army.kind(kind).name.clone()))
        })?;
        let (black_hand, white_hand) = match side {
            Side::Black => (*hand, rest),
            Side::White => (rest, *hand),
        };
        let position = Position {
            rules: Arc::clone(rules),
            board,
            black_hand,
            white_hand,
            side,
            number: 1,
        };
        position.validate()?;
        Ok(position)
    }

    /// All pieces on the board and in the hands, as a captor would hold them.
    pub(crate) fn all_pieces(&self) -> Hand {
        let mut all = self.black_hand;
        for kind in self.rules.army.ids() {
            all.add(kind, self.white_hand.count(kind));
        }
        all.add_pieces(&self.board, &self.rules.army);
        all
    }

    /// Reads the hand of one side. The text must list no pieces of the other side.
    pub(crate) fn read_hand(text: &str, side: Side, army: &Army) -> Result<Hand, Error> {
        let hands = sfen::read_hands(text, army).map(|(black, white)| match side {
            Side::Black => (black, white),
            Side::White => (white, black),
        });
        match hands {
            Some((own, other)) if other == Hand::empty() => Ok(own),
            _ => Err(Error::HandText(text.to_string())),
        }
    }

    /// Appends the board as in SFEN.
    pub(crate) fn write_board(&self, text: &mut String) {
        sfen::write_board(self, text);
    }

    /// Files and ranks.
    pub(crate) fn size(&self) -> (u8, u8) {
        (self.board.files, self.board.ranks)
    }

    /// Whether the king of the side is on the board.
    pub(crate) fn has_king(&self, side: Side) -> bool {
        self.board.king(&self.rules.army, side).is_some()
    }

    /// Checks what [`Position::parse`] promises about a position.
    fn validate(&self) -> Result<(), Error> {
        let (rules, board) = (&self.rules, &self.board);
        let ranks = usize::from(board.ranks);
        if rules.promotion_zone > ranks {
            return Err(Error::ZoneDepth {
                zone: rules.promotion_zone,
                ranks,
            });
        }
        for side in Side::BOTH {
            if board
                .pieces(side)
                .filter(|(_, piece)| rules.army.kind(piece.kind).royal)
                .count()
                > 1
            {
                return Err(Error::TwoKings(side));
            }
            let mut pawns = [0; super::board::LONGEST];
            for (square, piece) in board.pieces(side) {
                if rules.dead_ends_forbidden && board.is_dead_end(&rules.army, piece, square) {
                    return Err(Error::DeadEnd {
                        square: board.name(square),
                    });
                }
                if rules.army.kind(piece.kind).pawn {
                    let column = usize::from(square.column);
                    pawns[column] += 1;
                    if rules.nifu_forbidden && pawns[column] > 1 {
                        return Err(Error::TwoPawns {
                            side,
                            file: usize::from(board.file_number(square)),
                        });
                    }
                }
            }
        }
        let waiting = self.side.other();
        if self.in_check(waiting) {
            return Err(Error::KingCapturable(waiting));
        }
        Ok(())
    }

    /// The position as SFEN, with move number.
    pub fn to_sfen(&self) -> String {
        format!("{} {}", self.key(), self.number)
    }

    /// The SFEN without the move number. Different positions have different keys.
    pub fn key(&self) -> String {
        sfen::write(self)
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The side to move.
    pub fn side(&self) -> Side {
        self.side
    }

    /// Whether a pseudo-legal move of the opponent would capture the king of `side`. A side without
    /// a king is never in check.
    ///
    /// It does not matter whether that move would expose the opponent's own king: the game would be
    /// over.
    pub fn in_check(&self, side: Side) -> bool {
        self.rules.in_check(&self.board, side)
    }

    /// All legal moves in USI, sorted; none if the game is over.
    pub fn legal_moves(&self) -> Vec<String> {
        self.sorted_texts(self.legal())
    }

    /// The legal moves after which the opponent is in check, in USI, sorted.
    pub fn checks(&self) -> Vec<String> {
        self.sorted_texts(self.legal_checks())
    }

    /// The position after a legal move, given in USI.
    ///
    /// # Errors
    /// [`Error::IllegalMove`] for any other text.
    pub fn play(&self, usi: &str) -> Result<Position, Error> {
        self.find(usi)
            .map(|play| self.after(play))
            .ok_or_else(|| Error::IllegalMove(usi.to_string()))
    }

    /// The same board and hands with the other side to move. A pass is no move of the game: it
    /// shows what the other side threatens.
    #[must_use]
    pub fn passed(&self) -> Position {
        Position {
            side: self.side.other(),
            ..self.clone()
        }
    }

    /// Whether the game is over, and how.
    pub fn status(&self) -> Status {
        let opponent = self.side.other();
        if self.opponent_has_tried() {
            Status::Try { winner: opponent }
        } else if self.has_legal() {
            Status::Running
        } else if self.in_check(self.side) {
            Status::Mate { winner: opponent }
        } else {
            Status::Stalemate {
                winner: self.rules.stalemate_loses.then_some(opponent),
            }
        }
    }

    /// The number of move sequences of length `depth` from here.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal().len() as u64,
            _ => self
                .legal()
                .into_iter()
                .map(|play| self.after(play).perft(depth - 1))
                .sum(),
        }
    }

    pub(crate) fn hand(&self, side: Side) -> &Hand {
        match side {
            Side::Black => &self.black_hand,
            Side::White => &self.white_hand,
        }
    }

    fn hand_mut(&mut self, side: Side) -> &mut Hand {
        match side {
            Side::Black => &mut self.black_hand,
            Side::White => &mut self.white_hand,
        }
    }

    fn sorted_texts(&self, plays: Vec<Move>) -> Vec<String> {
        let mut texts: Vec<String> = plays.into_iter().map(|play| self.move_text(play)).collect();
        texts.sort();
        texts
    }

    /// The position after a pseudo-legal move, legal or not.
    pub(crate) fn after(&self, play: Move) -> Position {
        let mut next = Position {
            rules: Arc::clone(&self.rules),
            board: self.board_after(play),
            black_hand: self.black_hand,
            white_hand: self.white_hand,
            side: self.side.other(),
            number: self.number.saturating_add(1),
        };
        match play {
            Move::Drop { kind, .. } => next.hand_mut(self.side).remove_one(kind),
            Move::OnBoard { to, .. } => {
                let taken = self.board.at(to);
                if let Some(held) = taken.and_then(|taken| self.rules.army.capture(taken.kind)) {
                    next.hand_mut(self.side).add(held, 1);
                }
            }
        }
        next
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.board == other.board
            && self.black_hand == other.black_hand
            && self.white_hand == other.white_hand
            && self.side == other.side
            && self.rules == other.rules
    }
}

impl Eq for Position {}
