//! Splits an unknown text, such as `a-${NAME}`, into plain text and variables. In: a string without values on
//! the command line. Out: its parts.
//!
//! A variable is `${…}` of Flux, clusterctl or envsubst, a whole text `$NAME`, or an action `{{…}}` of a
//! template. The name of `${NAME:-x}` identifies the variable, and the whole text an action. Equal variables
//! get equal values.

use super::syntax::bare;

/// A part of an unknown text.
pub(super) enum Part<'t> {
    Text(&'t str),
    /// The name of a variable.
    Variable(String),
}

impl Part<'_> {
    /// The name of the variable, if this part is a variable.
    pub(super) fn variable(self) -> Option<String> {
        match self {
            Part::Variable(name) => Some(name),
            Part::Text(_) => None,
        }
    }
}

/// The parts of an unknown text. A text without variables, such as one that SOPS encrypted, is a variable as
/// a whole.
pub(super) fn parts(text: &str) -> Vec<Part<'_>> {
    if let Some(name) = bare(text) {
        return vec![Part::Variable(name.to_owned())];
    }
    let (mut parts, mut rest) = (Vec::new(), text);
    while let Some(at) = [rest.find("${"), rest.find("{{")].into_iter().flatten().min() {
        let end = if rest[at..].starts_with("${") { "}" } else { "}}" };
        let Some(length) = rest[at..].find(end) else { break };
        let content = rest[at + 2..at + length].trim();
        let name_end = content.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|_| end == "}");
        let name = &content[..name_end.unwrap_or(content.len())];
        parts.push(Part::Text(&rest[..at]));
        parts.push(Part::Variable(name.to_owned()));
        rest = &rest[at + length + end.len()..];
    }
    if parts.is_empty() {
        return vec![Part::Variable(text.to_owned())];
    }
    parts.push(Part::Text(rest));
    parts.retain(|part| !matches!(part, Part::Text("")));
    parts
}
