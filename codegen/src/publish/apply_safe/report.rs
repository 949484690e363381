//! What lowered rules do not do. In: findings of the topics, and the table of dialects. Out: entries with path, extension and reason.
//! **Nothing that crdc enforces is lost without an entry.**

use crate::dialects::{Answer, ROWS, each_site};
use crate::schema::{Dialect, Schema};
use crate::source::Span;

/// Something that crdc does and a server with the lowered rules does not, or not in the same way.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unexpressed {
    /// The version.
    pub version: String,
    /// The path of the value, such as `spec.rules[].name`; empty for the whole object.
    pub path: String,
    /// The extension.
    pub keyword: &'static str,
    /// In which way servers differ.
    pub difference: Difference,
    /// What it is about, and why.
    pub detail: String,
    /// The key of the extension.
    pub span: Span,
}

/// How servers differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Difference {
    /// They accept what crdc refuses.
    Accepted,
    /// They refuse what crdc accepts.
    Refused,
    /// They do not change objects.
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

/// What the dialect `cel` decides in another way than the dialect of each extension.
pub(super) fn of_dialects(schema: &Schema, version: &str, found: &mut Vec<Unexpressed>) {
    each_site(schema, &mut |site, path, span| {
        let dialect = site.schema.dialect().unwrap_or_default();
        for row in ROWS.iter().filter(|row| (row.applies)(site)) {
            let difference = match (row.answer(dialect), row.answer(Dialect::Cel)) {
                (Answer::Refuses(_), Answer::Accepts(_)) => Difference::Accepted,
                (Answer::Accepts(_), Answer::Refuses(_)) => Difference::Refused,
                _ => continue,
            };
            found.push(Unexpressed {
                version: version.to_owned(),
                path: path.clone(),
                keyword: site.mark.keyword(),
                difference,
                detail: format!("{}: {}", row.situation, row.answer(Dialect::Cel).words()),
                span,
            });
        }
    });
}
