//! Collects the findings of the rules, and sorts them in document order.

use crdc_source::Span;
use crdc_source::diag::{Code, Diagnostic, ServerMessage, Severity};
use std::collections::HashSet;

/// The findings so far.
#[derive(Default)]
pub(crate) struct Report {
    found: Vec<Diagnostic>,
    /// Valid patterns. Documents repeat the same few patterns, and compiling them is slow.
    patterns: HashSet<String>,
    /// The server's paths of the schemas that a family found wrong.
    wrong: Vec<String>,
}

impl Report {
    /// Adds a finding with a one-sentence message and a location; chain methods to add the rest.
    pub(crate) fn add(&mut self, code: Code, span: Span, message: impl Into<String>) -> Finding<'_> {
        let at = self.found.len();
        self.found.push(Diagnostic::new(code, span, message));
        Finding { diagnostic: &mut self.found[at] }
    }

    /// Adds a finding that is complete.
    pub(crate) fn push(&mut self, found: Diagnostic) {
        self.found.push(found);
    }

    /// Records a schema that is wrong, if there are errors since an index.
    pub(crate) fn blame(&mut self, start: usize, schema: impl FnOnce() -> String) {
        if !self.errors_since(start).is_empty() {
            self.wrong.push(schema());
        }
    }

    /// Returns the recorded wrong schemas, and clears the record.
    pub(crate) fn take_wrong(&mut self) -> Vec<String> {
        std::mem::take(&mut self.wrong)
    }

    /// Records that a pattern is valid.
    pub(crate) fn good_pattern(&mut self, pattern: &str) {
        self.patterns.insert(pattern.to_owned());
    }

    /// Whether a pattern is known to be valid.
    pub(crate) fn is_good_pattern(&self, pattern: &str) -> bool {
        self.patterns.contains(pattern)
    }

    /// Whether there is a finding with this code at this location.
    pub(crate) fn has(&self, code: Code, span: Span) -> bool {
        self.found.iter().any(|found| found.code == code && found.span == span)
    }

    /// Runs checks that the server does not reach; their findings have no server message.
    pub(crate) fn without_server_message(&mut self, checks: impl FnOnce(&mut Report)) {
        let start = self.found.len();
        checks(self);
        for finding in self.found.iter_mut().skip(start) {
            finding.server.clear();
        }
    }

    /// The number of findings.
    pub(crate) fn len(&self) -> usize {
        self.found.len()
    }

    /// Whether the server refuses something among the findings from an index on.
    pub(crate) fn has_server_errors(&self, start: usize) -> bool {
        let mut found = self.found.iter().skip(start);
        found.any(|found| found.severity() == Severity::Error && !found.server.is_empty())
    }

    /// The fields of the server's errors among the findings from an index on.
    pub(crate) fn errors_since(&self, start: usize) -> Vec<String> {
        self.errors_beside(start, None)
    }

    /// The fields of the server's errors among the findings from an index on, without findings of a code.
    pub(crate) fn errors_beside(&self, start: usize, code: Option<Code>) -> Vec<String> {
        let found = self.found.iter().skip(start).filter(|found| Some(found.code) != code);
        let said = found.flat_map(|found| &found.server);
        let field = |said: &ServerMessage| match said {
            ServerMessage::Error(error) => Some(error.field.clone()),
            ServerMessage::Plain(_) => None,
        };
        said.filter_map(field).collect()
    }

    /// Changes the server's messages, which are otherwise those of the newest version.
    pub(crate) fn reword(&mut self, change: impl Fn(&mut ServerMessage)) {
        self.found.iter_mut().flat_map(|found| &mut found.server).for_each(change);
    }

    /// Returns the findings in document order; findings at the same location stay in order of insertion.
    pub(crate) fn finish(mut self) -> Vec<Diagnostic> {
        self.found.sort_by_key(|diagnostic| diagnostic.span);
        self.found
    }
}

/// Builder for a finding that was added to a [`Report`].
pub(crate) struct Finding<'r> {
    diagnostic: &'r mut Diagnostic,
}

impl Finding<'_> {
    /// Sets the label of the location.
    pub(crate) fn label(self, label: impl Into<String>) -> Self {
        self.diagnostic.label = label.into();
        self
    }

    /// Sets the help text: what to write instead.
    pub(crate) fn help(self, help: impl Into<String>) -> Self {
        self.diagnostic.help = Some(help.into());
        self
    }

    /// Adds a secondary location with a label.
    pub(crate) fn note(self, span: Span, words: impl Into<String>) -> Self {
        self.diagnostic.notes.push((span, words.into()));
        self
    }

    /// Ends the chain.
    pub(crate) fn done(self) {}

    /// Adds a message of the server; may be called more than once.
    pub(crate) fn server(self, said: impl Into<ServerMessage>) -> Self {
        self.diagnostic.server.push(said.into());
        self
    }
}
