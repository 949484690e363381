//! What was found in a text: findings of its objects, and of the text itself.

use std::collections::BTreeMap;
use std::sync::Arc;

use crdc_codegen::diag::{Diagnostic, Message, Renderer, Severity, outside};
use crdc_codegen::source::Span;
use serde::Serialize;

use super::folder::Sort;
use super::manifest::Identity;
use super::show::Shown;
use crate::baseline::Key;

/// How much a finding weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Level {
    /// Good to know: an old error that the server lets pass.
    Note,
    /// The server accepts it, and does not do what was written.
    Warning,
    /// The server refuses it, or nobody can say what it does.
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

/// One problem, at a place.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    /// Its stable name: `invalid-value`, or the code of a diagnostic.
    pub(crate) id: &'static str,
    pub(crate) level: Level,
    /// The whole message, the server's to the letter if it has one.
    pub(crate) message: String,
    /// The path of the field, in the server's notation.
    pub(crate) field: Option<String>,
    /// The server's type of error, such as `FieldValueInvalid`.
    pub(crate) kind: Option<&'static str>,
    /// The CEL rule that failed.
    pub(crate) rule: Option<String>,
    /// The path of the value that has the rule.
    pub(crate) rule_at: Option<String>,
    pub(crate) span: Span,
    pub(crate) notes: Vec<(Span, String)>,
    /// What to write instead.
    pub(crate) help: Option<String>,
    /// What the server says, if the message is ours.
    pub(crate) server: Vec<String>,
    /// Why it does not count, if so.
    pub(crate) accepted: Option<Accepted>,
}

/// Why a finding does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Accepted {
    /// Somebody ignores it, for this reason.
    Ignored(String),
    /// The file of `--baseline` has it.
    Known,
}

