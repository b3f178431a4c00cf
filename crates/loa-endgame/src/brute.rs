//! Every position of a small Lines of Action board, solved backwards: the oracle of the searches,
//! and the table of `value`.
//!
//! Only the side to move matters, not its colour, so a state is a pair: the stones of the side to
//! move and those of the other side. All states with at most a given number of stones for each side
//! are listed with their successors. Then wins and losses are carried back from the ends of the
//! game, shortest first. The rest is drawn: both sides can go on for ever, so *the value rests on a
//! cycle*.

use std::collections::{BTreeMap, HashMap};
use yose_loa::{AnyPosition, Color, Move, Outcome, Rules, Setup, Size, SquareName, with_position};

/// The value of a state for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// The side to move wins in this number of plies.
    Win(u16),
    /// The side to move loses in this number of plies.
    Loss(u16),
    /// Neither side wins.
    Draw,
}

/// The values of all states.
#[derive(Debug)]
pub struct Board {
    size: Size,
    states: Vec<(u32, u32)>,
    index: HashMap<(u32, u32), u32>,
    values: Vec<Value>,
}

/// How many states a board has, and how they end for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All states.
    pub states: u64,
    /// Won ones.
    pub wins: u64,
    /// Lost ones.
    pub losses: u64,
    /// Drawn ones.
    pub draws: u64,
    /// The longest distance of a win or a loss.
    pub deepest: u16,
}

/// The most squares of a board that is solved.
pub const MOST_SQUARES: u32 = 25;

/// The number of pairs of sets of stones with at most `most` for each side and `total` in all.
/// Solving a board takes as much.
pub fn pairs(size: Size, most: u32, total: u32) -> u64 {
    let choose = |n: u32, k: u32| (0..k).fold(1u64, |c, i| c * u64::from(n - i) / u64::from(i + 1));
    let area = size.area();
    let most = most.min(area);
    let mut all = 0u64;
    for us in 1..=most {
        for them in 1..=most.min(total.saturating_sub(us)).min(area - us) {
            all = all.saturating_add(choose(area, us).saturating_mul(choose(area - us, them)));
        }
    }
    all
}

/// The result of a move.
enum Next {
    /// Another state.
    State(u32),
    /// The end, won or lost for the mover.
    End(bool),
}

fn sets(area: u32, most: u32) -> Vec<u32> {
    (1u32..1 << area).filter(|s| s.count_ones() <= most).collect()
}

impl Board {
    /// Solves a board of at most 25 squares with at most `most` stones for each side and `total` in
    /// all. Captures only take stones away, so every position that can be reached is among these.
    pub fn solve(size: Size, most: u32, total: u32) -> Board {
        Board::solve_while(size, most, total, &|| true).expect("nobody stops it")
    }

