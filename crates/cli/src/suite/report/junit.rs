//! JUnit XML: a suite for each file and CRD, a case for each test. There are no times, so that equal results
//! are equal texts.

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use crate::suite::run::{Ran, TestResult};
use crdc_source::diag::outside::{line, lines, path};

pub(super) fn write(ran: &[Ran]) -> String {
    let mut report = Report::new("crdc test");
    for Ran { suite, file, crd, tests } in ran {
        let name = if crd.is_empty() { suite.clone() } else { format!("{suite} ({crd})") };
        let mut of_file = TestSuite::new(line(&name));
        for test in tests {
            of_file.add_test_case(case(file, test));
        }
        report.add_test_suite(of_file);
    }
    report.to_string().unwrap_or_default()
}

fn case(file: &str, test: &TestResult) -> TestCase {
    let mut case = TestCase::new(line(&test.name), TestCaseStatus::success());
    case.set_classname(path(file));
    let (row, column) = test.place;
    // CI systems show a test at these.
    case.extra.insert("file".into(), path(file).as_ref().into());
    case.extra.insert("line".into(), row.to_string().into());
    let Some(first) = test.failures.first() else { return case };
    let mut failed = TestCaseStatus::non_success(NonSuccessKind::Failure);
    failed.set_message(lines(&first.words));
    let all = test.failures.iter().map(|failure| format!("{}\n{}", failure.words, failure.diff));
    let all: String = all.collect();
    failed.set_description(format!("{}:{row}:{column}:\n{}", path(file), lines(&all)));
    case.status = failed;
    case
}
