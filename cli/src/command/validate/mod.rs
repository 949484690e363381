//! `crdc validate`: what a server would answer to the objects of files, without a server.

mod arguments;
mod watch;

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;

pub(super) use arguments::read;

use crate::command::git::GitTree;
use crate::command::output::{Output, To, complain, write_if_read};
use crate::command::{Failure, input};
use crate::config::Config;
use crate::validate::filter::KindFilter;
use crate::validate::finding::Summary;
use crate::validate::folder::{Layout, Sort, around};
use crate::validate::input::{Input, Inputs, all as input_files, is_ignored};
use crate::validate::natives::{Natives, Wanted};
use crate::validate::old::{self, Stored};
use crate::validate::progress::Progress;
use crate::validate::report::{ReportFormat, Verbosity};
use crate::validate::run::{Context, FieldValidation, Settings, run};
use crate::validate::schemas::{self, Schemas};
use crate::validate::show::Show;
use crate::validate::variables::{self, Values};
use crdc_codegen::diag::{Renderer, Severity};
use crdc_codegen::source::Source;

/// Checks objects as a server would: pruning, defaults, unions, immutable fields, validation, rules, ratcheting
///
/// CRDs among the files are used too. With --old, objects are checked as updates of those in OLD with the same group, kind,
/// namespace and name. Exit code 1 if a server would refuse an object, 2 if the command itself fails.
#[derive(clap::Args)]
pub(super) struct Validate {
    /// Files, folders of .yaml, .yml and .json files, or - for the standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// More CRDs: files, folders, or a commit: git:main:crds/
    #[arg(long, value_name = "FILE")]
    crd: Vec<PathBuf>,
    /// The version of Kubernetes whose kinds are validated, such as 1.34, or a file of crdc kubernetes [default: the newest that is
    /// built in, or what .crdc.yaml says]
    #[arg(long, value_name = "VERSION", value_parser = Wanted::parse)]
    kubernetes: Option<Wanted>,
    /// Published OpenAPI documents, v2 or v3, whose kinds are validated too: files or folders
    #[arg(long, value_name = "FILE")]
    openapi: Vec<PathBuf>,
    /// The stored objects: files, folders, or a commit: git:main (FILE as it is there), git:main:deploy/
    #[arg(long, value_name = "OLD")]
    old: Vec<PathBuf>,
    /// What unknown fields and duplicate keys are, as for kubectl
    #[arg(long, value_enum, value_name = "HOW", default_value_t, ignore_case = true)]
    field_validation: FieldValidation,
    /// The same as --field-validation strict
    #[arg(long, conflicts_with = "field_validation")]
    strict: bool,
    /// As kubectl apply --server-side: metadata.managedFields is an error
    #[arg(long)]
    server_side: bool,
    /// The value of a variable ${NAME}; values with other variables are not checked
    #[arg(long, value_name = "NAME=VALUE", value_parser = variables::pair)]
    substitute: Vec<(String, String)>,
    /// Files with the values of variables, a line NAME=VALUE for each
    #[arg(long, value_name = "FILE")]
    substitute_file: Vec<PathBuf>,
    /// The namespace of objects that name none
    #[arg(long, value_name = "NAME")]
    namespace: Option<String>,
    /// Kinds that are left out: Secret, v1/Secret, apps/v1/Deployment
    #[arg(long, value_name = "KIND", value_delimiter = ',', value_parser = KindFilter::parse)]
    skip: Vec<KindFilter>,
    /// Kinds that are errors
    #[arg(long, value_name = "KIND", value_delimiter = ',', value_parser = KindFilter::parse)]
    reject: Vec<KindFilter>,
    /// Leave out objects of groups of which nothing is known
    #[arg(long)]
    ignore_missing_schemas: bool,
    /// Leave out files of folders whose paths match this regular expression
    #[arg(long, value_name = "REGEX", value_parser = filename_pattern)]
    ignore_filename_pattern: Vec<regex::Regex>,
    /// The format of the report
    #[arg(short = 'o', long = "output", value_enum, default_value_t, value_name = "FORMAT")]
    report: ReportFormat,
    /// Count valid, invalid and skipped objects
    #[arg(long)]
    summary: bool,
    /// Also show objects without findings
    #[arg(long)]
    verbose: bool,
    /// Print objects as they would be stored, or only what changes: --show diff
    #[arg(long, value_enum, value_name = "WHAT", num_args = 0..=1, require_equals = true, default_missing_value = "stored")]
    show: Option<Show>,
    /// Findings that are ignored, each with a reason [default: .crdc.yaml in the working folder, if there is one]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The number of threads; one for each core if not given
    #[arg(short = 'n', long, value_name = "NUMBER")]
    threads: Option<NonZero<usize>>,
    /// Stop at the first file with an error
    #[arg(long)]
    exit_on_error: bool,
    /// Validate again whenever files change, until interrupted
    #[arg(long)]
    watch: bool,
    #[command(flatten)]
    terminal: Output,
}

