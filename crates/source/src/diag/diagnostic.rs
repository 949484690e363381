//! The diagnostic type that all stages report: a code, a location and a message.

use super::code::{Code, Severity};
use super::server::ServerMessage;
use crate::text::Span;

/// A problem and its location in the user's file.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// The kind of problem; has a severity and a stable name such as `yaml-duplicate-key`.
    pub code: Code,
    /// The problem in one sentence, without a final period.
    pub message: String,
    /// The primary location.
    pub span: Span,
    /// A short label for the primary location (may be empty).
    pub label: String,
    /// Secondary locations, each with a short label.
    pub notes: Vec<(Span, String)>,
    /// The help: what to write instead.
    pub help: Option<String>,
    /// The API server's messages for the same problem, if it has any.
    pub server: Vec<ServerMessage>,
    /// Whether the diagnostic is an error though its code is a warning: a server refuses the document if its
    /// client asks for strict field validation, as `kubectl` does.
    pub refused: bool,
}

impl Diagnostic {
    /// Creates a diagnostic with only a code, a location and a message.
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
            refused: false,
        }
    }

    /// Sets the label of the primary location.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Diagnostic {
        self.label = label.into();
        self
    }

    /// Adds a secondary location.
    #[must_use]
    pub fn note(mut self, span: Span, words: impl Into<String>) -> Diagnostic {
        self.notes.push((span, words.into()));
        self
    }

    /// Sets the help text: what to write instead.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// Adds a message of the API server.
    #[must_use]
    pub fn server(mut self, said: impl Into<ServerMessage>) -> Diagnostic {
        self.server.push(said.into());
        self
    }

    /// Returns the severity: that of the code, or error if servers are asked to refuse it.
    ///
    /// ```
    /// use crdc_source::diag::{Code, Diagnostic, Severity};
    /// let mut problem = Diagnostic::new(Code::YamlDuplicateKey, Default::default(), "duplicate key");
    /// assert_eq!(problem.severity(), Severity::Warning);
    /// problem.refused = problem.is_of_fields();
    /// assert_eq!(problem.severity(), Severity::Error);
    /// ```
    #[must_use]
    pub fn severity(&self) -> Severity {
        if self.refused { Severity::Error } else { self.code.severity() }
    }

    /// Whether the diagnostic is about a duplicate key or an unknown field that a server's field validation
    /// reports. Go types that decode themselves, such as `items`, drop unknown fields in any mode, so the
    /// server has no message about these.
    // apiextensions-apiserver: pkg/apis/apiextensions/v1/marshal.go
    #[must_use]
    pub fn is_of_fields(&self) -> bool {
        match self.code {
            Code::YamlDuplicateKey | Code::JsonDuplicateKey => true,
            Code::CrdUnknownKey | Code::SchemaUnknownKeyword => !self.server.is_empty(),
            _ => false,
        }
    }
}
