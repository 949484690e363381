//! Problems of an item: a code, a place in the user's file, words; collected, and turned into `compile_error!`s.
//!
//! Nothing is validated here. All problems of an item are told at once. The codes are those of [`crate::diag::Code`].

use crate::diag::{Code, Severity};
use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

/// A problem with its place.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Which problem.
    pub code: Code,
    /// Where: the marker's own line, where there is one.
    pub span: Span,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// A second place that it takes to see the problem, with a few words that follow the message.
    pub other: Option<(Span, String)>,
    /// What to write instead.
    pub help: String,
}

/// The problems of one item.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Problem>,
}

impl Diagnostics {
    /// Notes a problem.
    pub(crate) fn add(&mut self, problem: Problem) {
        self.list.push(problem);
    }

    /// All of them, in the order in which they were found.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.list
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// A `compile_error!` for each, at its place; where two things conflict, another one at the other place.
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

    /// With a second place.
    pub(crate) fn beside(mut self, span: Span, words: impl Into<String>) -> Problem {
        self.other = Some((span, words.into()));
        self
    }

    /// The words as rustc shows them.
    #[must_use]
    pub fn text(&self) -> String {
        debug_assert_eq!(self.code.severity(), Severity::Error);
        format!("{}\n  help: {}\n  code: {}", self.message, self.help, self.code.name())
    }

    fn compile_errors(&self) -> TokenStream {
        let text = self.text();
        let mut tokens = error(self.span, &text);
        if let Some((span, words)) = &self.other {
            // An error of its own to the compiler, which may show it alone: it says what it belongs to.
            let text = format!("{}: {words}\n  code: {}", self.message, self.code.name());
            tokens.extend(error(*span, &text));
        }
        tokens
    }
}

fn error(span: Span, text: &str) -> TokenStream {
    quote_spanned!(span=> ::core::compile_error!(#text);)
}
