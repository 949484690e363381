//! Validates all inputs, on all cores. Reports are handed over in the order of the inputs.
//!
//! Easy to break: a worker that is far ahead of a slow file must wait, or all reports behind that file are in memory.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use clap::ValueEnum;

use super::filter::KindFilter;
use super::finding::{FileReport, Finding, Level, ObjectReport, Place, Placed, Verdict};
use super::folder::{Layout, Sort, document, template};
use super::ignore;
use super::input::Input;
use super::manifest::{self, Manifest};
use super::object::{Buffers, Validated, validate, without_kind};
use super::old::Stored;
use super::quick;
use super::schemas::Schemas;
use super::show::Show;
use super::unrendered;
use super::variables::{self, Values};
use crate::config::Config;
use crate::edit::member;
use crdc_codegen::diag::{Code, Diagnostic, Format, Renderer, Severity};
use crdc_codegen::source::{Source, Span};

/// What becomes of unknown fields and duplicate keys, as kubectl has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum FieldValidation {
    /// They are errors
    #[default]
    Strict,
    /// They are warnings
    Warn,
    /// They are not reported
    Ignore,
}

impl FieldValidation {
    /// How much a finding about a field weighs.
    pub(super) fn level(self) -> Level {
        if self == FieldValidation::Strict { Level::Error } else { Level::Warning }
    }
}

/// What the command line asks for.
pub(crate) struct Settings {
    pub(crate) field_validation: FieldValidation,
    /// Whether objects are applied by the server.
    pub(crate) server_side: bool,
    /// The values of variables.
    pub(crate) values: Values,
    pub(crate) skip: Vec<KindFilter>,
    pub(crate) reject: Vec<KindFilter>,
    pub(crate) ignore_missing_schemas: bool,
    pub(crate) namespace: Option<String>,
    /// What is wanted of the objects as they would be stored.
    pub(crate) show: Option<Show>,
    /// How findings are shown to people, if they are.
    pub(crate) excerpts: Option<Format>,
    pub(crate) threads: usize,
    /// Findings that are ignored.
    pub(crate) config: Config,
}

/// What objects are validated with.
#[derive(Clone, Copy)]
pub(crate) struct Context<'c> {
    pub(crate) schemas: &'c Schemas,
    pub(crate) stored: &'c Stored,
    pub(crate) layout: &'c Layout,
    pub(crate) settings: &'c Settings,
}

/// What is used for all files of a thread.
#[derive(Default)]
struct Work {
    quick: quick::Buffers,
    whole: Buffers,
}

/// Objects are read by recursion, as deep as documents may be; the build without optimization needs most.
const STACK: usize = 64 << 20;

/// How many files a thread takes at once, at most.
const LARGEST_BATCH: usize = 32;

/// How many batches may wait for one before them.
const AHEAD: usize = 16;

/// Validates all inputs and hands over their reports. `report` returns whether to go on.
pub(crate) fn run(inputs: &[Input], context: Context<'_>, mut report: impl FnMut(FileReport) -> bool) {
    let threads = context.settings.threads.clamp(1, inputs.len().max(1));
    // Small enough that all threads end together, and many files for one lock.
    let size = (inputs.len() / (threads * 32)).clamp(1, LARGEST_BATCH);
    let (next, ready) = (AtomicUsize::new(0), Ready::default());
    thread::scope(|scope| {
        for worker in 0..threads {
            let work = || {
                let _stop = StopOnPanic(&ready);
                let mut buffers = Work::default();
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(batch) = inputs.chunks(size).nth(index) else { break };
                    let files = (index * size..).zip(batch);
                    let done =
                        files.map(|(index, input)| file(input, index, context, &mut buffers)).collect();
                    if !ready.put(index, done) {
                        break;
                    }
                }
            };
            let started = thread::Builder::new()
                .name(format!("validate-{worker}"))
                .stack_size(STACK)
                .spawn_scoped(scope, work);
            // With fewer threads it takes longer. Without any, the first file would be waited for forever.
            if started.is_err() && worker == 0 {
                ready.stop();
            }
        }
        for index in 0..inputs.len().div_ceil(size) {
            let Some(done) = ready.take(index) else { break };
            if !done.into_iter().all(&mut report) {
                ready.stop();
                break;
            }
        }
    });
}

