//! Lowered rules and native checks agree: for random schemas with extensions and random pairs of objects,
//! normalized, both give the same verdict at the same paths. The exceptions are those of
//! `docs/apply-safe.md`.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};

use crdc_apply_safe_tests::{ENTRIES, Entry, lowered, published};
use crdc_documents::publish::apply_safe::{Difference, Unexpressed};
use crdc_oracle::answers::run;
use crdc_oracle::differential::{Pair, pair, shrink};
use crdc_oracle::interpreter::{Answer, FieldError, Server};
use crdc_oracle::json::{Json, read};
use crdc_oracle::load;
use crdc_oracle::lowered::pattern;
use crdc_oracle::random::Rng;
use crdc_oracle::random::object::request;
use crdc_oracle::random::samples::samples;
use crdc_oracle::record::{Given, GivenError, Op};
use crdc_oracle::stack::deep;

/// What was compared.
#[derive(Debug, Default)]
struct Compared {
    answers: usize,
    refused: usize,
    /// By the exception.
    excepted: BTreeMap<&'static str, usize>,
}

#[test]
fn lowered_rules_and_native_checks_agree() {
    agree_for(0);
}

/// The same for the other half of the seeds: the two tests run at once.
#[test]
fn lowered_rules_and_native_checks_agree_for_more_objects() {
    agree_for(1);
}

