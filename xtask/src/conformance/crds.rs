//! `--kind crds`. In: recorded creates and updates of CRDs, with inline documents or paths. Out: a comparison
//! with the answers of `crdc check`, run in this process on all cores.
//!
//! Easy to get wrong: errors without a source in the record. Errors of rules that run on defaults, and of the
//! total cost of rules, have no source; both count as `cel` here.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use crdc_check as check;
use crdc_conformance_runner::frame::Op;
use crdc_schema::{Crd, Schema};
use crdc_source::diag::{BadValue, Code, Diagnostic, ServerMessage, Severity};
use crdc_source::{Source, parse};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::answer::{Answer, FieldError};
use super::args::Args;
use super::level::Level;
use super::record::Case;
use super::{Unit, report, select};

/// A line of a file; other keys are ignored.
#[derive(Deserialize)]
struct Line<'a> {
    id: Option<Cow<'a, str>>,
    op: Option<Cow<'a, str>>,
    /// The document, or the path of the document.
    #[serde(borrow)]
    crd: &'a RawValue,
    #[serde(borrow)]
    old: Option<&'a RawValue>,
    answer: Answer,
}

/// Compares all cases; returns whether every minimum is reached.
pub(super) fn run(args: &Args) -> Result<bool> {
    let home = places::target().join("conformance");
    std::fs::create_dir_all(&home)?;
    let (files, crds) = files(args)?;
    let mut cases = Vec::new();
    for (source, file) in files.iter().enumerate() {
        let place = || file.display().to_string();
        let text = std::fs::read_to_string(file).with_context(place)?;
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty()) {
            let case = case(line, source, crds.as_deref());
            cases.push(case.with_context(|| format!("{}:{}", place(), number + 1))?);
        }
    }
    let mut cases = select::select(cases, &args.selection());
    ensure!(!cases.is_empty(), "no case was selected");
    let mut answers = answers(&cases)?;
    for (case, checked) in cases.iter_mut().zip(&mut answers) {
        for errors in [&mut case.expected.errors, &mut checked.answer.errors] {
            mark_rules(errors, checked.rules.as_ref());
        }
        for error in &mut case.expected.errors {
            error.detail = without_type_number(&error.detail);
        }
        // The server returns warnings only for accepted CRDs; `crdc check` always reports them.
        if !case.expected.accepted {
            checked.answer.warnings.clear();
        }
        // Unknown fields are not compared, since crdc supports the extensions of the design documents.
        case.expected.strict.clear();
    }
    let answers = answers.into_iter().map(|answer| Some(answer.answer)).collect();
    let names: Vec<String> = files
        .iter()
        .map(|file| file.file_stem().unwrap_or_default().to_string_lossy().into_owned())
        .collect();
    let outcome = report::validate(&names, &cases, answers, &BTreeMap::new(), &args.ignored());
    report::write_mismatches(&home.join("mismatches-crds.jsonl"), &cases, &outcome)?;
    if let Some(path) = &args.outcomes {
        report::write_outcomes(path, &cases, &outcome)?;
    }
    report::print(&names, &outcome, &Level::OF_CRDS, args.top);
    let held = report::minimums(&outcome, &args.min);
    report::last_line_of_crds(&outcome);
    Ok(held)
}

/// The files to read, and the directories of their CRDs.
fn files(args: &Args) -> Result<(Vec<PathBuf>, Option<PathBuf>)> {
    if args.answers.is_empty() {
        let shared = args.shared()?;
        let golden = shared.join("golden");
        let files = vec![golden.join("crds.jsonl"), golden.join("corpus-crds.jsonl")];
        return Ok((files, Some(shared.join("corpus/crds"))));
    }
    // Documents are usually inline, so the corpus is optional.
    let crds = args.crds.clone().or_else(|| args.shared().ok().map(|shared| shared.join("corpus/crds")));
    Ok((args.answers.clone(), crds))
}

