//! Every game that is searched keeps the laws of games, and every law catches a game that breaks
//! it.

use yose_andor::{Count, Dominance, Edge, Game, Hints, Judgement, Lambda, Links, Lookahead, Meter, Order};
use yose_andor::{EVER, Outcome, PASS, Plies, Query, Reason, Resource};
use yose_board::{Color, Key};
use yose_hisshi::{Hisshi, MoveSet};
use yose_loa_endgame::Endgame;
use yose_shogi::{Geometry, Setup, with_position};
use yose_testkit::game_laws::{self as laws, Checked};
use yose_testkit::graph::{Graph, Hooks, MIXED, SHAPES, Stock, Walk};
use yose_testkit::problems::{Recipe, random_problem};
use yose_testkit::{Random, suite};
use yose_tsume::{Question, Techniques, Tsume};
use yose_value::Win;

fn kept(what: &str, checked: Checked) {
    checked.unwrap_or_else(|breach| panic!("{what}: {breach}"));
}

#[test]
fn graph_games_keep_the_laws() {
    for (n, shape) in SHAPES.iter().enumerate() {
        for seed in 0..30 {
            let mut graph = Graph::random(shape, 1000 * n as u64 + seed);
            if seed % 2 == 1 {
                graph = graph.with_free_replies().with_passes();
            }
            if seed % 4 == 3 {
                graph = graph.with_looks();
            }
            let plain = Hooks {
                pieces: false,
                judge: false,
                ..Hooks::ALL
            };
            for hooks in [Hooks::ALL, plain] {
                let ask = |(node, stock)| graph.ask(node, stock, hooks);
                let positions: Vec<_> = graph.states().map(ask).collect();
                kept(&format!("{shape:?} {seed}"), laws::all(&positions, 4));
            }
        }
    }
}

/// The same board with one piece of a hand in the other hand, for every kind in hand.
fn other_hands(setup: &Setup) -> Vec<Setup> {
    let mut found = vec![setup.clone()];
    for from in 0..2 {
        for kind in 0..setup.hands[from].len() {
            let mut other = setup.clone();
            if other.hands[from][kind] > 0 {
                other.hands[from][kind] -= 1;
                other.hands[1 - from][kind] += 1;
                found.push(other);
            }
        }
    }
    found
}

/// The positions of the list, those after one random line of each, and all with other hands.
fn played<Q: Query>(roots: Vec<Q>, random: &mut Random, plies: usize) -> Vec<Q> {
    let mut positions = Vec::new();
    for root in roots {
        let mut at = root;
        positions.push(at.clone());
        for _ in 0..plies {
            let mut edges = Vec::new();
            at.expand(&mut edges);
            let Some(edge) = random.pick(&edges) else {
                break;
            };
            at.make(edge.mv);
            positions.push(at.clone());
        }
    }
    positions
}

fn tsume_laws<G: Geometry>(name: &str, setups: &[Setup], p: &yose_shogi::Position<G>, random: &mut Random) {
    let questions = |change: fn(Question<G>) -> Question<G>| {
        let position = |setup: &Setup| setup.position(p.geometry()).ok();
        let tsume = setups
            .iter()
            .filter_map(position)
            .filter_map(|p| Tsume::new(p).ok());
        tsume
            .map(|tsume| change(Question::new(&tsume, Techniques::default())))
            .collect::<Vec<_>>()
    };
    let changes: [fn(Question<G>) -> Question<G>; 3] =
        [|q| q, Question::without_drops, Question::with_hands_in_keys];
    for change in changes {
        // The same seed for each hand: the lines stay together while the moves do.
        let seed = random.number();
        let lines = questions(change)
            .into_iter()
            .flat_map(|q| played(vec![q], &mut Random::new(seed), 4));
        kept(name, laws::all(&lines.collect::<Vec<_>>(), 3));
    }
}

