//! The law of variables: `crdc validate` drops an error of an object with variables if and only if some value
//! of the variables removes it. In: the objects of `variables/`, changed at random, with variables at random
//! places. Out: the objects that break the law.
//!
//! `CRDC_SAMPLES` multiplies the objects, `CRDC_SEED` is the first seed. Easy to break: a value that cannot
//! be read ends a request before other errors are found, so an error that its answer lacks is not removed.
#![allow(clippy::unwrap_used)]

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crdc_oracle::random::Rng;
use crdc_oracle::random::samples::seeds;
use serde_json::{Map, Value, json};
use support::Folder;

/// How many objects one run of the command has.
const BATCH: u64 = 32;
/// How many values the variables of an object have, one after the other.
const FILLINGS: usize = 224;
/// How many of them have the same text for all variables.
const ALIKE: usize = 80;
/// How many of them differ from what was there before in one variable.
const ALONE: usize = VARIABLES * TEXTS.len();
/// How many values of each variable have to agree that an error is always there.
const FEWEST: usize = 4;
/// How many variables an object has at most.
const VARIABLES: usize = 3;

/// What is put in place of a variable, as it is written.
const TEXTS: [&str; 32] = [
    "a",
    "1",
    "",
    "true",
    "0",
    "2",
    "b",
    "web",
    "80",
    "-1",
    "3",
    "a.example.com",
    "10Mi",
    "1h",
    "10.0.0.0/8",
    "Exists",
    "None",
    "Fixed",
    "Always",
    "Never",
    "1000000",
    "false",
    "/a",
    "2006-01-02T15:04:05Z",
    "100%",
    "Auto",
    "TCP",
    "pg",
    "other",
    "256",
    "\"1\"",
    "OnFailure",
];
/// Values that are put in place of others.
const ODD: &[&str] = &["\"\"", "-1", "70000", "\"A_B\"", "true", "\"x y\"", "null", "\"1\"", "{}", "[]"];
/// What starts a text that is written without quotes, as only variables are.
const PLAIN: char = '\u{1}';

/// What the variables are, by their names.
type Values = BTreeMap<String, String>;

/// A path into an object.
type Path = Vec<Step>;

#[derive(Clone, Debug)]
enum Step {
    Key(String),
    Item(usize),
}

#[derive(Clone, Default)]
struct Case {
    new: Value,
    old: Option<Value>,
    /// What was at the places of variables, by their names.
    before: BTreeMap<String, Vec<String>>,
}

/// What two errors of one object have in common, whatever its variables are: name, line, field, rule, and the
/// text after the value.
type Key = (String, usize, String, String, String);

#[derive(Default)]
struct Answer {
    errors: BTreeSet<Key>,
    has_rules: bool,
    /// Whether the object cannot be read.
    is_unread: bool,
}

#[test]
fn an_error_is_dropped_if_and_only_if_some_value_of_a_variable_removes_it() {
    let bases = bases();
    let all: Vec<u64> = seeds(BATCH).collect();
    let (mut broken, mut errors) = (String::new(), 0);
    for batch in all.chunks(BATCH as usize) {
        let cases: Vec<Case> = batch.iter().map(|seed| case(&bases, *seed)).collect();
        let mut documents = cases.clone();
        let all_values: Vec<Vec<Values>> =
            cases.iter().zip(batch).map(|(case, seed)| fillings(case, *seed)).collect();
        for (case, all) in cases.iter().zip(&all_values) {
            for (index, values) in all.iter().enumerate() {
                let with = |object: &Value| filled(object, values, index.is_multiple_of(2));
                let old = case.old.as_ref().map(with);
                documents.push(Case { new: with(&case.new), old, ..Case::default() });
            }
        }
        let mut answers = answers(&documents);
        let filled = answers.split_off(cases.len());
        for (index, (case, filled)) in cases.iter().zip(filled.chunks(FILLINGS)).enumerate() {
            let filled: Vec<(&Values, &Answer)> = all_values[index].iter().zip(filled).collect();
            let found = faults(case, &answers[index].errors, &filled);
            for fault in &found {
                let _ = writeln!(broken, "seed {}: {fault}", batch[index]);
            }
            if !found.is_empty() && std::env::var_os("CRDC_SHOW").is_some() {
                let old = case.old.as_ref().map(yaml).unwrap_or_default();
                let _ = writeln!(broken, "--- new\n{}--- old\n{old}--- end", yaml(&case.new));
            }
            errors += answers[index].errors.len();
        }
    }
    // A law about no errors says nothing.
    assert!(errors > all.len() / 2, "{errors} errors");
    assert!(broken.is_empty(), "{broken}\n{} objects, {errors} errors", all.len());
}

