//! Validates one file. In: its text, its sort in the folder, and the schemas. Out: a report of its objects,
//! with places and excerpts.
//!
//! Easy to break: documents that are left out are removed before anything is reported, so that a template or
//! a file of another tool has one line in the report.

use crate::edit::member;
use crate::field_validation::FieldValidation;
use crate::identity::Identity;
use crate::input::STDIN;
use crate::validate::context::{Context, Settings};
use crate::validate::findings::answer::Buffers;
use crate::validate::findings::finding::{Accepted, Finding, Level};
use crate::validate::findings::{cel_spans, placeholder, untrusted};
use crate::validate::folder::input::Input;
use crate::validate::folder::unrendered;
use crate::validate::folder::{Filled, Sort, document, template};
use crate::validate::manifests::manifest::{Manifest, Objects};
use crate::validate::manifests::separator;
use crate::validate::objects::validated::Validated;
use crate::validate::report::file_report::{FileReport, ObjectReport, Placed, Verdict};
use crate::validate::run::excerpts::Excerpts;
use crate::validate::run::fast_path;
use crate::validate::schemas::list_kinds;
use crate::validate::{ignore, variables};
use crdc_source::diag::{Code, Diagnostic, Severity};
use crdc_source::{Source, Span};

/// Buffers of a thread, which it reuses for all of its files.
#[derive(Default)]
pub(crate) struct Work {
    fast: fast_path::Buffers,
    whole: Buffers,
}

/// Validates an object; `None` if it is not asked about.
pub(crate) type Ask<'a> =
    dyn Fn(&Manifest, &Identity, Context<'_>, &mut Buffers) -> Option<Validated> + Sync + 'a;

/// Validates all objects of an input with `ask`. If objects are not stored, `fast_path` validates valid ones.
pub(crate) fn file(
    input: &Input,
    index: usize,
    context: Context<'_>,
    ask: &Ask<'_>,
    buffers: &mut Work,
) -> FileReport {
    let Context { schemas, settings, layout, .. } = context;
    if let Some(sort) = input.left_out.or_else(|| layout.sort(index)) {
        let name = input.name().into_owned();
        if settings.untrusted && sort == Sort::Outside {
            return of_file(name, untrusted::link(), settings);
        }
        return FileReport { name, left_out: vec![(sort, 1)], ..FileReport::default() };
    }
    let source = input.read();
    let in_templates = layout.in_templates(index) && template::may_be_in(&source.text);
    // The diagnostics of a text with CRDs are reported.
    if !schemas.of_inputs.contains_key(&index)
        && !in_templates
        && let Some(report) = fast_path::file(&source, context, &mut buffers.fast)
    {
        return report;
    }
    let whole = Objects::read(&source, document::is_of_servers);
    let shown = Excerpts::new(&source, settings);
    let mut report = FileReport { name: source.name.clone(), ..FileReport::default() };
    let rest = template::rest(&source, in_templates, &whole.1);
    let (source, (objects, problems)) = match &rest {
        Some(rest) => (&rest.source, Objects::read(&rest.source, document::is_of_servers)),
        None => (&*source, whole),
    };
    let templates = rest.iter().flat_map(|rest| &rest.templates).copied();
    leave_out(templates, input.is_named || settings.untrusted, layout.in_chart(index), &shown, &mut report);
    let is_readable = problems.iter().all(|problem| problem.severity() != Severity::Error);
    let may_be_none = !input.is_named && !settings.untrusted && !source.has_fault();
    if may_be_none && !is_readable && document::has_no_object(&source.text) {
        report.left_out.push((Sort::NoManifest, 1));
        return report;
    }
    // The loader read the rendered text too, and found the same problems.
    let problems = schemas.of_inputs.get(&index).cloned().unwrap_or(problems);
    let comments =
        if settings.untrusted { ignore::Comments::default() } else { ignore::Comments::of(source) };
    let mut of_text = of_text(problems, source, settings);
    let is_named = input.is_named || objects.has_kind;
    let may_have_patches = document::may_have_patches(&source.text);
    let may_be_unknown = variables::may_be_in(&source.text);
    objects.each(|mut manifest, is_list| {
        if is_list {
            // The findings of the items are sufficient for a list of a known kind.
            if !list_kinds::is_unknown(&manifest, schemas) {
                return;
            }
        } else if let Some(sort) = sort(&manifest, is_named, may_have_patches, context) {
            return report.left_out.push((sort, shown.place(manifest.span()).line));
        }
        if may_be_unknown {
            manifest.unknown = variables::resolve(&mut manifest.node, &source.text, &settings.values);
        }
        let filled = layout.filled(index);
        if filled.is_some_and(|filled| filled.namespace) && is_namespace(&manifest) {
            manifest.unknown.add_name(&manifest.node);
        }
        let around = Around { source, shown: &shown, comments: &comments, filled };
        let identity = manifest.identity();
        if let Some(validated) = ask(&manifest, &identity, context, &mut buffers.whole) {
            let object = object(&manifest, identity, validated, &around, settings, &mut report.unknown);
            report.objects.push(object);
        }
    });
    of_text.extend(comments.problems.iter().cloned());
    of_text.extend(separator::problems(&source.text));
    // A text without objects may contain only documents that no server reads.
    let is_none = report.objects.is_empty() && !report.left_out.is_empty();
    if is_none && is_readable && !settings.untrusted {
        of_text.clear();
    }
    ignore::text(&mut of_text, &comments);
    report.findings.extend(of_text.into_iter().map(|finding| shown.placed(finding, None)));
    report
}

/// Counts templates as left out, and reports those that are in no chart or that the command line names
/// (`is_asked`).
fn leave_out(
    templates: impl Iterator<Item = Span>,
    is_asked: bool,
    in_chart: bool,
    shown: &Excerpts<'_>,
    report: &mut FileReport,
) {
    for at in templates {
        report.left_out.push((Sort::Template, shown.place(at).line));
        if is_asked || !in_chart {
            let level = if is_asked { Level::Error } else { Level::Warning };
            report.findings.push(shown.placed(template::finding(level, at, in_chart), None));
        }
    }
}

/// The sort of a document that is not applied as it is.
fn sort(
    manifest: &Manifest,
    is_named: bool,
    may_have_patches: bool,
    Context { schemas, settings, .. }: Context<'_>,
) -> Option<Sort> {
    if settings.untrusted {
        return document::certain_sort(manifest, is_named);
    }
    document::sort(manifest, is_named, may_have_patches, |identity: &Identity| schemas.defines(identity))
}

fn is_namespace(manifest: &Manifest) -> bool {
    let of = |key: &str| member(&manifest.node, key);
    (of("apiVersion"), of("kind")) == ("v1", "Namespace")
}

/// The findings of a text.
fn of_text(problems: Vec<Diagnostic>, source: &Source, settings: &Settings) -> Vec<Finding> {
    let is_template = unrendered::is_template(&source.text);
    let mut found = Vec::new();
    for mut problem in problems {
        let is_of_fields = problem.is_of_fields();
        let level = match problem.severity() {
            Severity::Warning if is_of_fields && settings.field_validation == FieldValidation::Ignore => {
                continue;
            }
            Severity::Warning if is_of_fields => settings.field_validation.level(),
            Severity::Warning => Level::Warning,
            Severity::Error => Level::Error,
        };
        if is_template {
            unrendered::of_diagnostic(&mut problem, &source.text, "validate");
        }
        let is_repeated = matches!(problem.code, Code::YamlDuplicateKey | Code::JsonDuplicateKey);
        let mut finding = Finding { level, ..Finding::from(problem) };
        if is_repeated && finding.help.is_none() {
            finding.help = Some(
                "remove one of them: kubectl sends the last, and what the others say is lost".to_owned(),
            );
        }
        found.push(finding);
    }
    found
}

/// The report of a file that is not read.
fn of_file(name: String, finding: Finding, settings: &Settings) -> FileReport {
    let source = Source::new(name.as_str(), "");
    let findings = vec![Excerpts::new(&source, settings).placed(finding, None)];
    FileReport { name, findings, ..FileReport::default() }
}

/// The report of a text that is not an input: the problems of its CRDs.
pub(crate) fn schema(source: &Source, problems: Vec<Diagnostic>, settings: &Settings) -> FileReport {
    let shown = Excerpts::new(source, settings);
    let findings = problems.into_iter().map(|problem| shown.placed(Finding::from(problem), None));
    FileReport { name: source.name.clone(), findings: findings.collect(), ..FileReport::default() }
}

/// The surroundings of an object in its file.
struct Around<'s> {
    source: &'s Source,
    shown: &'s Excerpts<'s>,
    comments: &'s ignore::Comments<'s>,
    filled: Option<&'s Filled>,
}

