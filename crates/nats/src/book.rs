//! The book of a run: what a coordinator knows of every piece. It has no server and no clock, so
//! that every rule about pieces, results and trust stands here and can be tried without them.

use crate::run::COORDINATOR;
use std::collections::{BTreeMap, BTreeSet};

/// A piece that was lost this many times is done by the coordinator: some worker takes pieces and
/// does not do them.
const VANISHED: u32 = 3;

/// The state of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Nobody asked for it.
    Unwanted,
    /// It is to be put into the queue.
    Missing,
    /// It is in the queue, or a worker does it, or the coordinator is about to do it itself.
    Waiting,
    /// A result is there.
    Done,
    /// It was given up. A result that comes later still counts.
    Failed,
}

impl Phase {
    fn is_open(self) -> bool {
        matches!(self, Phase::Missing | Phase::Waiting)
    }
}

/// A result that came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Who found it.
    pub worker: String,
    /// The hash of its text.
    pub text: String,
    /// Its place in the stream of results.
    pub sequence: u64,
}

/// A try that came to nothing: a worker gave a piece back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Try {
    /// Who tried.
    pub worker: String,
    /// Where, and what went wrong, for people.
    pub told: String,
    /// Whether the piece failed. A worker that leaves gives its piece back without a failure.
    pub is_failure: bool,
}

/// What is known of the pieces of a run.
#[derive(Debug)]
pub struct Book {
    phases: Vec<Phase>,
    found: BTreeMap<usize, Vec<Found>>,
    /// The tries of a piece by workers that are not shut out.
    given_back: BTreeMap<usize, Vec<Try>>,
    /// Pieces that are to have the results of two workers.
    rechecks: BTreeSet<usize>,
    /// Workers that were shut out.
    shut_out: BTreeSet<String>,
    /// Pieces with different results.
    disputes: BTreeSet<usize>,
    /// How often a piece left the queue without a result, or was kept by somebody who does not say
    /// that he does it.
    vanished: BTreeMap<usize, u32>,
    /// How many pieces wait.
    waiting: usize,
    /// How many wanted pieces are missing or waiting.
    open: usize,
    /// Below this number no piece is missing.
    cursor: usize,
}

impl Book {
    /// The book of a run with this number of pieces, none of them wanted yet.
    pub fn new(pieces: usize) -> Book {
        Book {
            phases: vec![Phase::Unwanted; pieces],
            found: BTreeMap::new(),
            given_back: BTreeMap::new(),
            rechecks: BTreeSet::new(),
            shut_out: BTreeSet::new(),
            disputes: BTreeSet::new(),
            vanished: BTreeMap::new(),
            waiting: 0,
            open: 0,
            cursor: 0,
        }
    }

    /// Asks for a piece.
    pub fn want(&mut self, piece: usize) {
        if self.phase(piece) == Some(Phase::Unwanted) {
            self.set(piece, Phase::Missing);
        }
    }

    /// The number of pieces, wanted or not.
    pub fn pieces(&self) -> usize {
        self.phases.len()
    }

    /// The state of a piece. `None`: the run has no such piece.
    pub fn phase(&self, piece: usize) -> Option<Phase> {
        self.phases.get(piece).copied()
    }

    /// The pieces that somebody asked for.
    pub fn wanted(&self) -> impl Iterator<Item = usize> {
        let phases = self.phases.iter().enumerate();
        phases
            .filter(|(_, phase)| **phase != Phase::Unwanted)
            .map(|(piece, _)| piece)
    }

    /// How many pieces are done, and how many are wanted.
    pub fn count(&self) -> (usize, usize) {
        let done = self.phases.iter().filter(|phase| **phase == Phase::Done).count();
        (done, self.wanted().count())
    }

    /// How many wanted pieces are missing or waiting.
    pub fn open(&self) -> usize {
        self.open
    }

    /// How many pieces wait.
    pub fn waiting(&self) -> usize {
        self.waiting
    }