#[test]
fn mate_problems_keep_the_laws() {
    let mut random = Random::new(22);
    for name in ["shogi", "minishogi", "3x4:BKR:1"] {
        let variant = suite::variant(name);
        for recipe in Recipe::ALL {
            for _ in 0..12 {
                let Some(setup) = random_problem(variant, recipe, &mut random) else {
                    continue;
                };
                let Ok(position) = setup.validate() else {
                    continue;
                };
                with_position!(position, |p| tsume_laws(
                    name,
                    &other_hands(&setup),
                    &p,
                    &mut random
                ));
            }
        }
    }
}

fn brinkmate_laws<G: Geometry>(name: &str, setups: &[Setup], p: &yose_shogi::Position<G>, seed: u64) {
    for moves in [MoveSet::All, MoveSet::Paper] {
        let position = |setup: &Setup| setup.position(p.geometry()).ok();
        let problems = setups
            .iter()
            .filter_map(position)
            .filter_map(|p| Hisshi::new(p).ok());
        let ask = |hisshi: Hisshi<G>| yose_hisshi::Question::new(&hisshi, moves, Default::default());
        let lines = problems.flat_map(|hisshi| played(vec![ask(hisshi)], &mut Random::new(seed), 4));
        // Within 0 plies, in the ground, is plain mate. Quiet moves are too many for more.
        kept(name, laws::all(&lines.collect::<Vec<_>>(), 0));
    }
}

#[test]
fn brinkmates_keep_the_laws() {
    let mut random = Random::new(24);
    for name in ["shogi", "minishogi", "3x4:BKR:1"] {
        let variant = suite::variant(name);
        for recipe in Recipe::ALL {
            for _ in 0..6 {
                let Some(setup) = random_problem(variant, recipe, &mut random) else {
                    continue;
                };
                let Ok(position) = setup.validate() else {
                    continue;
                };
                let seed = random.number();
                with_position!(position, |p| brinkmate_laws(name, &other_hands(&setup), &p, seed));
            }
        }
    }
}

#[test]
fn whole_games_of_shogi_keep_the_laws() {
    let mut random = Random::new(23);
    let small = suite::VARIANTS.into_iter().filter(|name| name.starts_with("3x4"));
    for name in small.take(3) {
        let mut left = 12;
        while left > 0 {
            let Some(setup) = yose_testkit::shogi::random_setup(suite::variant(name), &mut random) else {
                continue;
            };
            let Ok(position) = setup.validate() else {
                continue;
            };
            left -= 1;
            with_position!(position, |p| {
                let position = |setup: &Setup| setup.position(p.geometry()).ok();
                let positions: Vec<_> = other_hands(&setup).iter().filter_map(position).collect();
                for prover in Color::ALL {
                    for question in [Win::without_folding, |win| win] {
                        let wins = positions.iter().map(|p| question(Win::new(p.clone(), prover)));
                        let seed = random.number();
                        let lines = wins.flat_map(|win| played(vec![win], &mut Random::new(seed), 2));
                        kept(name, laws::all(&lines.collect::<Vec<_>>(), 1));
                    }
                }
            });
        }
    }
}

#[test]
fn lines_of_action_keeps_the_laws() {
    use yose_loa::{AnyPosition, Rules, Size, with_position};
    use yose_loa_endgame::Techniques;
    let mut random = Random::new(24);
    for size in Size::all().filter(|size| size.squares().len() <= 20) {
        let start = AnyPosition::start(size);
        with_position!(start, |start| {
            for _ in 0..6 {
                // Positions near the end have few stones, so captures come first.
                let mut p = start;
                let mut positions = Vec::new();
                for _ in 0..40 {
                    let Ok(endgame) = Endgame::new(p, Rules::PAPER) else {
                        break;
                    };
                    positions.push(endgame);
                    let moves = p.legal_moves();
                    let captures: Vec<_> = moves.iter().copied().filter(|&m| p.is_capture(m)).collect();
                    let list = if captures.is_empty() {
                        &moves[..]
                    } else {
                        &captures[..]
                    };
                    let Some(&m) = random.pick(list) else {
                        break;
                    };
                    p.make(m);
                }
                let late = positions.split_off(positions.len().saturating_sub(4));
                let plain = Techniques {
                    prune: false,
                    glance: false,
                    estimates: false,
                };
                for techniques in [Techniques::default(), plain] {
                    let mut lists = [Vec::new(), Vec::new()];
                    for endgame in &late {
                        for question in [endgame.question(techniques), endgame.against(techniques)] {
                            lists[usize::from(question.prover() == Color::Black)].push(question);
                        }
                    }
                    for questions in lists {
                        let lines = played(questions, &mut random, 2);
                        kept("loa", laws::all(&lines, 3));
                        let first = lines.iter().map(|q| Lambda::new(q.clone(), Order::First));
                        kept("threats first", laws::all(&first.collect::<Vec<_>>(), 2));
                    }
                }
            }
        });
    }
}

