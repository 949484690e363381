//! Compares the answer of the derive with that of generated code for the serialized values: code, errors as a
//! set, ratcheted errors, and the normalized value.

use super::{Entry, Verdict, json};
use crate::answers::run;
use crate::json::{Json, object, read};
use crate::record::{Given, GivenError, Op};

/// The answers of both sides, which are equal.
pub struct Compared {
    /// The answer of the derive.
    pub typed: Verdict,
    /// The answer of generated code for JSON.
    pub given: Given,
}

/// The reason why two answers differ or cannot be compared.
#[derive(Debug)]
pub enum Unlike {
    /// The answers cannot be compared, mostly since structs cannot read these values: the reason.
    Unsaid(String),
    /// Both answers.
    Differs(String),
}

/// Validates a new and an old value on both sides.
///
/// # Errors
///
/// The reason why there are no two answers to compare, or both answers.
pub fn compare(
    entry: &Entry,
    new: &str,
    old: Option<&str>,
    scratch: &mut crdc::Scratch,
) -> Result<Compared, Unlike> {
    let typed = (entry.validate)(new, old).map_err(Unlike::Unsaid)?;
    let compiled = (entry.compiled)(entry.name);
    let op = match (entry.part == "status" && compiled.status_subresource, &typed.old) {
        (true, None) => return Err(Unlike::Unsaid("nobody creates a status".to_owned())),
        (false, None) => Op::Create,
        (true, Some(_)) => Op::UpdateStatus,
        (false, Some(_)) => Op::Update,
    };
    let (new, old) = (typed.new.as_str(), typed.old.as_deref().unwrap_or_default());
    let stored = [new, old].map(|text| if text.is_empty() { String::new() } else { printed(&json(text)) });
    let mut given = answer(entry, compiled, op, [&stored[0], &stored[1]], scratch);
    if has_whole_floats(&json(new)) {
        // Generated code would make them integers too early, if the schema has extensions.
        let mut compiled = *compiled;
        compiled.steps.normalize_numbers = None;
        written(&mut given, answer(entry, &compiled, op, [new, old], scratch));
    }
    if let Some(error) =
        given.errors.iter().chain(&given.ratcheted).find(|error| entry.lacks_constraint(&error.field))
    {
        return Err(Unlike::Unsaid(format!("a leaf is not asked: {}", text(error))));
    }
    let (mut one, mut other) = (of_typed(&typed), of_json(&given, entry.part));
    if entry.ruled_elsewhere {
        for errors in [&mut one.errors, &mut other.errors] {
            errors.retain(|error| !error.contains("some validation rules were not checked"));
        }
    }
    if one != other {
        // The text includes the defaults that a server adds to the written object.
        let with_defaults = decoded(entry, &entry.whole(&typed.stored)).get(entry.part).map(printed);
        one.stored = with_defaults.filter(|_| one.stored.is_some()).or(one.stored);
    }
    if one == other {
        return Ok(Compared { typed, given });
    }
    let all = |answers: &Answers| {
        let mut all = [&answers.errors[..], &answers.ratcheted[..]].concat();
        all.sort();
        all
    };
    if all(&one) == all(&other)
        && [new, old].iter().any(|text| !text.is_empty() && is_nearly_whole(&json(text)))
    {
        return Err(Unlike::Unsaid("a key whose float has the six digits of a whole one".to_owned()));
    }
    if all(&one) == all(&other) && typed.old.as_ref().is_some_and(|old| writes_a_default(entry, new, old)) {
        return Err(Unlike::Unsaid("a whole float on one side, which is a default on the other".to_owned()));
    }
    let head = format!("{} {} {}", entry.name, entry.part, entry.style);
    let (new, old) = (&typed.new, &typed.old);
    Err(Unlike::Differs(format!("{head}\n  new {new}\n  old {old:?}\n  typed {one:#?}\n  json  {other:#?}")))
}

/// The answer of generated code for a new and an old value.
fn answer(
    entry: &Entry,
    compiled: &crdc::Compiled,
    op: Op,
    values: [&str; 2],
    scratch: &mut crdc::Scratch,
) -> Given {
    let [new, old] = values.map(|value| if value.is_empty() { String::new() } else { entry.whole(value) });
    run(compiled, op, new.as_bytes(), old.as_bytes(), scratch)
}