/// Where the law is broken.
fn faults(case: &Case, reported: &BTreeSet<Key>, filled: &[(&Values, &Answer)]) -> Vec<String> {
    let lines = variable_lines(&case.new);
    let is_own = |key: &Key| lines.contains(&key.1);
    // What cannot be read has one error.
    let is_read = |(_, answer): &&(&Values, &Answer)| {
        !answer.is_unread && !answer.errors.iter().any(|key| key.0 == "wrong-type" && is_own(key))
    };
    let read: Vec<(&Values, &Answer)> = filled.iter().filter(is_read).copied().collect();
    let mut faults = Vec::new();
    for key in reported.iter().filter(|key| key.0 != "wrong-type") {
        let mends = |(_, answer): &(&Values, &Answer)| {
            let is_told = answer.has_rules || !is_rule(key);
            // An error that gives way to another one is not removed.
            is_told && !answer.errors.contains(key) && answer.errors.is_subset(reported)
        };
        if let Some((values, _)) = read.iter().find(|answer| mends(answer)) {
            faults.push(format!("reported, and removed by {values:?}: {key:?}"));
        }
    }
    // A value that is wrong itself says nothing of what a right one would do.
    let is_right = |(_, answer): &&(&Values, &Answer)| {
        answer.errors.iter().all(|key| !is_own(key) || reported.contains(key))
    };
    let read: Vec<(&Values, &Answer)> = read.iter().filter(is_right).copied().collect();
    let found: BTreeSet<&Key> = read.iter().flat_map(|(_, answer)| &answer.errors).collect();
    let texts = [&case.new].into_iter().chain(&case.old).map(yaml).collect::<String>();
    let names: Vec<String> = (0..VARIABLES).map(variable).filter(|name| texts.contains(name)).collect();
    for key in found.into_iter().filter(|key| !reported.contains(*key)) {
        // What is wrong with the value itself, nobody guesses, unless no value has the field or the length.
        if is_own(key) && !["too-long", "forbidden-value"].contains(&key.0.as_str()) {
            continue;
        }
        let telling = || read.iter().filter(|(_, answer)| answer.has_rules || !is_rule(key));
        // A variable that had one value says nothing of others.
        let values =
            |name| telling().filter_map(|(values, _)| values.get(name)).collect::<BTreeSet<_>>().len();
        let is_tried = names.iter().all(|name| values(name) >= FEWEST);
        if is_tried && telling().all(|(_, answer)| answer.errors.contains(key)) {
            faults.push(format!("dropped, and there for all values: {key:?}"));
        }
    }
    faults
}

fn variable(number: usize) -> String {
    format!("${{V{number}}}")
}

/// Whether other errors keep an error from being found.
fn is_rule(key: &Key) -> bool {
    ["rule", "union", "immutable-field"].contains(&key.0.as_str())
}

/// The objects of the folder.
fn bases() -> Vec<Value> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/variables");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let files: BTreeSet<_> = files.filter(|file| file.extension().is_some_and(|end| end == "yaml")).collect();
    let mut all = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let (nodes, problems) = crdc_source::parse(&crdc_source::Source::new("base", text.as_str()));
        assert!(problems.is_empty(), "{}", file.display());
        all.extend(nodes.iter().map(|node| serde_json::from_str::<Value>(&node.to_json()).unwrap()));
    }
    all
}