    /// The first missing pieces, at most `most`.
    pub fn missing(&mut self, most: usize) -> Vec<usize> {
        let is_missing = |&piece: &usize| self.phases[piece] == Phase::Missing;
        let missing: Vec<usize> = (self.cursor..self.phases.len())
            .filter(is_missing)
            .take(most)
            .collect();
        self.cursor = missing.first().copied().unwrap_or(self.phases.len());
        missing
    }

    /// A missing piece is in the queue.
    pub fn put_into_queue(&mut self, piece: usize) {
        if self.phases[piece] == Phase::Missing {
            self.set(piece, Phase::Waiting);
        }
    }

    /// Puts a piece back that got lost. Returns true if the coordinator is to do it. A caller that
    /// does not do it at once may leave it to the next comparison with the queue, which finds that
    /// the piece waits and is not there.
    pub fn lose(&mut self, piece: usize) -> bool {
        let vanished = self.vanished.entry(piece).or_default();
        *vanished = (*vanished + 1).min(VANISHED);
        let is_for_coordinator = *vanished == VANISHED;
        let phase = match is_for_coordinator {
            true => Phase::Waiting,
            false => Phase::Missing,
        };
        self.set(piece, phase);
        is_for_coordinator
    }

    /// A worker has given a piece back. `is_last`: the piece was handed out once more than `tries`
    /// allows, so the worker gave it up without trying it, and says so.
    ///
    /// A worker that was shut out may have used up tries. So after any shut-out a piece fails only
    /// if `tries` failures of others are on record.
    pub fn give_back(&mut self, piece: usize, told: Try, is_last: bool, tries: usize) {
        let all = self.given_back.entry(piece).or_default();
        all.push(told);
        if !is_last || self.phases[piece] == Phase::Done {
            return;
        }
        // The word that the piece is given up is among them, and is no try.
        let failures = all.iter().filter(|told| told.is_failure).count();
        if self.shut_out.is_empty() || failures > tries {
            self.set(piece, Phase::Failed);
        } else {
            self.lose(piece);
        }
    }

    /// The pieces that failed, each with what its tries came to.
    pub fn failed(&self) -> impl Iterator<Item = (usize, Vec<String>)> {
        let failed = self.wanted().filter(|&piece| self.phases[piece] == Phase::Failed);
        failed.map(|piece| {
            let tries = self.given_back.get(&piece).into_iter().flatten();
            (piece, tries.map(|told| told.told.clone()).collect())
        })
    }

    /// Adds a result. A worker has one result a piece, and the first one of all counts. Returns
    /// true if the caller should draw lots on a recheck: the piece was open, a worker did it, and
    /// no recheck was decided before.
    pub fn add(&mut self, piece: usize, found: Found) -> bool {
        let all = self.found.entry(piece).or_default();
        if all.iter().any(|other| other.worker == found.worker) {
            return false;
        }
        if all.iter().any(|other| other.text != found.text) {
            self.disputes.insert(piece);
        }
        let is_own = found.worker == COORDINATOR;
        all.push(found);
        if self.phases[piece] == Phase::Done {
            return false;
        }
        self.set(piece, Phase::Done);
        !is_own && !self.rechecks.contains(&piece)
    }

    /// The results of a piece.
    pub fn found(&self, piece: usize) -> &[Found] {
        self.found.get(&piece).map_or(&[], Vec::as_slice)
    }

    /// The result that counts.
    pub fn accepted(&self, piece: usize) -> Option<&Found> {
        self.found(piece).first()
    }

    /// A piece is to have the results of two workers.
    pub fn recheck(&mut self, piece: usize) {
        self.rechecks.insert(piece);
    }

    /// Whether a piece is to have the results of two workers, there already or not.
    pub fn is_rechecked(&self, piece: usize) -> bool {
        self.rechecks.contains(&piece)
    }

    /// How many pieces are to have the results of two workers, there already or not.
    pub fn rechecks(&self) -> usize {
        self.rechecks.len()
    }

