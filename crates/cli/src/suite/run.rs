//! Runs suites. In: suites and CRDs. Out: the result of each test, in the order of the files.
//!
//! A test of an update first creates the stored object, as openshift/api does, with a CRD that may be
//! patched. Then it sends its object with the name and the resource version of the stored one, as clients do.

use std::rc::Rc;

use super::answer::Answer;
use super::compare::{self, Failure};
use super::coverage::Coverage;
use super::crds::{Library, Loaded};
use super::files::SuiteFiles;
use super::model::{Before, Case, Crds, Kind, Stored, Suite, Wanted};
use crate::edit::{default_metadata, edit_metadata, member, metadata, set, take, text};
use crdc::{Request, Scope, Scratch};
use crdc_dynamic::validators::{Validator, Validators};
use crdc_source::{Node, Source, parse_json};
use crdc_vocabulary::Minor;

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

/// Makes a request of the new object and the old one.
type MakeRequest = for<'o> fn(&'o [u8], &'o [u8]) -> Request<'o>;

const CREATE: MakeRequest = |new, _| Request::create(new);
const UPDATE: MakeRequest = |new, old| Request::update(new, old);
const UPDATE_STATUS: MakeRequest = |new, old| Request::update_status(new, old);

/// The options of a run.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RunOptions {
    /// Whether messages must show values as the server does, and not as another version of it.
    pub(crate) exact: bool,
    /// The server that answers; the newest if none is named.
    pub(crate) server: Option<Minor>,
}

/// Runs all suites.
pub(crate) fn run(found: SuiteFiles, options: RunOptions, mut coverage: Option<&mut Coverage>) -> Vec<Ran> {
    let mut library = Library::of(found.crds, options.server);
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
        let crds: Vec<Result<Rc<Loaded>, String>> = match &suite.crds {
            Crds::Found => vec![library.found()],
            Crds::Each(files) => files.iter().map(|file| library.of_file(file)).collect(),
            Crds::Named(name) => library.of_name(name),
        };
        if crds.is_empty() {
            all.push(one_suite(suite, &Err(String::new()), options, &mut coverage));
        }
        for loaded in &crds {
            all.push(one_suite(suite, loaded, options, &mut coverage));
        }
    }
    all
}

fn one_suite(
    suite: &Suite,
    loaded: &Result<Rc<Loaded>, String>,
    RunOptions { exact, server }: RunOptions,
    coverage: &mut Option<&mut Coverage>,
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
            let mut runner = Runner {
                loaded,
                scratch: Scratch::new(),
                coverage: coverage.as_deref_mut(),
                counts: true,
                exact,
                server,
            };
            for case in &suite.cases {
                tests.push(TestResult {
                    name: case.name.clone(),
                    place: lines.line_column(case.span.start),
                    failures: runner.case(case).unwrap_or_else(|failure| vec![failure]),
                });
            }
        }
    }
    Ran { suite: suite.name.clone(), file: suite.source.name.clone(), crd, tests }
}

struct Runner<'l, 'c> {
    loaded: &'l Loaded,
    scratch: Scratch,
    coverage: Option<&'c mut Coverage>,
    /// Whether requests count for coverage: their CRD is the one that is tested, not a patched one.
    counts: bool,
    exact: bool,
    server: Option<Minor>,
}

impl Runner<'_, '_> {
    fn case(&mut self, case: &Case) -> Result<Vec<Failure>, Failure> {
        let validators: &Validators = &self.loaded.validators;
        self.counts = true;
        let mut sent = case.sent.clone();
        let old = match &case.before {
            None => None,
            Some(before) => Some(self.stored(before)?),
        };
        let validator = of(validators, &sent)?;
        match &old {
            None => name(&mut sent, validator),
            Some(old) => {
                for key in ["name", "namespace", "resourceVersion"] {
                    if let Some(value) = metadata(old, key) {
                        edit_metadata(&mut sent, |metadata| set(metadata, key, text(value)));
                    }
                }
            }
        }
        let wanted = &case.wanted;
        let Some(old) = old else {
            let answer = self.ask(validator, CREATE, &sent, &sent);
            return Ok(expect(&answer, wanted));
        };
        if case.request == Kind::UpdateStatus {
            let answer = self.ask(validator, UPDATE_STATUS, &sent, &old);
            return Ok(expect(&answer, wanted));
        }
        let mut answer = self.ask(validator, UPDATE, &sent, &old);
        if case.request == Kind::UpdateBoth {
            compare::message(&answer, wanted.message.as_deref())?;
            let status =
                sent.get("status").filter(|_| answer.accepted && validator.compiled().status_subresource);
            if let (Some(status), Some(old)) = (status, answer.object.clone()) {
                let mut new = old.clone();
                set(&mut new, "status", status.clone());
                answer = self.ask(validator, UPDATE_STATUS, &new, &old);
                compare::message(&answer, wanted.status_message.as_deref())?;
            }
        }
        Ok(expect(&answer, wanted))
    }

