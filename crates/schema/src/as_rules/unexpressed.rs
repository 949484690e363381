//! Reports extensions that rules do not express: path, extension and reason.

use crdc_source::Span;

/// A check of crdc that a server with the lowered rules does not do, or not in the same way.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unexpressed {
    /// The version.
    pub version: String,
    /// The path of the value, such as `spec.rules[].name`; empty for the whole object.
    pub path: String,
    /// The extension.
    pub keyword: &'static str,
    /// The way in which servers differ.
    pub difference: Difference,
    /// The topic, and the reason.
    pub detail: String,
    /// The key of the extension.
    pub span: Span,
}

/// The difference of servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Difference {
    /// Servers accept objects that crdc refuses.
    Accepted,
    /// Servers refuse objects that crdc accepts.
    Refused,
    /// Servers do not change objects as crdc does.
    NotDone,
}

impl Difference {
    /// The name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Difference::Accepted => "accepted",
            Difference::Refused => "refused",
            Difference::NotDone => "not done",
        }
    }
}

impl std::fmt::Display for Unexpressed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Unexpressed { path, keyword, difference, detail, .. } = self;
        let place = if path.is_empty() { "(object)" } else { path };
        write!(f, "{place}: {keyword}: {}: {detail}", difference.name())
    }
}