/// A pattern of names of files. An empty one fits all of them.
fn filename_pattern(text: &str) -> Result<regex::Regex, String> {
    if text.is_empty() {
        return Err("an empty pattern fits all files".to_owned());
    }
    text.parse().map_err(|error: regex::Error| error.to_string())
}

/// How the validation of all files ended.
struct Round {
    /// Whether a server would accept all objects.
    passed: bool,
    /// Whether somebody still reads the reports.
    is_read: bool,
}

impl Validate {
    pub(super) fn run(&self) -> Result<bool, Failure> {
        if self.watch { watch::watch(self) } else { Ok(self.round()?.passed) }
    }

    /// Reads everything and validates all files.
    fn round(&self) -> Result<Round, Failure> {
        let named = self.files.iter().chain(&self.crd).chain(&self.openapi).chain(&self.old);
        if named.filter(|path| input::is_stdin(path)).count() > 1 {
            return Err("the standard input (-) can be read only once".to_owned());
        }
        let Inputs { all: mut inputs, hidden } = input_files(&self.files, &self.ignore_filename_pattern)?;
        let config = Config::load(self.config.as_deref(), &self.terminal)?;
        let layout = self.layout(&inputs);
        let crds = self.crds()?;
        let openapi = input::sources(&self.openapi)?;
        let wanted = self.kubernetes.as_ref().or(config.kubernetes()).cloned().unwrap_or_default();
        let natives = Natives::load(&wanted, &openapi)?;
        let mut old = self.stored()?;
        let old_layout = old::layout(&old);
        let old_crds = schemas::crds_among(&mut old, &old_layout, self.threads());
        let old_crds: Vec<Source> = old_crds.into_iter().map(|(_, source)| source).collect();
        let schemas = Schemas::load(&mut inputs, &layout, crds, &old_crds, openapi, natives, self.threads());
        let stored = Stored::read(&old, &schemas, self.namespace.as_deref());
        let is_whole = self.complain(&schemas, &stored)?;
        let settings = self.settings(config)?;
        let mut report = self.report.report(Verbosity { all: self.verbose, summary: self.summary });
        let (mut summary, mut is_read, mut failed) = (Summary::default(), true, Ok(()));
        let progress = Progress::new(inputs.len());
        let context = Context { schemas: &schemas, stored: &stored, layout: &layout, settings: &settings };
        run(&inputs, context, |file| {
            summary.add(&file);
            progress.one_more();
            let text = report.file(&file);
            if !text.is_empty() {
                match progress.suspend(|| write_if_read(To::Out, &text)) {
                    Ok(read) => is_read = read,
                    Err(failure) => failed = Err(failure),
                }
            }
            failed.is_ok() && !(self.exit_on_error && summary.errors > 0)
        });
        progress.end();
        failed?;
        if hidden > 0 {
            *summary.left_out.entry(Sort::Hidden).or_default() += hidden;
        }
        summary.kinds = schemas.natives.met();
        is_read &= write_if_read(To::Out, &report.end(&summary))?;
        Ok(Round { passed: summary.errors == 0 && is_whole, is_read })
    }

    fn settings(&self, config: Config) -> Result<Settings, Failure> {
        let text = self.report == ReportFormat::Text;
        Ok(Settings {
            field_validation: self.field_validation,
            server_side: self.server_side,
            values: self.values()?,
            skip: self.skip.clone(),
            reject: self.reject.clone(),
            ignore_missing_schemas: self.ignore_missing_schemas,
            namespace: self.namespace.clone(),
            show: self.show,
            excerpts: text.then(|| self.terminal.format(To::Out)),
            config,
            threads: self.threads(),
        })
    }

