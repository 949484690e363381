//! Reports problems of the CRDs of `--crd` and of old objects. In: the schemas and the old objects. Out: the
//! text for people, and a report for each text with errors, which is in the output in every format.
//!
//! Easy to break: lints of these CRDs are not reported, since they do not concern the author of objects.
//! Known findings and findings beyond `--max-findings` are marked in the reports before anything is printed,
//! as for inputs.

use std::path::PathBuf;

use super::options::Validate;
use crate::command::git::GitTree;
use crate::failure::Failure;
use crate::output::complain;
use crate::place::{To, write_if_read};
use crate::validate::context::Settings;
use crate::validate::report::file_report::FileReport;
use crate::validate::run::file::schema;
use crate::validate::schemas::loader::Schemas;
use crate::validate::storage::stored_objects::Stored;
use crdc_check::Located;
use crdc_source::diag::Severity;
use crdc_source::render::Renderer;

/// A text with CRDs that is not an input, with its problems and the findings of these problems, in the same
/// order.
pub(super) struct OfText {
    pub(super) report: FileReport,
    problems: Vec<Located>,
}

/// The problems of CRDs that are not inputs: errors, and parts that the chosen server version does not
/// support. The valid CRDs are used.
pub(super) fn of_schemas(schemas: &Schemas, settings: &Settings) -> Vec<OfText> {
    let is_told =
        |one: &&Located| one.diagnostic.severity() == Severity::Error || one.diagnostic.code.is_of_server();
    let mut problems: Vec<Located> = schemas.of_others.iter().filter(is_told).cloned().collect();
    problems.sort_by_key(|one| one.source);
    let of_text = |problems: &[Located]| {
        let source = schemas.others.get(problems.first()?.source)?;
        let diagnostics = problems.iter().map(|one| one.diagnostic.clone()).collect();
        Some(OfText { report: schema(source, diagnostics, settings), problems: problems.to_vec() })
    };
    problems.chunk_by(|one, next| one.source == next.source).filter_map(of_text).collect()
}

impl Validate {
    /// Prints the problems of CRDs that are not inputs, without known problems.
    pub(super) fn show_schemas(&self, schemas: &Schemas, texts: &[OfText]) -> Result<(), Failure> {
        let all = texts.iter().flat_map(|text| text.report.findings.iter().zip(&text.problems));
        let mut new: Vec<_> = all.filter(|(placed, _)| placed.finding.accepted.is_none()).collect();
        if new.is_empty() {
            return Ok(());
        }
        // Problems above the limit are counted and not printed.
        new.sort_by_key(|(placed, _)| !placed.is_shown());
        let most = new.iter().filter(|(placed, _)| placed.is_shown()).count();
        let problems: Vec<Located> = new.into_iter().map(|(_, problem)| problem.clone()).collect();
        let done = "checked the schemas";
        self.diagnostics().show_first(&schemas.others, &problems, most, &To::Err, done).map(drop)
    }

    /// Prints the problems of old objects, and notes about them and about the schemas.
    ///
    /// # Errors
    /// Stored objects cannot be read, so nobody knows which objects are updates.
    pub(super) fn complain(&self, schemas: &Schemas, stored: &Stored) -> Result<(), Failure> {
        for note in &schemas.notes {
            complain(note);
        }
        for (source, problems) in &stored.problems {
            let renderer = Renderer::new(source, self.diagnostics().format(&To::Err));
            let shown: String = problems.iter().map(|problem| problem.shown(&renderer, None)).collect();
            write_if_read(&To::Err, &shown)?;
        }
        if let Some(note) = stored.not_compared() {
            complain(&note);
        }
        if !stored.problems.is_empty() {
            return Err("the stored objects have errors".to_owned());
        }
        self.complain_of_nothing(stored)
    }

    /// Reports that there are no stored objects, so that a comparison with nothing does not look like one
    /// without findings.
    ///
    /// # Errors
    /// Something was named that should have them. A commit need not have the paths of the command line, and
    /// an empty list says itself that nothing is stored.
    fn complain_of_nothing(&self, stored: &Stored) -> Result<(), Failure> {
        if self.old.is_empty() || stored.has_objects {
            return Ok(());
        }
        let names: Vec<String> = self.old.iter().map(|path| path.display().to_string()).collect();
        let names = names.join(", ");
        let is_named = |path: &PathBuf| GitTree::of(path).is_none_or(|tree| tree.has_path());
        if !stored.says_none && self.old.iter().any(is_named) {
            return Err(format!("--old: no object in {names}: there is nothing to compare with"));
        }
        complain(&format!("note: --old: no object in {names}: everything is validated as created"));
        Ok(())
    }
}
