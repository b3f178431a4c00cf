//! A position and what the rules say about it.

use std::sync::Arc;

use super::army::Hand;
use super::board::{Board, Piece};
use super::moves::Move;
use super::{Error, Rules, Status, sfen};
use crate::Side;

/// A valid position: at most one king a side, and the side to move cannot capture the other's.
///
/// Two positions are equal if board, hands, side to move and rules are; the move number does not matter.
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
    /// The first fault of the text, or of the position it describes: more than one king of a side, a king that could be
    /// captured right away, and pieces standing where `rules` would not let them be.
    pub fn parse(sfen: &str, rules: &Rules) -> Result<Position, Error> {
        let position = sfen::read(sfen, rules)?;
        position.validate()?;
        Ok(position)
    }

    fn validate(&self) -> Result<(), Error> {
        let (rules, board) = (&self.rules, &self.board);
        if rules.promotion_zone > board.ranks {
            return Err(Error::ZoneDepth {
                zone: rules.promotion_zone,
                ranks: board.ranks,
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
                if rules.dead_ends_forbidden && self.is_dead_end(piece, square) {
                    return Err(Error::DeadEnd {
                        square: board.name(square),
                    });
                }
                if rules.army.kind(piece.kind).pawn {
                    pawns[square.column] += 1;
                    if rules.nifu_forbidden && pawns[square.column] > 1 {
                        return Err(Error::TwoPawns {
                            side,
                            file: board.file_number(square),
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

    /// The SFEN without the move number: equal for equal positions only.
    pub fn key(&self) -> String {
        sfen::write(self)
    }

    /// The rules played by.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The side to move.
    pub fn side(&self) -> Side {
        self.side
    }

    /// Whether a playable move of the opponent would capture the king of `side`. Without a king there is no check.
    ///
    /// Whether that move would expose the opponent's own king does not matter: the game would be over.
    pub fn in_check(&self, side: Side) -> bool {
        self.board.pieces(side.other()).any(|(from, piece)| {
            self.targets(from, piece).into_iter().any(|to| {
                let takes_king = self
                    .board
                    .at(to)
                    .is_some_and(|taken| self.rules.army.kind(taken.kind).royal);
                takes_king && (self.rules.dead_end_attacks || self.may_land(piece, from, to))
            })
        })
    }

    /// All legal moves in USI, sorted. None if the game is over.
    pub fn legal_moves(&self) -> Vec<String> {
        self.sorted_texts(self.legal())
    }

    /// The legal moves after which the opponent is in check, in USI, sorted.
    pub fn checks(&self) -> Vec<String> {
        let mut plays = self.legal();
        plays.retain(|&play| self.after(play).in_check(self.side.other()));
        self.sorted_texts(plays)
    }

    /// The position after a legal move, given in USI.
    ///
    /// # Errors
    /// [`Error::IllegalMove`] for any other text.
    pub fn play(&self, usi: &str) -> Result<Position, Error> {
        self.legal()
            .into_iter()
            .find(|&play| self.move_text(play) == usi)
            .map(|play| self.after(play))
            .ok_or_else(|| Error::IllegalMove(usi.to_string()))
    }

    /// Whether the game is over, and how.
    pub fn status(&self) -> Status {
        let opponent = self.side.other();
        if self.opponent_has_tried() {
            Status::Try { winner: opponent }
        } else if !self.legal().is_empty() {
            Status::Running
        } else if self.in_check(self.side) {
            Status::Mate { winner: opponent }
        } else {
            Status::Stalemate {
                winner: self.rules.stalemate_loses.then_some(opponent),
            }
        }
    }

    /// The number of ways to play `depth` moves from here.
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

    pub(super) fn hand(&self, side: Side) -> &Hand {
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

    fn legal(&self) -> Vec<Move> {
        if self.opponent_has_tried() {
            Vec::new()
        } else {
            self.safe_moves()
        }
    }

    /// The moves that keep the own king safe and do not mate with a dropped pawn.
    fn safe_moves(&self) -> Vec<Move> {
        let mut plays = self.playable();
        plays.retain(|&play| {
            let after = self.after(play);
            !after.in_check(self.side) && !self.is_forbidden_mate(play, &after)
        });
        plays
    }

    fn is_forbidden_mate(&self, play: Move, after: &Position) -> bool {
        let pawn_dropped = matches!(play, Move::Drop { kind, .. } if self.rules.army.kind(kind).pawn);
        self.rules.drop_pawn_mate_forbidden
            && pawn_dropped
            && after.in_check(after.side)
            // Each turn of this recursion takes a pawn out of a hand, so it ends.
            && after.safe_moves().is_empty()
    }

    /// Whether the opponent's king stands on its far rank. It cannot be captured there: no position with a king that
    /// could be captured is ever reached.
    fn opponent_has_tried(&self) -> bool {
        let opponent = self.side.other();
        self.rules.try_rule
            && self.board.pieces(opponent).any(|(square, piece)| {
                self.rules.army.kind(piece.kind).royal && self.board.ranks_ahead(square, opponent) == 0
            })
    }

    /// The position after a playable move, legal or not.
    fn after(&self, play: Move) -> Position {
        let mut next = self.clone();
        next.side = self.side.other();
        next.number = self.number.saturating_add(1);
        match play {
            Move::Drop { kind, to } => {
                next.hand_mut(self.side).remove_one(kind);
                next.board.set(
                    to,
                    Some(Piece {
                        side: self.side,
                        kind,
                    }),
                );
            }
            Move::Walk { from, to, promote } => {
                let army = &self.rules.army;
                if let Some(held) = self.board.at(to).and_then(|taken| army.capture(taken.kind)) {
                    next.hand_mut(self.side).add(held, 1);
                }
                let moved = self.board.at(from).map(|piece| match army.promotion(piece.kind) {
                    Some(kind) if promote => Piece { kind, ..piece },
                    _ => piece,
                });
                next.board.set(from, None);
                next.board.set(to, moved);
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