/// Combines two answers: errors about a whole float itself are those for `3.0`, as serde writes it. All other
/// errors are those for `3`, which a server stores: see "Rust types" in `docs/semantics.md`.
fn written(given: &mut Given, floats: Given) {
    let of_number = |error: &GivenError| {
        let is_whole = matches!(&error.bad_value, Some(Json::Int(_) | Json::Float(_)));
        // The number of items or members is no float.
        let is_count = error.detail.contains(" in body should have at ");
        error.source == "schema" && is_whole && !is_count
    };
    for (errors, floats) in [(&mut given.errors, floats.errors), (&mut given.ratcheted, floats.ratcheted)] {
        errors.retain(|error| !of_number(error));
        errors.extend(floats.into_iter().filter(of_number));
    }
    // 400 is of changes, which are by value.
    if given.code != 400 {
        given.code = if given.errors.is_empty() { 200 } else { 422 };
    }
}

/// Whether these structs represent a value exactly as generated code decodes it.
///
/// # Errors
///
/// If they do not.
pub fn expressed(entry: &Entry, value: &str) -> Result<(), String> {
    let again = (entry.again)(value)?;
    let (one, other) = (decoded(entry, &entry.whole(value)), decoded(entry, &entry.whole(&again)));
    match one.same_stored(&other) {
        true => Ok(()),
        false => Err(format!("another value: {again}")),
    }
}

/// A resource as generated code decodes it: with defaults.
fn decoded(entry: &Entry, whole: &str) -> Json {
    let mut scratch = crdc::Scratch::new();
    let outcome =
        crdc::answer((entry.compiled)(entry.name), crdc::Request::decode(whole.as_bytes()), &mut scratch);
    read_or_null(outcome.accepted_object().unwrap_or_default())
}

/// Parses JSON; null if it is invalid.
fn read_or_null(text: &[u8]) -> Json {
    read(text).map(|read| read.value).unwrap_or(Json::Null)
}