    /// What the inputs are.
    fn layout(&self, inputs: &[Input]) -> Layout {
        let of_inputs = inputs.iter().map(|input| PathBuf::from(&*input.name()));
        let names: Vec<PathBuf> = of_inputs.chain(around(&self.files)).collect();
        let read = |index: usize| match inputs.get(index) {
            Some(input) => input.read(),
            // Nobody asked for it, so a fault of it is none.
            None => Source::read(&names[index]).unwrap_or_else(|_| Source::new("", "")),
        };
        Layout::of(&names, |index| inputs.get(index).is_some_and(|input| input.is_named), read)
    }

    /// The values of variables; those of the command line itself count before those of files.
    fn values(&self) -> Result<Values, Failure> {
        let mut all = Vec::new();
        for path in &self.substitute_file {
            let text = std::fs::read_to_string(path)
                .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
            all.extend(variables::file(&text).map_err(|why| format!("{}: {why}", path.display()))?);
        }
        Ok(Values::of(all.into_iter().chain(self.substitute.iter().cloned())))
    }

    fn threads(&self) -> usize {
        self.threads.or_else(|| available_parallelism().ok()).map_or(1, NonZero::get)
    }

    /// The texts of `--crd`, without what is no CRD for itself. One that has no CRD is mistyped, and what has no schema may be left out.
    fn crds(&self) -> Result<Vec<Source>, Failure> {
        let mut all = Vec::new();
        for path in &self.crd {
            let texts = self.texts(std::slice::from_ref(path))?;
            let names: Vec<PathBuf> = texts.iter().map(|source| PathBuf::from(&source.name)).collect();
            let is_named = texts.len() == 1 && names.first() == Some(path);
            let layout = Layout::of(&names, |_| is_named, |index| texts[index].clone());
            let kept = texts.into_iter().enumerate().filter(|(index, source)| {
                is_named
                    || (layout.sort(*index).is_none()
                        && !schemas::is_template(source, layout.in_templates(*index)))
            });
            let kept: Vec<Source> = kept.map(|(_, source)| source).collect();
            if kept.iter().all(schemas::has_none) {
                return Err(format!("--crd: no CustomResourceDefinition in {}", path.display()));
            }
            all.extend(kept);
        }
        Ok(all)
    }

    /// The texts of `--old`, without the files of folders that are left out of the inputs too.
    fn stored(&self) -> Result<Vec<Input>, Failure> {
        let is_named = |name: &str| self.old.iter().any(|path| path.as_os_str() == name);
        let texts = self.texts(&self.old)?.into_iter();
        let inputs = texts.map(|source| {
            let named = is_named(&source.name);
            Input::text(source, named)
        });
        Ok(inputs
            .filter(|input| {
                input.is_named || !is_ignored(Path::new(&*input.name()), &self.ignore_filename_pattern)
            })
            .collect())
    }

    /// The texts of files, folders and commits.
    fn texts(&self, paths: &[PathBuf]) -> Result<Vec<Source>, Failure> {
        let mut texts = Vec::new();
        for path in paths {
            texts.extend(match GitTree::of(path) {
                Some(tree) => tree.sources(&self.files)?,
                None => input::sources(std::slice::from_ref(path))?,
            });
        }
        Ok(texts)
    }

    /// Prints what is wrong with CRDs that are no inputs: the others are used. Returns whether there are no errors.
    ///
    /// # Errors
    /// Stored objects cannot be read, so nobody knows which objects are updates.
    fn complain(&self, schemas: &Schemas, stored: &Stored) -> Result<bool, Failure> {
        let is_error = |one: &&crdc_codegen::Located| one.diagnostic.severity() == Severity::Error;
        let errors: Vec<_> = schemas.of_others.iter().filter(is_error).cloned().collect();
        if !errors.is_empty() {
            self.terminal.show(&schemas.others, &errors, To::Err, "the schemas have errors")?;
        }
        for note in &schemas.notes {
            complain(note);
        }
        for (source, problems) in &stored.problems {
            let renderer = Renderer::new(source, self.terminal.format(To::Err));
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
        Ok(errors.is_empty())
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
