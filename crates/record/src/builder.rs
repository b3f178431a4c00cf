//! Builds a tree while a file is read: checks moves and tracks which line is being read.
//!
//! After the first bad move of a line the following positions are unknown. The rest of that line is
//! then unchecked: only its syntax is read. Other lines are not affected.

use crate::ending::Ending;
use crate::fault::{Collector, FaultId, RecordFault};
use crate::replay::Replay;
use crate::tree::{NodeId, Step, Tree};
use std::collections::HashMap;
use std::time::Duration;
use yose_board::{Color, Square};
use yose_shogi::{AnyPosition, Move, SHOGI, Variant};

/// The end of the main line, remembered once a variation has started.
#[derive(Clone, Copy, Debug)]
struct Main {
    last: NodeId,
    ply: u32,
    checked: bool,
}

/// A bad move that may be an illegal last move: its fault is withdrawn if the next entry says that
/// the game ended by an illegal move.
#[derive(Debug)]
struct IllegalMove {
    m: Move,
    fault: FaultId,
    comments: Vec<String>,
    time: Option<Duration>,
}

/// A tree under construction.
#[derive(Debug)]
pub(crate) struct Builder {
    pub(crate) tree: Tree,
    /// `None` if the start position has a fault. Then no move can be checked.
    replay: Option<Replay>,
    first: Color,
    /// Whether the sides of the remaining moves of this line are swapped, after a move by the wrong
    /// side.
    flipped: bool,
    /// The target square of the move before the start position.
    target_before_start: Option<Square>,
    current: NodeId,
    main: Option<Main>,
    /// How many moves of this line are unchecked: the first bad move and all later ones. `None`
    /// while every move is legal.
    unchecked: Option<u32>,
    /// The largest number of moves in a line with unchecked moves.
    longest_unchecked: u32,
    /// Whether an unchecked line has ended. Such an ending has no node.
    ended_unchecked: bool,
    /// The last move, if it is the first bad move of its line.
    illegal: Option<IllegalMove>,
    /// For each node one distant ancestor, chosen so that every ancestor is found in logarithmic
    /// time.
    jumps: Vec<NodeId>,
    /// For each ply, the parent of the last node that is marked as having variations.
    marked: HashMap<u32, NodeId>,
    /// For each ply, the parent of the last node.
    latest: HashMap<u32, NodeId>,
}

impl Builder {
    pub(crate) fn new(
        position: Option<AnyPosition>,
        turn: Color,
        target_before_start: Option<Square>,
    ) -> Self {
        Builder {
            tree: Tree::new(),
            replay: position.map(Replay::new),
            first: turn,
            flipped: false,
            target_before_start,
            current: Tree::ROOT,
            main: None,
            unchecked: None,
            longest_unchecked: 0,
            ended_unchecked: false,
            illegal: None,
            jumps: vec![Tree::ROOT],
            marked: HashMap::new(),
            latest: HashMap::new(),
        }
    }

    /// How many moves the line has, checked and unchecked.
    pub(crate) fn ply(&self) -> u32 {
        self.tree.node(self.current).ply() + self.unchecked.unwrap_or(0)
    }

    /// The side to move. It is known even where the position is not.
    pub(crate) fn turn(&self) -> Color {
        if self.ply().is_multiple_of(2) != self.flipped {
            self.first
        } else {
            self.first.other()
        }
    }

    /// Requires that a move belongs to the side to move. If it does not, the rest of the line is
    /// unchecked, and the sides alternate from this move on. So one wrong mark is one fault.
    pub(crate) fn check_turn(&mut self, color: Color) -> Result<(), RecordFault> {
        let turn = self.turn();
        if color == turn {
            return Ok(());
        }
        self.flipped = !self.flipped;
        self.unchecked.get_or_insert(0);
        Err(RecordFault::Turn(turn))
    }

    /// The position, if it is known.
    pub(crate) fn position(&self) -> Option<&AnyPosition> {
        match (&self.replay, self.unchecked) {
            (Some(replay), None) if !self.tree.node(self.current).is_illegal() => Some(replay.position()),
            _ => None,
        }
    }