fn case(line: &str, source: usize, crds: Option<&Path>) -> Result<Case> {
    let line: Line<'_> = serde_json::from_str(line)?;
    let (path, new) = match serde_json::from_str::<String>(line.crd.get()) {
        Ok(path) => {
            let path = crds.context("the case has the path of a CRD; set --crds")?.join(path);
            let text = std::fs::read(&path).with_context(|| path.display().to_string())?;
            (path, text)
        }
        Err(_) => (PathBuf::new(), line.crd.get().as_bytes().to_vec()),
    };
    let op = match (line.op.as_deref(), line.old) {
        (Some(op), _) => Op::from_name(op).with_context(|| format!("op {op}"))?,
        (None, old) => {
            if old.is_some() {
                Op::Update
            } else {
                Op::Create
            }
        }
    };
    Ok(Case {
        id: line.id.map_or_else(|| path.display().to_string(), Cow::into_owned),
        source,
        unit: Unit { crd: path, version: String::new() },
        op,
        new,
        old: line.old.map(|old| old.get().as_bytes().to_vec()),
        expected: line.answer,
    })
}

/// The result of checking a document.
struct Checked {
    answer: Answer,
    rules: Option<Rules>,
}

/// The expressions of a document's rules.
#[derive(Default)]
struct Rules {
    messages: BTreeSet<String>,
    /// Whether a rule has a message expression.
    computed: bool,
}

/// Checks the documents of all cases, on all cores.
fn answers(cases: &[Case]) -> Result<Vec<Checked>> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let chunk = cases.len().div_ceil(threads);
    std::thread::scope(|scope| {
        let mut running = Vec::new();
        for chunk in cases.chunks(chunk) {
            let work = move || chunk.iter().map(checked).collect::<Vec<_>>();
            // Schemas may be as deep as the front end allows.
            running.push(std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, work)?);
        }
        let mut answers = Vec::new();
        for thread in running {
            answers.extend(thread.join().map_err(|_| anyhow::anyhow!("a check panicked"))?);
        }
        Ok(answers)
    })
}

/// Checks the document of a case.
fn checked(case: &Case) -> Checked {
    let trouble = |why: String| Checked { answer: Answer::trouble(why), rules: None };
    let (new, mut problems) = match read(&case.new) {
        Ok(read) => read,
        Err(why) => return trouble(why),
    };
    let rules = Some(Rules::of(&new));
    let mut generation = None;
    let (_, found) = match case.old.as_deref().map(read) {
        None => check_in(new, None),
        Some(Err(why)) => return trouble(format!("the old document: {why}")),
        Some(Ok((old, _))) => {
            generation = not_carried_over(&new, &old);
            check_in(new, Some(&old))
        }
    };
    problems.extend(found);
    let mut answer = answer(&problems);
    if let Some(error) = generation.filter(|_| answer.code != 400) {
        answer.accepted = false;
        answer.code = 422;
        answer.errors.push(error);
    }
    Checked { answer, rules }
}

/// Checks a document, with rules run on its defaults. The text is not needed: places are not compared.
fn check_in(new: Crd, old: Option<&Crd>) -> (check::Outcome, Vec<Diagnostic>) {
    let rules = check::RuleOptions::default();
    let old = old.map(|crd| check::Old { crd, origin: check::Origin::Server });
    check::check_in(new, old, "", rules)
}

/// Reads a CRD and the problems in it.
fn read(text: &[u8]) -> Result<(Crd, Vec<Diagnostic>), String> {
    let text = String::from_utf8(text.to_vec()).map_err(|error| error.to_string())?;
    let (documents, mut problems) = parse(&Source::new("crd", text));
    let (mut crds, more) = crdc_schema::read(&documents);
    problems.extend(more);
    match (crds.pop(), crds.len()) {
        (Some(crd), 0) => Ok((crd, problems)),
        _ => Err("not one CustomResourceDefinition".to_owned()),
    }
}

/// The error of an update without changes in the record, which was made with the server's strategy only. A
/// complete server copies the generation of the old object before validation (apiserver:
/// pkg/registry/rest/update.go); without that, an update without changes has generation 0 instead of 1. `crdc
/// check` does not report this error, so it is added here.
fn not_carried_over(new: &Crd, old: &Crd) -> Option<FieldError> {
    let generation = |crd: &Crd| {
        let node = crd.metadata.as_ref().and_then(|metadata| metadata.value.get("generation"));
        match node.map(|node| &node.value) {
            Some(crdc_source::Value::Int(generation)) => *generation,
            _ => 0,
        }
    };
    // The old object was created with generation 1.
    let now = generation(new);
    (now < 1 && check::same_spec(new, old)).then(|| FieldError {
        r#type: "FieldValueInvalid".to_owned(),
        field: "metadata.generation".to_owned(),
        bad_value: RawValue::from_string(now.to_string()).ok(),
        detail: "must not be decremented".to_owned(),
        source: String::new(),
    })
}