#[allow(dead_code, reason = "its main function is not called")]
#[path = "../../../prove/examples/connect_four.rs"]
mod connect_four;

/// The example of a game of one's own, from the empty board and from random lines.
#[test]
fn connect_four_keeps_the_laws() {
    let start = connect_four::Board::default();
    let mut random = Random::new(25);
    for _ in 0..20 {
        let lines = played(vec![start], &mut random, 20);
        kept("connect four", laws::all(&lines, 4));
    }
}

/// What is wrong with a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Fault {
    None,
    UnmakeForgets,
    ExpandAlternates,
    PathCounts,
    EdgeKey,
    EdgeResource,
    ZeroKey,
    KeyWithoutTurn,
    PackZero,
    PackSame,
    PackPass,
    FindNothing,
    FindAnother,
    EstimateZero,
    UndeclaredCost,
    UndeclaredFree,
    UndeclaredGround,
    RestForgotten,
    FreeWithLess,
    WidePack,
    LossyUnpack,
    CoversAll,
    JoinLow,
    MeetHigh,
    ExactKey,
    ExactKeyAfter,
    PassStays,
    UnpassForgets,
    JudgeMoves,
    Counterpart,
    CountsShort,
    MoreHurts,
    JudgeProves,
    JudgeRefutes,
    JudgeNeedsNothing,
    JudgeSurvivesAll,
    GlanceProves,
    GlanceRefutes,
    GlanceDecidesNothing,
    ElsewhereProves,
    ElsewhereRefutes,
    HorizonProves,
    HorizonRefutes,
    NeedBefore,
    NeedOfAll,
    BoundBefore,
    BoundOfAll,
}

/// The largest fault.
const LAST: u8 = Fault::BoundOfAll as u8;

/// A stock that knows what is wrong with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Held(Stock, u8);

impl Held {
    fn has(self, fault: Fault) -> bool {
        self.1 == fault as u8
    }
}

impl Resource for Held {
    fn pack(self) -> u64 {
        let wide = u64::from(self.has(Fault::WidePack)) << 40;
        self.0.pack() | u64::from(self.1) << 16 | wide
    }
    fn unpack(word: u64) -> Self {
        let held = Held(Stock::unpack(word & 0xffff), (word >> 16) as u8);
        if held.has(Fault::LossyUnpack) {
            Held(Stock::default(), held.1)
        } else {
            held
        }
    }
    fn covers(self, other: Self) -> bool {
        self.has(Fault::CoversAll) || self.0.covers(other.0)
    }
    fn join(self, other: Self) -> Self {
        let low = self.has(Fault::JoinLow);
        Held(if low { self.0 } else { self.0.join(other.0) }, self.1)
    }
    fn meet(self, other: Self) -> Self {
        let high = self.has(Fault::MeetHigh);
        Held(if high { self.0 } else { self.0.meet(other.0) }, self.1)
    }
}

/// A graph game with a fault.
#[derive(Clone)]
struct Broken<'g> {
    inner: Walk<'g>,
    cap: Stock,
    fault: Fault,
    /// How often moves were listed, and how long the path is.
    listed: u32,
    depth: u32,
    passed: bool,
}