    /// The pieces whose second result is missing. A result of the coordinator needs no second one.
    pub fn open_rechecks(&self) -> Vec<usize> {
        let is_open = |piece: &&usize| {
            let found = self.found(**piece);
            self.phase(**piece) == Some(Phase::Done)
                && found.len() < 2
                && found.iter().all(|found| found.worker != COORDINATOR)
        };
        self.rechecks.iter().filter(is_open).copied().collect()
    }

    /// The workers of which no piece is chosen for a recheck, each with its accepted pieces.
    pub fn unchecked(&self) -> BTreeMap<String, Vec<usize>> {
        let mut pieces: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        let mut checked: BTreeSet<&str> = BTreeSet::from([COORDINATOR]);
        for piece in self.wanted() {
            let Some(found) = self.accepted(piece) else {
                continue;
            };
            if self.is_rechecked(piece) {
                checked.insert(&found.worker);
            } else {
                pieces.entry(found.worker.clone()).or_default().push(piece);
            }
        }
        pieces.retain(|worker, _| !checked.contains(worker.as_str()));
        pieces
    }

    /// A piece with different results.
    pub fn dispute(&self) -> Option<usize> {
        self.disputes.first().copied()
    }

    /// Ends a dispute by the result of the coordinator: the workers that found something else.
    /// `None` if the coordinator has none yet.
    pub fn settle(&mut self, piece: usize) -> Option<Vec<String>> {
        let all = self.found(piece);
        let own = all.iter().find(|found| found.worker == COORDINATOR)?;
        let wrong = all.iter().filter(|found| found.text != own.text);
        let wrong = wrong.map(|found| found.worker.clone()).collect();
        self.disputes.remove(&piece);
        Some(wrong)
    }

    /// Shuts a worker out: its results and its tries do not count any more. Pieces that it did or
    /// helped to give up are missing again. How many these are; `None` if it was shut out before,
    /// or is the coordinator.
    pub fn shut_out(&mut self, worker: &str) -> Option<usize> {
        if worker == COORDINATOR || !self.shut_out.insert(worker.to_owned()) {
            return None;
        }
        let mut again = 0;
        for piece in 0..self.phases.len() {
            if let Some(tries) = self.given_back.get_mut(&piece) {
                let before = tries.len();
                tries.retain(|told| told.worker != worker);
                if tries.len() < before && self.phases[piece] == Phase::Failed {
                    self.set(piece, Phase::Missing);
                    again += 1;
                }
            }
            let Some(found) = self.found.get_mut(&piece) else {
                continue;
            };
            let before = found.len();
            found.retain(|found| found.worker != worker);
            // Those that are left may agree now.
            if found.len() < before && found.windows(2).all(|pair| pair[0].text == pair[1].text) {
                self.disputes.remove(&piece);
            }
            if found.is_empty() && self.phases[piece] == Phase::Done {
                self.set(piece, Phase::Missing);
                again += 1;
            }
        }
        Some(again)
    }

    /// Notes a worker that an earlier coordinator shut out. To be called before any result is read.
    pub fn note_shut_out(&mut self, worker: &str) {
        self.shut_out.insert(worker.to_owned());
    }

    /// Whether a worker was shut out.
    pub fn is_shut_out(&self, worker: &str) -> bool {
        self.shut_out.contains(worker)
    }

    /// The workers that were shut out.
    pub fn all_shut_out(&self) -> impl Iterator<Item = &String> {
        self.shut_out.iter()
    }

    fn set(&mut self, piece: usize, phase: Phase) {
        let before = self.phases[piece];
        self.open -= usize::from(before.is_open());
        self.open += usize::from(phase.is_open());
        self.waiting -= usize::from(before == Phase::Waiting);
        self.waiting += usize::from(phase == Phase::Waiting);
        if phase == Phase::Missing {
            self.cursor = self.cursor.min(piece);
        }
        self.phases[piece] = phase;
    }
}