impl Entry {
    /// The resource with a value in this part.
    pub fn whole(&self, value: &str) -> String {
        let compiled = (self.compiled)(self.name);
        let (version, kind) = (compiled.api_version, compiled.kind);
        let namespace =
            if compiled.scope == crdc::Scope::Namespaced { r#""namespace":"default","# } else { "" };
        let metadata = format!(r#"{{"name":"sample",{namespace}"resourceVersion":"7","generation":1}}"#);
        let part = self.part;
        format!(r#"{{"apiVersion":"{version}","kind":"{kind}","metadata":{metadata},"{part}":{value}}}"#)
    }

    /// Whether the structs cannot express a constraint at a path.
    fn lacks_constraint(&self, field: &str) -> bool {
        let mut place = String::new();
        let mut inside = false;
        for char in field.chars() {
            inside = (inside || char == '[') && char != ']';
            if !inside || char == '[' {
                place.push(char);
            }
        }
        self.left_out.iter().any(|(path, _)| path.replace("[*]", "[]") == place)
    }
}

/// The compared parts of an answer.
#[derive(Debug, PartialEq)]
struct Answers {
    code: i64,
    errors: Vec<String>,
    ratcheted: Vec<String>,
    /// The normalized value; `None` if the whole request is refused.
    stored: Option<String>,
}

/// The compared parts of the derive's answer.
fn of_typed(typed: &Verdict) -> Answers {
    Answers {
        code: typed.code,
        errors: texts(&typed.errors),
        ratcheted: texts(&typed.ratcheted),
        stored: (typed.code != 400).then(|| printed(&json(&typed.stored))),
    }
}

/// The compared parts of generated code's answer about a part of the resource.
fn of_json(given: &Given, part: &str) -> Answers {
    Answers {
        code: if given.code == 201 { 200 } else { given.code },
        errors: texts(&given.errors),
        ratcheted: texts(&given.ratcheted),
        stored: given.object.as_ref().and_then(|stored| stored.get(part)).map(printed),
    }
}

/// The texts of errors, sorted, each once.
fn texts(errors: &[GivenError]) -> Vec<String> {
    let mut texts: Vec<String> = errors.iter().map(text).map(in_order).collect();
    texts.sort();
    texts.dedup();
    texts
}

/// A text with the members and values of a union sorted by name: the derive lists them in the order of its
/// published schema, in which fields are sorted.
pub fn in_order(text: String) -> String {
    for (before, behind) in [("but these are: ", ";"), ("supported values: ", " (union)")] {
        let Some((head, tail)) = text.split_once(before) else { continue };
        let Some((names, tail)) = tail.split_once(behind) else { continue };
        let mut names: Vec<&str> = names.split(", ").collect();
        names.sort_unstable();
        return format!("{head}{before}{}{behind}{tail}", names.join(", "));
    }
    text
}

/// An error as printed in the rows of `unions/`: a missing value is not shown.
pub fn text(error: &GivenError) -> String {
    let kind = error.error_type.trim_start_matches("FieldValue");
    let bad = match &error.bad_value {
        Some(value) if kind != "Required" => format!(" {}", printed(value)),
        _ => String::new(),
    };
    format!("{kind} {}{bad}: {} ({})", error.field, error.detail, error.source)
}

/// Whether a value contains a float that is not a whole number, but becomes one with six decimals, as servers
/// write it in a key. Such a key matches the old item if that has `3.0`, and not if it has `3`.
// apiserver: pkg/cel/common/maplist.go CompositeKeyFor
fn is_nearly_whole(value: &Json) -> bool {
    match value {
        Json::Float(float) => float.fract() != 0.0 && (float - float.round()).abs() < 1e-6,
        Json::Array(items) => items.iter().any(is_nearly_whole),
        Json::Object(members) => members.iter().any(|(_, value)| is_nearly_whole(value)),
        _ => false,
    }
}

/// Whether one of two values has a number as a whole float that is a default in the other one. To structs
/// both are the same number. Generated code without that step compares the `1.0` of serde with the `1` of
/// the schema: the list around it has changed, and its errors are not ratcheted.
fn writes_a_default(entry: &Entry, new: &str, old: &str) -> bool {
    let [new, old] = [new, old].map(|text| {
        let (mut floats, mut defaults) = (Vec::new(), Vec::new());
        whole_floats(&json(text), &mut floats);
        let decoded = decoded(entry, &entry.whole(text));
        if let Some(decoded) = decoded.get(entry.part) {
            added(&json(text), decoded, &mut defaults);
        }
        (floats, defaults)
    });
    [(&new.0, &old.1), (&old.0, &new.1)]
        .iter()
        .any(|(floats, defaults)| floats.iter().any(|float| defaults.contains(float)))
}

/// Collects the numbers in members that a value has only after it was decoded.
fn added(value: &Json, decoded: &Json, numbers: &mut Vec<f64>) {
    match (value, decoded) {
        (Json::Array(items), Json::Array(decoded)) => {
            items.iter().zip(decoded).for_each(|(item, decoded)| added(item, decoded, numbers));
        }
        (Json::Object(_), Json::Object(members)) => {
            for (name, decoded) in members {
                match value.get(name) {
                    Some(value) => added(value, decoded, numbers),
                    None => whole_numbers(decoded, numbers),
                }
            }
        }
        // A default may replace null.
        (Json::Null, decoded) => whole_numbers(decoded, numbers),
        _ => {}
    }
}

/// Collects the whole numbers in a value.
fn whole_numbers(value: &Json, numbers: &mut Vec<f64>) {
    match value {
        Json::Int(int) => numbers.push(*int as f64),
        Json::Array(items) => items.iter().for_each(|item| whole_numbers(item, numbers)),
        Json::Object(members) => members.iter().for_each(|(_, value)| whole_numbers(value, numbers)),
        _ => whole_floats(value, numbers),
    }
}

/// Collects the floats in a value that are whole numbers, like `3.0`.
fn whole_floats(value: &Json, floats: &mut Vec<f64>) {
    match value {
        Json::Float(float) if float.fract() == 0.0 => floats.push(*float),
        Json::Array(items) => items.iter().for_each(|item| whole_floats(item, floats)),
        Json::Object(members) => members.iter().for_each(|(_, value)| whole_floats(value, floats)),
        _ => {}
    }
}

/// Whether a value contains a float that is a whole number, like `3.0`.
pub(super) fn has_whole_floats(value: &Json) -> bool {
    let mut floats = Vec::new();
    whole_floats(value, &mut floats);
    !floats.is_empty()
}

/// The text of a value: numbers by value, and sorted members.
fn printed(value: &Json) -> String {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    fn plain(value: &Json) -> Json {
        match value {
            // The float as an integer of 64 bits, if it is one.
            Json::Float(float) if float.fract() == 0.0 && (-LIMIT..LIMIT).contains(float) => {
                Json::Int(*float as i64)
            }
            Json::Array(items) => items.iter().map(plain).collect::<Vec<_>>().into(),
            Json::Object(members) => {
                let mut members: Vec<_> = members.iter().map(|(key, value)| (key, plain(value))).collect();
                members.sort_by(|a, b| a.0.cmp(b.0));
                object(members.into_iter().map(|(key, value)| (key.as_str(), value)))
            }
            scalar => scalar.clone(),
        }
    }
    plain(value).to_string()
}