impl Broken<'_> {
    fn has(&self, fault: Fault) -> bool {
        self.fault == fault
    }
    fn held(&self, stock: Stock) -> Held {
        Held(stock, self.fault as u8)
    }
}

impl<'g> Game for Broken<'g> {
    type Move = u8;
    type Undo = Walk<'g>;
    type Resource = Held;
    const COSTS: bool = false;
    const FREE_REPLIES: bool = false;

    fn prover_to_move(&self) -> bool {
        self.inner.prover_to_move() != self.passed
    }
    fn key(&self) -> Key {
        if self.has(Fault::ZeroKey) {
            0
        } else if self.has(Fault::KeyWithoutTurn) {
            7
        } else {
            self.inner.key() ^ u64::from(self.passed)
        }
    }
    fn resource(&self) -> Held {
        self.held(self.inner.resource())
    }
    fn expand(&mut self, edges: &mut Vec<Edge<u8, Held>>) {
        let base = edges.len();
        let mut list = Vec::new();
        self.inner.expand(&mut list);
        let full = self.inner.resource() == self.cap && self.prover_to_move();
        if self.has(Fault::MoreHurts) && full || self.has(Fault::PathCounts) && self.depth > 0 {
            list.clear();
        }
        edges.extend(list.into_iter().map(|e| {
            let key = e.key ^ u64::from(self.has(Fault::EdgeKey));
            let resource = self.held(if self.has(Fault::EdgeResource) {
                self.cap
            } else {
                e.resource
            });
            let pn = if self.has(Fault::EstimateZero) { 0 } else { e.pn };
            let count = if self.has(Fault::UndeclaredGround) {
                Count::UnlessGround
            } else {
                e.count
            };
            Edge::new(e.mv, key, resource)
                .with_count(count)
                .with_estimates(pn, e.dn)
                .with_late(e.late)
                .with_group(e.group)
                .with_cost(u16::from(self.has(Fault::UndeclaredCost)))
                .with_free(
                    self.has(Fault::UndeclaredFree)
                        || self.has(Fault::FreeWithLess) && self.inner.resource() != self.cap,
                )
        }));
        self.listed += 1;
        if self.has(Fault::ExpandAlternates) && self.listed.is_multiple_of(2) {
            edges[base..].reverse();
        }
    }
    fn expand_first(&mut self, _: bool, edges: &mut Vec<Edge<u8, Held>>) -> bool {
        self.expand(edges);
        if self.has(Fault::RestForgotten) {
            edges.pop();
        }
        false
    }
    fn make(&mut self, m: u8) -> Walk<'g> {
        let before = self.inner.clone();
        self.inner.make(m);
        self.depth += 1;
        before
    }
    fn unmake(&mut self, _: u8, before: Walk<'g>) {
        if !self.has(Fault::UnmakeForgets) {
            self.inner = before;
        }
        self.depth -= 1;
    }
    fn pack_move(&self, m: u8) -> u16 {
        if self.has(Fault::PackZero) {
            m.into()
        } else if self.has(Fault::PackSame) {
            1
        } else if self.has(Fault::PackPass) && m.is_multiple_of(2) {
            PASS
        } else {
            self.inner.pack_move(m)
        }
    }
    fn find_move(&mut self, packed: u16) -> Option<u8> {
        if self.has(Fault::FindNothing) {
            return None;
        }
        let mut edges = Vec::new();
        self.expand(&mut edges);
        let another = self.has(Fault::FindAnother);
        let mut moves = edges.iter().map(|e| e.mv);
        moves.find(|&m| (self.pack_move(m) == packed) != another)
    }
}

