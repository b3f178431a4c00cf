//! Evidence read off a search satisfies its definition, on random cyclic games. The definition
//! below asks neither the search nor the full solution whether a record holds.

use yose_andor::evidence::{EvidenceWriter, disproof, proof};
use yose_andor::{EVER, Limits, Meter, Options, Plies, Resource, Search, Table};
use yose_testkit::Random;
use yose_testkit::graph::{BARE, Graph, Hooks, LONG, LOOPS, MIXED, Shape, Stock, Walk, Way};

/// Shapes in which the sides alternate: evidence names only the prover's nodes.
const ALTERNATING: [Shape; 4] = [MIXED, LONG, LOOPS, BARE];

/// A proof record: node, stock, plies within which the prover wins, and the way to take.
type Proof = (usize, Stock, Plies, u8);
/// A disproof record: node, stock, plies within which the prover does not win, and a reply to each
/// way.
type Disproof = (usize, Stock, Plies, Vec<(u8, u8)>);

/// The records of a search.
#[derive(Default)]
struct Records {
    proofs: Vec<Proof>,
    disproofs: Vec<Disproof>,
}

impl EvidenceWriter<Walk<'_>> for Records {
    fn write_proof(&mut self, at: &Walk<'_>, rank: Plies, mv: u8) {
        let (node, stock) = at.place();
        self.proofs.push((node, stock, rank, mv));
    }

    fn write_disproof(&mut self, at: &Walk<'_>, bound: Plies, answers: &[(u8, u8)]) {
        let (node, stock) = at.place();
        self.disproofs.push((node, stock, bound, answers.to_vec()));
    }

    fn is_full(&self, _: usize) -> bool {
        false
    }
}

/// The way with this number, if it is open.
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

