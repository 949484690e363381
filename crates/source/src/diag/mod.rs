//! Diagnostics: their type, their codes and the messages of servers. Every stage returns a `Vec<Diagnostic>`,
//! and `render` formats them as text.
//!
//! `code` lists the codes and `server` has the messages of servers. Codes are public and never change their
//! meaning.

mod code;
mod diagnostic;
#[doc(hidden)]
pub mod json_string;
mod nearest;
pub mod outside;
mod server;

pub use code::{Code, Severity};
pub use crdc_vocabulary::ErrorType;
pub use diagnostic::Diagnostic;
#[doc(hidden)]
pub use json_string::text as json_text;
pub use nearest::{meant_or, nearest};
pub use server::{BadValue, FieldError, ServerMessage};

/// Returns whether any of the problems is an error, which stops compilation.
#[must_use]
pub fn has_errors(problems: &[Diagnostic]) -> bool {
    problems.iter().any(|problem| problem.severity() == Severity::Error)
}

/// Sorts by location (errors first at the same location) and removes duplicates.
pub fn arrange(problems: &mut Vec<Diagnostic>) {
    problems.sort_by(|a, b| {
        let severity = b.severity().cmp(&a.severity());
        a.span.cmp(&b.span).then(severity).then_with(|| (a.code, &a.message).cmp(&(b.code, &b.message)))
    });
    problems.dedup();
}

/// Returns user text in quotes, escaped and truncated to fit a message.
#[must_use]
pub fn quoted(text: &str) -> String {
    const LONGEST: usize = 80;
    match text.char_indices().nth(LONGEST) {
        Some((cut, _)) => format!("{:?}…", &text[..cut]),
        None => format!("{text:?}"),
    }
}

#[cfg(test)]
mod arranging {
    use super::*;
    use crate::text::Span;

    #[test]
    fn arranged_by_place_without_repetition() {
        let at = |start, code| Diagnostic::new(code, Span { start, end: start + 1 }, "m");
        let mut problems = vec![
            at(5, Code::YamlSyntax),
            at(1, Code::YamlDuplicateKey),
            at(1, Code::YamlSyntax),
            at(5, Code::YamlSyntax),
        ];
        assert!(has_errors(&problems));
        arrange(&mut problems);
        let order: Vec<_> = problems.iter().map(|p| (p.span.start, p.code)).collect();
        let expected = [(1, Code::YamlSyntax), (1, Code::YamlDuplicateKey), (5, Code::YamlSyntax)];
        assert_eq!(order, expected);
        assert!(!has_errors(&problems[1..2]));
    }

    #[test]
    fn long_texts_are_cut_between_characters() {
        assert_eq!(quoted("a\n"), r#""a\n""#);
        assert_eq!(quoted(&"é".repeat(500)).chars().count(), 83);
    }
}