impl Dominance for Broken<'_> {
    fn need_before(&self, m: u8, need: Held) -> Held {
        self.held(if self.has(Fault::NeedBefore) {
            Stock::default()
        } else {
            self.inner.need_before(m, need.0)
        })
    }
    fn need_of_all(&self, joined: Option<Held>) -> Held {
        self.held(if self.has(Fault::NeedOfAll) {
            joined.map_or(Stock::default(), |held| held.0)
        } else {
            self.inner.need_of_all(joined.map(|held| held.0))
        })
    }
    fn bound_before(&self, m: u8, bound: Held) -> Held {
        self.held(if self.has(Fault::BoundBefore) {
            self.cap
        } else {
            self.inner.bound_before(m, bound.0)
        })
    }
    fn bound_of_all(&self, met: Option<Held>) -> Held {
        self.held(if self.has(Fault::BoundOfAll) {
            met.map_or(self.cap, |held| held.0)
        } else {
            self.inner.bound_of_all(met.map(|held| held.0))
        })
    }
}

impl Lookahead for Broken<'_> {
    fn judge(&mut self) -> Judgement<Held> {
        if self.has(Fault::JudgeMoves) {
            self.depth += 1;
            let mut edges = Vec::new();
            self.inner.expand(&mut edges);
            edges.first().map(|e| self.inner.make(e.mv));
            return Judgement::Open;
        }
        let own = self.resource();
        match (self.inner.judge(), self.fault) {
            (_, Fault::JudgeProves) => Judgement::Proved { plies: 2, need: own },
            (_, Fault::JudgeRefutes) => Judgement::Disproved {
                plies: EVER,
                bound: own,
            },
            (Judgement::Open, _) => Judgement::Open,
            (Judgement::Proved { plies, .. }, Fault::JudgeNeedsNothing) => Judgement::Proved {
                plies,
                need: self.held(Stock::default()),
            },
            (Judgement::Disproved { plies, .. }, Fault::JudgeSurvivesAll) => Judgement::Disproved {
                plies,
                bound: self.held(self.cap),
            },
            (Judgement::Proved { plies, need }, _) => Judgement::Proved {
                plies,
                need: self.held(need),
            },
            (Judgement::Disproved { plies, bound }, _) => Judgement::Disproved {
                plies,
                bound: self.held(bound),
            },
        }
    }
    fn glance(&mut self, left: Plies) -> Option<Outcome> {
        match self.fault {
            Fault::GlanceProves => Some(Outcome::Proved(left)),
            Fault::GlanceRefutes => Some(Outcome::Disproved(left)),
            Fault::GlanceDecidesNothing if left > 0 && self.prover_to_move() => Some(Outcome::Disproved(0)),
            _ => None,
        }
    }
}

impl Hints for Broken<'_> {
    fn pass(&mut self) -> bool {
        // A graph knows no pass; one that turns keys and the turn shows that it is taken back.
        self.passed = self.has(Fault::UnpassForgets);
        self.has(Fault::UnpassForgets) || self.has(Fault::PassStays)
    }
    fn counterpart(&self, _: &Self, m: u8, edges: &[Edge<u8, Held>]) -> Option<u8> {
        if self.has(Fault::Counterpart) {
            Some(m)
        } else {
            edges.first().map(|e| e.mv)
        }
    }
}

impl Links for Broken<'_> {
    fn exact_key(&self) -> Key {
        if self.has(Fault::ExactKey) { 7 } else { self.key() }
    }
    fn exact_key_after(&self, _: u8, key: Key) -> Key {
        key ^ u64::from(self.has(Fault::ExactKeyAfter))
    }
    fn elsewhere(&self, _: u8) -> (Plies, Plies) {
        match self.fault {
            Fault::ElsewhereProves => (1, 0),
            Fault::ElsewhereRefutes => (Plies::MAX, Plies::MAX),
            _ => (Plies::MAX, 0),
        }
    }
    fn counts(&mut self, _: u8, within: Plies, _: &mut Meter<'_>) -> Result<Option<Plies>, Reason> {
        Ok(Some(if self.has(Fault::CountsShort) {
            within - 1
        } else {
            within
        }))
    }
    fn at_horizon(&mut self, _: &mut Meter<'_>) -> Result<Judgement<Held>, Reason> {
        let own = self.resource();
        Ok(match self.fault {
            Fault::HorizonProves => Judgement::Proved { plies: 0, need: own },
            Fault::HorizonRefutes => Judgement::Disproved {
                plies: EVER,
                bound: own,
            },
            _ => Judgement::Disproved { plies: 0, bound: own },
        })
    }
}

