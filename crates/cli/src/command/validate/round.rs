//! Validates all files once. In: the options. Out: reports, then totals, and whether there are no errors.
//!
//! `upgrade.rs` beside it asks another question about the same files. What both read is `Everything`.
//!
//! Easy to break: each round reads everything again, since `--watch` depends on that.

use super::options::Validate;
use super::reports::{Reports, Round};
use crate::baseline::Baseline;
use crate::config::Config;
use crate::failure::Failure;
use crate::input;
use crate::output::Diagnostics;
use crate::output::complain;
use crate::place::To;
use crate::validate::context::{Context, Settings};
use crate::validate::folder::input::{How, Input, Inputs, all as input_files};
use crate::validate::folder::{Layout, Sort};
use crate::validate::locations::Locations;
use crate::validate::objects::validate::validate;
use crate::validate::report::Order;
use crate::validate::report::file_report::FileReport;
use crate::validate::report::used_releases;
use crate::validate::run::file::Ask;
use crate::validate::run::parallel::run;
use crate::validate::run::progress::Progress;
use crate::validate::schemas::loader::{self, Among, Documents, Schemas};
use crate::validate::schemas::native_kinds::Natives;
use crate::validate::storage::stored_objects::{self, Stored};
use std::path::PathBuf;

/// What a round reads before it asks about objects.
pub(super) struct Everything {
    pub(super) to: To,
    pub(super) inputs: Vec<Input>,
    pub(super) layout: Layout,
    pub(super) schemas: Schemas,
    pub(super) locations: Locations,
    pub(super) settings: Settings,
    pub(super) baseline: Baseline,
    /// The files of `--old`.
    pub(super) old: Old,
    /// The numbers of files that were not read.
    pub(super) left_out: [(Sort, usize); 2],
}

/// The files of `--old`.
pub(super) struct Old {
    pub(super) inputs: Vec<Input>,
    layout: Layout,
    /// The indices of those that may say which releases are in use.
    pub(super) tell: Vec<usize>,
}

impl Validate {
    /// Reads everything and validates all files.
    pub(super) fn round(&self) -> Result<Round, Failure> {
        let Everything { to, inputs, layout, schemas, locations, settings, baseline, old, left_out } =
            self.everything()?;
        let namespace = self.namespace.as_deref();
        let stored = Stored::read(&old.inputs, &old.layout, &schemas, namespace, &settings.values);
        let mut reports = Reports::new(self, &to, &schemas, baseline, Order::Files);
        reports.schemas(&settings)?;
        self.complain(&schemas, &stored)?;
        let context = Context {
            schemas: &schemas,
            locations: &locations,
            stored: &stored,
            layout: &layout,
            settings: &settings,
        };
        let ask: &Ask<'_> =
            &|manifest, identity, context, buffers| Some(validate(manifest, identity, context, buffers));
        self.ask(&inputs, context, ask, &mut reports, Some)?;
        locations.notes().iter().for_each(|note| complain(note));
        reports.end(used_releases::of_kinds(&schemas.catalogued.met()), &left_out)
    }

    /// Reads everything that the options name.
    pub(super) fn everything(&self) -> Result<Everything, Failure> {
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
        let around = self.around(&inputs)?;
        let links = [links, around.links].concat();
        let mut layout = self.layout(&inputs, &around.all, &links);
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
        let settings = self.settings(config, &to)?;
        let catalogued = self.catalogued(&settings.config, natives.server())?;
        let documents = Documents {
            crds,
            old: old_crds.into_iter().map(|(_, source)| source).collect(),
            stored,
            openapi,
            values: &settings.values,
            catalogued,
            reads_pins: !self.untrusted,
            around: &around.all,
        };
        let schemas = Schemas::load(&mut inputs, &layout, documents, natives, self.threads());
        let read =
            |index: usize| inputs.get(index).or_else(|| around.all.get(index.checked_sub(inputs.len())?));
        layout.build(|folder| self.names_of(folder), |index| read(index).map(Input::read));
        let locations = self.locations(&wanted, &schemas);
        let old = Old { inputs: old, layout: old_layout, tell };
        let left_out = [(Sort::Hidden, hidden), (Sort::Ignored, ignored)];
        Ok(Everything { to, inputs, layout, schemas, locations, settings, baseline, old, left_out })
    }

    /// Asks about all objects, and writes the reports of files as they come. `keep` decides what of a report
    /// is written.
    pub(super) fn ask(
        &self,
        inputs: &[Input],
        context: Context<'_>,
        ask: &Ask<'_>,
        reports: &mut Reports<'_>,
        mut keep: impl FnMut(FileReport) -> Option<FileReport>,
    ) -> Result<(), Failure> {
        let progress = Progress::new(inputs.len());
        let mut failed = Ok(());
        run(inputs, context, ask, |file| {
            progress.one_more();
            let Some(file) = keep(file) else { return true };
            let before = reports.errors();
            let certain = reports.add(file);
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
            stores: self.show.is_some(),
            threads: self.threads(),
        })
    }
}
