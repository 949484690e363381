//! The program that `cargo xtask conformance --derive` writes. In: recorded cases, and structs with the
//! derive for parts of their CRDs. Out: the cases for which the errors of the derive differ from the server's
//! errors about the part, and the number of cases that cannot be compared, by reason.
//!
//! A struct gets the object that the server stored or would have stored: pruned, with defaults. Arguments:
//! files of the record.
//!
//! Easy to break: a case counts only if structs contain exactly the recorded value, and all recorded errors
//! are about the part.

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;

use crdc_dynamic::validators::Validators;
use crdc_source::Source;

use super::same::has_whole_floats;
use super::{Entry, in_order};
use crate::json::{Json, read};
use crate::record::{Case, Expected, Op, cases};
use crate::stack::deep;

/// A version of a CRD of the record, with structs for its parts.
pub struct Unit {
    /// The file, as cases name it.
    pub crd: &'static str,
    /// The version.
    pub version: &'static str,
    /// The document.
    pub text: &'static str,
    /// The structs.
    pub parts: &'static [Entry],
}

/// The counts of cases by result.
#[derive(Default)]
struct Counts {
    equal: usize,
    refused: usize,
    ruled: usize,
    differing: usize,
    /// The number of cases that were not compared, by reason.
    skipped: BTreeMap<String, usize>,
    units: BTreeSet<(String, String)>,
}

/// Runs the cases.
#[must_use]
pub fn main(units: &'static [&'static Unit]) -> ExitCode {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let counts = deep(|| {
        let mut counts = Counts::default();
        let mut loaded: BTreeMap<&str, Option<Validators>> = BTreeMap::new();
        for file in &files {
            for case in cases(&std::fs::read_to_string(file).unwrap_or_default()) {
                let Some(unit) =
                    units.iter().find(|unit| unit.crd == case.crd && unit.version == case.version)
                else {
                    continue;
                };
                let validators = loaded
                    .entry(unit.crd)
                    .or_insert_with(|| Validators::load(&[Source::new(unit.crd, unit.text)]).ok());
                match one(unit, &case, validators.as_ref()) {
                    Ok(answer) => {
                        counts.units.insert((case.crd.clone(), case.version.clone()));
                        counts.refused += usize::from(answer.refused);
                        counts.ruled += usize::from(answer.ruled);
                        match answer.difference {
                            None => counts.equal += 1,
                            Some(why) => {
                                counts.differing += 1;
                                println!("DIFFERENCE {}\n  {why}", case.id);
                            }
                        }
                    }
                    Err(why) => *counts.skipped.entry(why).or_default() += 1,
                }
            }
        }
        counts
    });
    let Counts { equal, refused, ruled, differing, skipped, units } = counts;
    for (why, count) in &skipped {
        println!("skipped: {count} {why}");
    }
    println!(
        "golden: {equal} equal, {differing} differing, {refused} refused, {ruled} by rules, {} versions",
        units.len()
    );
    if differing == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// A case that was compared.
struct Answer {
    refused: bool,
    ruled: bool,
    difference: Option<String>,
}

/// Compares the answers of the derive and of the server to a case. The error is the reason why the case
/// cannot be compared.
fn one(unit: &Unit, case: &Case, validators: Option<&Validators>) -> Result<Answer, String> {
    let part = if case.op == Op::UpdateStatus { "status" } else { "spec" };
    let entry =
        unit.parts.iter().find(|entry| entry.part == part).ok_or(format!("without structs for {part}"))?;
    let expected =
        case.answer.as_ref().filter(|answer| answer.code != 400).ok_or("refused before validation")?;
    let object = expected.object.as_ref().ok_or("without a recorded object")?;
    let new = object.get(part).ok_or(format!("without {part}"))?;
    let sent = read(&case.new).ok().and_then(|sent| sent.value.get(part).cloned());
    if sent.is_some_and(|sent| has_whole_floats(&sent)) {
        return Err(
            "with whole numbers as floats, which rules see and integers of Rust do not keep".to_owned()
        );
    }
    let within = |field: &str| {
        field.strip_prefix(part).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    if let Some(error) = expected.errors.iter().find(|error| !within(&error.field) && !is_note(&error.detail))
    {
        return Err(format!("with errors of {}", error.field.split(['.', '[']).next().unwrap_or_default()));
    }
    let old = match case.op {
        Op::Create => None,
        Op::Update | Op::UpdateStatus => Some(stored(unit, case, validators, part)?),
    };
    for value in [Some(new), old.as_ref()].into_iter().flatten() {
        let again =
            (entry.again)(&value.to_string()).map_err(|_| "whose values structs cannot read".to_owned())?;
        let again = read(again.as_bytes()).map_err(|_| "whose values serde cannot write".to_owned())?;
        if !value.same_stored(&again.value) {
            return Err("whose values structs do not hold exactly".to_owned());
        }
    }
    let verdict = (entry.validate)(&new.to_string(), old.map(|old| old.to_string()).as_deref())?;
    let found: BTreeSet<[String; 3]> = verdict
        .errors
        .iter()
        .filter(|error| !is_note(&error.detail))
        .map(|error| [error.error_type.clone(), error.field.clone(), in_order(error.detail.clone())])
        .collect();
    let wanted = errors(expected);
    let values = expected.errors.iter().filter(|wanted| !is_note(&wanted.detail)).all(|wanted| {
        let Some(value) = &wanted.bad_value else { return true };
        let mut same = verdict
            .errors
            .iter()
            .filter(|found| found.field == wanted.field && found.detail == wanted.detail);
        same.any(|found| found.bad_value.as_ref().is_some_and(|found| value.same_stored(found)))
    });
    let difference = (found != wanted || !values).then(|| {
        let bad = |value: &Option<Json>| value.as_ref().map_or_else(|| "nothing".to_owned(), Json::to_string);
        let (server, derive) = (
            expected.errors.iter().map(|error| bad(&error.bad_value)),
            verdict.errors.iter().map(|error| bad(&error.bad_value)),
        );
        let (server, derive): (Vec<_>, Vec<_>) = (server.collect(), derive.collect());
        format!("server {wanted:#?} of {server:?}\n  derive {found:#?} of {derive:?}")
    });
    Ok(Answer {
        refused: !wanted.is_empty(),
        ruled: expected.errors.iter().any(|error| error.source == "cel"),
        difference,
    })
}

/// Whether the detail is the note that rules were not run. It is about the whole object, which has other
/// rules.
fn is_note(detail: &str) -> bool {
    detail.starts_with("some validation rules were not checked")
}

/// The errors of an answer: type, field and detail, without the note that rules were not run.
fn errors(expected: &Expected) -> BTreeSet<[String; 3]> {
    let errors = expected.errors.iter().filter(|error| !is_note(&error.detail));
    errors
        .map(|error| [error.error_type.clone(), error.field.clone(), in_order(error.detail.clone())])
        .collect()
}

/// The part of the old object as a server reads it from its storage.
fn stored(unit: &Unit, case: &Case, validators: Option<&Validators>, part: &str) -> Result<Json, String> {
    let validators = validators.ok_or("of a CRD that is not loaded")?;
    let validator = validators.all().find(|found| found.compiled().version == unit.version);
    let mut scratch = crdc::Scratch::new();
    let outcome = validator.ok_or("of a version that is not loaded")?.decode(&case.old, &mut scratch);
    let object = outcome
        .accepted_object()
        .and_then(|text| read(text).ok())
        .ok_or("whose old object cannot be read")?;
    object.value.get(part).cloned().ok_or_else(|| format!("whose old object has no {part}"))
}
