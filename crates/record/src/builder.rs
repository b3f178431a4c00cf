//! Builds a tree while a text is read: judges moves, and knows which line is being read.
//!
//! After the first bad move of a line the positions that follow are unknown, so the rest of that line is only
//! read for its form. Other lines are not touched by that.

use crate::ending::Ending;
use crate::fault::RecordFault;
use crate::replay::Replay;
use crate::tree::{NodeId, Step, Tree};
use std::collections::HashMap;
use std::time::Duration;
use yose_board::{Color, Square};
use yose_shogi::{Move, Shogi};

/// The main line, once a variation has begun.
#[derive(Clone, Copy, Debug)]
struct Main {
    last: NodeId,
    ply: u32,
    judged: bool,
}

/// A tree being read.
#[derive(Debug)]
pub(crate) struct Builder {
    pub(crate) tree: Tree,
    /// `None` if the start position is at fault: then nothing can be judged.
    replay: Option<Replay>,
    first: Color,
    /// Whether this line goes on with the other side's moves than it should.
    flipped: bool,
    /// Where the move before the first one went.
    before: Option<Square>,
    current: NodeId,
    main: Option<Main>,
    /// Moves of this line after the first bad one, itself counted; `None` while all were good.
    unjudged: Option<u32>,
    /// The most moves of any line that could not be judged to its end.
    longest_unjudged: u32,
    /// Whether this line has ended without a node to show for it, because it is not judged any more.
    ended_unjudged: bool,
    /// For each node a far ancestor, chosen so that any ancestor is found in logarithmic time.
    far: Vec<NodeId>,
    /// The last node marked as having variations to come, by ply: its parent.
    marked: HashMap<u32, NodeId>,
    /// The last node of each ply: its parent.
    latest: HashMap<u32, NodeId>,
}

impl Builder {
    pub(crate) fn new(position: Option<Shogi>, turn: Color, before: Option<Square>) -> Self {
        Builder {
            tree: Tree::new(),
            replay: position.map(Replay::new),
            first: turn,
            flipped: false,
            before,
            current: Tree::ROOT,
            main: None,
            unjudged: None,
            longest_unjudged: 0,
            ended_unjudged: false,
            far: vec![Tree::ROOT],
            marked: HashMap::new(),
            latest: HashMap::new(),
        }
    }

    /// How many moves the line has, good and bad.
    pub(crate) fn ply(&self) -> u32 {
        self.tree.node(self.current).ply() + self.unjudged.unwrap_or(0)
    }

    /// Whose turn it is: known even where the position is not.
    pub(crate) fn turn(&self) -> Color {
        if self.ply().is_multiple_of(2) != self.flipped {
            self.first
        } else {
            self.first.other()
        }
    }

    /// Requires a move to be of the side whose turn it is. If it is not, turns alternate from there as they
    /// are written, so that one wrong sign is one fault, and the line is not judged any more.
    pub(crate) fn check_turn(&mut self, color: Color) -> Result<(), RecordFault> {
        let turn = self.turn();
        if color == turn {
            return Ok(());
        }
        self.flipped = !self.flipped;
        self.unjudged.get_or_insert(0);
        Err(RecordFault::Turn(turn))
    }

    /// The position, while it is known.
    pub(crate) fn position(&self) -> Option<&Shogi> {
        match (&self.replay, self.unjudged) {
            (Some(replay), None) => Some(replay.position()),
            _ => None,
        }
    }

    /// Where the last move went.
    pub(crate) fn previous_to(&self) -> Option<Square> {
        match self.tree.node(self.current).played() {
            Some(m) => Some(m.to()),
            None => self.before,
        }
    }

    /// Whether an ending has been read.
    pub(crate) fn ended(&self) -> bool {
        self.ended_unjudged || (self.unjudged.is_none() && self.tree.node(self.current).ending().is_some())
    }

