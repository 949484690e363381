//! The reports that `crdc validate` also has: annotations of changes, SARIF and TAP. In: the results of
//! tests. Out: a report in which a test is an object, and each failure of it an error.

use std::collections::BTreeMap;

use crate::identity::Identity;
use crate::suite::run::{Ran, TestResult};
use crate::validate::findings::finding::{Finding, Level};
use crate::validate::report::file_report::{FileReport, ObjectReport, Place, Placed, Verdict};
use crate::validate::report::summary::Summary;
use crate::validate::report::{ReportFormat, Verbosity};
use crdc_source::Span;

/// The name of the finding.
const FAILED: &str = "test-failed";

pub(super) fn write(ran: &[Ran], format: ReportFormat) -> String {
    // A file may have several suites, and a suite may run against several CRDs.
    let mut files: BTreeMap<&str, FileReport> = BTreeMap::new();
    for Ran { suite, file, crd, tests } in ran {
        let report =
            files.entry(file).or_insert_with(|| FileReport { name: file.clone(), ..FileReport::default() });
        let of = if crd.is_empty() { String::new() } else { format!(" ({crd})") };
        report.objects.extend(tests.iter().map(|test| object(test, format!("{suite}{of}: {}", test.name))));
    }
    let (mut summary, mut text) = (Summary::default(), String::new());
    let mut report = format.report(Verbosity::default(), "crdc test");
    for file in files.values() {
        summary.add(file);
        text += &report.file(file);
    }
    text + &report.end(&summary)
}

fn object(test: &TestResult, name: String) -> ObjectReport {
    let (line, column) = test.place;
    let place = Place { line, column, end_line: line, end_column: column };
    let findings = test.failures.iter().map(|failure| {
        let message = format!("{}\n{}", failure.words, failure.diff);
        let finding = Finding::new(FAILED, Level::Error, Span::default(), message.trim_end());
        Placed { finding, place, shown: String::new(), origin: None, is_beyond: false }
    });
    ObjectReport {
        identity: Identity { kind: "test".to_owned(), name, ..Identity::default() },
        origin: None,
        place,
        verdict: if test.failures.is_empty() { Verdict::Valid } else { Verdict::Invalid },
        schema: None,
        findings: findings.collect(),
        shown: None,
    }
}