/// Reports that wait for their turn.
#[derive(Default)]
struct Ready {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

#[derive(Default)]
struct Waiting {
    reports: BTreeMap<usize, Vec<FileReport>>,
    /// The index of the next batch that is handed over.
    turn: usize,
    stopped: bool,
}

impl Ready {
    /// Nothing that holds the lock panics, so what it protects is whole.
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds the reports of a batch; waits if it is far ahead. False if nobody wants more.
    fn put(&self, index: usize, reports: Vec<FileReport>) -> bool {
        let full = |waiting: &mut Waiting| index > waiting.turn + AHEAD && !waiting.stopped;
        let waiting = self.changed.wait_while(self.lock(), full);
        let mut waiting = waiting.unwrap_or_else(PoisonError::into_inner);
        waiting.reports.insert(index, reports);
        if index == waiting.turn {
            self.changed.notify_all();
        }
        !waiting.stopped
    }

    /// Waits for the reports of a batch. None if the work was stopped.
    fn take(&self, index: usize) -> Option<Vec<FileReport>> {
        let missing = |waiting: &mut Waiting| !waiting.reports.contains_key(&index) && !waiting.stopped;
        let waiting = self.changed.wait_while(self.lock(), missing);
        let mut waiting = waiting.unwrap_or_else(PoisonError::into_inner);
        waiting.turn = index + 1;
        self.changed.notify_all();
        waiting.reports.remove(&index)
    }

    fn stop(&self) {
        self.lock().stopped = true;
        self.changed.notify_all();
    }
}

/// A worker that panics must not be waited for. The scope hands the panic on.
struct StopOnPanic<'r>(&'r Ready);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.stop();
        }
    }
}

/// Validates all objects of an input.
fn file(input: &Input, index: usize, context: Context<'_>, buffers: &mut Work) -> FileReport {
    let Context { schemas, settings, layout, .. } = context;
    if let Some(sort) = layout.sort(index) {
        let left_out = vec![(sort, 1)];
        return FileReport { name: input.name().into_owned(), left_out, ..FileReport::default() };
    }
    let source = input.read();
    let in_templates = layout.in_templates(index) && source.text.contains("{{");
    // A text with CRDs has their diagnostics.
    if !schemas.of_inputs.contains_key(&index)
        && !in_templates
        && let Some(report) = quick::file(&source, context, &mut buffers.quick)
    {
        return report;
    }
    let (mut manifests, problems) = manifest::read(&source);
    let shown = Shown::new(&source, settings);
    let mut report = FileReport { name: source.name.clone(), ..FileReport::default() };
    if in_templates || template::is_one(&source.text, false, &problems) {
        report.left_out.push((Sort::Template, 1));
        report.findings.push(shown.placed(template::finding(input.is_named), None));
        return report;
    }
    let is_readable = problems.iter().all(|problem| problem.severity() != Severity::Error);
    if !input.is_named && !is_readable && !source.has_fault() && document::has_no_object(&source.text) {
        report.left_out.push((Sort::NoManifest, 1));
        return report;
    }
    // The loader read such a text too, and has the same problems.
    let problems = schemas.of_inputs.get(&index).cloned().unwrap_or(problems);
    let comments = ignore::Comments::of(&source);
    let mut of_text = of_text(problems, &source, &shown, settings);
    let is_mixed = manifests.iter().any(|manifest| without_kind(&manifest.node).is_none());
    let may_have_patches = document::may_have_patches(&source.text);
    manifests.retain(|manifest| {
        let sort = document::sort(manifest, input.is_named || is_mixed, may_have_patches);
        report.left_out.extend(sort.map(|sort| (sort, shown.place(manifest.span()).line)));
        sort.is_none()
    });
    // A text of which nothing is an object may have what no server reads.
    if manifests.is_empty() && !report.left_out.is_empty() && is_readable {
        of_text.clear();
    }
    ignore::text(&mut of_text, &comments, |finding| shown.line(finding));
    report.findings = of_text.into_iter().map(|finding| shown.placed(finding, None)).collect();
    let may_be_unknown = variables::may_be_in(&source.text);
    for mut manifest in manifests {
        if may_be_unknown {
            manifest.unknown = variables::resolve(&mut manifest.node, &source.text, &settings.values);
        }
        if layout.has_other_namespace(index) && is_namespace(&manifest) {
            manifest.unknown.add_name(&manifest.node);
        }
        let object = object(&manifest, &source, &shown, &comments, context, buffers, &mut report.unknown);
        report.objects.push(object);
    }
    report
}

