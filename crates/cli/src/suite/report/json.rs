//! One JSON document, for programs. docs/testing-crds.md lists its members: **a removed member, or one with
//! another meaning, needs a new version.**

use serde::Serialize;

use crate::suite::run::{Count, Ran, TestResult};
use crdc_source::diag::outside;

/// The version of the document.
const VERSION: &str = "v1";

#[derive(Serialize)]
struct Document<'r> {
    version: &'static str,
    tests: Vec<Test<'r>>,
    summary: Summary,
}

#[derive(Serialize)]
struct Test<'r> {
    suite: &'r str,
    name: &'r str,
    file: &'r str,
    /// From 1, as the column. They are the place of the step that failed, if a step failed.
    line: usize,
    column: usize,
    #[serde(skip_serializing_if = "str::is_empty")]
    crd: &'r str,
    passed: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    failures: Vec<Failed<'r>>,
}

#[derive(Serialize)]
struct Failed<'r> {
    message: &'r str,
    #[serde(skip_serializing_if = "str::is_empty")]
    diff: &'r str,
}

#[derive(Serialize)]
struct Summary {
    tests: usize,
    failed: usize,
}

pub(super) fn write(ran: &[Ran]) -> String {
    let Count { tests, failed } = Count::of(ran);
    let all = ran.iter().flat_map(|ran| ran.tests.iter().map(|result| test(ran, result)));
    let document = Document { version: VERSION, tests: all.collect(), summary: Summary { tests, failed } };
    // All keys are texts, so this does not fail.
    let text = serde_json::to_string_pretty(&document).unwrap_or_default();
    outside::json(&format!("{text}\n")).into_owned()
}

fn test<'r>(ran: &'r Ran, test: &'r TestResult) -> Test<'r> {
    let Ran { suite, file, crd, .. } = ran;
    let failures =
        test.failures.iter().map(|failure| Failed { message: &failure.words, diff: &failure.diff });
    Test {
        suite,
        name: &test.name,
        file,
        line: test.place.0,
        column: test.place.1,
        crd,
        passed: test.failures.is_empty(),
        failures: failures.collect(),
    }
}
