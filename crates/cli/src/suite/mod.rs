//! Tests of CRDs, run without a cluster. The stages, in order: `files` finds suites and CRDs. `openshift` and
//! `plain` read the two formats as `model`. `crds` loads the validators of a suite. `run` sends the requests
//! of tests to them. `compare` compares each `answer` with the expected one: `within` looks for many texts at
//! once, `words` compares messages of different servers. `coverage` finds constraints that no test made fail.
//! `report` writes the results.
//!
//! Everything comes in the order of the files, so equal inputs give equal reports.

mod answer;
mod compare;
pub(crate) mod coverage;
mod crds;
mod files;
mod model;
mod openshift;
mod plain;
pub(crate) mod report;
mod run;
mod within;
mod words;

pub(crate) use files::find;
pub(crate) use run::{Count, Ran, RunOptions, run};
