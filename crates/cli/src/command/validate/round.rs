//! One validation of all files. In: the options. Out: reports as they come, then totals, and whether a server
//! would accept all objects.
//!
//! Easy to break: everything is read again each time, since `--watch` asks for that.

use super::held::{Certain, Held};
use super::options::Validate;
use super::problems;
use crate::baseline::{Baseline, Limit};
use crate::config::Config;
use crate::failure::Failure;
use crate::input;
use crate::output::{Diagnostics, complain};
use crate::place::{To, write_if_read};
use crate::validate::context::{Context, Settings};
use crate::validate::folder::Sort;
use crate::validate::folder::input::{How, Input, Inputs, all as input_files};
use crate::validate::report::known_findings;
use crate::validate::report::summary::{Known, Summary};
use crate::validate::report::{Report, ReportFormat, Verbosity};
use crate::validate::run::parallel::run;
use crate::validate::run::progress::Progress;
use crate::validate::schemas::loader::{self, Documents, Schemas};
use crate::validate::schemas::native_kinds::Natives;
use crate::validate::storage::stored_objects::{self, Stored};
use crdc_source::Source;
use std::path::PathBuf;

/// The result of validating all files.
pub(super) struct Round {
    /// Whether a server would accept all objects.
    pub(super) passed: bool,
    /// Whether somebody still reads the reports.
    pub(super) is_read: bool,
}

impl Validate {
    /// Reads everything and validates all files.
    pub(super) fn round(&self) -> Result<Round, Failure> {
        let named = self.files.iter().chain(&self.crd).chain(&self.openapi).chain(&self.old);
        if named.filter(|path| input::is_stdin(path)).count() > 1 {
            return Err("the standard input (-) can be read only once".to_owned());
        }
        let read: Vec<PathBuf> = self.files.iter().chain(&self.crd).chain(&self.old).cloned().collect();
        let to = To::at(self.output.as_deref(), &read)?;
        self.refuse_untrusted()?;
        let how =
            How { ignored: &self.ignore_filename_pattern, as_found: self.as_found, trust: self.trust() };
        let Inputs { all: mut inputs, hidden, ignored, links } = input_files(&self.files, how)?;
        // A pipeline that lost its input must not pass.
        if inputs.iter().any(Input::is_empty_stdin) {
            let why = match self.without_files {
                true => "no FILE is named, and nothing is on the standard input",
                false => "nothing is on the standard input (-): the command before it may have failed",
            };
            return Err(why.to_owned());
        }
        let mut baseline = Baseline::load(&self.baseline)?;
        inputs.retain(|input| input.is_named || !baseline.is_in(&input.name()));
        let is_usual_read = !self.untrusted || self.config.is_some();
        let config = is_usual_read
            .then(|| Config::load(self.config.as_deref(), self.diagnostics().format(&To::Err)))
            .transpose()?
            .unwrap_or_default();
        let mut layout = self.layout(&inputs, &links);
        let crds = self.crds()?;
        let openapi = input::sources(&self.openapi)?;
        for source in crds.iter().chain(&openapi) {
            baseline.reads(&source.name);
        }
        let wanted = self.kubernetes.as_ref().or(config.kubernetes()).cloned().unwrap_or_default();
        let natives = Natives::load(&wanted, &openapi)?;
        let mut old = self.stored()?;
        let old_layout = stored_objects::layout(&old);
        let old_crds = loader::crds_among(&mut old, &old_layout, self.threads());
        let old_crds: Vec<Source> = old_crds.into_iter().map(|(_, source)| source).collect();
        let settings = self.settings(config, &to)?;
        let documents = Documents { crds, old: old_crds, openapi, values: &settings.values };
        let schemas = Schemas::load(&mut inputs, &layout, documents, natives, self.threads());
        layout.build(|folder| self.names_of(folder), |index| inputs.get(index).map(Input::read));
        let stored = Stored::read(&old, &old_layout, &schemas, self.namespace.as_deref(), &settings.values);
        let mut report = self.report.report(Verbosity { all: self.verbose, summary: self.summary });
        let (mut is_read, mut failed) = (true, Ok(()));
        let mut summary = Summary { known: baseline.is_used().then(Known::default), ..Summary::default() };
        // People read one line for all objects of a kind.
        let mut held = Held::new(Limit::of(&self.baseline), self.report == ReportFormat::Text);
        let mut of_schemas = problems::of_schemas(&schemas, &settings);
        for problems::OfText { report: file, .. } in &mut of_schemas {
            known_findings::mark(file, &mut baseline);
            summary.add_findings(file);
        }
        let certain = held.schemas(of_schemas);
        is_read &= self.write(&certain, &schemas, &mut *report, &to)?;
        self.complain(&schemas, &stored)?;
        let progress = Progress::new(inputs.len());
        let context = Context { schemas: &schemas, stored: &stored, layout: &layout, settings: &settings };
        run(&inputs, context, |mut file| {
            known_findings::mark(&mut file, &mut baseline);
            let before = summary.errors;
            summary.add(&file);
            progress.one_more();
            let certain = held.file(file);
            match progress.suspend(|| self.write(&certain, &schemas, &mut *report, &to)) {
                Ok(read) => is_read &= read,
                Err(failure) => failed = Err(failure),
            }
            failed.is_ok() && !(self.exit_on_error && summary.errors > before)
        });
        progress.end();
        failed?;
        is_read &= self.write(&held.rest(), &schemas, &mut *report, &to)?;
        let limit = held.limit();
        for (sort, count) in [(Sort::Hidden, hidden), (Sort::Ignored, ignored)] {
            if count > 0 {
                *summary.left_out.entry(sort).or_default() += count;
            }
        }
        summary.kinds = schemas.natives.met();
        summary.not_shown = limit.hidden();
        let ended = baseline.end()?;
        if let Some(known) = &mut summary.known {
            known.gone = ended.gone.iter().map(|(key, _)| key.clone()).collect();
        }
        let (end, more) = (report.end(&summary), limit.line() + &ended.lines());
        if self.report.shape().is_some() {
            is_read &= write_if_read(&to, &(end + &more))?;
        } else {
            is_read &= write_if_read(&to, &end)?;
            more.lines().for_each(complain);
        }
        Ok(Round { passed: summary.errors == 0, is_read })
    }

    /// Prints reports; whether somebody reads them. What is wrong with schemas is no part of what people read
    /// as the report.
    fn write(
        &self,
        certain: &Certain,
        schemas: &Schemas,
        report: &mut dyn Report,
        to: &To,
    ) -> Result<bool, Failure> {
        self.show_schemas(schemas, &certain.schemas)?;
        let is_for_people = self.report.shape().is_some();
        let texts = certain.schemas.iter().map(|text| &text.report).filter(|_| !is_for_people);
        let text: String = texts.chain(&certain.files).map(|file| report.file(file)).collect();
        if text.is_empty() { Ok(true) } else { write_if_read(to, &text) }
    }

    fn settings(&self, config: Config, to: &To) -> Result<Settings, Failure> {
        let diagnostics = |shape| Diagnostics::new(shape, self.terminal);
        Ok(Settings {
            field_validation: self.field_validation,
            server_side: self.server_side,
            values: self.values()?,
            skip: self.skip.iter().flatten().cloned().collect(),
            reject: self.reject.iter().flatten().cloned().collect(),
            ignore_missing_schemas: self.ignore_missing_schemas,
            untrusted: self.untrusted,
            namespace: self.namespace.clone(),
            show: self.show,
            excerpts: self.report.shape().map(|shape| diagnostics(shape).format(to)),
            config,
            threads: self.threads(),
        })
    }
}
