//! Tables and figures of papers, measured again.

pub mod loa;
mod loa_runs;
mod loa_tables;
mod plot;