    /// The object that is stored before the request.
    fn stored(&mut self, before: &Before) -> Result<Node, Failure> {
        let (object, crd_patch) = match before {
            Before::Stored(object) => {
                let mut object = object.clone();
                let validator = of(&self.loaded.validators, &object)?;
                name(&mut object, validator);
                edit_metadata(&mut object, |metadata| set(metadata, "resourceVersion", text("1")));
                return Ok(object);
            }
            Before::Created { object, crd_patch } => (object, crd_patch),
        };
        let patched = match crd_patch {
            Some(patch) => Some(self.loaded.patched(patch, object).map_err(Failure::new)?),
            None => None,
        };
        let validator = of(patched.as_ref().unwrap_or(&self.loaded.validators), object)?;
        let mut object = object.clone();
        name(&mut object, validator);
        let refused =
            |what: &str, answer: &Answer| Failure::new(format!("{what} is refused: {}", answer.message));
        // A refusal under a patched CRD says nothing about the CRD itself.
        self.counts = patched.is_none();
        let mut answer = self.ask(validator, CREATE, &object, &object);
        let mut stored = answer.object.take().ok_or_else(|| refused("the initial object", &answer))?;
        edit_metadata(&mut stored, |metadata| set(metadata, "resourceVersion", text("1")));
        if let Some(status) = object.get("status").filter(|_| validator.compiled().status_subresource) {
            let mut new = stored.clone();
            set(&mut new, "status", status.clone());
            let mut answer = self.ask(validator, UPDATE_STATUS, &new, &stored);
            stored = answer.object.take().ok_or_else(|| refused("the initial status", &answer))?;
        }
        if patched.is_some() {
            self.counts = true;
            // openshift/api waits for the CRD with an update that changes nothing else.
            let validator = of(&self.loaded.validators, &stored)?;
            let answer = self.ask(validator, UPDATE, &stored, &stored);
            if !answer.accepted {
                return Err(refused("an update of the initial object that changes nothing", &answer));
            }
        }
        Ok(stored)
    }

    fn ask(&mut self, validator: Validator<'_>, request: MakeRequest, new: &Node, old: &Node) -> Answer {
        let (new_text, old_text) = (new.to_json(), old.to_json());
        let request = request(new_text.as_bytes(), old_text.as_bytes());
        let outcome = validator.answer(request, &mut self.scratch);
        let object = outcome.accepted_object().or(outcome.rejected_object());
        let object = object.map(|object| String::from_utf8_lossy(object).into_owned());
        let object = object.and_then(|text| parse_json(&Source::new("stored", text)).0.pop());
        if let Some(coverage) = self.coverage.as_mut().filter(|_| self.counts) {
            coverage.record(validator.compiled(), &outcome, &[object.as_ref().unwrap_or(new), new, old]);
        }
        Answer::of(&outcome, object, self.server, self.exact)
    }
}

/// Compares the last answer with everything that the test expects of it.
fn expect(answer: &Answer, wanted: &Wanted) -> Vec<Failure> {
    if let Some(message) = wanted.status_message.as_deref().or(wanted.message.as_deref()) {
        return compare::message(answer, Some(message)).err().into_iter().collect();
    }
    let mut failures = compare::errors(answer, wanted);
    if let (true, Some(Stored { .. })) = (answer.accepted, &wanted.stored) {
        let stored =
            wanted.stored.as_ref().and_then(|wanted| compare::stored(answer.object.as_ref(), wanted));
        failures.extend(stored);
    }
    failures
}

/// The validator of an object.
fn of<'v>(validators: &'v Validators, object: &Node) -> Result<Validator<'v>, Failure> {
    let (api_version, kind) = (member(object, "apiVersion"), member(object, "kind"));
    if api_version.is_empty() || kind.is_empty() {
        return Err(Failure::new("an object without apiVersion or kind"));
    }
    validators.find(api_version, kind).ok_or_else(|| {
        let known: Vec<String> = validators
            .all()
            .map(|one| format!("{} {}", one.compiled().api_version, one.compiled().kind))
            .collect();
        Failure::new(format!("the CRDs have no {api_version} {kind}; they have: {}", known.join(", ")))
    })
}

/// Gives an object a name and a namespace, as if the server had made the name.
fn name(object: &mut Node, validator: Validator<'_>) {
    default_metadata(object, "name", "test-00000");
    match validator.compiled().scope {
        Scope::Namespaced => default_metadata(object, "namespace", "default"),
        // Servers clear the namespace.
        Scope::Cluster => edit_metadata(object, |metadata| drop(take(metadata, "namespace"))),
    }
}
