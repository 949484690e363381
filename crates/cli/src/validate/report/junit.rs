//! JUnit XML: a suite for each file, a case for each object. The findings of the text itself are a case of
//! their own. A refused object is a failure; one without a schema is skipped, or an error where a schema is
//! required.

use quick_junit::{NonSuccessKind, Report as Document, TestCase, TestCaseStatus, TestSuite};

use super::format::Report;
use crate::input::STDIN;
use crate::validate::report::file_report::{FileReport, Placed, Verdict};
use crate::validate::report::summary::Summary;
use crate::validate::schemas::loader::MISSING;
use crdc_source::diag::outside;

pub(super) struct Junit(Document);

impl Junit {
    pub(super) fn new(command: &str) -> Junit {
        Junit(Document::new(command))
    }
}

impl Report for Junit {
    fn file(&mut self, file: &FileReport) -> String {
        let mut suite = TestSuite::new(outside::path(&file.name));
        if !file.findings.is_empty() {
            suite.add_test_case(case(file, &file.name, "the text", &file.findings, (Verdict::Valid, 1)));
        }
        for object in &file.objects {
            let of = object.origin.as_deref().filter(|_| file.name == STDIN).unwrap_or(&file.name);
            suite.add_test_case(case(
                file,
                of,
                &object.identity.words(),
                &object.findings,
                (object.verdict, object.place.line),
            ));
        }
        self.0.add_test_suite(suite);
        String::new()
    }

    fn end(&mut self, summary: &Summary) -> String {
        if !summary.releases.is_empty() {
            let mut suite = TestSuite::new("releases");
            for release in &summary.releases {
                suite.add_property((
                    release.project.as_str(),
                    outside::line(&release.lines().join("; ")).as_ref(),
                ));
            }
            self.0.add_test_suite(suite);
        }
        self.0.to_string().unwrap_or_default()
    }
}

/// The status of an object that has no errors.
fn status(verdict: Verdict, findings: &[Placed]) -> TestCaseStatus {
    match verdict {
        Verdict::Valid | Verdict::Invalid | Verdict::Known => TestCaseStatus::success(),
        Verdict::Skipped => TestCaseStatus::skipped(),
        Verdict::WithoutSchema => {
            let mut skipped = TestCaseStatus::skipped();
            skipped.set_type(MISSING);
            if let Some(first) = findings.first() {
                skipped.set_message(outside::line(&first.finding.message));
            }
            skipped
        }
    }
}

/// The case of an object. `of` is the name of the file from which it comes.
fn case(
    file: &FileReport,
    of: &str,
    name: &str,
    findings: &[Placed],
    (verdict, at): (Verdict, usize),
) -> TestCase {
    let mut case = TestCase::new(outside::line(name), status(verdict, findings));
    case.set_classname(outside::path(of));
    // CI systems show a case at these.
    case.extra.insert("file".into(), outside::path(of).as_ref().into());
    case.extra.insert("line".into(), at.to_string().into());
    let line = |placed: &Placed| {
        let finding = &placed.finding;
        let (level, message) = (finding.level.as_str(), outside::line(&finding.message));
        format!("{}: {level}[{}]: {message}\n", placed.words(&file.name), finding.id)
    };
    let errors: Vec<&Placed> = findings.iter().filter(|placed| placed.finding.fails()).collect();
    if let Some(first) = errors.first() {
        // An object without a schema was not refused: the question could not be asked.
        let is_asked = verdict != Verdict::WithoutSchema;
        let kind = if is_asked { NonSuccessKind::Failure } else { NonSuccessKind::Error };
        let mut failed = TestCaseStatus::non_success(kind);
        failed.set_type(first.finding.id).set_message(outside::line(&first.finding.message));
        let shown = errors.iter().filter(|placed| placed.is_shown());
        failed.set_description(shown.map(|placed| line(placed)).collect::<String>());
        case.status = failed;
    }
    let others = findings.iter().filter(|placed| placed.is_shown() && !placed.finding.fails());
    let others: String = others.map(line).collect();
    if !others.is_empty() {
        case.set_system_out(others);
    }
    case
}