/// The answer that a server would give for these problems.
fn answer(problems: &[Diagnostic]) -> Answer {
    let mut answer = Answer { accepted: true, code: 201, ..Answer::default() };
    let mut alone = false;
    // Servers accept rules that crdc cannot compile.
    for problem in problems.iter().filter(|problem| problem.code != Code::RuleUncompiled) {
        let errors = problem.server.iter().filter_map(|said| match said {
            ServerMessage::Error(error) => Some(field_error(error)),
            ServerMessage::Plain(_) => None,
        });
        answer.errors.extend(errors);
        let words = problem.server.iter().map(ToString::to_string);
        if problem.code == Code::FormatUnrecognized {
            answer.warnings.extend(words);
        } else if problem.severity() == Severity::Error && problem.server.is_empty() {
            // Only crdc reports this: the server had stopped before it, or accepts it.
            alone = true;
        } else if problem.severity() == Severity::Error && !problem.server.iter().any(is_error) {
            // An error of the server's decoder.
            answer.code = 400;
            answer.message.get_or_insert_with(|| words.collect::<Vec<_>>().join("; "));
        }
    }
    if alone && answer.errors.is_empty() {
        answer.code = 400;
    }
    if answer.code == 400 {
        answer.errors.clear();
        answer.warnings.clear();
    } else if !answer.errors.is_empty() {
        answer.code = 422;
    }
    answer.accepted = answer.code == 201;
    answer
}

fn is_error(said: &ServerMessage) -> bool {
    matches!(said, ServerMessage::Error(_))
}

fn field_error(error: &crdc_source::diag::FieldError) -> FieldError {
    let bad = match &error.bad {
        BadValue::Long => None,
        bad => bad.as_json().and_then(|text| RawValue::from_string(text).ok()),
    };
    let mut error = FieldError {
        r#type: error.kind.as_str().to_owned(),
        field: error.field.clone(),
        bad_value: bad,
        detail: error.detail.clone(),
        source: String::new(),
    };
    if error.field.contains("x-kubernetes-validations") {
        error.source = "cel".to_owned();
    }
    error
}

impl Rules {
    fn of(crd: &Crd) -> Self {
        let mut rules = Rules::default();
        let mut see = |schema: &Schema| {
            for rule in schema.x_validations.iter().flat_map(|rules| &rules.value) {
                rules.messages.extend(rule.message.as_ref().map(|message| message.value.trim().to_owned()));
                rules.computed |= rule.message_expression.is_some();
            }
        };
        let parts = crd.versions.iter().map(|version| &version.parts).chain([&crd.common]);
        for schema in parts.filter_map(|parts| parts.schema.as_ref()) {
            schema.value.visit(&mut see);
        }
        rules
    }

    /// Whether an error is the result of a rule that was run on a default.
    fn say(&self, error: &FieldError) -> bool {
        let said = error.detail.as_str();
        let last = error.field.rsplit('.').find(|step| step.starts_with("default"));
        let computed = || self.computed && !said.contains(" in body ") && !said.starts_with("must ");
        last.is_some()
            && error.r#type == "FieldValueInvalid"
            && (said.starts_with("rule compile error: ")
                || said.starts_with("failed rule: ")
                || self.messages.contains(said)
                || computed())
    }
}

/// A message without the number in the name of the type of `self`, which differs each time.
fn without_type_number(detail: &str) -> String {
    const NAME: &str = "selfType";
    let mut parts = detail.split(NAME);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push_str(NAME);
        text.push_str(part.trim_start_matches(|c: char| c.is_ascii_digit()));
    }
    text
}

/// Adds the missing sources to errors of rules.
fn mark_rules(errors: &mut [FieldError], rules: Option<&Rules>) {
    const COST: &str = "x-kubernetes-validations estimated rule cost total";
    for error in errors.iter_mut().filter(|error| error.source.is_empty()) {
        if error.detail.starts_with(COST) || rules.is_some_and(|rules| rules.say(error)) {
            error.source = "cel".to_owned();
        }
    }
}
