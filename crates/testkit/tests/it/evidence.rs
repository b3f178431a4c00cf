//! The evidence read off a search is evidence: proofs and refutations of random cyclic games, checked by their
//! definition and nothing else. Neither the search nor the full solution is asked whether a record holds.

use yose_andor::evidence::{Clerk, proof, refutation};
use yose_andor::{EVER, Limits, Meter, Options, Plies, Resource, Search, Table};
use yose_testkit::Random;
use yose_testkit::graph::{BARE, Graph, Hooks, LONG, LOOPS, MIXED, Shape, Stock, Walk, Way};

/// The sides take turns: only the prover's nodes are told.
const TURNS: [Shape; 4] = [MIXED, LONG, LOOPS, BARE];

/// A winning way: where, with what, within how many plies, which.
type Win = (usize, Stock, Plies, u8);
/// Where, with what, for how many plies, and a reply to each way.
type Escape = (usize, Stock, Plies, Vec<(u8, u8)>);

/// What was told.
#[derive(Default)]
struct Notes {
    proofs: Vec<Win>,
    refutations: Vec<Escape>,
}

impl Clerk<Walk<'_>> for Notes {
    fn proves(&mut self, at: &Walk<'_>, rank: Plies, mv: u8) {
        let (node, stock) = at.place();
        self.proofs.push((node, stock, rank, mv));
    }

    fn refutes(&mut self, at: &Walk<'_>, bound: Plies, answers: &[(u8, u8)]) {
        let (node, stock) = at.place();
        self.refutations.push((node, stock, bound, answers.to_vec()));
    }

    fn is_full(&self, _: usize) -> bool {
        false
    }
}

/// The way of this number, if it is open.
fn open(graph: &Graph, node: usize, stock: Stock, way: u8) -> Option<&Way> {
    let way = graph.ways[node].get(usize::from(way))?;
    Graph::is_open(graph.prover[node], way, stock).then_some(way)
}

fn all_open(graph: &Graph, node: usize, stock: Stock) -> Vec<u8> {
    let ways = 0..graph.ways[node].len() as u8;
    ways.filter(|&way| open(graph, node, stock, way).is_some())
        .collect()
}

fn follow(graph: &Graph, node: usize, stock: Stock, way: u8) -> Option<(usize, Stock)> {
    let way = open(graph, node, stock, way)?;
    Some((way.to.into(), graph.after(way, stock)))
}

impl Notes {
    /// A proof of the root within so many plies: every record names an open way, after which there is no reply, or
    /// every reply leads to what a record of a smaller rank covers.
    fn is_proof(&self, graph: &Graph, root: (usize, Stock), plies: Plies) -> bool {
        let covered = |(node, stock): (usize, Stock), within: Plies| {
            let mut records = self.proofs.iter();
            records.any(|&(n, s, rank, _)| n == node && stock.covers(s) && rank <= within)
        };
        let holds = |&(node, stock, rank, way): &Win| {
            let Some((other, held)) = follow(graph, node, stock, way) else {
                return false;
            };
            let replies = all_open(graph, other, held);
            graph.prover[node]
                && rank >= 1
                && replies.into_iter().all(|reply| {
                    let next = follow(graph, other, held, reply);
                    rank >= 3 && next.is_some_and(|next| covered(next, rank - 2))
                })
        };
        covered(root, plies) && self.proofs.iter().all(holds)
    }

    /// A refutation of the root: every record answers every open way, and where that leads is covered by a record of
    /// a bound that is smaller by two at most, or has none where it has none.
    fn is_refutation(&self, graph: &Graph, root: (usize, Stock), plies: Plies) -> bool {
        let covered = |(node, stock): (usize, Stock), bound: Plies| {
            let mut records = self.refutations.iter();
            records.any(|(n, s, b, _)| *n == node && s.covers(stock) && *b >= bound)
        };
        let holds = |(node, stock, bound, answers): &Escape| {
            let answered: Vec<u8> = answers.iter().map(|&(way, _)| way).collect();
            graph.prover[*node]
                && answered == all_open(graph, *node, *stock)
                && answers.iter().all(|&(way, reply)| {
                    let next = follow(graph, *node, *stock, way)
                        .and_then(|(other, held)| follow(graph, other, held, reply));
                    next.is_some_and(|next| match *bound {
                        EVER => covered(next, EVER),
                        0..=2 => true,
                        _ => covered(next, bound - 2),
                    })
                })
        };
        covered(root, plies) && self.refutations.iter().all(holds)
    }
}

const HOOKS: [Hooks; 2] = [
    Hooks {
        pieces: true,
        judge: true,
        late: true,
        guess: true,
        replay: true,
    },
    Hooks {
        pieces: false,
        judge: false,
        late: false,
        guess: false,
        replay: false,
    },
];

#[derive(Debug, Default)]
struct Tally {
    proofs: usize,
    longest: Plies,
    bounded: usize,
    closed: usize,
    records: usize,
    refused: usize,
}

