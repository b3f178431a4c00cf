//! What the tests of the workspace share, and the tests that need several crates at once.
//!
//! The library holds helpers for tests. Nothing that ships depends on this crate; `bench` and the
//! fuzz targets of `fuzz` use it too.
//!
//! | module | contents |
//! | --- | --- |
//! | [`laws`] | the laws that every game obeys; [`Play`] is what they need of a game |
//! | [`game_laws`] | the laws that a game keeps for a search, one function each |
//! | [`shogi`], [`loa`] | [`Play`] for both games, and random setups of shogi |
//! | [`Random`] | a seeded random number generator, so that every machine runs the same tests |
//! | [`problems`] | random tsume problems with rare features |
//! | [`images`](mod@images) | mirror images and exchanged sides of a setup |
//! | [`brinkmates`] | random brinkmate problems, decided by the definition |
//! | [`oracle`] | slow and plain solvers that decide those problems |
//! | [`collection`] | makes, writes and reads the problems of `suites/tsume/generated.tsv` |
//! | [`line`](mod@line) | checks of mating lines |
//! | [`evidence`] | certifies an answer and has the certificate checked |
//! | [`graph`] | random cyclic games with a resource, and their full solution |
//! | [`ground`] | the same with a ground: the definitions of brinkmates |
//! | [`parsers`] | the promises of every parser; the fuzz targets check the same promises |
//! | [`referee`] | the rules of a variant in the form that the referee of `yose-verify` uses |
//! | [`suite`] | the data files of `suites/` |
//! | [`on_all_cores`] | work on all cores |
//! | [`shared_data`] | third-party problem sets, if this machine has them |
//!
//! The tests are one program, `tests/it`. Each file tests one promise:
//!
//! | file | promise |
//! | --- | --- |
//! | `answers` | brute force and certificates confirm answers found in any setting |
//! | `brute` | the two brute-force mate solvers agree |
//! | `certificates` | corrupted certificates of mates are rejected for a fitting reason |
//! | `conventions` | solutions under the classical convention are those of its definition |
//! | `cooks` | problems listed by Noshita and Iida get the verdict of their paper |
//! | `evidence` | evidence read off a search satisfies the definition of evidence |
//! | `futile` | lengths under every policy on futile interpositions are those of the definition |
//! | `game_laws` | games keep the laws of games, and every law catches a game that breaks it |
//! | `grades` | the grade of a problem is that of its definition, by brute force |
//! | `graphs` | searches are right on random cyclic games, and every fact in their tables is true |
//! | `ground` | the search is right on random cyclic games with a ground |
//! | `house` | the repository keeps its own rules: comment widths, links, the map |
//! | `kingin` | the proof search is right on the kin-gin family, where every answer is known |
//! | `laws` | unmake undoes make, keys are right, checks and evasions are complete |
//! | `limits` | no question exceeds a limit of nodes, and an answer within it has its line |
//! | `mate_in_one` | mate in one is what making every check and looking for a reply finds |
//! | `other_libraries` | legal moves of 9x9 shogi agree with two libraries by other authors |
//! | `parsers` | no text makes a parser panic; what a writer writes, its parser reads back |
//! | `perft` | move counts are those of `suites/`, through both geometries |
//! | `policy_certificates` | certificates of lengths under a policy hold only true facts |
//! | `position_counts` | counts of positions, mates, stalemates and moves of 3x4 games |
//! | `referee` | legal moves, checks and check status agree with the referee |
//! | `rule_probes` | one changed rule changes the values of exactly the known starts of 3x4 shogi |
//! | `symmetry` | mirror images and exchanged sides have the same verdict, length and grade |
//! | `tables` | every value of a full table follows from the rules; a table survives a file |
//! | `third_party` | third-party problem sets are read, and no reliable length is contradicted |
//! | `tsume` | the proof search is right on 50,000 problems that brute force decided |
//! | `value_certificates` | corrupted certificates of values are rejected for a fitting reason |
//! | `values` | values found by search agree with full tables and with random cyclic games |
//!
//! ```
//! use yose_testkit::{Random, laws, shogi};
//! use yose_shogi::Variant;
//!
//! let variant = Variant::by_name("3x4:BKR:1")?;
//! let start = shogi::start(variant).ok_or("no start array")?;
//! let visited = laws::obey(&start, &mut Random::new(1), 3, 20);
//! assert!(visited > 20);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod brinkmates;
pub mod collection;
mod cores;
pub mod evidence;
pub mod game_laws;
pub mod graph;
pub mod ground;
pub mod images;
pub mod laws;
pub mod line;
pub mod loa;
pub mod oracle;
pub mod parsers;
mod play;
pub mod problems;
mod random;
pub mod referee;
mod shared;
pub mod shogi;
pub mod suite;

pub use cores::on_all_cores;
pub use play::Play;
pub use random::Random;
pub use shared::shared_data;
