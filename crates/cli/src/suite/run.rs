//! Runs suites. In: suites and CRDs. Out: the result of each test, in the order of the files.

use std::rc::Rc;

use super::answer::Words;
use super::compare::Failure;
use super::coverage::Coverage;
use super::crds::{Library, Loaded};
use super::files::SuiteFiles;
use super::model::{Crds, Suite};
use super::options::RunOptions;
use super::runner::Runner;
use super::update::Updates;

/// The results of a suite with one set of CRDs.
pub(crate) struct Ran {
    /// The suite's name.
    pub(crate) suite: String,
    /// The file of the suite.
    pub(crate) file: String,
    /// The file of the CRD; empty if there are several.
    pub(crate) crd: String,
    pub(crate) tests: Vec<TestResult>,
}

/// The result of a test.
pub(crate) struct TestResult {
    pub(crate) name: String,
    /// Line and column in the suite, from 1.
    pub(crate) place: (usize, usize),
    /// The reasons why the test fails; empty if it passes.
    pub(crate) failures: Vec<Failure>,
}

/// The number of tests by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Count {
    pub(crate) tests: usize,
    pub(crate) failed: usize,
}

impl Count {
    pub(crate) fn of(ran: &[Ran]) -> Count {
        let tests = ran.iter().flat_map(|ran| &ran.tests);
        let failed = tests.clone().filter(|test| !test.failures.is_empty()).count();
        Count { tests: tests.count(), failed }
    }
}

/// Runs all suites.
pub(crate) fn run(
    found: SuiteFiles,
    options: RunOptions<'_>,
    mut coverage: Option<&mut Coverage>,
    updates: &mut Updates,
) -> Vec<Ran> {
    let words = Words { server: options.server, exact: options.exact };
    let mut library = Library::of(found.crds, words);
    let mut all = Vec::new();
    for (source, problems) in &found.unreadable {
        let lines = source.lines();
        let tests = problems.iter().map(|problem| TestResult {
            name: "the text".to_owned(),
            place: lines.line_column(problem.span.start),
            failures: vec![Failure::new(&problem.message)],
        });
        all.push(Ran {
            suite: source.name.clone(),
            file: source.name.clone(),
            crd: String::new(),
            tests: tests.collect(),
        });
    }
    for suite in &found.suites {
        // Without problems, nothing of such a suite would be said.
        if suite.problems.is_empty() && !suite.cases.iter().any(|case| options.runs(suite, case)) {
            continue;
        }
        let crds: Vec<Result<Rc<Loaded>, String>> = match &suite.crds {
            Crds::Found => vec![library.found()],
            Crds::Each(files) => files.iter().map(|file| library.of_file(file)).collect(),
            Crds::Named(name) => library.of_name(name),
        };
        if crds.is_empty() {
            all.push(one_suite(suite, &Err(String::new()), options, &mut coverage, updates));
        }
        for loaded in &crds {
            all.push(one_suite(suite, loaded, options, &mut coverage, updates));
        }
    }
    all
}

fn one_suite(
    suite: &Suite,
    loaded: &Result<Rc<Loaded>, String>,
    options: RunOptions<'_>,
    coverage: &mut Option<&mut Coverage>,
    updates: &mut Updates,
) -> Ran {
    let lines = suite.source.lines();
    let problems = suite.problems.iter().map(|problem| TestResult {
        name: "the suite".to_owned(),
        place: lines.line_column(problem.span.start),
        failures: vec![Failure::new(&problem.words)],
    });
    let mut tests: Vec<TestResult> = problems.collect();
    let mut crd = String::new();
    match loaded {
        Err(why) if why.is_empty() => {}
        Err(why) => tests.push(TestResult {
            name: "the CRD".to_owned(),
            place: (1, 1),
            failures: vec![Failure::new(why)],
        }),
        Ok(loaded) => {
            crd.clone_from(&loaded.name);
            if let Some(coverage) = coverage {
                coverage.add(&loaded.sources);
            }
            let mut runner =
                Runner { loaded, coverage: coverage.as_deref_mut(), rewrites: Vec::new(), options };
            for case in suite.cases.iter().filter(|case| options.runs(suite, case)) {
                let failures = runner.case(case);
                let span = failures.first().and_then(|failure| failure.span).unwrap_or(case.span);
                let place = lines.line_column(span.start);
                tests.push(TestResult { name: case.name.clone(), place, failures });
            }
            updates.add(&suite.source, runner.rewrites);
        }
    }
    Ran { suite: suite.name.clone(), file: suite.source.name.clone(), crd, tests }
}