/// A random object with variables, sometimes with a stored one.
fn case(bases: &[Value], seed: u64) -> Case {
    let mut rng = Rng::new(seed);
    let mut new = rng.pick(bases).clone();
    let alike: Vec<&Value> = bases.iter().filter(|base| base["kind"] == new["kind"]).collect();
    new["metadata"]["name"] = json!(format!("{}{seed}", if rng.chance(15) { "A_" } else { "a" }));
    let mut old = rng.chance(40).then(|| new.clone());
    for _ in 0..rng.below(4) {
        change(&mut new, &alike, &mut rng);
    }
    if let Some(old) = &mut old
        && rng.chance(30)
    {
        change(old, &alike, &mut rng);
    }
    let mut before: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let places = scalars(&new);
    for _ in 0..1 + rng.below(3) {
        let place = rng.pick(&places).clone();
        let name = variable(rng.below(VARIABLES));
        for object in [Some(&mut new), old.as_mut()].into_iter().flatten() {
            let texts = at(object, &place).and_then(|value| text_of(value));
            before.entry(name.clone()).or_default().extend(texts);
        }
        let text = match rng.below(10) {
            0 => format!("{name}-a"),
            1 => format!("{PLAIN}a{name}"),
            2..6 => name,
            _ => format!("{PLAIN}{name}"),
        };
        if let Some(old) = old.as_mut().and_then(|old| at(old, &place))
            && rng.chance(60)
        {
            *old = json!(text);
        }
        if let Some(new) = at(&mut new, &place) {
            *new = json!(text);
        }
    }
    Case { new, old, before }
}

/// One random change.
fn change(object: &mut Value, alike: &[&Value], rng: &mut Rng) {
    let places = scalars(object);
    let mut place = rng.pick(&places).clone();
    match rng.below(4) {
        0 => {
            if let Some(value) = at(object, &place) {
                *value = serde_json::from_str(rng.pick::<&str>(ODD)).unwrap();
            }
        }
        1 => {
            // The member itself, or one of those that it is in.
            place.truncate(1 + rng.below(place.len()).max(1));
            if let (Some(Step::Key(key)), false) = (place.pop(), place.len() < 2)
                && let Some(Value::Object(members)) = at(object, &place)
            {
                members.remove(&key);
            }
        }
        2 => {
            let Some(last) = place.iter().rposition(|step| matches!(step, Step::Item(_))) else { return };
            place.truncate(last);
            if let Some(Value::Array(items)) = at(object, &place) {
                let item = rng.pick(items).clone();
                items.push(item);
            }
        }
        _ => {
            // A member that another object of the kind has there.
            place.truncate(1 + rng.below(place.len()));
            place.pop();
            let mut other = (*rng.pick(alike)).clone();
            if place.is_empty() {
                return;
            }
            let Some(Value::Object(others)) = at(&mut other, &place).cloned() else { return };
            if let (Some(Value::Object(members)), false) = (at(object, &place), others.is_empty()) {
                let all: Vec<(String, Value)> = others.into_iter().collect();
                let (key, value) = rng.pick(&all).clone();
                if !(place.len() == 1 && key == "name") {
                    members.insert(key, value);
                }
            }
        }
    }
}

/// The places of all scalars, without those that say what object it is.
fn scalars(object: &Value) -> Vec<Path> {
    fn walk(value: &Value, path: &mut Path, found: &mut Vec<Path>) {
        match value {
            Value::Object(members) => {
                for (key, value) in members {
                    path.push(Step::Key(key.clone()));
                    walk(value, path, found);
                    path.pop();
                }
            }
            Value::Array(items) => {
                for (index, value) in items.iter().enumerate() {
                    path.push(Step::Item(index));
                    walk(value, path, found);
                    path.pop();
                }
            }
            _ => found.push(path.clone()),
        }
    }
    let mut found = Vec::new();
    walk(object, &mut Path::new(), &mut found);
    let is_identity = |path: &Path| match path.as_slice() {
        [_] => true,
        [Step::Key(first), Step::Key(second)] => first == "metadata" && second == "name",
        _ => false,
    };
    found.retain(|path| !is_identity(path));
    found.push(vec![Step::Key("metadata".to_owned()), Step::Key("namespace".to_owned())]);
    found
}