fn is_namespace(manifest: &Manifest) -> bool {
    let of = |key: &str| member(&manifest.node, key);
    (of("apiVersion"), of("kind")) == ("v1", "Namespace")
}

/// The findings of a text.
fn of_text(
    problems: Vec<Diagnostic>,
    source: &Source,
    shown: &Shown<'_>,
    settings: &Settings,
) -> Vec<Finding> {
    let is_template = unrendered::is_template(&source.text);
    let mut found = Vec::new();
    for problem in problems {
        let is_duplicate = matches!(problem.code, Code::YamlDuplicateKey | Code::JsonDuplicateKey);
        let level = match problem.severity() {
            Severity::Warning if is_duplicate && settings.field_validation == FieldValidation::Ignore => {
                continue;
            }
            Severity::Warning if is_duplicate => settings.field_validation.level(),
            Severity::Warning => Level::Warning,
            Severity::Error => Level::Error,
        };
        let mut finding = Finding { level, ..Finding::from(problem) };
        if is_template {
            let line = shown.text(&finding);
            unrendered::of_text(&mut finding, line);
        }
        found.push(finding);
    }
    found
}

/// Validates an object.
fn object(
    manifest: &Manifest,
    source: &Source,
    shown: &Shown<'_>,
    comments: &ignore::Comments<'_>,
    context: Context<'_>,
    buffers: &mut Work,
    unknown_values: &mut usize,
) -> ObjectReport {
    let settings = context.settings;
    let identity = manifest.identity();
    let Validated { mut verdict, mut findings, stored, unknown } =
        validate(manifest, &identity, context, &mut buffers.whole);
    *unknown_values += unknown;
    ignore::object(&mut findings, manifest, &identity, &source.name, &settings.config);
    ignore::text(&mut findings, comments, |finding| shown.line(finding));
    let is_error = |finding: &Finding| finding.level == Level::Error && finding.ignored.is_none();
    if verdict != Verdict::Skipped {
        verdict = if findings.iter().any(is_error) { Verdict::Invalid } else { Verdict::Valid };
    }
    let shown_object = match (settings.show, stored) {
        (Some(show), Some(stored)) => show.of(&manifest.node, &stored, &source.name, &identity.words()),
        _ => None,
    };
    let words = match &manifest.origin {
        Some(origin) => format!("{} of {origin}", identity.words()),
        None => identity.words(),
    };
    // Without kind and name there is nothing to say.
    let words = Some(words.as_str())
        .filter(|_| manifest.origin.is_some() || !(identity.kind.is_empty() && identity.name.is_empty()));
    let findings = findings.into_iter().map(|finding| shown.placed(finding, words)).collect();
    ObjectReport {
        place: shown.place(manifest.span()),
        origin: manifest.origin.clone(),
        identity,
        verdict,
        findings,
        shown: shown_object,
    }
}

/// Places and excerpts of a text.
struct Shown<'s> {
    text: &'s str,
    renderer: Renderer<'s>,
    excerpts: bool,
}

impl<'s> Shown<'s> {
    fn new(source: &'s Source, settings: &Settings) -> Shown<'s> {
        let format = settings.excerpts.unwrap_or_default();
        Shown {
            text: &source.text,
            renderer: Renderer::new(source, format),
            excerpts: settings.excerpts.is_some(),
        }
    }

    /// The index of a finding's line.
    fn line(&self, finding: &Finding) -> usize {
        self.renderer.lines().line_of(finding.span.start as usize)
    }

    /// The line of a finding.
    fn text(&self, finding: &Finding) -> &'s str {
        let (lines, index) = (self.renderer.lines(), self.line(finding));
        self.text.get(lines.start(index)..lines.end(index)).unwrap_or_default()
    }

    fn place(&self, span: Span) -> Place {
        let [(line, column), (end_line, end_column)] =
            [span.start, span.end].map(|at| self.renderer.lines().line_column(at));
        Place { line, column, end_line, end_column }
    }

    fn placed(&self, finding: Finding, object: Option<&str>) -> Placed {
        let place = self.place(finding.span);
        let shown = if self.excerpts { finding.shown(&self.renderer, object) } else { String::new() };
        Placed { finding, place, shown }
    }
}
