//! Shortens and escapes texts for messages.

use crate::diag::outside;

/// Maximum length in bytes of a message shown to people.
const LONGEST_MESSAGE: usize = 2000;

/// A message for people, truncated to [`LONGEST_MESSAGE`].
pub(crate) fn clean(text: &str) -> String {
    let (text, rest) = cut(text);
    format!("{}{rest}", outside::message(text))
}

/// A message for people on one line, truncated if it is long.
#[must_use]
pub fn one_line(text: &str) -> String {
    let (text, rest) = cut(text);
    format!("{}{rest}", outside::folded(text))
}

/// The text up to [`LONGEST_MESSAGE`], and the mark that replaces the rest.
pub(crate) fn cut(text: &str) -> (&str, &'static str) {
    let cut = crate::text::floor_boundary(text, LONGEST_MESSAGE);
    (&text[..cut], if cut < text.len() { "…" } else { "" })
}