fn at<'v>(value: &'v mut Value, path: &[Step]) -> Option<&'v mut Value> {
    path.iter().try_fold(value, |value, step| match step {
        Step::Key(key) => value.get_mut(key),
        Step::Item(index) => value.get_mut(index),
    })
}

/// A scalar that is no variable, as it is written.
fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !text.contains("${") => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        _ => None,
    }
}

/// What the variables of an object are, many times.
fn fillings(case: &Case, seed: u64) -> Vec<Values> {
    let mut rng = Rng::new(!seed);
    // Values of the object itself: something else may have to be equal.
    let mut own: Vec<String> = Vec::new();
    for object in [Some(&case.new), case.old.as_ref()].into_iter().flatten() {
        for path in scalars(object) {
            own.extend(at(&mut object.clone(), &path).and_then(|value| text_of(value)));
            own.extend(path.last().and_then(|step| match step {
                Step::Key(key) => Some(key.clone()),
                Step::Item(_) => None,
            }));
        }
    }
    own.sort();
    own.dedup();
    let of = |index: usize| -> Values {
        let alike = TEXTS
            .get(index)
            .copied()
            .or_else(|| own.get((index / 2).wrapping_sub(TEXTS.len())).map(String::as_str));
        let mut values = BTreeMap::new();
        let alone = index.checked_sub(ALIKE).filter(|alone| *alone < ALONE);
        for (number, name) in (0..VARIABLES).map(variable).enumerate() {
            let before = case.before.get(&name).map(Vec::as_slice).unwrap_or_default();
            let is_before = rng.chance(60) && !before.is_empty();
            let is_own = rng.chance(50) && !own.is_empty();
            let text = match alike {
                Some(text) if index < ALIKE => text,
                _ if alone.is_some_and(|alone| alone % VARIABLES == number) => {
                    TEXTS[alone.unwrap_or_default() / VARIABLES]
                }
                _ if alone.is_some() && !before.is_empty() => &before[0],
                _ if is_before => rng.pick(before),
                _ if is_own => rng.pick(&own),
                _ => rng.pick::<&str>(&TEXTS),
            };
            values.insert(name, text.to_owned());
        }
        values
    };
    (0..FILLINGS).map(of).collect()
}

/// The object with texts in place of its variables. kustomize takes quotes away, so Flux puts a number into
/// some of them.
fn filled(object: &Value, values: &Values, takes_quotes: bool) -> Value {
    match object {
        Value::String(text) => {
            let put = |text: String, (name, value): (&String, &String)| text.replace(name, value);
            let is_alone = text.trim_start_matches(PLAIN).starts_with("${") && text.ends_with('}');
            let put = values.iter().fold(text.clone(), put);
            let is_plain = put.starts_with(PLAIN);
            // Quotes in a text that is quoted, or in the middle of one, are no YAML.
            json!(match (is_alone, is_plain) {
                (true, true) => put,
                (true, false) if takes_quotes && !put.is_empty() => format!("{PLAIN}{put}"),
                _ => put.replace('"', ""),
            })
        }
        Value::Array(items) => items.iter().map(|item| filled(item, values, takes_quotes)).collect(),
        Value::Object(members) => members
            .iter()
            .map(|(key, value)| (key.clone(), filled(value, values, takes_quotes)))
            .collect::<Map<_, _>>()
            .into(),
        other => other.clone(),
    }
}

