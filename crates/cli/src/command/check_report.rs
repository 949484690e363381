//! The reports of `crdc check` that annotate changes and that CI systems show: those of `crdc validate`. In:
//! the diagnostics of sources, and the changes between documents. Out: a report with a case for each CRD.

use std::collections::HashMap;

use crate::identity::Identity;
use crate::validate::findings::finding::{Finding, Level};
use crate::validate::report::ReportFormat;
use crate::validate::report::Verbosity;
use crate::validate::report::file_report::{FileReport, ObjectReport, Place, Placed, Verdict};
use crate::validate::report::summary::Summary;
use crdc_check::{Checked, Located, Outcome};
use crdc_documents::compare::{Compared, Impact, Policy};
use crdc_source::diag::Diagnostic;
use crdc_source::{Lines, Source, Span};

/// The findings of all sources.
pub(super) struct CheckReport {
    files: Vec<FileReport>,
    /// The place of each file, by its name.
    places: HashMap<String, usize>,
    /// How many findings may be shown.
    most: usize,
}

impl CheckReport {
    /// The diagnostics of sources. Findings after the first `most` are counted only.
    pub(super) fn new(
        sources: &[Source],
        found: &[Located],
        checked: &[Checked],
        most: usize,
    ) -> CheckReport {
        let mut of_source: HashMap<usize, Vec<&Located>> = HashMap::new();
        found.iter().for_each(|located| of_source.entry(located.source).or_default().push(located));
        let files = sources.iter().enumerate().map(|(index, source)| {
            let lines = source.lines();
            let checked = checked.get(index);
            let mut file = FileReport { name: source.name.clone(), ..FileReport::default() };
            file.objects = checked.map_or_else(Vec::new, |checked| objects(checked, &lines));
            for located in of_source.get(&index).into_iter().flatten() {
                let at = checked.and_then(|checked| crd_at(&located.diagnostic, checked));
                let placed = placed(Finding::from(located.diagnostic.clone()), &lines);
                let object = at.and_then(|at| file.objects.get_mut(at));
                object.map_or(&mut file.findings, |object| &mut object.findings).push(placed);
            }
            file
        });
        let places = sources.iter().zip(0..).map(|(source, place)| (source.name.clone(), place));
        CheckReport { files: files.collect(), places: places.collect(), most }
    }

    /// Adds changes of the document of a source.
    pub(super) fn changes(&mut self, source: &Source, compared: &[Compared]) {
        let lines = source.lines();
        let files = &mut self.files;
        let at = *self.places.entry(source.name.clone()).or_insert_with(|| {
            files.push(FileReport { name: source.name.clone(), ..FileReport::default() });
            files.len() - 1
        });
        let Some(file) = files.get_mut(at) else { return };
        for one in compared {
            let object = file.objects.iter().position(|object| object.identity.name == one.crd);
            for change in &one.changes {
                let level = match (change.policy, change.impact) {
                    (Some(Policy::Denied), _) => Level::Error,
                    (Some(Policy::Allowed), _) | (None, Impact::Harmless) => continue,
                    (None, _) => Level::Warning,
                };
                // A document that was removed is in the old file only.
                let span = change.new.or(change.old).unwrap_or_default();
                let subject = if change.path.is_empty() { &one.crd } else { &change.path };
                let mut finding =
                    Finding::new(change.kind.name(), level, span, format!("{subject} {}", change.said));
                finding.help.clone_from(&change.help);
                object
                    .and_then(|at| file.objects.get_mut(at))
                    .map_or(&mut file.findings, |object| &mut object.findings)
                    .push(placed(finding, &lines));
            }
        }
    }

    /// The report.
    pub(super) fn text(mut self, format: ReportFormat) -> String {
        let (mut summary, mut text) = (Summary::default(), String::new());
        let mut report = format.report(Verbosity::default(), "crdc check");
        let mut shown = 0;
        // Nothing is said of old documents, nor of files without CRDs.
        self.files.retain(|file| !file.objects.is_empty() || !file.findings.is_empty());
        for file in &mut self.files {
            for (_, placed) in file.all_mut() {
                shown += 1;
                placed.is_beyond = shown > self.most;
            }
            for object in &mut file.objects {
                let fails = object.findings.iter().any(|placed| placed.finding.fails());
                object.verdict = if fails { Verdict::Invalid } else { Verdict::Valid };
            }
            summary.add(file);
            text += &report.file(file);
        }
        text + &report.end(&summary)
    }
}

/// The CRDs of a source.
fn objects(checked: &Checked, lines: &Lines<'_>) -> Vec<ObjectReport> {
    let crds = checked.crds.iter().map(Outcome::crd);
    let report = crds.map(|crd| ObjectReport {
        identity: identity(crd),
        origin: None,
        place: place(crd.span, lines),
        verdict: Verdict::Valid,
        schema: None,
        findings: Vec::new(),
        shown: None,
    });
    report.collect()
}

/// The identity of a CRD.
pub(super) fn identity(crd: &crdc_schema::Crd) -> Identity {
    let name = crd.name.as_ref().map(|at| at.value.clone()).unwrap_or_default();
    Identity { kind: "CustomResourceDefinition".to_owned(), name, ..Identity::default() }
}

/// The number of the definition that a diagnostic is about; `None` if it is about the text.
pub(super) fn crd_at(diagnostic: &Diagnostic, checked: &Checked) -> Option<usize> {
    // CRDs are in the order of the text.
    let next_crd = checked.crds.partition_point(|one| one.crd().span.start <= diagnostic.span.start);
    let at = next_crd.checked_sub(1)?;
    let crd = checked.crds.get(at).map(Outcome::crd)?;
    (diagnostic.span.end <= crd.span.end).then_some(at)
}

fn placed(finding: Finding, lines: &Lines<'_>) -> Placed {
    let place = place(finding.span, lines);
    Placed { finding, place, shown: String::new(), origin: None, is_beyond: false }
}

fn place(span: Span, lines: &Lines<'_>) -> Place {
    let [(line, column), (end_line, end_column)] = [span.start, span.end].map(|at| lines.line_column(at));
    Place { line, column, end_line, end_column }
}
