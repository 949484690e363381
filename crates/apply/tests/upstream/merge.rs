//! Sequences of apply, forced apply, update, and apply of what was extracted and changed, with changes of
//! types in between.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crdc_apply::{
    ConvertError, Converter, Duplicates, FieldSet, Filter, Managers, MergeError, Schema, Typed, Updater,
    VersionedSet,
};
use serde_json::{Map, Value, json};

use crate::schemas::{self, Schemas};

fn set(value: &Value) -> FieldSet {
    FieldSet::from_value(value).expect("fields")
}

/// The conversions that upstream's converters made in a case; all others change nothing. Or fields are
/// renamed: `a_v1` is `a_v2` in `v2`.
struct Recorded<'s> {
    schemas: &'s Schemas,
    calls: Vec<&'s Value>,
    renaming: bool,
}

/// Renames all fields that end in one version.
fn renamed(value: &Value, from: &str, to: &str) -> Value {
    match value {
        Value::Object(map) => {
            let rename =
                |name: &String| name.strip_suffix(from).map_or(name.clone(), |start| format!("{start}{to}"));
            map.iter()
                .map(|(name, value)| (rename(name), renamed(value, from, to)))
                .collect::<Map<_, _>>()
                .into()
        }
        Value::Array(items) => items.iter().map(|item| renamed(item, from, to)).collect(),
        other => other.clone(),
    }
}

impl Converter for Recorded<'_> {
    fn convert<'a>(&'a self, object: &Typed<'a>, version: &str) -> Result<Typed<'a>, ConvertError> {
        let name = object.schema().name(object.type_ref()).unwrap_or_default();
        if self.renaming {
            let type_ref = object.schema().find(version).expect("a version");
            let value = Cow::Owned(renamed(object.value(), name, version));
            return Typed::new(value, object.schema(), type_ref, Duplicates::Refused)
                .map_err(|error| ConvertError::Failed(error.to_string()));
        }
        let is_it = |call: &&&Value| {
            call["type"] == name && call["version"] == version && call["object"] == *object.value()
        };
        let Some(call) = self.calls.iter().find(is_it) else { return Ok(object.clone()) };
        if let Some(error) = call["error"].as_str() {
            let error = error.to_owned();
            return Err(if call["missing"] == true {
                ConvertError::MissingVersion(error)
            } else {
                ConvertError::Failed(error)
            });
        }
        let schema = &self.schemas[call["outSchema"].as_str().expect("a schema")];
        let type_ref = schema.find(call["outType"].as_str().expect("a type")).expect("a defined type");
        Typed::new(Cow::Owned(call["out"].clone()), schema, type_ref, Duplicates::Refused)
            .map_err(|error| ConvertError::Failed(error.to_string()))
    }
}

struct State<'a> {
    live: Option<Typed<'a>>,
    managers: Managers,
}

/// One step; conflicts are an outcome, not a failure.
fn step<'a>(
    schemas: &'a Schemas,
    converter: &'a Recorded<'a>,
    updater: Updater<'a>,
    state: &mut State<'a>,
    step: &'a Value,
) -> Result<Option<Value>, String> {
    let schema: &Schema = &schemas[step["schema"].as_str().expect("a schema")];
    let op = step["op"].as_str().expect("an operation");
    if op == "schema" {
        let live = state.live.clone().ok_or("no live")?;
        let name = live.schema().name(live.type_ref()).expect("a name").to_owned();
        let type_ref = schema.find(&name).expect("a type");
        let live = Typed::new(Cow::Owned(live.into_value()), schema, type_ref, Duplicates::Refused);
        state.live = Some(live.map_err(|error| error.to_string())?);
        return Ok(None);
    }
    let type_name = step["type"].as_str().expect("a type");
    let type_ref =
        schema.find(type_name).ok_or_else(|| format!("schema error: no type found matching: {type_name}"))?;
    let version = step["version"].as_str().expect("a version");
    let manager = step["manager"].as_str().expect("a manager");
    let duplicates = if op == "update" { Duplicates::Allowed } else { Duplicates::Refused };
    let mut object = Typed::new(Cow::Borrowed(&step["object"]), schema, type_ref, duplicates)
        .map_err(|error| error.to_string())?;
    if op == "extract"
        && let Some(live) = &state.live
    {
        let current = converter.convert(live, version).map_err(|error| error.to_string())?;
        let set = state.managers.get(manager);
        if let Some(set) = set.filter(|set| set.api_version != version) {
            return Err(format!(
                "existing managed fieldpath set APIVersion ({}) differs from desired ({version}), unable to extract",
                set.api_version
            ));
        }
        let owned = set.map(|set| set.fields.leaves()).unwrap_or_default();
        object = current.extract(&owned).merge(&object).map_err(|error| error.to_string())?;
    }
    let live = match state.live.take() {
        Some(live) => live,
        None => Typed::new(Cow::Owned(Value::Null), schema, type_ref, Duplicates::Refused)
            .map_err(|error| error.to_string())?,
    };
    let live = converter.convert(&live, version).map_err(|error| error.to_string())?;
    state.live = Some(live.clone());
    let managers = state.managers.clone();
    if op == "update" {
        state.managers =
            updater.update(&live, &object, version, managers, manager).map_err(|error| error.to_string())?;
        state.live = Some(object);
        return Ok(None);
    }
    match updater.apply(&live, &object, version, managers, manager, op != "apply") {
        Ok((object, managers)) => {
            state.managers = managers;
            state.live = object.or(Some(live));
            Ok(None)
        }
        Err(MergeError::Conflicts(conflicts)) => {
            let mut sets: BTreeMap<String, FieldSet> = BTreeMap::new();
            for conflict in conflicts.0 {
                sets.entry(conflict.manager).or_default().insert(&conflict.path);
            }
            Ok(Some(
                sets.iter()
                    .map(|(manager, set)| (manager.clone(), set.to_value()))
                    .collect::<Map<_, _>>()
                    .into(),
            ))
        }
        Err(error) => Err(error.to_string()),
    }
}