/// Evidence from a table that was just filled, and from one that has forgotten everything.
#[test]
fn what_is_told_is_evidence() {
    let mut tally = Tally::default();
    let limits = Limits {
        nodes: Some(10_000_000),
        ..Limits::default()
    };
    let mut quiet = |_| {};
    let mut meter = Meter::new(&limits, &mut quiet);
    let table = Table::new(1);
    for seed in 0..40_000 {
        let graph = Graph::random(&TURNS[seed as usize % TURNS.len()], seed);
        let truth = graph.solve();
        let mut random = Random::new(seed);
        let states: Vec<_> = graph.states().filter(|&(node, _)| graph.prover[node]).collect();
        for _ in 0..3 {
            let root = states[random.below(states.len())];
            let query = graph.ask(root.0, root.1, HOOKS[random.below(2)]);
            table.renew();
            let options = Options {
                cut_worse: random.one_in(2),
                ..Options::default()
            };
            let mut search = Search::new(query.clone(), &table, options);
            if random.one_in(2) {
                search.within(EVER, &mut meter).unwrap();
            }
            let case = |what: &str| format!("graph {seed} from {root:?}: {what}");
            match truth.length(root.0, root.1) {
                Some(length) => {
                    let plies = length + 2 * random.below(3) as Plies;
                    let mut notes = Notes::default();
                    assert_eq!(
                        proof(&mut search, &query, plies, &mut notes, &mut meter),
                        Ok(true)
                    );
                    assert!(notes.is_proof(&graph, root, plies), "{}", case("proof"));
                    tally.proofs += 1;
                    tally.longest = tally.longest.max(length);
                    tally.records += notes.proofs.len();
                    if length > 1 {
                        let bound = length - 2;
                        let mut notes = Notes::default();
                        let told = refutation(&mut search, &query, bound, &mut notes, &mut meter);
                        assert_eq!(told, Ok(true), "{}", case("refutation"));
                        assert!(notes.is_refutation(&graph, root, bound), "{}", case("bounded"));
                        tally.bounded += 1;
                        tally.records += notes.refutations.len();
                        // What is not so cannot be shown.
                        let told = proof(&mut search, &query, bound, &mut Notes::default(), &mut meter);
                        assert_eq!(told, Ok(false), "{}", case("too short"));
                    }
                    for bound in [length, EVER] {
                        let told = refutation(&mut search, &query, bound, &mut Notes::default(), &mut meter);
                        assert_eq!(told, Ok(false), "{}", case("won"));
                        tally.refused += 1;
                    }
                }
                None => {
                    for bound in [1, 3, 9, EVER] {
                        let mut notes = Notes::default();
                        let told = refutation(&mut search, &query, bound, &mut notes, &mut meter);
                        assert_eq!(told, Ok(true), "{}", case("refutation"));
                        assert!(notes.is_refutation(&graph, root, bound), "{}", case("closed"));
                        tally.records += notes.refutations.len();
                    }
                    tally.bounded += 3;
                    tally.closed += 1;
                    let told = proof(&mut search, &query, 15, &mut Notes::default(), &mut meter);
                    assert_eq!(told, Ok(false), "{}", case("not won"));
                    tally.refused += 1;
                }
            }
        }
    }
    println!("{tally:#?}");
    assert!(
        tally.proofs > 50_000 && tally.closed > 20_000 && tally.longest > 20,
        "{tally:#?}"
    );
}

/// The definition above tells evidence from what is none: records left out, numbers changed and ways exchanged are
/// seen, unless they leave evidence. That is settled by the full solution for what each record says.
#[test]
fn the_definition_can_say_no() {
    let mut no = [0; 2];
    let limits = Limits::default();
    let mut quiet = |_| {};
    let mut meter = Meter::new(&limits, &mut quiet);
    let table = Table::new(1);
    for seed in 0..2_000 {
        let graph = Graph::random(&TURNS[seed as usize % TURNS.len()], seed);
        let truth = graph.solve();
        let mut random = Random::new(seed);
        let states: Vec<_> = graph.states().filter(|&(node, _)| graph.prover[node]).collect();
        let root = states[random.below(states.len())];
        let query = graph.ask(root.0, root.1, HOOKS[0]);
        table.renew();
        let mut search = Search::new(query.clone(), &table, Options::default());
        let mut notes = Notes::default();
        if let Some(length) = truth.length(root.0, root.1) {
            assert_eq!(
                proof(&mut search, &query, length, &mut notes, &mut meter),
                Ok(true)
            );
            let at = random.below(notes.proofs.len());
            match random.below(3) {
                0 => drop(notes.proofs.remove(at)),
                1 => notes.proofs[at].2 = notes.proofs[at].2.saturating_sub(2),
                _ => notes.proofs[at].3 ^= 1,
            }
            let holds = notes.is_proof(&graph, root, length);
            no[0] += usize::from(!holds);
            // Accepted, every record must be true.
            let is_true = |&(node, stock, rank, _): &Win| {
                truth.length(node, stock).is_some_and(|length| length <= rank)
            };
            assert!(!holds || notes.proofs.iter().all(is_true), "graph {seed}");
        } else {
            assert_eq!(
                refutation(&mut search, &query, EVER, &mut notes, &mut meter),
                Ok(true)
            );
            let at = random.below(notes.refutations.len());
            match random.below(3) {
                0 => drop(notes.refutations.remove(at)),
                1 => drop(notes.refutations[at].3.pop()),
                _ => {
                    if let Some(answer) = notes.refutations[at].3.first_mut() {
                        answer.1 ^= 1;
                    }
                }
            }
            let holds = notes.is_refutation(&graph, root, EVER);
            no[1] += usize::from(!holds);
            let is_true = |(node, stock, ..): &Escape| truth.length(*node, *stock).is_none();
            assert!(!holds || notes.refutations.iter().all(is_true), "graph {seed}");
        }
    }
    println!("{no:?}");
    assert!(no[0] > 500 && no[1] > 300, "{no:?}");
}