impl Finding {
    pub(crate) fn new(id: &'static str, level: Level, span: Span, message: impl Into<String>) -> Finding {
        Finding {
            id,
            level,
            message: message.into(),
            field: None,
            kind: None,
            rule: None,
            rule_at: None,
            span,
            notes: Vec::new(),
            help: None,
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

    /// Why it is ignored, if so.
    pub(crate) fn ignored(&self) -> Option<&str> {
        match &self.accepted {
            Some(Accepted::Ignored(reason)) => Some(reason),
            Some(Accepted::Known) | None => None,
        }
    }

    /// Whether it is an error that nobody accepts.
    pub(crate) fn fails(&self) -> bool {
        self.level == Level::Error && self.accepted.is_none()
    }

    /// For people, with an excerpt of the text. `object` names what it is about.
    pub(crate) fn shown(&self, renderer: &Renderer<'_>, object: Option<&str>) -> String {
        let (severity, level) = match self.level {
            Level::Error => (Severity::Error, None),
            Level::Warning => (Severity::Warning, None),
            Level::Note => (Severity::Warning, Some(Level::Note.as_str())),
        };
        let rule = self.rule.iter().map(|rule| ("rule", outside::folded(rule).into_owned()));
        let help = self.help.iter().map(|help| ("help", help.clone()));
        let server = self.server.iter().map(|said| ("server", outside::folded(said).into_owned()));
        let object = object.iter().map(|object| ("object", outside::line(object).into_owned()));
        renderer.message(&Message {
            severity,
            level,
            id: self.id,
            words: &outside::line(&self.message),
            span: self.span,
            label: "",
            notes: &self.notes,
            lines: rule.chain(help).chain(server).chain(object).collect(),
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

/// Where something is, from 1, columns in characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Place {
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) end_line: usize,
    pub(crate) end_column: usize,
}

/// A finding of a text that need not be in memory any more.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub(crate) finding: Finding,
    pub(crate) place: Place,
    /// The finding with its excerpt; empty if nobody asked for it.
    pub(crate) shown: String,
    /// Whether there are more findings before it than `--max-findings` shows.
    pub(crate) is_beyond: bool,
}

impl Placed {
    /// Whether people see it.
    pub(crate) fn is_shown(&self) -> bool {
        self.finding.accepted.is_none() && !self.is_beyond
    }
}

/// What became of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Verdict {
    /// The server would accept it.
    Valid,
    /// It has errors that nobody accepts.
    Invalid,
    /// All of its errors are in the file of `--baseline`.
    Known,
    /// It was not validated.
    Skipped,
}

/// An object and what was found.
#[derive(Clone, Debug)]
pub(crate) struct ObjectReport {
    pub(crate) identity: Identity,
    pub(crate) origin: Option<Arc<str>>,
    pub(crate) place: Place,
    pub(crate) verdict: Verdict,
    pub(crate) findings: Vec<Placed>,
    /// What `--show` asked for.
    pub(crate) shown: Option<Shown>,
}

/// A text and what was found.
#[derive(Clone, Debug, Default)]
pub(crate) struct FileReport {
    pub(crate) name: String,
    pub(crate) objects: Vec<ObjectReport>,
    /// Findings of no object: the text cannot be read, or a CRD has errors.
    pub(crate) findings: Vec<Placed>,
    /// What is no object for a server: its sort, and its line.
    pub(crate) left_out: Vec<(Sort, usize)>,
    /// How many values nobody knows, so that what a server says about them is not known either.
    pub(crate) unknown: usize,
}

impl FileReport {
    /// All findings, of the text first, each with the object that it is about.
    pub(crate) fn all_mut(&mut self) -> impl Iterator<Item = (Option<&Identity>, &mut Placed)> {
        let of_objects = self.objects.iter_mut().flat_map(|object| {
            let identity = &object.identity;
            object.findings.iter_mut().map(move |finding| (Some(identity), finding))
        });
        self.findings.iter_mut().map(|finding| (None, finding)).chain(of_objects)
    }

    /// All findings, of the text first.
    pub(crate) fn all(&self) -> impl Iterator<Item = (Option<&ObjectReport>, &Placed)> {
        let of_objects = self
            .objects
            .iter()
            .flat_map(|object| object.findings.iter().map(move |finding| (Some(object), finding)));
        self.findings.iter().map(|finding| (None, finding)).chain(of_objects)
    }
}

/// How many of each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Summary {
    pub(crate) files: usize,
    pub(crate) objects: usize,
    pub(crate) valid: usize,
    pub(crate) invalid: usize,
    pub(crate) skipped: usize,
    pub(crate) errors: usize,
    pub(crate) warnings: usize,
    pub(crate) notes: usize,
    pub(crate) ignored: usize,
    /// What `--baseline` knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) known: Option<Known>,
    /// Findings that `--max-findings` does not show.
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) not_shown: usize,
    /// Values that nobody knows.
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) unknown_values: usize,
    /// What is no object for a server.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) left_out: BTreeMap<Sort, usize>,
    /// The version whose kinds were met.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) kinds: Option<String>,
}

/// What `--baseline` knows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Known {
    pub(crate) findings: usize,
    /// Objects whose errors are all known.
    pub(crate) objects: usize,
    /// Known findings that do not occur any more.
    pub(crate) gone: Vec<Key>,
}

// The form that serde wants.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl Summary {
    pub(crate) fn add(&mut self, file: &FileReport) {
        for (sort, _) in &file.left_out {
            *self.left_out.entry(*sort).or_default() += 1;
        }
        self.unknown_values += file.unknown;
        self.files += 1;
        self.add_findings(file);
        for object in &file.objects {
            self.objects += 1;
            match object.verdict {
                Verdict::Valid => self.valid += 1,
                Verdict::Invalid => self.invalid += 1,
                Verdict::Known => self.known.get_or_insert_default().objects += 1,
                Verdict::Skipped => self.skipped += 1,
            }
        }
    }

    /// Adds what is wrong with a text that is no input.
    pub(crate) fn add_findings(&mut self, file: &FileReport) {
        for (_, Placed { finding, .. }) in file.all() {
            match (&finding.accepted, finding.level) {
                (Some(Accepted::Ignored(_)), _) => self.ignored += 1,
                (Some(Accepted::Known), _) => self.known.get_or_insert_default().findings += 1,
                (None, Level::Error) => self.errors += 1,
                (None, Level::Warning) => self.warnings += 1,
                (None, Level::Note) => self.notes += 1,
            }
        }
    }
}