/// Compares the answers for every second seed, from `first` on.
fn agree_for(first: u64) {
    let count = samples(40);
    let (mut compared, mut wrong) = (Compared::default(), Vec::new());
    for entry in ENTRIES.iter().filter(|entry| entry.name != "table.json") {
        let native = load::server(entry.name, entry.crd, entry.version);
        let rules = lowered(entry.crd, entry.version, 36);
        let report = published(entry.crd, 36).unexpressed;
        for seed in (first..count).step_by(2) {
            let found = deep(|| {
                let mut rng = Rng::new(seed);
                let object = request(&mut rng, &native);
                let mut pair = pair(&mut rng, &native, &object);
                [&mut pair.new, &mut pair.old].into_iter().for_each(named);
                let at =
                    |pair: &Pair| agree(entry, &native, (&rules, &report), pair, &mut Compared::default());
                agree(entry, &native, (&rules, &report), &pair, &mut compared).err().map(|_| {
                    let small = shrink(&pair, &|pair| at(pair).is_err());
                    let why = at(&small).err().unwrap_or_default();
                    format!("{} {seed}\n  new {}\n  old {}\n{why}", entry.name, small.new, small.old)
                })
            });
            if let Some(found) = found {
                wrong.push(found);
                break;
            }
        }
    }
    println!("{compared:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    let many = samples(1) as usize;
    assert!(compared.answers > 125 * many && compared.refused > 13 * many, "{compared:?}");
}

/// Gives an object the metadata without which no rule runs.
fn named(object: &mut Json) {
    if !matches!(object.get("metadata"), Some(Json::Object(_))) {
        object.set("metadata", Json::Object(vec![]));
    }
    let Some(metadata) = object.get_mut("metadata") else { return };
    metadata.set("name", "sample".into());
    metadata.set("resourceVersion", "7".into());
}

/// Compares the answers to a create and an update.
fn agree(
    entry: &Entry,
    native: &Server,
    (rules, report): (&Server, &[Unexpressed]),
    pair: &Pair,
    compared: &mut Compared,
) -> Result<(), String> {
    let mut scratch = crdc::Scratch::new();
    let mut asked = |op: Op, new: &[u8], old: &[u8]| run((entry.compiled)(), op, new, old, &mut scratch);
    let bytes = |json: &Json| json.to_string().into_bytes();
    let (new, old) = (bytes(&pair.new), bytes(&pair.old));
    if let Some(object) = asked(Op::Create, &new, b"").object {
        let new = bytes(&object);
        let answers = (&asked(Op::Create, &new, b""), &rules.create(&new));
        same(answers, report, (Op::Create, false, false), compared)
            .map_err(|why| format!("create {object}\n  {why}"))?;
    }
    if !native.could_be_stored(&old) {
        return Ok(());
    }
    let old = asked(Op::Update, &old, &old);
    let mut old_fits = fits(&old);
    let Some(mut old) = old.object.map(|object| bytes(&object)) else { return Ok(()) };
    if native.status {
        let status = asked(Op::UpdateStatus, &old, &old);
        old_fits &= fits(&status);
        let Some(object) = status.object else { return Ok(()) };
        old = bytes(&object);
        if let Some(object) = asked(Op::UpdateStatus, &new, &old).object {
            let new = bytes(&object);
            let answers = (&asked(Op::UpdateStatus, &new, &old), &rules.update_status(&new, &old));
            same(answers, report, (Op::UpdateStatus, !old_fits, is_same(&object, &old)), compared)
                .map_err(|why| format!("status {object}\n  of {}\n  {why}", String::from_utf8_lossy(&old)))?;
        }
    }
    if let Some(object) = asked(Op::Update, &new, &old).object {
        let new = bytes(&object);
        let answers = (&asked(Op::Update, &new, &old), &rules.update(&new, &old));
        same(answers, report, (Op::Update, !old_fits, is_same(&object, &old)), compared)
            .map_err(|why| format!("update {object}\n  of {}\n  {why}", String::from_utf8_lossy(&old)))?;
    }
    Ok(())
}

/// Whether all values have the types of the schema.
fn fits(given: &Given) -> bool {
    !given.errors.iter().chain(&given.ratcheted).any(|error| error.error_type == "FieldValueTypeInvalid")
}

fn is_same(new: &Json, old: &[u8]) -> bool {
    read(old).is_ok_and(|old| old.value.same(new))
}

/// Compares the errors of extensions. `misfits` is whether the old object has values of wrong types.
fn same(
    (native, rules): (&Given, &Answer),
    report: &[Unexpressed],
    (op, misfits, unchanged): (Op, bool, bool),
    compared: &mut Compared,
) -> Result<(), String> {
    let own = |errors: &[GivenError]| -> Vec<GivenError> {
        let own = |error: &&GivenError| ["immutable", "union"].contains(&error.source.as_str());
        errors.iter().filter(own).cloned().collect()
    };
    let (errors, ratcheted) = (own(&native.errors), own(&native.ratcheted));
    let found: Vec<&FieldError> = rules.errors.iter().filter(|error| error.source == "cel").collect();
    compared.answers += 1;
    compared.refused += usize::from(!errors.is_empty());
    let verdict = (native.code < 300) == rules.is_accepted();
    let other = native.errors.iter().find(|error| ["typemeta", "blocked"].contains(&error.source.as_str()));
    let mut exceptions = Vec::new();
    if misfits || !fits(native) {
        exceptions.push(Some("wrong-type"));
    } else if let Some(other) = other.filter(|_| verdict) {
        // Neither side looks at an object of another kind, nor servers at one with other errors.
        exceptions.push(Some(if other.source == "typemeta" { "other kind" } else { "blocked" }));
    } else if verdict && rules.errors.iter().any(|error| error.source == "blocked") {
        exceptions.push(Some("blocked"));
    } else {
        let missing = errors.iter().filter(|error| !found.iter().any(|found| found.field == error.field));
        exceptions.extend(missing.map(|error| missed(error, rules, report)));
        let more = found.iter().filter(|found| !errors.iter().any(|error| error.field == found.field));
        let unknown = native
            .errors
            .iter()
            .chain(&native.ratcheted)
            .filter(|error| error.error_type == "FieldValueNotSupported");
        let said =
            Said { op, unchanged, errors: errors.clone(), ratcheted, unknown: unknown.cloned().collect() };
        exceptions.extend(more.map(|found| refused(found, &said)));
        if exceptions.is_empty() && !verdict {
            exceptions.push(None);
        }
    }
    if exceptions.contains(&None) {
        return Err(format!(
            "native {} {:#?}\n  rules {} {:#?}",
            native.code, native.errors, rules.code, rules.errors
        ));
    }
    let exceptions: BTreeSet<&str> = exceptions.into_iter().flatten().collect();
    exceptions.into_iter().for_each(|exception| *compared.excepted.entry(exception).or_default() += 1);
    Ok(())
}

/// Why rules do not say what the native check says.
fn missed(error: &GivenError, rules: &Answer, report: &[Unexpressed]) -> Option<&'static str> {
    let field = pattern(error.field.trim_start_matches("<nil>"));
    let mut accepted = report.iter().filter(|entry| entry.difference == Difference::Accepted);
    // What is not seen of a union may be another of its members; errors of the older shape are at the object.
    let object = |field: &str| field.rsplit_once('.').map_or(String::new(), |(object, _)| object.to_owned());
    let covers = |entry: &Unexpressed| {
        let path = pattern(&entry.path);
        let same_union = || object(&path) == object(&field) || object(&path) == field;
        field.starts_with(&path) || error.source == "union" && same_union()
    };
    if accepted.any(covers) {
        return Some("reported");
    }
    let shown = error.field.trim_start_matches("<nil>");
    let is_warning = rules.warnings.iter().any(|warning| warning.starts_with(shown));
    (error.source == "union" && is_warning).then_some("unchanged-union")
}

/// What the native check says.
struct Said {
    op: Op,
    /// Whether nothing changed.
    unchanged: bool,
    errors: Vec<GivenError>,
    ratcheted: Vec<GivenError>,
    /// Values that are not in an enum or a union.
    unknown: Vec<GivenError>,
}

/// Why rules say more than the native check.
fn refused(found: &FieldError, said: &Said) -> Option<&'static str> {
    let object = |field: &str| field.rsplit_once('.').map(|(object, _)| object.to_owned());
    let near = |errors: &[GivenError], words: &str| {
        let mut errors = errors.iter().filter(|error| error.detail.starts_with(words));
        errors.any(|error| object(&error.field) == object(&found.field) || error.field == found.field)
    };
    let in_status = || ["status", "status.", "status["].iter().any(|start| found.field.starts_with(start));
    if found.detail.starts_with("invalid data, expected ") {
        Some("wrong-type")
    } else if said.op == Op::UpdateStatus && !in_status() {
        Some("status-update")
    } else if near(&said.errors, "only one union member may be set") {
        Some("several")
    } else if near(&said.unknown, "") {
        Some("unknown-value")
    } else if said.unchanged || near(&said.ratcheted, "") {
        Some("undeclared")
    } else {
        None
    }
}
