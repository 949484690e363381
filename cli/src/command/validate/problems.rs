//! What is wrong beside the inputs: with the CRDs of `--crd`, and with the old objects. In: the schemas, the old objects. Out: the text for people,
//! and a report of each text with errors, which is a part of the answer in every format.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::Validate;
use crate::baseline::Baseline;
use crate::command::Failure;
use crate::command::git::GitTree;
use crate::command::output::{To, complain, write_if_read};
use crate::validate::file::schema;
use crate::validate::finding::{FileReport, Finding};
use crate::validate::known;
use crate::validate::old::Stored;
use crate::validate::run::Settings;
use crate::validate::schemas::Schemas;
use crdc_codegen::diag::{Diagnostic, Renderer, Severity};

impl Validate {
    /// Prints what is wrong with CRDs that are no inputs: the others are used. Returns the reports of their texts.
    ///
    /// # Errors
    /// Stored objects cannot be read, so nobody knows which objects are updates.
    pub(super) fn complain(
        &self,
        schemas: &Schemas,
        stored: &Stored,
        baseline: &mut Baseline,
        settings: &Settings,
    ) -> Result<Vec<FileReport>, Failure> {
        let is_error = |one: &crdc_codegen::Located| one.diagnostic.severity() == Severity::Error;
        let mut problems: Vec<_> = schemas.of_others.clone();
        problems.retain(|one| {
            if !is_error(one) {
                return one.diagnostic.code.is_of_server();
            }
            let source = schemas.others.get(one.source);
            let finding = Finding::from(one.diagnostic.clone());
            !source.is_some_and(|source| known::is_known(&source.name, &finding, baseline))
        });
        let is_whole = !problems.iter().any(is_error);
        if !problems.is_empty() {
            let what = if is_whole { "the schemas have warnings" } else { "the schemas have errors" };
            self.diagnostics().show(&schemas.others, &problems, To::Err, what)?;
        }
        for note in &schemas.notes {
            complain(note);
        }
        for (source, problems) in &stored.problems {
            let renderer = Renderer::new(source, self.diagnostics().format(To::Err));
            let shown: String = problems.iter().map(|problem| problem.shown(&renderer, None)).collect();
            write_if_read(To::Err, &shown)?;
        }
        if let Some(note) = stored.not_compared() {
            complain(&note);
        }
        if !stored.problems.is_empty() {
            return Err("the stored objects have errors".to_owned());
        }
        self.complain_of_nothing(stored)?;
        let mut of_texts: BTreeMap<usize, Vec<Diagnostic>> = BTreeMap::new();
        for one in problems {
            of_texts.entry(one.source).or_default().push(one.diagnostic);
        }
        let report = |(index, problems): (usize, Vec<Diagnostic>)| {
            Some(schema(schemas.others.get(index)?, problems, settings))
        };
        Ok(of_texts.into_iter().filter_map(report).collect())
    }

    /// Says that there are no stored objects, so that a comparison with nothing does not look like one that found nothing.
    ///
    /// # Errors
    /// Something was named that should have them. A commit need not have the paths of the command line, and an empty list says itself
    /// that nothing is stored.
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
