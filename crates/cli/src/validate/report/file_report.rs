//! The report of a text: the findings of its objects and of the text itself. The reports of all formats are
//! made from it.
//!
//! Easy to break: the text may no longer be in memory, so the report contains places and excerpts.

use std::sync::Arc;

use serde::Serialize;

use crate::identity::Identity;
use crate::validate::findings::finding::Finding;
use crate::validate::folder::Sort;
use crate::validate::locations::SchemaOrigin;
use crate::validate::report::shown_object::Shown;
use crdc_source::diag::outside;

/// A place in a text: lines and columns from 1, columns in characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Place {
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) end_line: usize,
    pub(crate) end_column: usize,
}

/// A finding with its place, for a text that may no longer be in memory.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub(crate) finding: Finding,
    pub(crate) place: Place,
    /// The finding with its excerpt; empty if excerpts are not needed.
    pub(crate) shown: String,
    /// The file from which the text on the standard input was rendered: the place of the finding is not in a
    /// file that can be opened.
    pub(crate) origin: Option<Arc<str>>,
    /// Whether so many findings come before this one that `--max-findings` does not show it.
    pub(crate) is_beyond: bool,
}

impl Placed {
    /// Whether the finding is shown to people.
    pub(crate) fn is_shown(&self) -> bool {
        self.finding.accepted.is_none() && !self.is_beyond
    }

    /// The name of the file in reports.
    pub(crate) fn file<'p>(&'p self, name: &'p str) -> &'p str {
        self.origin.as_deref().unwrap_or(name)
    }

    /// The place in reports: `a.yaml:3:5`, or `chart/templates/a.yaml (<stdin>:3:5)`.
    pub(crate) fn words(&self, name: &str) -> String {
        let place = format!("{}:{}:{}", outside::path(name), self.place.line, self.place.column);
        match &self.origin {
            Some(origin) => format!("{} ({place})", outside::path(origin)),
            None => place,
        }
    }
}

/// The verdict on an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Verdict {
    /// The server would accept it.
    Valid,
    /// The object has errors that no baseline or configuration accepts.
    Invalid,
    /// The baseline contains all errors of the object.
    Known,
    /// Nothing is known of the object's kind, so nothing of the object was validated.
    WithoutSchema,
    /// The object was left out.
    Skipped,
}

impl Verdict {
    /// Whether it is known what a server would answer.
    pub(crate) fn is_validated(self) -> bool {
        match self {
            Verdict::Valid | Verdict::Invalid | Verdict::Known => true,
            Verdict::WithoutSchema | Verdict::Skipped => false,
        }
    }
}

/// The report of an object: its findings and its verdict.
#[derive(Clone, Debug)]
pub(crate) struct ObjectReport {
    pub(crate) identity: Identity,
    pub(crate) origin: Option<Arc<str>>,
    pub(crate) place: Place,
    pub(crate) verdict: Verdict,
    /// The JSON Schema of others that the object was validated with.
    pub(crate) schema: Option<SchemaOrigin>,
    pub(crate) findings: Vec<Placed>,
    /// The text that `--show` prints of the object.
    pub(crate) shown: Option<Shown>,
}

/// The report of a text: its objects and its findings.
#[derive(Clone, Debug, Default)]
pub(crate) struct FileReport {
    pub(crate) name: String,
    pub(crate) objects: Vec<ObjectReport>,
    /// Findings that are not about an object: the text cannot be read, or a CRD has errors.
    pub(crate) findings: Vec<Placed>,
    /// The documents that are not objects for a server, with their sorts and their lines.
    pub(crate) left_out: Vec<(Sort, usize)>,
    /// The number of values that are unknown before deployment: the server's errors for them are unknown too.
    pub(crate) unknown: usize,
}

impl FileReport {
    /// All findings, each with the object that it is about. Findings of the text come first.
    pub(crate) fn all_mut(&mut self) -> impl Iterator<Item = (Option<&Identity>, &mut Placed)> {
        let of_objects = self.objects.iter_mut().flat_map(|object| {
            let identity = &object.identity;
            object.findings.iter_mut().map(move |finding| (Some(identity), finding))
        });
        self.findings.iter_mut().map(|finding| (None, finding)).chain(of_objects)
    }

    /// All findings. Findings of the text come first.
    pub(crate) fn all(&self) -> impl Iterator<Item = (Option<&ObjectReport>, &Placed)> {
        let of_objects = self
            .objects
            .iter()
            .flat_map(|object| object.findings.iter().map(move |finding| (Some(object), finding)));
        self.findings.iter().map(|finding| (None, finding)).chain(of_objects)
    }
}
