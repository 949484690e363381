//! Problems of an item: a code, a span in the user's file and a message. They become `compile_error!`s.
//!
//! Nothing is validated here. All problems of an item are reported at once. The codes are those of
//! [`crdc_source::diag::Code`].

use crdc_source::diag::{Code, Severity};
use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

/// A problem and its span.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The diagnostic code.
    pub code: Code,
    /// The span: the line of the marker, if there is one.
    pub span: Span,
    /// The message, in one sentence without a final period.
    pub message: String,
    /// A second span that explains the problem, with a label that follows the message.
    pub other: Option<(Span, String)>,
    /// The help: what to write instead.
    pub help: String,
}

/// The problems of one item.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Problem>,
}

impl Diagnostics {
    /// Adds a problem.
    pub(crate) fn add(&mut self, problem: Problem) {
        self.list.push(problem);
    }

    /// All problems, in the order in which they were found.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.list
    }

    /// Whether there are no problems.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// A `compile_error!` at the span of each problem, and another one at its second span.
    #[must_use]
    pub fn compile_errors(&self) -> TokenStream {
        self.list.iter().flat_map(Problem::compile_errors).collect()
    }
}

impl Problem {
    pub(crate) fn new(
        code: Code,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Problem {
        Problem { code, span, message: message.into(), other: None, help: help.into() }
    }

    /// Adds a second span.
    pub(crate) fn beside(mut self, span: Span, words: impl Into<String>) -> Problem {
        self.other = Some((span, words.into()));
        self
    }

    /// The text as rustc shows it.
    #[must_use]
    pub fn text(&self) -> String {
        debug_assert_eq!(self.code.severity(), Severity::Error);
        format!("{}\n  help: {}\n  code: {}", self.message, self.help, self.code.name())
    }

    fn compile_errors(&self) -> TokenStream {
        let text = self.text();
        let mut tokens = error(self.span, &text);
        if let Some((span, words)) = &self.other {
            // The compiler may show this error alone, so it repeats the message.
            let text = format!("{}: {words}\n  code: {}", self.message, self.code.name());
            tokens.extend(error(*span, &text));
        }
        tokens
    }
}

fn error(span: Span, text: &str) -> TokenStream {
    quote_spanned!(span=> ::core::compile_error!(#text);)
}