    fn push(&mut self, step: Step) -> NodeId {
        let parent = self.current;
        let child = self.tree.add(parent, step);
        let far = |id: NodeId| self.far.get(id.index()).copied().unwrap_or(Tree::ROOT);
        let depth = |id: NodeId| self.tree.node(id).ply();
        let (one, two) = (far(parent), far(far(parent)));
        let jump = if depth(parent) - depth(one) == depth(one) - depth(two) {
            two
        } else {
            parent
        };
        self.far.push(jump);
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

    /// Counts a move that could not be judged or was bad.
    pub(crate) fn skip(&mut self) {
        self.unjudged = Some(self.unjudged.unwrap_or(0).saturating_add(1));
        self.longest_unjudged = self.longest_unjudged.max(self.ply());
    }

    /// The fault of whatever follows an ending.
    pub(crate) fn after_ending(&self) -> RecordFault {
        RecordFault::AfterEnding(self.ply().saturating_add(1))
    }

    /// Judges nothing more of this line: it goes on where it cannot.
    pub(crate) fn abandon(&mut self) {
        self.unjudged.get_or_insert(0);
        self.ended_unjudged = false;
    }

    /// Ends the line.
    pub(crate) fn end(&mut self, ending: Ending) -> Result<(), RecordFault> {
        if self.ended() {
            return Err(self.after_ending());
        }
        if self.position().is_some() {
            self.push(Step::End(ending));
        } else {
            self.ended_unjudged = true;
        }
        Ok(())
    }

    /// Gives the ending that was read last another name.
    pub(crate) fn reword(&mut self, ending: Ending) {
        self.tree.node_mut(self.current).reword(ending);
    }

    /// Ends the main line, from wherever reading has come to.
    pub(crate) fn end_main(&mut self, ending: Ending) -> Result<(), RecordFault> {
        let Some(main) = self.main else {
            return self.end(ending);
        };
        if !main.judged {
            return Ok(());
        }
        self.go(main.last);
        self.end(ending)?;
        self.main = Some(Main {
            last: self.current,
            ..main
        });
        Ok(())
    }

    /// How many moves the main line has, as it was read.
    pub(crate) fn main_ply(&self) -> u32 {
        self.main.map_or_else(|| self.ply(), |main| main.ply)
    }

    /// Adds a comment line to what was read last.
    pub(crate) fn comment(&mut self, text: &str) {
        self.tree.node_mut(self.current).comments.push(text.to_owned());
    }

    /// Sets the time of what was read last.
    pub(crate) fn time(&mut self, time: Option<Duration>) {
        if time.is_some() && self.unjudged.is_none() {
            self.tree.node_mut(self.current).time = time;
        }
    }

    /// Marks the entry read last as one that variations will follow.
    pub(crate) fn mark(&mut self) {
        let node = self.tree.node(self.current);
        if let (Some(parent), None) = (node.parent(), self.unjudged) {
            let ply = self.tree.node(parent).ply() + 1;
            self.marked.insert(ply, parent);
        }
    }

    fn go(&mut self, node: NodeId) {
        self.current = node;
        self.unjudged = None;
        self.flipped = false;
        self.ended_unjudged = false;
        if let Some(replay) = &mut self.replay {
            replay.go(&self.tree, node);
        }
    }

    /// The node reading has come to, if the line could be judged so far.
    pub(crate) fn here(&self) -> Option<NodeId> {
        self.position().map(|_| self.current)
    }

    /// Goes on after a node that [`Builder::here`] gave, so many moves into its line.
    pub(crate) fn resume(&mut self, node: Option<NodeId>, ply: u32) {
        self.go(node.unwrap_or(Tree::ROOT));
        if node.is_none() {
            self.unjudged = Some(ply);
        }
    }

    /// The node of this line after so many moves.
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
            let far = self.far.get(at.index()).copied().unwrap_or(Tree::ROOT);
            at = if depth(far) >= ply {
                far
            } else {
                self.tree.node(at).parent()?
            };
        }
        Some(at)
    }

    /// Starts a variation of a move, counted from 1. KIF and KI2 list variations from the last move back, so
    /// this is a move of the line read before; programs that list them from the first move on are understood
    /// by the `+` they put behind moves that have variations.
    pub(crate) fn vary(&mut self, number: u32) -> Result<(), RecordFault> {
        let (last, ply, judged) = (self.current, self.ply(), self.position().is_some());
        self.main.get_or_insert(Main { last, ply, judged });
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
                self.go(parent);
                Ok(())
            }
            None => {
                let judged = self.tree.node(self.current).ply();
                self.unjudged = Some(before.saturating_sub(judged));
                self.flipped = false;
                self.ended_unjudged = false;
                // A move of a part that could not be judged is not known to be missing.
                if before <= self.longest_unjudged {
                    Ok(())
                } else {
                    Err(RecordFault::NoSuchMove(number))
                }
            }
        }
    }
}
