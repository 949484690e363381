//! Reads texts of CRDs of a catalogue. In: a project and a line. Out: the versions of the CRD, or its tree.
//!
//! Easy to break: a file of a few kilobytes can have texts of gigabytes, so all texts that a command reads
//! have a limit.

use std::cell::Cell;

use super::ranges::Range;
use crate::failure::Failure;
use crdc_catalogue::{Catalogue, Definition, Project};
use crdc_source::{Node, json_value};
use serde::Deserialize;

/// The most bytes of texts that one command reads.
const MOST_BYTES: usize = 1 << 29;

/// Reads texts until there are too many.
pub(super) struct Texts {
    left: Cell<usize>,
}

/// What is said of a version of a CRD besides its schema.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct VersionOf {
    pub(super) name: String,
    #[serde(default)]
    pub(super) served: bool,
    #[serde(default)]
    pub(super) storage: bool,
    #[serde(default)]
    pub(super) deprecated: bool,
}

/// What is said of a CRD besides its schemas.
#[derive(Debug, Deserialize)]
pub(super) struct SpecOf {
    #[serde(default)]
    pub(super) scope: String,
    #[serde(default)]
    pub(super) versions: Vec<VersionOf>,
}

#[derive(Deserialize)]
struct CrdOf {
    spec: SpecOf,
}

impl Texts {
    pub(super) fn new() -> Texts {
        Texts { left: Cell::new(MOST_BYTES) }
    }

    /// The text of a CRD as JSON.
    pub(super) fn text(
        &self,
        catalogue: &Catalogue,
        project: &Project,
        line: usize,
    ) -> Result<String, Failure> {
        let text = catalogue.text(project, line).map_err(|error| error.to_string())?;
        let left = self.left.get().checked_sub(text.len());
        self.left.set(left.ok_or_else(|| {
            format!("the CRDs of {} are too large: more than {MOST_BYTES} bytes", project.name)
        })?);
        Ok(text)
    }

    /// The tree of a CRD.
    pub(super) fn tree(
        &self,
        catalogue: &Catalogue,
        project: &Project,
        line: usize,
    ) -> Result<Node, Failure> {
        let text = self.text(catalogue, project, line)?;
        json_value(&text).ok_or_else(|| damaged(project, line, "it is no JSON"))
    }

    /// What each run of releases says of a CRD.
    pub(super) fn specs(
        &self,
        catalogue: &Catalogue,
        project: &Project,
        definition: &Definition,
    ) -> Result<Vec<(Range, SpecOf)>, Failure> {
        let spec = |run: &crdc_catalogue::Run| {
            let text = self.text(catalogue, project, run.line)?;
            let crd: CrdOf = serde_json::from_str(&text)
                .map_err(|error| damaged(project, run.line, &error.to_string()))?;
            Ok(((run.first, run.last), crd.spec))
        };
        definition.runs.iter().map(spec).collect()
    }
}

fn damaged(project: &Project, line: usize, why: &str) -> Failure {
    format!("line {line} of the texts of {} is no CRD: {why}", project.name)
}
