//! JUnit XML: a suite for each file and CRD, a case for each test. There are no times, so that equal results are equal texts.

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use crate::suite::run::{Ran, TestResult};

pub(super) fn write(ran: &[Ran]) -> String {
    let mut report = Report::new("crdc test");
    for Ran { suite, file, crd, tests } in ran {
        let name = if crd.is_empty() { suite.clone() } else { format!("{suite} ({crd})") };
        let mut of_file = TestSuite::new(name);
        for test in tests {
            of_file.add_test_case(case(file, test));
        }
        report.add_test_suite(of_file);
    }
    // Texts that XML cannot hold are replaced by the library.
    report.to_string().unwrap_or_default()
}

fn case(file: &str, test: &TestResult) -> TestCase {
    let mut case = TestCase::new(test.name.as_str(), TestCaseStatus::success());
    case.set_classname(file);
    let Some(first) = test.failures.first() else { return case };
    let mut failed = TestCaseStatus::non_success(NonSuccessKind::Failure);
    failed.set_message(first.words.as_str());
    let (line, column) = test.place;
    let lines = test.failures.iter().map(|failure| format!("{}\n{}", failure.words, failure.diff));
    failed.set_description(format!("{file}:{line}:{column}:\n{}", lines.collect::<String>()));
    case.status = failed;
    case
}
