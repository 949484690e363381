//! Tests of CRDs, run without a cluster. The stages, in order: `files` finds suites and CRDs. `openshift` and
//! `plain` read the two formats as `model`. `crds` starts the server of a suite's CRDs. `run` runs suites,
//! and `runner` one test: a `session` is its server, with a `conversion` between versions. `compare` compares
//! each `answer` with the expected one: `within` looks for many texts at once, `words` compares messages of
//! different servers. `coverage` finds constraints that no test made fail.
//! `update` writes what a server answers into suites, and
//! `init` makes suites of samples. `report` writes the results.
//!
//! Everything comes in the order of the files, so equal inputs give equal reports.

mod answer;
mod compare;
mod conversion;
pub(crate) mod coverage;
mod crds;
mod files;
pub(crate) mod init;
mod model;
mod openshift;
mod options;
mod plain;
pub(crate) mod report;
mod run;
mod runner;
mod session;
pub(crate) mod update;
mod within;
mod words;

pub(crate) use files::find;
pub(crate) use options::RunOptions;
pub(crate) use run::{Count, Ran, run};