impl Records {
    /// Whether the records prove that the prover wins from the root within `plies` plies. Every
    /// record must name an open way. After that way there is no reply, or a record of a smaller
    /// rank covers the result of every reply.
    fn is_proof(&self, graph: &Graph, root: (usize, Stock), plies: Plies) -> bool {
        let covered = |(node, stock): (usize, Stock), within: Plies| {
            self.proofs
                .iter()
                .any(|&(n, s, rank, _)| n == node && stock.covers(s) && rank <= within)
        };
        let holds = |&(node, stock, rank, way): &Proof| {
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

    /// Whether the records disprove the root. Every record must answer every open way. A record
    /// must cover the result, and its bound may be smaller by at most two. A record without a bound
    /// needs records without a bound.
    fn is_disproof(&self, graph: &Graph, root: (usize, Stock), plies: Plies) -> bool {
        let covered = |(node, stock): (usize, Stock), bound: Plies| {
            self.disproofs
                .iter()
                .any(|(n, s, b, _)| *n == node && s.covers(stock) && *b >= bound)
        };
        let holds = |(node, stock, bound, answers): &Disproof| {
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
        covered(root, plies) && self.disproofs.iter().all(holds)
    }
}

const HOOKS: [Hooks; 2] = [
    Hooks {
        pieces: true,
        judge: true,
        late: true,
        guess: true,
        replay: true,
        cost: false,
    },
    Hooks {
        pieces: false,
        judge: false,
        late: false,
        guess: false,
        replay: false,
        cost: false,
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

/// Evidence from a table that was just filled, and from an empty one.
#[test]
fn evidence_satisfies_its_definition() {
    let mut tally = Tally::default();
    let limits = Limits {
        nodes: Some(10_000_000),
        ..Limits::default()
    };
    let mut quiet = |_| {};
    let mut meter = Meter::new(&limits, &mut quiet);
    let table = Table::new(1);
    for seed in 0..40_000 {
        let graph = Graph::random(&ALTERNATING[seed as usize % ALTERNATING.len()], seed);
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
                    let mut records = Records::default();
                    assert_eq!(
                        proof(&mut search, &query, plies, &mut records, &mut meter),
                        Ok(true)
                    );
                    assert!(records.is_proof(&graph, root, plies), "{}", case("proof"));
                    tally.proofs += 1;
                    tally.longest = tally.longest.max(length);
                    tally.records += records.proofs.len();
                    if length > 1 {
                        let bound = length - 2;
                        let mut records = Records::default();
                        let found = disproof(&mut search, &query, bound, &mut records, &mut meter);
                        assert_eq!(found, Ok(true), "{}", case("refutation"));
                        assert!(records.is_disproof(&graph, root, bound), "{}", case("bounded"));
                        tally.bounded += 1;
                        tally.records += records.disproofs.len();
                        // A false statement has no evidence.
                        let found = proof(&mut search, &query, bound, &mut Records::default(), &mut meter);
                        assert_eq!(found, Ok(false), "{}", case("too short"));
                    }
                    for bound in [length, EVER] {
                        let found = disproof(&mut search, &query, bound, &mut Records::default(), &mut meter);
                        assert_eq!(found, Ok(false), "{}", case("won"));
                        tally.refused += 1;
                    }
                }
                None => {
                    for bound in [1, 3, 9, EVER] {
                        let mut records = Records::default();
                        let found = disproof(&mut search, &query, bound, &mut records, &mut meter);
                        assert_eq!(found, Ok(true), "{}", case("refutation"));
                        assert!(records.is_disproof(&graph, root, bound), "{}", case("closed"));
                        tally.records += records.disproofs.len();
                    }
                    tally.bounded += 3;
                    tally.closed += 1;
                    let found = proof(&mut search, &query, 15, &mut Records::default(), &mut meter);
                    assert_eq!(found, Ok(false), "{}", case("not won"));
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

/// The definition above rejects bad evidence: lost records, changed numbers and exchanged ways. It
/// may accept a changed record only if all records are still true by the full solution.
#[test]
fn the_definition_rejects_bad_records() {
    let mut no = [0; 2];
    let limits = Limits::default();
    let mut quiet = |_| {};
    let mut meter = Meter::new(&limits, &mut quiet);
    let table = Table::new(1);
    for seed in 0..2_000 {
        let graph = Graph::random(&ALTERNATING[seed as usize % ALTERNATING.len()], seed);
        let truth = graph.solve();
        let mut random = Random::new(seed);
        let states: Vec<_> = graph.states().filter(|&(node, _)| graph.prover[node]).collect();
        let root = states[random.below(states.len())];
        let query = graph.ask(root.0, root.1, HOOKS[0]);
        table.renew();
        let mut search = Search::new(query.clone(), &table, Options::default());
        let mut records = Records::default();
        if let Some(length) = truth.length(root.0, root.1) {
            assert_eq!(
                proof(&mut search, &query, length, &mut records, &mut meter),
                Ok(true)
            );
            let at = random.below(records.proofs.len());
            match random.below(3) {
                0 => drop(records.proofs.remove(at)),
                1 => records.proofs[at].2 = records.proofs[at].2.saturating_sub(2),
                _ => records.proofs[at].3 ^= 1,
            }
            let holds = records.is_proof(&graph, root, length);
            no[0] += usize::from(!holds);
            // If the records are accepted, every record must be true.
            let is_true = |&(node, stock, rank, _): &Proof| {
                truth.length(node, stock).is_some_and(|length| length <= rank)
            };
            assert!(!holds || records.proofs.iter().all(is_true), "graph {seed}");
        } else {
            assert_eq!(
                disproof(&mut search, &query, EVER, &mut records, &mut meter),
                Ok(true)
            );
            let at = random.below(records.disproofs.len());
            match random.below(3) {
                0 => drop(records.disproofs.remove(at)),
                1 => drop(records.disproofs[at].3.pop()),
                _ => {
                    if let Some(answer) = records.disproofs[at].3.first_mut() {
                        answer.1 ^= 1;
                    }
                }
            }
            let holds = records.is_disproof(&graph, root, EVER);
            no[1] += usize::from(!holds);
            let is_true = |(node, stock, ..): &Disproof| truth.length(*node, *stock).is_none();
            assert!(!holds || records.disproofs.iter().all(is_true), "graph {seed}");
        }
    }
    println!("{no:?}");
    assert!(no[0] > 500 && no[1] > 300, "{no:?}");
}
