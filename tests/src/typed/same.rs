//! The derive's verdict held against what generated code says of the serialised values: code, errors as a set, those set
//! aside, and the value after normalisation.

use super::{Entry, Verdict, json};
use crate::compiled::{self, run};
use crate::json::{Json, object, read};
use crate::record::{Given, GivenError, Op};

/// What both say, which is the same.
pub struct Compared {
    /// The derive's code.
    pub typed: Verdict,
    /// The code that was generated for JSON.
    pub given: Given,
}

/// Why two answers are not the same.
#[derive(Debug)]
pub enum Unlike {
    /// These are no values of the structs: the words of serde, or what the structs cannot say.
    Unsaid(String),
    /// The two answers.
    Differs(String),
}

/// Asks both of a new value and an old one.
///
/// # Errors
///
/// Why there are no two answers, or which they are.
pub fn compare(
    entry: &Entry,
    new: &str,
    old: Option<&str>,
    scratch: &mut crdc::Scratch,
) -> Result<Compared, Unlike> {
    let compiled = compiled::find(entry.name);
    let typed = (entry.validate)(new, old).map_err(Unlike::Unsaid)?;
    // Numbers as they are stored: what serde writes as 3.0 is 3 to whoever reads it again, and decoded values that are
    // ratcheted tell the two apart.
    let stored = |text: &str| entry.whole(&printed(&json(text)));
    let parts = [Some(&typed.new), typed.old.as_ref()];
    if parts.into_iter().flatten().any(|text| is_beyond(&json(text))) {
        return Err(Unlike::Unsaid(
            "a float as large as integers get, of which readers make this or that".to_owned(),
        ));
    }
    let new = stored(&typed.new);
    let old = typed.old.as_deref().map(stored).unwrap_or_default();
    let status = entry.part == "status" && compiled.status_subresource;
    let op = match (status, old.as_str()) {
        (true, "") => return Err(Unlike::Unsaid("nobody creates a status".to_owned())),
        (_, "") => Op::Create,
        (true, _) => Op::UpdateStatus,
        (false, _) => Op::Update,
    };
    let given = run(compiled, op, new.as_bytes(), old.as_bytes(), scratch);
    if let Some(error) =
        given.errors.iter().chain(&given.ratcheted).find(|error| entry.asks_less(&error.field))
    {
        return Err(Unlike::Unsaid(format!("a leaf is not asked: {}", text(error))));
    }
    let (one, other) = (of_typed(&typed), of_json(&given, entry.part));
    if one == other {
        return Ok(Compared { typed, given });
    }
    let head = format!("{} {} {}", entry.name, entry.part, entry.style);
    Err(Unlike::Differs(format!("{head}\n  new {new}\n  old {old}\n  typed {one:#?}\n  json  {other:#?}")))
}

/// Whether these structs hold a value as generated code decodes it, and nothing less or more.
///
/// # Errors
///
/// Why they do not.
pub fn expressed(entry: &Entry, value: &str) -> Result<(), String> {
    let again = (entry.again)(value)?;
    let decoded = |value: &str| {
        let whole = entry.whole(value);
        let mut scratch = crdc::Scratch::new();
        let outcome =
            crdc::answer(compiled::find(entry.name), crdc::Request::decode(whole.as_bytes()), &mut scratch);
        let text = outcome.object().map(<[u8]>::to_vec).unwrap_or_default();
        read(&text).map(|read| read.value).unwrap_or(Json::Null)
    };
    let (one, other) = (decoded(value), decoded(&again));
    match one.same_stored(&other) {
        true => Ok(()),
        false => Err(format!("another value: {again}")),
    }
}

impl Entry {
    /// The resource with a value of this part in it.
    pub fn whole(&self, value: &str) -> String {
        let compiled = compiled::find(self.name);
        let (version, kind) = (compiled.api_version, compiled.kind);
        let namespace =
            if compiled.scope == crdc::Scope::Namespaced { r#""namespace":"default","# } else { "" };
        let metadata = format!(r#"{{"name":"sample",{namespace}"resourceVersion":"7","generation":1}}"#);
        let part = self.part;
        format!(r#"{{"apiVersion":"{version}","kind":"{kind}","metadata":{metadata},"{part}":{value}}}"#)
    }

    /// Whether something is asked at a place that the structs cannot ask.
    fn asks_less(&self, field: &str) -> bool {
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

/// What is compared.
#[derive(Debug, PartialEq)]
struct Answers {
    code: i64,
    errors: Vec<String>,
    ratcheted: Vec<String>,
    /// Nothing where the request is refused as a whole.
    stored: Option<String>,
}

fn of_typed(typed: &Verdict) -> Answers {
    Answers {
        code: typed.code,
        errors: texts(&typed.errors),
        ratcheted: texts(&typed.ratcheted),
        stored: (typed.code != 400).then(|| printed(&json(&typed.stored))),
    }
}

fn of_json(given: &Given, part: &str) -> Answers {
    Answers {
        code: if given.code == 201 { 200 } else { given.code },
        errors: texts(&given.errors),
        ratcheted: texts(&given.ratcheted),
        stored: given.object.as_ref().and_then(|stored| stored.get(part)).map(printed),
    }
}

fn texts(errors: &[GivenError]) -> Vec<String> {
    let mut texts: Vec<String> = errors.iter().map(text).map(in_order).collect();
    texts.sort();
    texts.dedup();
    texts
}

/// A text with the members and values of a union by name: the derive tells them in the order of the schema that it
/// publishes, where fields are by name.
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

/// An error as the rows of `unions/` print it: a missing value shows none.
pub fn text(error: &GivenError) -> String {
    let kind = error.error_type.trim_start_matches("FieldValue");
    let bad = match &error.bad_value {
        Some(value) if kind != "Required" => format!(" {}", printed(value)),
        _ => String::new(),
    };
    format!("{kind} {}{bad}: {} ({})", error.field, error.detail, error.source)
}

/// Whether there is a float that may or may not be an integer.
fn is_beyond(value: &Json) -> bool {
    match value {
        Json::Float(float) => float.abs() >= 9e18,
        Json::Array(items) => items.iter().any(is_beyond),
        Json::Object(members) => members.iter().any(|(_, value)| is_beyond(value)),
        _ => false,
    }
}

/// A value with numbers by value and members by name.
fn printed(value: &Json) -> String {
    fn plain(value: &Json) -> Json {
        match value {
            Json::Float(float) if float.fract() == 0.0 && float.abs() < 9e18 => Json::Int(*float as i64),
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