/// Checks the law that must catch a fault.
fn check(fault: Fault, p: &[Broken<'_>]) -> Checked {
    use Fault::*;
    match fault {
        None => laws::all(p, 3),
        UnmakeForgets => laws::unmake_undoes_make(p),
        ExpandAlternates | PathCounts => laws::expand_depends_on_the_position(p),
        EdgeKey | EdgeResource => laws::edges_say_what_follows(p),
        ZeroKey => laws::keys_are_not_zero(p),
        KeyWithoutTurn => laws::keys_tell_the_turn(p),
        PackPass => laws::passes_are_one_move(p),
        PackZero | PackSame => laws::packed_moves_tell_moves_apart(p),
        FindNothing | FindAnother => laws::find_move_inverts_pack_move(p),
        EstimateZero => laws::estimates_are_positive(p),
        UndeclaredCost | UndeclaredFree => laws::constants_are_true(p),
        UndeclaredGround => laws::ground_has_its_moves(p),
        RestForgotten => laws::first_moves_and_rest_are_all(p),
        FreeWithLess => laws::free_replies_stay_free(p),
        WidePack | LossyUnpack => laws::resources_fit_the_table(p),
        CoversAll | JoinLow | MeetHigh => laws::resources_are_ordered(p),
        ExactKey | ExactKeyAfter => laws::exact_keys_follow(p),
        PassStays | UnpassForgets => laws::passes_are_taken_back(p),
        JudgeMoves | Counterpart => laws::hints_change_nothing(p),
        CountsShort => laws::counts_reaches_far_enough(p, 3),
        MoreHurts => laws::more_never_hurts(p, 3),
        JudgeProves | JudgeRefutes | JudgeNeedsNothing | JudgeSurvivesAll => laws::judge_is_true(p, 3),
        GlanceProves | GlanceRefutes | GlanceDecidesNothing => laws::glance_is_true(p, 3),
        ElsewhereProves | ElsewhereRefutes => laws::elsewhere_is_true(p, 3),
        HorizonProves | HorizonRefutes => laws::at_horizon_is_true(p, 3),
        NeedBefore | NeedOfAll | BoundBefore | BoundOfAll => laws::needs_and_bounds_of_moves(p),
    }
}

/// Every fault with its number.
fn faults() -> impl Iterator<Item = Fault> {
    use Fault::*;
    let all = [
        None,
        UnmakeForgets,
        ExpandAlternates,
        PathCounts,
        EdgeKey,
        EdgeResource,
        ZeroKey,
        KeyWithoutTurn,
        PackZero,
        PackSame,
        PackPass,
        FindNothing,
        FindAnother,
        EstimateZero,
        UndeclaredCost,
        UndeclaredFree,
        UndeclaredGround,
        RestForgotten,
        FreeWithLess,
        WidePack,
        LossyUnpack,
        CoversAll,
        JoinLow,
        MeetHigh,
        ExactKey,
        ExactKeyAfter,
        PassStays,
        UnpassForgets,
        JudgeMoves,
        Counterpart,
        CountsShort,
        MoreHurts,
        JudgeProves,
        JudgeRefutes,
        JudgeNeedsNothing,
        JudgeSurvivesAll,
        GlanceProves,
        GlanceRefutes,
        GlanceDecidesNothing,
        ElsewhereProves,
        ElsewhereRefutes,
        HorizonProves,
        HorizonRefutes,
        NeedBefore,
        NeedOfAll,
        BoundBefore,
        BoundOfAll,
    ];
    assert_eq!(all.len(), usize::from(LAST) + 1);
    all.into_iter()
}

/// How many of some graphs are caught by a law.
fn caught(fault: Fault, law: impl Fn(&[Broken<'_>]) -> Checked) -> usize {
    let broken = |graph: &Graph| {
        let ask = |(node, stock)| Broken {
            inner: graph.ask(node, stock, Hooks::ALL),
            cap: graph.cap,
            fault,
            listed: 0,
            depth: 0,
            passed: false,
        };
        law(&graph.states().map(ask).collect::<Vec<_>>()).is_err()
    };
    (0..20)
        .filter(|&seed| broken(&Graph::random(&MIXED, seed)))
        .count()
}

#[test]
fn every_law_catches_a_game_that_breaks_it() {
    for fault in faults() {
        let caught = caught(fault, |p| check(fault, p));
        if fault == Fault::None {
            assert_eq!(caught, 0, "a game without a fault");
        } else {
            assert!(caught > 0, "{fault:?} is not caught");
        }
    }
}

/// Wrong needs and bounds show in the results of searches, too.
#[test]
fn wrong_needs_and_bounds_give_wrong_results() {
    for fault in [
        Fault::NeedBefore,
        Fault::NeedOfAll,
        Fault::BoundBefore,
        Fault::BoundOfAll,
    ] {
        let caught = caught(fault, |p| laws::needs_and_bounds_of_results(p, 4));
        assert!(caught > 0, "{fault:?} is not caught");
    }
}

/// A game with a ground: with something in stock the prover has a move in the ground, and reaches
/// its goal by it. What it says of that may be wrong.
#[derive(Clone)]
struct Grounded {
    stock: Stock,
    played: bool,
    /// What it claims to be still not enough, in the ground.
    bound: Stock,
    /// Whether it claims that the goal is not reached.
    denies: bool,
}

impl Game for Grounded {
    type Move = u16;
    type Undo = ();
    type Resource = Stock;
    const GROUND: bool = true;

    fn prover_to_move(&self) -> bool {
        !self.played
    }
    fn key(&self) -> Key {
        1 + u64::from(self.played)
    }
    fn resource(&self) -> Stock {
        self.stock
    }
    fn expand(&mut self, edges: &mut Vec<Edge<u16, Stock>>) {
        if !self.played && self.stock != Stock::default() {
            edges.push(Edge::new(1, 2, self.stock).with_count(Count::UnlessGround));
        }
    }
    fn make(&mut self, _: u16) {
        self.played = true;
    }
    fn unmake(&mut self, _: u16, (): ()) {
        self.played = false;
    }
    fn pack_move(&self, m: u16) -> u16 {
        m
    }
}

impl Dominance for Grounded {
    fn bound_of_all_ground(&self, _: Option<Stock>) -> Stock {
        self.bound
    }
}

impl Lookahead for Grounded {
    fn judge(&mut self) -> Judgement<Stock> {
        match self.denies {
            true => Judgement::Disproved {
                plies: 0,
                bound: self.stock,
            },
            false => Judgement::Open,
        }
    }
}

impl Hints for Grounded {}
impl Links for Grounded {}

/// The laws of the ground catch a bound that is too large, and a wrong claim about a goal that is
/// reached without a ply.
#[test]
fn the_laws_of_the_ground_catch_what_breaks_them() {
    let stocks = [Stock::default(), Stock([1, 0])];
    let game = |bound: fn(Stock) -> Stock, denies| {
        let position = |stock| Grounded {
            stock,
            played: false,
            bound: bound(stock),
            denies,
        };
        stocks.map(position)
    };
    kept("a game with a ground", laws::all(&game(|own| own, false), 2));
    let large = laws::bounds_of_the_ground(&game(|_| Stock([1, 0]), false));
    assert!(large.is_err(), "a move appears with more in stock");
    let denied = laws::judge_is_true(&game(|own| own, true), 0);
    assert!(denied.is_err(), "the goal is reached in the ground");
    let wrong = laws::needs_and_bounds_of_results(&game(|_| Stock([1, 0]), false), 0);
    assert!(wrong.is_err(), "the disproof does not hold with more in stock");
}