    /// The game. It is known even where the position is not.
    pub(crate) fn variant(&self) -> &'static Variant {
        self.replay
            .as_ref()
            .map_or(&SHOGI, |replay| replay.position().variant())
    }

    /// The target square of the last move.
    pub(crate) fn previous_to(&self) -> Option<Square> {
        match self.tree.node(self.current).played() {
            Some(m) => Some(m.to()),
            None => self.target_before_start,
        }
    }

    /// Whether the line has ended.
    pub(crate) fn ended(&self) -> bool {
        self.ended_unchecked || (self.unchecked.is_none() && self.tree.node(self.current).ending().is_some())
    }

    /// The ending of the line, if it is known.
    pub(crate) fn last_ending(&self) -> Option<&Ending> {
        match self.unchecked {
            None => self.tree.node(self.current).ending(),
            Some(_) => None,
        }
    }

    fn push(&mut self, step: Step) -> NodeId {
        let parent = self.current;
        let child = self.tree.add(parent, step);
        let jump_of = |id: NodeId| self.jumps.get(id.index()).copied().unwrap_or(Tree::ROOT);
        let depth = |id: NodeId| self.tree.node(id).ply();
        let (one, two) = (jump_of(parent), jump_of(jump_of(parent)));
        let jump = if depth(parent) - depth(one) == depth(one) - depth(two) {
            two
        } else {
            parent
        };
        self.jumps.push(jump);
        self.current = child;
        child
    }

    /// Plays a legal move.
    pub(crate) fn play(&mut self, m: Move) {
        let parent = self.current;
        let child = self.push(Step::Move(m));
        self.latest.insert(self.tree.node(child).ply(), parent);
        if let Some(replay) = &mut self.replay {
            replay.step(&self.tree, child);
        }
    }

    /// Counts a bad move that still has a clear meaning. Its fault was pushed last.
    pub(crate) fn skip_illegal(&mut self, m: Move, faults: &Collector) {
        let first = self.unchecked.is_none();
        self.skip_move();
        if first {
            self.illegal = Some(IllegalMove {
                m,
                fault: faults.last(),
                comments: Vec::new(),
                time: None,
            });
        }
    }

    /// Counts a move that is bad or unchecked.
    pub(crate) fn skip_move(&mut self) {
        self.illegal = None;
        self.unchecked = Some(self.unchecked.unwrap_or(0).saturating_add(1));
        self.longest_unchecked = self.longest_unchecked.max(self.ply());
    }

    /// The fault of an entry after an ending.
    pub(crate) fn after_ending(&self) -> RecordFault {
        RecordFault::AfterEnding(self.ply().saturating_add(1))
    }

    /// Leaves the rest of this line unchecked, because the line continues after its ending.
    pub(crate) fn stop_checking(&mut self) {
        self.unchecked.get_or_insert(0);
        self.ended_unchecked = false;
    }

    /// Ends the line. If the game ended by an illegal move, the last move may be that move.
    pub(crate) fn end(&mut self, ending: Ending, faults: &mut Collector) -> Result<(), RecordFault> {
        if self.ended() {
            return Err(self.after_ending());
        }
        let illegal = self.illegal.take();
        if let Some(illegal) = illegal
            && matches!(ending, Ending::IllegalWin | Ending::IllegalLoss)
        {
            faults.withdraw(illegal.fault);
            self.unchecked = None;
            let node = self.push(Step::Illegal(illegal.m));
            let node = self.tree.node_mut(node);
            node.comments = illegal.comments;
            node.time = illegal.time;
            self.push(Step::End(ending));
            return Ok(());
        }
        if self.position().is_some() {
            self.push(Step::End(ending));
        } else {
            self.ended_unchecked = true;
        }
        Ok(())
    }

    /// Takes back 封じ手, if it was read last: the game goes on after the adjournment. Returns the
    /// comments and the time of the entry.
    pub(crate) fn unseal(&mut self) -> Option<(Vec<String>, Option<Duration>)> {
        if self.last_ending() != Some(&Ending::Sealed) {
            return None;
        }
        let (parent, node) = self.tree.take_last(self.current)?;
        self.jumps.truncate(self.tree.len());
        self.current = parent;
        Some((node.comments, node.time))
    }

    /// Tells that the last move was sealed: the comment says so, then the comments of the
    /// adjournment. Its time counts if the move has none.
    pub(crate) fn sealed(&mut self, comments: Vec<String>, time: Option<Duration>) {
        self.comment(&Ending::Sealed.japanese());
        comments.iter().for_each(|comment| self.comment(comment));
        let node = self.tree.node(self.current);
        if node.time.is_none_or(|time| time.is_zero()) {
            self.time(time);
        }
    }

    /// Replaces the ending that was read last.
    pub(crate) fn replace_ending(&mut self, ending: Ending) {
        self.tree.node_mut(self.current).replace_ending(ending);
    }

    /// Ends the main line, wherever the reader is.
    pub(crate) fn end_main(&mut self, ending: Ending, faults: &mut Collector) -> Result<(), RecordFault> {
        let Some(main) = self.main else {
            return self.end(ending, faults);
        };
        if !main.checked {
            return Ok(());
        }
        self.go_to(main.last);
        self.end(ending, faults)?;
        self.main = Some(Main {
            last: self.current,
            ..main
        });
        Ok(())
    }

    /// How many moves the main line has in the file.
    pub(crate) fn main_ply(&self) -> u32 {
        self.main.map_or_else(|| self.ply(), |main| main.ply)
    }

    /// Adds a comment line to the last entry.
    pub(crate) fn comment(&mut self, text: &str) {
        match &mut self.illegal {
            Some(illegal) => illegal.comments.push(text.to_owned()),
            None => self.tree.node_mut(self.current).comments.push(text.to_owned()),
        }
    }

    /// Sets the time of the last entry.
    pub(crate) fn time(&mut self, time: Option<Duration>) {
        if let Some(illegal) = &mut self.illegal {
            illegal.time = time;
        } else if time.is_some() && self.unchecked.is_none() {
            self.tree.node_mut(self.current).time = time;
        }
    }

    /// Marks the last entry as one that has variations later in the file.
    pub(crate) fn mark_variations(&mut self) {
        let node = self.tree.node(self.current);
        if let (Some(parent), None) = (node.parent(), self.unchecked) {
            let ply = self.tree.node(parent).ply() + 1;
            self.marked.insert(ply, parent);
        }
    }

    fn go_to(&mut self, node: NodeId) {
        self.current = node;
        self.illegal = None;
        self.unchecked = None;
        self.flipped = false;
        self.ended_unchecked = false;
        if let Some(replay) = &mut self.replay {
            replay.go_to(&self.tree, node);
        }
    }

    /// The node that was read last, if the line is checked up to there.
    pub(crate) fn checked_node(&self) -> Option<NodeId> {
        self.position().map(|_| self.current)
    }

    /// Continues after a node that [`Builder::checked_node`] returned, at move `ply` of its line.
    pub(crate) fn resume(&mut self, node: Option<NodeId>, ply: u32) {
        self.go_to(node.unwrap_or(Tree::ROOT));
        if node.is_none() {
            self.unchecked = Some(ply);
        }
    }

    /// The node of this line after `ply` moves.
    fn ancestor(&self, ply: u32) -> Option<NodeId> {
        let depth = |id: NodeId| self.tree.node(id).ply();
        let mut at = self.current;
        if self.tree.node(at).ending().is_some() {
            at = self.tree.node(at).parent().unwrap_or(at);
        }
        if depth(at) < ply {
            return None;
        }
        while depth(at) > ply {
            let jump = self.jumps.get(at.index()).copied().unwrap_or(Tree::ROOT);
            at = if depth(jump) >= ply {
                jump
            } else {
                self.tree.node(at).parent()?
            };
        }
        Some(at)
    }

    /// Starts a variation of move `number`, counted from 1. KIF and KI2 list the variations of the
    /// last move first, so `number` is a move of the line before. Some programs list the variations
    /// of the first move first. Their files are understood by the `+` after each move that has
    /// variations.
    pub(crate) fn start_variation(&mut self, number: u32) -> Result<(), RecordFault> {
        self.illegal = None;
        let (last, ply, checked) = (self.current, self.ply(), self.position().is_some());
        self.main.get_or_insert(Main { last, ply, checked });
        let Some(before) = number.checked_sub(1) else {
            return Err(RecordFault::NoSuchMove(number));
        };
        let parent = match (self.ancestor(before), self.marked.get(&number).copied()) {
            (here, Some(marked)) if here != Some(marked) => Some(marked),
            (Some(here), _) => Some(here),
            (None, _) => self.latest.get(&number).copied(),
        };
        match parent {
            Some(parent) => {
                self.go_to(parent);
                Ok(())
            }
            None => {
                let checked = self.tree.node(self.current).ply();
                self.unchecked = Some(before.saturating_sub(checked));
                self.flipped = false;
                self.ended_unchecked = false;
                // The move may exist in an unchecked part of a line.
                if before <= self.longest_unchecked {
                    Ok(())
                } else {
                    Err(RecordFault::NoSuchMove(number))
                }
            }
        }
    }
}
