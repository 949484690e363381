//! `crdc validate`: what a server would answer to the objects of files, without a server.

mod arguments;
mod problems;
mod read;
mod watch;

use std::io::{IsTerminal, stdin};
use std::num::NonZero;
use std::path::PathBuf;
use std::thread::available_parallelism;

pub(super) use arguments::read;

use crate::baseline::{Baseline, BaselineOptions, Limit};
use crate::command::output::{Output, Terminal, To, complain, write_if_read};
use crate::command::{Failure, input};
use crate::config::Config;
use crate::validate::filter::KindFilter;
use crate::validate::finding::{Finding, Known, Summary};
use crate::validate::folder::Sort;
use crate::validate::input::{Input, Inputs, all as input_files};
use crate::validate::known;
use crate::validate::natives::{Natives, Wanted};
use crate::validate::old::{self, Stored};
use crate::validate::progress::Progress;
use crate::validate::report::{ReportFormat, Verbosity};
use crate::validate::run::{Context, FieldValidation, Settings, run};
use crate::validate::schemas::{self, MISSING, Schemas};
use crate::validate::show::Show;
use crate::validate::variables;
use crdc_codegen::source::Source;

/// Checks objects as a server would: pruning, defaults, unions, immutable fields, validation, rules, ratcheting
///
/// Kubernetes' own kinds are built in, and CRDs among the files are used too. Options of kubeconform are understood, with one dash or two.
/// Exit code 1 if a server would refuse an object, 2 if the command itself fails.
// Wrappers append options of kubeconform to those that are there: the last one counts.
#[derive(clap::Args)]
pub(super) struct Validate {
    /// Files, folders of .yaml, .yml and .json files, or - for the standard input, which is read too if no FILE is named
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Whether the standard input is read because no FILE is named.
    #[arg(skip)]
    without_files: bool,
    /// The version of Kubernetes that answers, such as 1.34, or a file of crdc kubernetes: its kinds, and what it does with CRDs and
    /// their objects [default: the newest that is built in, or what .crdc.yaml says]
    #[arg(help_heading = "What is validated with", long, value_name = "VERSION", value_parser = Wanted::parse, overrides_with = "kubernetes")]
    kubernetes: Option<Wanted>,
    /// More CRDs: files, folders, or a commit: git:main:crds/
    #[arg(help_heading = "What is validated with", long, value_name = "FILE")]
    crd: Vec<PathBuf>,
    /// More kinds of a server: its OpenAPI documents, v2 or v3, files or folders
    #[arg(help_heading = "What is validated with", long, value_name = "FILE")]
    openapi: Vec<PathBuf>,
    /// What unknown fields and duplicate keys are, as for kubectl
    #[arg(
        help_heading = "What is validated with",
        long,
        value_enum,
        value_name = "HOW",
        default_value_t,
        ignore_case = true
    )]
    field_validation: FieldValidation,
    /// The same as --field-validation strict
    #[arg(
        help_heading = "What is validated with",
        long,
        conflicts_with = "field_validation",
        overrides_with = "strict"
    )]
    strict: bool,
    /// As kubectl apply --server-side: metadata.managedFields and items of lists that are there twice are errors
    #[arg(help_heading = "What is validated with", long)]
    server_side: bool,
    /// The namespace of objects that name none
    #[arg(help_heading = "What is validated with", long, value_name = "NAME")]
    namespace: Option<String>,
    /// Leave out objects of groups of which nothing is known; a kind that is gone or misspelt stays an error
    #[arg(help_heading = "What is left out", long, overrides_with = "ignore_missing_schemas")]
    ignore_missing_schemas: bool,
    /// Kinds that are left out: Secret, v1/Secret, apps/v1/Deployment
    #[arg(help_heading = "What is left out", long, value_name = "KIND", value_delimiter = ',', value_parser = KindFilter::parse)]
    skip: Vec<Option<KindFilter>>,
    /// Kinds that are errors
    #[arg(help_heading = "What is left out", long, value_name = "KIND", value_delimiter = ',', value_parser = KindFilter::parse)]
    reject: Vec<Option<KindFilter>>,
    /// Leave out files whose paths match this regular expression
    #[arg(help_heading = "What is left out", long, value_name = "REGEX", value_parser = filename_pattern)]
    ignore_filename_pattern: Vec<regex::Regex>,
    /// Treat files that are named as those of folders: what is no manifest, or no .yaml, .yml or .json file, is left out
    #[arg(help_heading = "What is left out", long)]
    as_found: bool,
    /// The format of the report; --format is the same
    #[arg(
        help_heading = "The report",
        short = 'o',
        long = "output",
        alias = "format",
        value_enum,
        default_value_t,
        value_name = "FORMAT"
    )]
    report: ReportFormat,
    /// Count valid, invalid and skipped objects
    #[arg(help_heading = "The report", long, overrides_with = "summary")]
    summary: bool,
    /// Also show objects without findings
    #[arg(help_heading = "The report", long, overrides_with = "verbose")]
    verbose: bool,
    /// Stop at the first file with an error
    #[arg(help_heading = "The report", long, overrides_with = "exit_on_error")]
    exit_on_error: bool,
    /// The number of threads; one for each core if not given
    #[arg(help_heading = "The report", short = 'n', long, value_name = "NUMBER", overrides_with = "threads")]
    threads: Option<NonZero<usize>>,
    /// Validate again whenever files change, until interrupted
    #[arg(help_heading = "The report", long)]
    watch: bool,
    /// Check objects as updates of those in OLD with the same group, kind, namespace and name: files, folders, or a commit:
    /// git:main (FILE as it is there), git:main:deploy/
    #[arg(help_heading = "More questions", long, value_name = "OLD")]
    old: Vec<PathBuf>,
    /// The value of a variable ${NAME}; values with other variables are not checked
    #[arg(help_heading = "More questions", long, value_name = "NAME=VALUE", value_parser = variables::pair)]
    substitute: Vec<(String, String)>,
    /// Files with the values of variables, a line NAME=VALUE for each
    #[arg(help_heading = "More questions", long, value_name = "FILE")]
    substitute_file: Vec<PathBuf>,
    /// Print objects as they would be stored, or only what changes: --show diff
    #[arg(help_heading = "More questions", long, value_enum, value_name = "WHAT", num_args = 0..=1, require_equals = true, default_missing_value = "stored")]
    show: Option<Show>,
    /// Findings that are ignored, each with a reason [default: .crdc.yaml in the working folder, if there is one]
    #[arg(help_heading = "More questions", long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    baseline: BaselineOptions,
    #[command(flatten)]
    terminal: Terminal,
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
    pub(super) fn run(mut self) -> Result<bool, Failure> {
        if self.files.is_empty() {
            if stdin().is_terminal() {
                return Err(
                    "name a FILE to validate: a file, a folder, or - for the standard input".to_owned()
                );
            }
            self.without_files = true;
            self.files.push(PathBuf::from("-"));
        }
        if self.baseline.write_baseline.is_some() && (self.watch || self.exit_on_error) {
            let option = if self.watch { "--watch" } else { "--exit-on-error" };
            return Err(format!("--write-baseline writes all findings: leave out {option}"));
        }
        if self.watch { watch::watch(&self) } else { Ok(self.round()?.passed) }
    }

    /// Reads everything and validates all files.
    fn round(&self) -> Result<Round, Failure> {
        let named = self.files.iter().chain(&self.crd).chain(&self.openapi).chain(&self.old);
        if named.filter(|path| input::is_stdin(path)).count() > 1 {
            return Err("the standard input (-) can be read only once".to_owned());
        }
        let Inputs { all: mut inputs, hidden, ignored } =
            input_files(&self.files, &self.ignore_filename_pattern, self.as_found)?;
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
        let config = Config::load(self.config.as_deref(), self.diagnostics().format(To::Err))?;
        let layout = self.layout(&inputs);
        let crds = self.crds()?;
        let openapi = input::sources(&self.openapi)?;
        for source in crds.iter().chain(&openapi) {
            baseline.reads(&source.name);
        }
        let wanted = self.kubernetes.as_ref().or(config.kubernetes()).cloned().unwrap_or_default();
        let natives = Natives::load(&wanted, &openapi)?;
        let mut old = self.stored()?;
        let old_layout = old::layout(&old);
        let old_crds = schemas::crds_among(&mut old, &old_layout, self.threads());
        let old_crds: Vec<Source> = old_crds.into_iter().map(|(_, source)| source).collect();
        let schemas = Schemas::load(&mut inputs, &layout, crds, &old_crds, openapi, natives, self.threads());
        let settings = self.settings(config)?;
        let stored = Stored::read(&old, &old_layout, &schemas, self.namespace.as_deref(), &settings.values);
        let mut report = self.report.report(Verbosity { all: self.verbose, summary: self.summary });
        let (mut is_read, mut failed, mut limit) = (true, Ok(()), Limit::of(&self.baseline));
        let mut summary = Summary { known: baseline.is_used().then(Known::default), ..Summary::default() };
        // People read one line for all objects of a kind.
        let is_summed = |finding: &Finding| self.report == ReportFormat::Text && finding.id == MISSING;
        let mut of_schemas = problems::of_schemas(&schemas, &settings);
        for problems::OfText { report: file, .. } in &mut of_schemas {
            known::mark(file, &mut baseline);
            known::limit(file, &mut limit, is_summed);
            summary.add_findings(file);
        }
        self.show_schemas(&schemas, &of_schemas)?;
        self.complain(&schemas, &stored)?;
        // People have seen it already.
        for text in of_schemas.iter().filter(|_| self.report.shape().is_none()) {
            is_read &= write_if_read(To::Out, &report.file(&text.report))?;
        }
        let progress = Progress::new(inputs.len());
        let context = Context { schemas: &schemas, stored: &stored, layout: &layout, settings: &settings };
        run(&inputs, context, |mut file| {
            known::mark(&mut file, &mut baseline);
            known::limit(&mut file, &mut limit, is_summed);
            let before = summary.errors;
            summary.add(&file);
            progress.one_more();
            let text = report.file(&file);
            if !text.is_empty() {
                match progress.suspend(|| write_if_read(To::Out, &text)) {
                    Ok(read) => is_read &= read,
                    Err(failure) => failed = Err(failure),
                }
            }
            failed.is_ok() && !(self.exit_on_error && summary.errors > before)
        });
        progress.end();
        failed?;
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
            is_read &= write_if_read(To::Out, &(end + &more))?;
        } else {
            is_read &= write_if_read(To::Out, &end)?;
            more.lines().for_each(complain);
        }
        Ok(Round { passed: summary.errors == 0, is_read })
    }

    fn settings(&self, config: Config) -> Result<Settings, Failure> {
        let output = |shape| Output::new(shape, self.terminal);
        Ok(Settings {
            field_validation: self.field_validation,
            server_side: self.server_side,
            values: self.values()?,
            skip: self.skip.iter().flatten().cloned().collect(),
            reject: self.reject.iter().flatten().cloned().collect(),
            ignore_missing_schemas: self.ignore_missing_schemas,
            namespace: self.namespace.clone(),
            show: self.show,
            excerpts: self.report.shape().map(|shape| output(shape).format(To::Out)),
            config,
            threads: self.threads(),
        })
    }

    /// How problems of schemas and old objects are shown.
    fn diagnostics(&self) -> Output {
        Output::new(self.report.shape().unwrap_or_default(), self.terminal)
    }

    fn threads(&self) -> usize {
        self.threads.or_else(|| available_parallelism().ok()).map_or(1, NonZero::get)
    }
}