/// An object as YAML, each scalar on a line of its own, so that lines are the same whatever a variable is.
fn yaml(object: &Value) -> String {
    fn write(value: &Value, indent: usize, out: &mut String) {
        match value {
            Value::Object(members) if !members.is_empty() => {
                for (key, value) in members {
                    let _ = write!(out, "\n{:indent$}{}:", "", json!(key));
                    write(value, indent + 2, out);
                }
            }
            Value::Array(items) if !items.is_empty() => {
                for item in items {
                    let _ = write!(out, "\n{:indent$}-", "");
                    write(item, indent + 2, out);
                }
            }
            Value::String(text) => {
                let _ = match text.strip_prefix(PLAIN) {
                    Some(text) if is_plain(text) => write!(out, " {text}"),
                    _ => write!(out, " {}", json!(text.trim_start_matches(PLAIN))),
                };
            }
            other => {
                let _ = write!(out, " {other}");
            }
        }
    }
    let mut out = String::new();
    write(object, 0, &mut out);
    out + "\n"
}

fn is_plain(text: &str) -> bool {
    let is_quoted = text.len() == 3 && text.starts_with('"') && text.ends_with('"');
    let is_inner = |c: char| c.is_ascii_alphanumeric() || "-./:%${}_".contains(c);
    is_quoted
        || (text.chars().all(is_inner)
            && !text.starts_with(['%', '{', '}'])
            && !text.ends_with(':')
            && text != "-")
}

/// The lines of values with variables.
fn variable_lines(object: &Value) -> BTreeSet<usize> {
    yaml(object)
        .lines()
        .enumerate()
        .filter(|(_, line)| line.contains("${V"))
        .map(|(index, _)| index)
        .collect()
}

/// What the command says about each object.
fn answers(documents: &[Case]) -> Vec<Answer> {
    let crd = include_str!("variables/crds/store.yaml");
    let folder = Folder::new("law", &[("crd.yaml", crd)]);
    let (mut new, mut old) = (String::new(), String::new());
    let (mut starts, mut lines) = (Vec::new(), 0);
    for (index, Case { new: object, old: stored, .. }) in documents.iter().enumerate() {
        // Each is another object.
        let rename = |object: &Value| {
            let mut object = object.clone();
            let name = object["metadata"]["name"].as_str().unwrap_or_default().to_owned();
            object["metadata"]["name"] = json!(format!("{name}x{index:06}"));
            yaml(&object)
        };
        new += "---";
        starts.push(lines);
        let text = rename(object);
        lines += text.lines().count();
        new += &text;
        if let Some(stored) = stored {
            old += "---";
            old += &rename(stored);
        }
    }
    folder.write("new.yaml", &new);
    folder.write("old/old.yaml", &old);
    let ran = folder.run(&[
        "validate",
        "new.yaml",
        "--crd",
        "crd.yaml",
        "--old",
        "old",
        "--format",
        "json",
        "--max-findings",
        "1000000",
    ]);
    assert!(ran.code < 2, "{}", ran.text());
    let report: Value = serde_json::from_str(&ran.out).unwrap();
    let mut answers: Vec<Answer> =
        (0..documents.len()).map(|_| Answer { has_rules: true, ..Answer::default() }).collect();
    for found in
        report["results"].as_array().unwrap().iter().flat_map(|entry| entry["findings"].as_array().unwrap())
    {
        let line = found["line"].as_u64().unwrap() as usize - 1;
        let index = starts.partition_point(|start| *start <= line) - 1;
        let text = |member: &str| found[member].as_str().unwrap_or_default().to_owned();
        let answer = &mut answers[index];
        if text("id") == "rules-not-checked" {
            answer.has_rules = false;
        }
        if text("level") == "error" {
            let message = text("message");
            answer.is_unread |=
                message.contains(" cannot be handled as a ") && !message.contains("strict decoding error");
            let reason = message.rsplit(": ").next().unwrap_or_default();
            // The name of each object is another one.
            let reason = reason.split("x0").next().unwrap_or_default().to_owned();
            answer.errors.insert((text("id"), line - starts[index], text("field"), text("rule"), reason));
        }
    }
    answers
}
