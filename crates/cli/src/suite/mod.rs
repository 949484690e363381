//! Tests of CRDs, run without a cluster. The stages, in order: `files` finds suites and CRDs, `openshift` and
//! `plain` read the two formats as `model`, `crds` loads the validators of a suite, `run` asks what a server
//! would answer (`answer`), `compare` says how that differs from what was expected, `within` looks for many
//! texts at once, `words` knows messages of other servers, `coverage` tells which constraints no test ever
//! made fail, `report` writes it all.
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
