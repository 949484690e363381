//! The options of a run: which tests run, and what they expect of a server.

use super::model::{Case, Suite};
use crdc_vocabulary::Minor;
use regex::Regex;

/// The options of a run.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RunOptions<'o> {
    /// Whether messages must show values as the server does, and not as another version of it.
    pub(crate) exact: bool,
    /// The server that answers; the newest if none is named.
    pub(crate) server: Option<Minor>,
    /// Whether tests may have warnings that they do not list.
    pub(crate) lenient: bool,
    /// The names of the tests that run; all without it.
    pub(crate) filter: Option<&'o Regex>,
    /// A command that converts objects as a webhook does.
    pub(crate) conversion: Option<&'o str>,
}

impl RunOptions<'_> {
    /// Whether a test runs.
    pub(super) fn runs(&self, suite: &Suite, case: &Case) -> bool {
        self.filter.is_none_or(|filter| filter.is_match(&format!("{}: {}", suite.name, case.name)))
    }
}