/// The report of an object.
fn object(
    manifest: &Manifest,
    identity: Identity,
    Validated { mut verdict, mut findings, stored, unknown, schema }: Validated,
    Around { source, shown, comments, filled }: &Around<'_>,
    settings: &Settings,
    unknown_values: &mut usize,
) -> ObjectReport {
    let before = findings.len();
    if let Some(filled) = filled {
        filled.leave_out(&mut findings, &manifest.node, &identity, |finding| {
            let Span { start, end } = finding.span;
            source.text.get(start as usize..end as usize).unwrap_or_default()
        });
    }
    let unknown = unknown + before - findings.len();
    *unknown_values += unknown;
    if settings.untrusted {
        untrusted::unknown(&mut findings, unknown, manifest.span());
    }
    cel_spans::place(&mut findings, &manifest.node, &identity, &source.text);
    placeholder::name(&mut findings, &source.text);
    ignore::object(&mut findings, manifest, &identity, &source.name, settings);
    ignore::text(&mut findings, comments);
    if verdict.is_validated() {
        // `ask` may know errors already.
        let is_known =
            |finding: &Finding| finding.level == Level::Error && finding.accepted == Some(Accepted::Known);
        verdict = match findings.iter().any(Finding::fails) {
            true => Verdict::Invalid,
            false if findings.iter().any(is_known) => Verdict::Known,
            false => Verdict::Valid,
        };
    }
    let shown_object = match (settings.show, stored) {
        (Some(show), Some(stored)) => show.of(&manifest.node, &stored, &source.name, &identity.words()),
        _ => None,
    };
    let words = match &manifest.origin {
        Some(origin) => format!("{} of {origin}", identity.words()),
        None => identity.words(),
    };
    // Without a kind and a name the object has no words.
    let words = Some(words.as_str())
        .filter(|_| manifest.origin.is_some() || !(identity.kind.is_empty() && identity.name.is_empty()));
    let of_pipe = manifest.origin.clone().filter(|_| source.name == STDIN);
    let placed = |finding| Placed { origin: of_pipe.clone(), ..shown.placed(finding, words) };
    let findings = findings.into_iter().map(placed).collect();
    ObjectReport {
        place: shown.place(manifest.span()),
        origin: manifest.origin.clone(),
        identity,
        verdict,
        schema,
        findings,
        shown: shown_object,
    }
}
