//! What every stage reports problems with: a code from the table, a place, words.

use super::code::Code;
use super::server::ServerMessage;
use crate::source::Span;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Compilation goes on; the user should know.
    Warning,
    /// No code is made from this document.
    Error,
}

/// One problem with its place in the user's own file.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// Which problem; carries severity and a stable spelling such as `yaml-duplicate-key`.
    pub code: Code,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// The main place.
    pub span: Span,
    /// A few words under the main place (may be empty).
    pub label: String,
    /// Further places with a few words each.
    pub notes: Vec<(Span, String)>,
    /// What to write instead.
    pub help: Option<String>,
    /// What the API server says of the same problem, where it says anything.
    pub server: Vec<ServerMessage>,
}

impl Diagnostic {
    /// A problem with nothing but a code, a place and words.
    #[must_use]
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            message: message.into(),
            span,
            label: String::new(),
            notes: Vec::new(),
            help: None,
            server: Vec::new(),
        }
    }

    /// With a few words under the main place.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Diagnostic {
        self.label = label.into();
        self
    }

    /// With one more place.
    #[must_use]
    pub fn note(mut self, span: Span, words: impl Into<String>) -> Diagnostic {
        self.notes.push((span, words.into()));
        self
    }

    /// With what to write instead.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// With one more thing that the API server says.
    #[must_use]
    pub fn server(mut self, said: impl Into<ServerMessage>) -> Diagnostic {
        self.server.push(said.into());
        self
    }

    /// How bad it is.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }
}
