//! What rules write their findings to, and the order they are shown in: document order.

use crate::diag::{Code, Diagnostic, ServerMessage};
use crate::source::Span;
use std::collections::HashSet;

/// The findings so far.
#[derive(Default)]
pub(crate) struct Report {
    found: Vec<Diagnostic>,
    /// Patterns that compile: the same few stand all over a document, and compiling is slow.
    patterns: HashSet<String>,
}

impl Report {
    /// Adds a finding: what is wrong in one sentence, and where. The rest is chained on.
    pub(crate) fn add(&mut self, code: Code, span: Span, message: impl Into<String>) -> Finding<'_> {
        let at = self.found.len();
        self.found.push(Diagnostic {
            code,
            message: message.into(),
            span,
            label: String::new(),
            notes: Vec::new(),
            help: None,
            server: Vec::new(),
        });
        Finding { diagnostic: &mut self.found[at] }
    }

    /// Remembers that a pattern compiles.
    pub(crate) fn good_pattern(&mut self, pattern: &str) {
        self.patterns.insert(pattern.to_owned());
    }

    /// Whether a pattern is known to compile.
    pub(crate) fn is_good_pattern(&self, pattern: &str) -> bool {
        self.patterns.contains(pattern)
    }

    /// Whether a finding of this code stands at this place.
    pub(crate) fn has(&self, code: Code, span: Span) -> bool {
        self.found.iter().any(|found| found.code == code && found.span == span)
    }

    /// Runs checks to which the server does not get: their findings have no words of the server's.
    pub(crate) fn without_server_message(&mut self, checks: impl FnOnce(&mut Report)) {
        let start = self.found.len();
        checks(self);
        for finding in self.found.iter_mut().skip(start) {
            finding.server.clear();
        }
    }

    /// How many findings there are.
    pub(crate) fn len(&self) -> usize {
        self.found.len()
    }

    /// The findings in document order; those at one place in the order they were made.
    pub(crate) fn finish(mut self) -> Vec<Diagnostic> {
        self.found.sort_by_key(|diagnostic| diagnostic.span);
        self.found
    }
}

/// A finding that is being worded.
pub(crate) struct Finding<'r> {
    diagnostic: &'r mut Diagnostic,
}

impl Finding<'_> {
    /// A few words under the place.
    pub(crate) fn label(self, label: impl Into<String>) -> Self {
        self.diagnostic.label = label.into();
        self
    }

    /// What to write instead.
    pub(crate) fn help(self, help: impl Into<String>) -> Self {
        self.diagnostic.help = Some(help.into());
        self
    }

    /// Another place with a few words.
    pub(crate) fn note(self, span: Span, words: impl Into<String>) -> Self {
        self.diagnostic.notes.push((span, words.into()));
        self
    }

    /// Ends the chain.
    pub(crate) fn done(self) {}

    /// What the server says; given twice, it says two things.
    pub(crate) fn server(self, said: impl Into<ServerMessage>) -> Self {
        self.diagnostic.server.push(said.into());
        self
    }
}