fn managed(managers: &Managers) -> Value {
    let entry = |set: &VersionedSet| json!({"version": set.api_version, "applied": set.applied, "fields": set.fields.to_value()});
    managers.iter().map(|(name, set)| (name.clone(), entry(set))).collect::<Map<_, _>>().into()
}

/// Go walks maps in a random order, so the order of errors was left to chance.
fn sorted(errors: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = errors.lines().collect();
    lines.sort_unstable();
    lines
}

/// The first step that differs from the record.
fn difference(schemas: &Schemas, case: &Value) -> Option<String> {
    let calls = case["conversions"].as_array().into_iter().flatten().collect();
    let converter = Recorded { schemas, calls, renaming: case["renaming"] == true };
    let ignored = case["ignored"].as_object().into_iter().flatten();
    let filters: BTreeMap<String, Filter> =
        ignored.map(|(version, fields)| (version.clone(), Filter::Exclude(set(fields)))).collect();
    let updater = Updater::new(&converter).with_filters(&filters);
    let mut state = State { live: None, managers: Managers::new() };
    for (at, expected) in case["steps"].as_array().expect("steps").iter().enumerate() {
        let outcome = step(schemas, &converter, updater, &mut state, expected);
        if let Some(error) = expected["error"].as_str() {
            match outcome {
                Err(actual) if sorted(error) == sorted(&actual) => continue,
                other => return Some(format!("step {at}: {other:?}\nexpected the error:\n{error}")),
            }
        }
        let conflicts = expected.get("conflicts").cloned();
        match outcome {
            Ok(actual) if actual == conflicts => {}
            other => return Some(format!("step {at}: {other:?}\nexpected conflicts:\n{conflicts:?}")),
        }
        let live = state.live.as_ref().map_or(&Value::Null, Typed::value);
        if *live != expected["live"] {
            return Some(format!("step {at}: {live}\nexpected:\n{}", expected["live"]));
        }
        let managed = managed(&state.managers);
        if managed != expected["managed"] {
            return Some(format!("step {at}: {managed}\nexpected:\n{}", expected["managed"]));
        }
    }
    None
}

/// Replays cases; returns how many there were.
pub(crate) fn replay(schemas: &str, cases: &str) -> usize {
    let schemas = schemas::read(schemas);
    let mut failures = Vec::new();
    let mut count = 0;
    for line in cases.lines() {
        let case: Value = serde_json::from_str(line).expect("a line of JSON");
        count += 1;
        if let Some(problem) = difference(&schemas, &case) {
            failures.push(format!("{}: {problem}", case["name"]));
        }
    }
    failures.sort_by_key(String::len);
    let few: Vec<&str> = failures.iter().take(10).map(String::as_str).collect();
    assert!(failures.is_empty(), "{} of {count} fail:\n{}", failures.len(), few.join("\n\n"));
    count
}

#[test]
fn sequences_are_as_upstream_has_them() {
    assert_eq!(replay(include_str!("schemas.jsonl"), include_str!("merge.jsonl")), 314);
}

/// Random sequences that upstream's code ran: types with everything in them, duplicates, wrong values,
/// changes of types, versions with other names of fields. `CRDC_APPLY_SEQUENCES` names a folder with more of
/// them.
#[test]
fn random_sequences_are_as_upstream_has_them() {
    assert_eq!(replay(include_str!("random/schemas.jsonl"), include_str!("random/merge.jsonl")), 177);
    if let Ok(folder) = std::env::var("CRDC_APPLY_SEQUENCES") {
        let text = |name: &str| std::fs::read_to_string(format!("{folder}/{name}")).expect("a readable file");
        println!("{} more sequences", replay(&text("schemas.jsonl"), &text("merge.jsonl")));
    }
}
