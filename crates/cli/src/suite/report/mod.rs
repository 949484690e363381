//! Reports of tests: one file for each format.

mod junit;
mod text;

use clap::ValueEnum;

use super::run::Ran;

/// The formats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TestReport {
    /// For people: each test that fails, with a diff
    #[default]
    #[value(aliases = ["human", "pretty"])]
    Text,
    /// JUnit XML: a suite for each file and CRD
    Junit,
}

impl TestReport {
    /// The report. With `all`, also of tests that pass.
    pub(crate) fn write(self, ran: &[Ran], all: bool) -> String {
        match self {
            TestReport::Text => text::write(ran, all),
            TestReport::Junit => junit::write(ran),
        }
    }
}
