//! The report of a text: the findings of its objects and of the text itself. Reports of all formats are made
//! of it.
//!
//! Easy to break: the text need not be in memory any more, so places and excerpts are in it.

use std::sync::Arc;

use serde::Serialize;

use crate::identity::Identity;
use crate::validate::findings::finding::Finding;
use crate::validate::folder::Sort;
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

/// A finding of a text that need not be in memory any more.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub(crate) finding: Finding,
    pub(crate) place: Place,
    /// The finding with its excerpt; empty if it was not asked for.
    pub(crate) shown: String,
    /// The file that it was rendered from, if it is on the standard input: the place of a finding is nothing
    /// that anybody can open.
    pub(crate) origin: Option<Arc<str>>,
    /// Whether there are more findings before it than `--max-findings` shows.
    pub(crate) is_beyond: bool,
}

impl Placed {
    /// Whether people see it.
    pub(crate) fn is_shown(&self) -> bool {
        self.finding.accepted.is_none() && !self.is_beyond
    }

    /// The file, as it may be printed.
    pub(crate) fn file<'p>(&'p self, name: &'p str) -> &'p str {
        self.origin.as_deref().unwrap_or(name)
    }

    /// The place, as it may be printed: `a.yaml:3:5`, or `chart/templates/a.yaml (<stdin>:3:5)`.
    pub(crate) fn words(&self, name: &str) -> String {
        let place = format!("{}:{}:{}", outside::path(name), self.place.line, self.place.column);
        match &self.origin {
            Some(origin) => format!("{} ({place})", outside::path(origin)),
            None => place,
        }
    }
}

/// The verdict about an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Verdict {
    /// The server would accept it.
    Valid,
    /// The object has errors that no baseline or configuration accepts.
    Invalid,
    /// All of its errors are in the file of `--baseline`.
    Known,
    /// The object was not validated.
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
    /// The objects that `--show` asked for.
    pub(crate) shown: Option<Shown>,
}

/// A text and what was found.
#[derive(Clone, Debug, Default)]
pub(crate) struct FileReport {
    pub(crate) name: String,
    pub(crate) objects: Vec<ObjectReport>,
    /// Findings of no object: the text cannot be read, or a CRD has errors.
    pub(crate) findings: Vec<Placed>,
    /// The documents that are no objects for a server: their sorts, and their lines.
    pub(crate) left_out: Vec<(Sort, usize)>,
    /// The number of values that are unknown before the program runs: the server's errors for them are
    /// unknown too.
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
