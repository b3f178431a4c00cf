//! The test kit: laws written once and run for every game, a seeded source of positions, perft as data,
//! and the bridge to the independent referee of `yose-verify`.
//!
//! The tests themselves are in `tests/`, one file a promise:
//!
//! | file | promise |
//! | --- | --- |
//! | `laws` | unmake undoes make, incremental keys are right, checks and evasions are the filtered legal moves |
//! | `perft` | the numbers of `suites/`, through both geometries and through checks + evasions |
//! | `referee` | legal moves, checks and check status agree with a slow king-capture reference |
//! | `oracles` | random 9x9 play agrees with two libraries of other authors |
//! | `small_tables` | whole spaces of 3x4 shogi, counted |
//! | `shared` | third-party problem sets, where they are at hand |
//! | `parsers` | no text makes a reader panic; what was written is read back |
//! | `brute` | the two brute-force mate solvers agree |
//! | `mate_in_one` | mate in one is what making every check and asking for a reply finds |
//! | `tsume` | the proof search is right on 50,000 problems that brute force decided |
//! | `kingin` | the proof search is right on the kin-gin family, where every answer is known |
//! | `answers` | answers of the proof search are borne out by certificates, whatever the table, threads, techniques |
//! | `graphs` | searches are right on cyclic graphs, and every fact in their table is true |
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

pub mod collection;
pub mod evidence;
pub mod graph;
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

pub use play::Play;
pub use random::Random;
pub use shared::shared_data;