    /// The same while `going` is true; `None` if it became false.
    pub fn solve_while(size: Size, most: u32, total: u32, going: &dyn Fn() -> bool) -> Option<Board> {
        let sets = sets(size.area(), most);
        let mut states = Vec::new();
        let mut index = HashMap::new();
        for &us in &sets {
            if !going() {
                return None;
            }
            for &them in &sets {
                if us & them == 0
                    && us.count_ones() + them.count_ones() <= total
                    && let Some(p) = position(size, us, them)
                    && with_position!(p, |p| p.connection(Rules::PAPER)) == Outcome::Running
                {
                    index.insert((us, them), states.len() as u32);
                    states.push((us, them));
                }
            }
        }
        let mut values = vec![Value::Draw; states.len()];
        let mut open = vec![0u32; states.len()];
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); states.len()];
        // States by the round in which they are decided.
        let mut rounds: Vec<Vec<u32>> = vec![Vec::new()];
        let mut late = vec![0u16; states.len()];
        for (i, &(us, them)) in states.iter().enumerate() {
            if i % 4096 == 0 && !going() {
                return None;
            }
            let nexts = successors(size, us, them, &index);
            open[i] = nexts.len() as u32;
            if nexts.is_empty() {
                values[i] = Value::Loss(0);
                rounds[0].push(i as u32);
            }
            for (_, next) in nexts {
                match next {
                    Next::State(j) => before[j as usize].push(i as u32),
                    Next::End(true) => values[i] = Value::Win(1),
                    Next::End(false) => {
                        open[i] -= 1;
                        late[i] = 1;
                    }
                }
            }
        }
        rounds.push(Vec::new());
        for i in 0..states.len() {
            match values[i] {
                Value::Win(1) => rounds[1].push(i as u32),
                Value::Draw if open[i] == 0 => {
                    values[i] = Value::Loss(1);
                    rounds[1].push(i as u32);
                }
                _ => {}
            }
        }
        let mut round = 0;
        while round < rounds.len() {
            for i in std::mem::take(&mut rounds[round]) {
                let n = round as u16;
                for &b in &before[i as usize] {
                    let b = b as usize;
                    if values[b] != Value::Draw {
                        continue;
                    }
                    match values[i as usize] {
                        Value::Loss(_) => values[b] = Value::Win(n + 1),
                        Value::Win(_) => {
                            open[b] -= 1;
                            late[b] = late[b].max(n + 1);
                            if open[b] > 0 {
                                continue;
                            }
                            values[b] = Value::Loss(late[b]);
                        }
                        Value::Draw => continue,
                    }
                    if rounds.len() < round + 2 {
                        rounds.push(Vec::new());
                    }
                    rounds[round + 1].push(b as u32);
                }
            }
            round += 1;
        }
        Some(Board {
            size,
            states,
            index,
            values,
        })
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.states.len()
    }

    /// The value of a position for the side to move; `None` if the position was not solved, or is
    /// over.
    pub fn value(&self, position: &AnyPosition) -> Option<Value> {
        let state = state(position);
        let number = self.index.get(&state).filter(|_| position.size() == self.size)?;
        self.values.get(*number as usize).copied()
    }

    /// The value of a move for the side that makes it.
    fn by(&self, next: &Next) -> Value {
        match next {
            Next::End(true) => Value::Win(1),
            Next::End(false) => Value::Loss(1),
            Next::State(j) => match self.values[*j as usize] {
                Value::Win(n) => Value::Loss(n + 1),
                Value::Loss(n) => Value::Win(n + 1),
                Value::Draw => Value::Draw,
            },
        }
    }

    /// Every legal move, in the order of the move generator, with its value for the side that makes
    /// it. A position that was not solved, or is over, has none.
    pub fn moves(&self, position: &AnyPosition) -> Vec<(Move, Value)> {
        let state = state(position);
        if position.size() != self.size || !self.index.contains_key(&state) {
            return Vec::new();
        }
        let nexts = successors(self.size, state.0, state.1, &self.index);
        nexts.into_iter().map(|(m, next)| (m, self.by(&next))).collect()
    }

    /// How many states have each value.
    pub fn distribution(&self) -> BTreeMap<Value, u64> {
        let mut all = BTreeMap::new();
        for &value in &self.values {
            *all.entry(value).or_default() += 1;
        }
        all
    }

    /// How many states there are, and how they end.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for (value, count) in self.distribution() {
            counts.states += count;
            let (of, distance) = match value {
                Value::Win(n) => (&mut counts.wins, n),
                Value::Loss(n) => (&mut counts.losses, n),
                Value::Draw => (&mut counts.draws, 0),
            };
            *of += count;
            counts.deepest = counts.deepest.max(distance);
        }
        counts
    }

    /// The moves to the end of the game: the shortest win against the longest resistance, of equal
    /// moves the first. Empty for a draw.
    pub fn line(&self, position: &AnyPosition) -> Vec<Move> {
        let mut at = state(position);
        let mut line = Vec::new();
        while let Some(&number) = self.index.get(&at) {
            let wanted = match self.values[number as usize] {
                Value::Draw | Value::Loss(0) => break,
                wanted => wanted,
            };
            let mut nexts = successors(self.size, at.0, at.1, &self.index).into_iter();
            let Some((m, next)) = nexts.find(|(_, next)| self.by(next) == wanted) else {
                break;
            };
            line.push(m);
            match next {
                Next::State(j) => at = self.states[j as usize],
                Next::End(_) => break,
            }
        }
        line
    }

    /// Every position in which nobody is connected, Black to move, with its value.
    pub fn positions(&self) -> impl Iterator<Item = (AnyPosition, Value)> + '_ {
        self.states
            .iter()
            .zip(&self.values)
            .filter_map(|(&(us, them), &value)| Some((position(self.size, us, them)?, value)))
    }
}

/// The stones of the side to move and of the other side.
fn state(position: &AnyPosition) -> (u32, u32) {
    with_position!(position, |p| {
        let set = |color| {
            let own = p
                .size()
                .squares()
                .filter(|&square| p.stone(square) == Some(color));
            // Squares beyond the word belong to boards that are not solved.
            own.fold(0u32, |set, square| {
                set | 1u32.checked_shl(u32::from(square.raw())).unwrap_or(0)
            })
        };
        (set(p.turn()), set(p.turn().other()))
    })
}

fn position(size: Size, us: u32, them: u32) -> Option<AnyPosition> {
    let stones = |set: u32, color| {
        size.squares().filter_map(move |square| {
            let name = SquareName {
                file: size.file(square),
                rank: size.rank(square),
            };
            (set >> square.raw() & 1 == 1).then_some((name, color))
        })
    };
    let setup = Setup {
        files: size.files(),
        ranks: size.ranks(),
        stones: stones(us, Color::Black)
            .chain(stones(them, Color::White))
            .collect(),
        turn: Color::Black,
    };
    setup.validate().ok()
}

fn successors(size: Size, us: u32, them: u32, index: &HashMap<(u32, u32), u32>) -> Vec<(Move, Next)> {
    let Some(p) = position(size, us, them) else {
        return Vec::new();
    };
    with_position!(p, |p| {
        let next = |m: Move| {
            let to = 1u32 << m.to().raw();
            let ours = us & !(1 << m.from().raw()) | to;
            match p.after(m).connection(Rules::PAPER) {
                Outcome::Running => index.get(&(them & !to, ours)).copied().map(Next::State),
                outcome => Some(Next::End(outcome == Outcome::Win(Color::Black))),
            }
        };
        p.legal_moves()
            .iter()
            .filter_map(|&m| Some((m, next(m)?)))
            .collect()
    })
}
