//! A finding: one problem, with its name, its level and its place. In: the error message of a server, or a
//! diagnostic. Out: the finding, for people and for reports.
//!
//! Easy to break: a new name of a finding must be added to `finding_names` too.

use std::sync::Arc;

use crdc_kubernetes::Inside;
use crdc_source::Span;
use crdc_source::diag::{Diagnostic, Severity, outside};
use crdc_source::render::{Message, Renderer};
use crdc_vocabulary::Expected;
use serde::Serialize;

/// The level of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Level {
    /// Information: for example, an existing error that the server ignores on updates.
    Note,
    /// The server accepts the object, but does not do what was written; or its decision is not known.
    Warning,
    /// The server refuses the object, or its decision is not known although it was asked for.
    Error,
}

impl Level {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Level::Note => "note",
            Level::Warning => "warning",
            Level::Error => "error",
        }
    }
}

/// The names of findings about a kind or a sort of documents, and not about a single object: the text report
/// has one line for all objects.
const OF_MANY: [&str; 11] = [
    "missing-schema",
    "schema-location",
    "version-not-served",
    "unknown-kind",
    "rejected-kind",
    "deprecated-kind",
    "template",
    "upgrade-changes",
    "upgrade-field",
    "upgrade-refused",
    "upgrade-stored-version",
];

/// One problem, at a place.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    /// The stable name: `invalid-value`, or the code of a diagnostic.
    pub(crate) id: &'static str,
    pub(crate) level: Level,
    /// The whole message: the exact message of the server, if it has one.
    pub(crate) message: String,
    /// The path of the field, in the server's notation.
    pub(crate) field: Option<String>,
    /// The path of the value, if the server names no field.
    pub(crate) value_path: Option<String>,
    /// The server's type of error, such as `FieldValueInvalid`.
    pub(crate) kind: Option<&'static str>,
    /// The CEL rule that failed.
    pub(crate) rule: Option<String>,
    /// The path of the value whose schema has the rule.
    pub(crate) rule_at: Option<String>,
    pub(crate) span: Span,
    /// The place within the value at the span, if the finding is about a part of the value.
    pub(crate) inside: Option<Inside>,
    pub(crate) notes: Vec<(Span, String)>,
    /// The help: what to write instead.
    pub(crate) help: Option<String>,
    /// The type or the values that the schema allows, if the error is about them. The findings of one
    /// constraint share them.
    pub(crate) expected: Option<Arc<Expected>>,
    /// The JSON Schema of others that the finding is from: its path or address.
    pub(crate) schema: Option<Arc<str>>,
    /// The server's message, if `message` is not the server's.
    pub(crate) server: Vec<String>,
    /// The reason why the finding does not count; `None` if it counts.
    pub(crate) accepted: Option<Accepted>,
}

/// The reason why a finding does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Accepted {
    /// An entry ignores the finding, for this reason.
    Ignored(String),
    /// The file of `--baseline` contains the finding.
    Known,
}

impl Finding {
    pub(crate) fn new(id: &'static str, level: Level, span: Span, message: impl Into<String>) -> Finding {
        Finding {
            id,
            level,
            message: message.into(),
            field: None,
            value_path: None,
            kind: None,
            rule: None,
            rule_at: None,
            span,
            inside: None,
            notes: Vec::new(),
            help: None,
            expected: None,
            schema: None,
            server: Vec::new(),
            accepted: None,
        }
    }

    pub(crate) fn field(mut self, field: String) -> Finding {
        self.field = Some(field);
        self
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Finding {
        self.help = Some(help.into());
        self
    }

    /// The path of the value that the finding is about, if it is about a value.
    pub(crate) fn path(&self) -> Option<&str> {
        self.value_path.as_deref().or(self.field.as_deref())
    }

    /// Whether the finding is about all objects of a kind, or documents of a sort, in the same words.
    pub(crate) fn is_of_many(&self) -> bool {
        OF_MANY.contains(&self.id)
    }

    /// The reason why the finding is ignored, if it is ignored.
    pub(crate) fn ignored(&self) -> Option<&str> {
        match &self.accepted {
            Some(Accepted::Ignored(reason)) => Some(reason),
            Some(Accepted::Known) | None => None,
        }
    }

    /// Whether the finding is an error that is not accepted.
    pub(crate) fn fails(&self) -> bool {
        self.level == Level::Error && self.accepted.is_none()
    }

    /// The finding for people, with an excerpt of the text. `object` names the object that it is about.
    pub(crate) fn shown(&self, renderer: &Renderer<'_>, object: Option<&str>) -> String {
        self.shown_from(renderer, object, None)
    }

    /// The finding in a text that was rendered from a file. The message names that file.
    pub(crate) fn shown_from(
        &self,
        renderer: &Renderer<'_>,
        object: Option<&str>,
        origin: Option<&str>,
    ) -> String {
        let (severity, level) = match self.level {
            Level::Error => (Severity::Error, None),
            Level::Warning => (Severity::Warning, None),
            Level::Note => (Severity::Warning, Some(Level::Note.as_str())),
        };
        let rule = self.rule.iter().map(|rule| ("rule", outside::folded(rule).into_owned()));
        let help = self.help.iter().map(|help| ("help", help.clone()));
        let server = self.server.iter().map(|said| ("server", outside::folded(said).into_owned()));
        let schema = self
            .schema
            .iter()
            .map(|schema| ("against", format!("a JSON Schema of {}", outside::line(schema))));
        let object = object.iter().map(|object| ("object", outside::line(object).into_owned()));
        let mut words = outside::line(&self.message);
        if let Some(origin) = origin {
            words = format!("{words} ({})", outside::path(origin)).into();
        }
        renderer.message(&Message {
            severity,
            level,
            id: self.id,
            words: &words,
            span: self.span,
            label: "",
            notes: &self.notes,
            lines: rule.chain(help).chain(server).chain(schema).chain(object).collect(),
        })
    }
}

impl From<Diagnostic> for Finding {
    fn from(problem: Diagnostic) -> Finding {
        let level = match problem.severity() {
            Severity::Error => Level::Error,
            Severity::Warning => Level::Warning,
        };
        Finding {
            notes: problem.notes,
            help: problem.help,
            server: problem.server.iter().map(ToString::to_string).collect(),
            ..Finding::new(problem.code.name(), level, problem.span, problem.message)
        }
    }
}
