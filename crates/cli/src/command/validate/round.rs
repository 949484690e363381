//! Validates all files once. In: the options. Out: reports, then totals, and whether there are no errors.
//!
//! Easy to break: each round reads everything again, since `--watch` depends on that.

use super::options::Validate;
use super::reports::{Reports, Round};
use crate::baseline::Baseline;
use crate::config::Config;
use crate::failure::Failure;
use crate::input;
use crate::output::Diagnostics;
use crate::place::To;
use crate::validate::context::{Context, Settings};
use crate::validate::folder::Sort;
use crate::validate::folder::input::{How, Input, Inputs, all as input_files};
use crate::validate::run::parallel::run;
use crate::validate::run::progress::Progress;
use crate::validate::schemas::loader::{self, Among, Documents, Schemas, Upgraded};
use crate::validate::schemas::native_kinds::Natives;
use crate::validate::storage::stored_objects::{self, Stored};
use crdc_source::Source;
use std::path::PathBuf;

impl Validate {
    /// Reads everything and validates all files.
    pub(in crate::command) fn round(&self) -> Result<Round, Failure> {
        let named = self.files.iter().chain(&self.crd).chain(&self.openapi).chain(&self.old);
        if named.filter(|path| input::is_stdin(path)).count() > 1 {
            return Err("the standard input (-) can be read only once".to_owned());
        }
        let read: Vec<PathBuf> = self.files.iter().chain(&self.crd).chain(&self.old).cloned().collect();
        let to = To::at(self.output.as_deref(), &read)?;
        self.refuse_untrusted()?;
        self.refuse_locations()?;
        let Inputs { all: mut inputs, hidden, ignored, links } = self.inputs()?;
        let mut baseline = Baseline::load(&self.baseline)?;
        inputs.retain(|input| input.is_named || !baseline.is_in(&input.name()));
        let config = self.usual_config()?;
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
        let Among { crds: old_crds, met: stored, tell } =
            loader::crds_among(&mut old, &old_layout, self.threads());
        let old_crds: Vec<Source> = old_crds.into_iter().map(|(_, source)| source).collect();
        let settings = self.settings(config, &to)?;
        let catalogued = self.catalogued(&settings.config, natives.server())?;
        let upgraded = settings.upgrade.as_ref().map(|asked| Upgraded { asked, old: &old, tell });
        let documents = Documents {
            crds,
            old: old_crds,
            stored,
            openapi,
            values: &settings.values,
            catalogued,
            reads_pins: !self.untrusted,
            upgraded,
        };
        let schemas = Schemas::load(&mut inputs, &layout, documents, natives, self.threads());
        layout.build(|folder| self.names_of(folder), |index| inputs.get(index).map(Input::read));
        self.refuse_no_upgrade(&schemas)?;
        // Old files of an upgrade name releases, and are no stored objects.
        let old = if self.upgrade.is_some() { Vec::new() } else { old };
        let stored = Stored::read(&old, &old_layout, &schemas, self.namespace.as_deref(), &settings.values);
        let locations = self.locations(&wanted, &schemas);
        let mut reports = Reports::new(self, &to, &schemas, baseline);
        reports.schemas(&settings)?;
        self.complain(&schemas, &stored)?;
        let context = Context {
            schemas: &schemas,
            locations: &locations,
            stored: &stored,
            layout: &layout,
            settings: &settings,
        };
        self.validate(&inputs, context, &mut reports)?;
        // Only objects are upgraded.
        let [hidden, ignored] = [hidden, ignored].map(|count| if self.upgrade.is_some() { 0 } else { count });
        reports.end([(Sort::Hidden, hidden), (Sort::Ignored, ignored)])
    }

    /// Validates the files, and writes their reports as they come.
    fn validate(
        &self,
        inputs: &[Input],
        context: Context<'_>,
        reports: &mut Reports<'_>,
    ) -> Result<(), Failure> {
        let progress = Progress::new(inputs.len());
        let mut failed = Ok(());
        run(inputs, context, |file| {
            let before = reports.errors();
            let certain = reports.add(file);
            progress.one_more();
            if let Err(failure) = progress.suspend(|| reports.write(&certain)) {
                failed = Err(failure);
            }
            failed.is_ok() && !(self.exit_on_error && reports.errors() > before)
        });
        progress.end();
        failed
    }

    /// The files that the command line names.
    ///
    /// # Errors
    /// A pipeline that lost its input must not pass.
    fn inputs(&self) -> Result<Inputs, Failure> {
        let how =
            How { ignored: &self.ignore_filename_pattern, as_found: self.as_found, trust: self.trust() };
        let inputs = input_files(&self.files, how)?;
        if inputs.all.iter().any(Input::is_empty_stdin) {
            let why = match self.without_files {
                true => "no FILE is named, and nothing is on the standard input",
                false => "nothing is on the standard input (-): the command before it may have failed",
            };
            return Err(why.to_owned());
        }
        Ok(inputs)
    }

    /// The configuration. For files of a stranger, only a configuration that the command line names is read.
    fn usual_config(&self) -> Result<Config, Failure> {
        if self.untrusted && self.config.is_none() {
            return Ok(Config::default());
        }
        Config::load(self.config.as_deref(), self.diagnostics().format(&To::Err))
    }

    fn settings(&self, config: Config, to: &To) -> Result<Settings, Failure> {
        let diagnostics = |shape| Diagnostics::new(shape, self.terminal);
        Ok(Settings {
            field_validation: self.field_validation,
            server_side: self.server_side,
            values: self.values()?,
            skip: self.skip.iter().flatten().cloned().collect(),
            reject: self.reject.iter().flatten().cloned().collect(),
            missing_schema: self.missing_schema(),
            untrusted: self.untrusted,
            namespace: self.namespace.clone(),
            show: self.show,
            excerpts: self.report.shape().map(|shape| diagnostics(shape).format(to)),
            config,
            upgrade: self.upgrade.clone(),
            threads: self.threads(),
        })
    }
}
