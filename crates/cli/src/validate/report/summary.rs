//! Counts the totals of a run. In: the reports of files, one after another. Out: the totals.
//! Easy to break: docs/validate.schema.json lists the members.

use std::collections::BTreeMap;

use serde::Serialize;

use super::file_report::{FileReport, Placed, Verdict};
use super::used_releases::UsedRelease;
use crate::baseline::Key;
use crate::validate::findings::finding::{Accepted, Level};
use crate::validate::folder::Sort;

/// The totals of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Summary {
    pub(crate) files: usize,
    pub(crate) objects: usize,
    pub(crate) valid: usize,
    pub(crate) invalid: usize,
    /// The number of objects of kinds without a schema, of which nothing was validated.
    pub(crate) without_schema: usize,
    pub(crate) skipped: usize,
    pub(crate) errors: usize,
    pub(crate) warnings: usize,
    pub(crate) notes: usize,
    pub(crate) ignored: usize,
    /// The totals of findings that `--baseline` contains.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) known: Option<Known>,
    /// The number of findings that `--max-findings` does not show.
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) not_shown: usize,
    /// The number of unknown values.
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) unknown_values: usize,
    /// The number of documents that are not objects for a server, by sort.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) left_out: BTreeMap<Sort, usize>,
    /// The releases of projects whose kinds the objects have.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) releases: Vec<UsedRelease>,
    /// The number of objects that were validated with JSON Schemas of others, by location.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) schema_locations: BTreeMap<String, usize>,
    /// The version whose kinds the objects have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) kinds: Option<String>,
}

/// The totals of `--baseline`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Known {
    pub(crate) findings: usize,
    /// The number of objects whose errors are all known.
    pub(crate) objects: usize,
    /// The known findings that no longer occur.
    pub(crate) gone: Vec<Key>,
}

// serde requires this signature.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl Summary {
    /// The number of objects of which it is known what a server would answer.
    pub(crate) fn validated(&self) -> usize {
        self.objects - self.without_schema - self.skipped
    }

    pub(crate) fn add(&mut self, file: &FileReport) {
        for (sort, _) in &file.left_out {
            *self.left_out.entry(*sort).or_default() += 1;
        }
        self.unknown_values += file.unknown;
        self.files += 1;
        self.add_findings(file);
        for object in &file.objects {
            self.objects += 1;
            if let Some(from) = &object.schema {
                *self.schema_locations.entry(from.root.to_string()).or_default() += 1;
            }
            match object.verdict {
                Verdict::Valid => self.valid += 1,
                Verdict::Invalid => self.invalid += 1,
                Verdict::Known => self.known.get_or_insert_default().objects += 1,
                Verdict::WithoutSchema => self.without_schema += 1,
                Verdict::Skipped => self.skipped += 1,
            }
        }
    }

    /// Adds the findings of a text that is not an input.
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
