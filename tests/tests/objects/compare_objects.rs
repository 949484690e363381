//! Checks the results of comparisons with objects. A random document is changed at random paths. Objects that
//! were stored under the changed document are written again under the original one. Everything that is
//! refused or pruned then must have been reported, and ratcheting must be as reported. `CRDC_SAMPLES=N`
//! changes each document N times as often, `CRDC_SEED` sets the first seed.

use crdc_documents::compare::{self, Change, Effect, Impact, Kind, Ratcheted};
use crdc_oracle::json::{Json, object, read};
use crdc_oracle::load;
use crdc_oracle::random::Rng;
use crdc_oracle::random::object::request;
use crdc_oracle::random::samples::seeds;
use crdc_oracle::record::{GivenError, Op};
use crdc_oracle::stack::deep;
use crdc_source::Source;
use crdc_source::diag::Severity;
use crdc_tests::compiled;

/// Counts of what was checked.
#[derive(Default)]
struct Seen {
    changes: usize,
    objects: usize,
    refused: usize,
    pruned: usize,
    set_aside: usize,
}

#[test]
fn what_happens_to_objects_was_said() {
    deep(|| {
        let (mut seen, mut failed) = (Seen::default(), Vec::new());
        for (seed, text) in compiled::RANDOM {
            for round in seeds(6) {
                if let Err(why) = one(*seed, text, round, &mut seen) {
                    failed.push(format!("schema {seed}, round {round}: {why}"));
                }
            }
        }
        let shown: Vec<_> = failed.iter().take(8).map(String::as_str).collect();
        assert!(failed.is_empty(), "{} of them:\n{}", failed.len(), shown.join("\n\n"));
        println!(
            "{} changes, {} objects: {} refused, {} pruned, {} updates set something aside",
            seen.changes, seen.objects, seen.refused, seen.pruned, seen.set_aside
        );
        assert!(seen.refused > 40 && seen.pruned > 20 && seen.set_aside > 40, "too little was seen");
    });
}

fn one(seed: u64, text: &str, round: u64, seen: &mut Seen) -> Result<(), String> {
    let mut rng = Rng::new(seed * 1_000_003 + round);
    let mut document = read(text.as_bytes()).unwrap().value;
    for _ in 0..1 + rng.below(3) {
        change(&mut rng, &mut document);
    }
    let (old, new) = (Source::new("old.json", document.to_string()), Source::new("new.json", text));
    let refused = crdc_check::check_source(&old, None).diagnostics;
    if refused.iter().any(|problem| problem.severity() == Severity::Error) {
        return Ok(());
    }
    let compared = compare::compare_sources(&old, &new);
    let changes: Vec<Change> = compared.into_iter().flat_map(|one| one.changes).collect();
    seen.changes += changes.len();
    let server = load::servers("old.json", &old.text).remove(0);
    let name = format!("random{seed}s.random.example.com/v1");
    let compiled = compiled::find(&name);
    let mut scratch = crdc::Scratch::new();
    for _ in 0..20 {
        let asked = request(&mut rng, &server);
        let answer = server.create(asked.to_string().as_bytes());
        let Some(mut stored) = answer.object.clone().filter(|_| answer.is_accepted()) else { continue };
        // The server sets them before it stores an object.
        stored.get_mut("metadata").unwrap().set("resourceVersion", "7".into());
        stored.get_mut("metadata").unwrap().set("name", "sample".into());
        if server.could_be_stored(stored.to_string().as_bytes()) {
            seen.objects += 1;
            stored_object(&changes, compiled, &stored, &mut scratch, seen).map_err(|why| {
                format!("{why}\n  old {}\n  object {stored}\n  said {}", old.text, shown(&changes))
            })?;
        }
    }
    Ok(())
}

fn stored_object(
    changes: &[Change],
    compiled: &'static crdc::Compiled,
    stored: &Json,
    scratch: &mut crdc::Scratch,
    seen: &mut Seen,
) -> Result<(), String> {
    let text = stored.to_string();
    let mut all = compiled::run(compiled, Op::Update, text.as_bytes(), text.as_bytes(), scratch);
    all.errors.append(&mut all.ratcheted);
    if !all.message.is_empty() {
        return Err(format!("400: {}", all.message));
    }
    seen.refused += usize::from(!all.errors.is_empty());
    for error in &all.errors {
        let said = |change: &Change| {
            change.impact >= Impact::MayBreak
                && (covers(change, place(error)) || is_seen(change, place(error)))
        };
        if !changes.iter().any(said) {
            return Err(format!("{error:?} was not said"));
        }
    }
    for field in all.strict.iter().filter_map(|line| line.strip_prefix("unknown field ")) {
        seen.pruned += 1;
        let loses = |change: &&Change| {
            change.impact >= Impact::MayBreak
                && matches!(change.effect, Effect::Removed | Effect::Loosened | Effect::Tightened)
                && matches!(
                    change.kind,
                    Kind::Field
                        | Kind::Map
                        | Kind::UnknownFields
                        | Kind::Embedded
                        | Kind::Described
                        | Kind::Type
                )
        };
        let field = field.trim_matches('"');
        if !changes.iter().filter(loses).any(|change| covers(change, field)) {
            return Err(format!("{field} is pruned, which was not said"));
        }
    }
    // The same object with another annotation: only the metadata changes.
    let mut touched = stored.clone();
    touched.get_mut("metadata").unwrap().set("annotations", object([("touched", Json::from("yes"))]));
    let touched = touched.to_string();
    let left = compiled::run(compiled, Op::Update, touched.as_bytes(), text.as_bytes(), scratch);
    seen.set_aside += usize::from(left.errors.len() < all.errors.len());
    for error in &left.errors {
        let never = |change: &Change| {
            matches!(change.ratcheted, Some(Ratcheted::No | Ratcheted::IfDescribed))
                && covers(change, place(error))
        };
        if !changes.iter().any(never) {
            return Err(format!("{error:?} was said to be set aside, and is not"));
        }
    }
    Ok(())
}

/// The path of an error; some server errors have it only in the message.
fn place(error: &GivenError) -> &str {
    if error.field == "<nil>" {
        let quoted = error.detail.split('"').nth(1);
        return quoted.or(error.detail.rsplit(' ').next()).unwrap();
    }
    &error.field
}

fn shown(changes: &[Change]) -> String {
    changes
        .iter()
        .map(|change| format!("[{} {}] {}\n", change.impact.name(), change.kind.name(), change.message()))
        .collect()
}

/// Whether a change is at the path of the error or of an ancestor.
fn covers(change: &Change, field: &str) -> bool {
    let mut segments = segments(&change.path);
    if change.kind == Kind::Required {
        // The field is absent, and the error is reported at its path.
        let name = change.now.as_ref().or(change.was.as_ref()).unwrap();
        segments.push(Segment::Name(name.trim_matches('"').to_owned()));
    }
    begins(&segments, field, false)
}

/// Whether a change below the path of an error claims to have an effect there: on an enclosing object, or on
/// a field that such an object now lacks.
fn is_seen(change: &Change, field: &str) -> bool {
    let below = segments(&change.path);
    let said = change.help.as_ref().is_some_and(|help| help.contains("constraints of "));
    let lacks = |object: &[Segment]| {
        let mut field_of = object.to_vec();
        field_of.push(Segment::Entry);
        begins(&field_of, field, true)
    };
    said && (0..below.len()).any(|end| begins(&below[..end], field, true) || lacks(&below[..end]))
}

#[derive(Clone)]
enum Segment {
    Name(String),
    Entry,
    Item,
}

/// `a.b[]{}["x.y"]`
fn segments(path: &str) -> Vec<Segment> {
    let (mut out, mut rest) = (Vec::new(), path);
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix("[]") {
            (rest, _) = (after, out.push(Segment::Item));
        } else if let Some(after) = rest.strip_prefix("{}") {
            (rest, _) = (after, out.push(Segment::Entry));
        } else if let Some(after) = rest.strip_prefix("[\"") {
            let end = after.find("\"]").unwrap();
            out.push(Segment::Name(after[..end].to_owned()));
            rest = &after[end + 2..];
        } else {
            let plain = rest.strip_prefix('.').unwrap_or(rest);
            let end = plain.find(['.', '[', '{']).unwrap_or(plain.len());
            out.push(Segment::Name(plain[..end].to_owned()));
            rest = &plain[end..];
        }
    }
    out
}

/// Whether a path of the server begins with this one or equals it; its names may contain any characters.
fn begins(segments: &[Segment], field: &str, whole: bool) -> bool {
    let Some((first, others)) = segments.split_first() else {
        return field.is_empty() || (!whole && !field.starts_with(char::is_alphanumeric));
    };
    let plain = field.strip_prefix('.').unwrap_or(field);
    let index = field.strip_prefix('[').and_then(|rest| rest.split_once(']')).map(|(_, rest)| rest);
    match first {
        Segment::Name(name) => {
            plain.strip_prefix(name.as_str()).is_some_and(|rest| begins(others, rest, whole))
        }
        Segment::Item => index.is_some_and(|rest| begins(others, rest, whole)),
        Segment::Entry => {
            let mut ends = plain.char_indices().map(|(at, c)| at + c.len_utf8());
            index.is_some_and(|rest| begins(others, rest, whole))
                || ends.any(|end| begins(others, &plain[end..], whole))
        }
    }
}

/// Changes one path of a document.
fn change(rng: &mut Rng, document: &mut Json) {
    let mut paths = Vec::new();
    let root =
        ["spec", "versions", "0", "schema", "openAPIV3Schema", "properties"].map(str::to_owned).to_vec();
    for top in ["spec", "status", "data"] {
        let mut path = root.clone();
        path.push(top.to_owned());
        if at(document, &path).is_some() {
            schemas(document, path, &mut paths);
        }
    }
    let path = rng.pick(&paths).clone();
    let schema = at(document, &path).unwrap();
    match rng.below(6) {
        0 | 1 => without(rng, schema),
        2 => shift(rng, schema),
        3 => with(rng, schema),
        4 => {
            let property = object([("type", Json::from(*rng.pick(&["string", "integer", "boolean"])))]);
            if let Some(properties) = schema.get_mut("properties") {
                properties.set(rng.pick::<&str>(&["more", "name", "size", "a"]), property);
            }
        }
        _ => {
            let names = schema
                .get("properties")
                .and_then(Json::as_object)
                .map(|list| list.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>());
            if let Some(names) = names.filter(|names| !names.is_empty()) {
                let name = rng.pick(&names).clone();
                schema.get_mut("properties").unwrap().remove(&name);
                schema.remove("required");
            }
        }
    }
}

/// A member of an object, or an item of a list by its index.
fn at<'j>(json: &'j mut Json, path: &[String]) -> Option<&'j mut Json> {
    path.iter().try_fold(json, |json, key| match json {
        Json::Array(items) => items.get_mut(key.parse::<usize>().ok()?),
        json => json.get_mut(key),
    })
}

fn schemas(document: &mut Json, path: Vec<String>, found: &mut Vec<Vec<String>>) {
    let schema = at(document, &path).unwrap();
    let names: Vec<String> = match schema.get("properties").and_then(Json::as_object) {
        Some(list) => list.iter().map(|(name, _)| name.clone()).collect(),
        None => Vec::new(),
    };
    let inner: Vec<&str> =
        ["items", "additionalProperties"].into_iter().filter(|key| schema.get(key).is_some()).collect();
    let below =
        |more: &[&str]| path.iter().cloned().chain(more.iter().map(|key| (*key).to_owned())).collect();
    for name in &names {
        schemas(document, below(&["properties", name]), found);
    }
    for key in inner {
        schemas(document, below(&[key]), found);
    }
    found.push(path);
}

/// Removes a keyword.
fn without(rng: &mut Rng, schema: &mut Json) {
    const KEPT: [&str; 5] =
        ["type", "properties", "items", "additionalProperties", "x-kubernetes-int-or-string"];
    let keys: Vec<String> = schema.as_object().map_or(Vec::new(), |members| {
        members.iter().map(|(key, _)| key.clone()).filter(|key| !KEPT.contains(&key.as_str())).collect()
    });
    if !keys.is_empty() {
        let key = rng.pick(&keys).clone();
        schema.remove(&key);
        if key == "x-kubernetes-list-type" {
            schema.remove("x-kubernetes-list-map-keys");
        }
    }
}

/// Changes a limit, or removes a value from an enum.
fn shift(rng: &mut Rng, schema: &mut Json) {
    let by = *rng.pick(&[-2, -1, 1, 2]);
    let keys: Vec<String> = schema.as_object().map_or(Vec::new(), |members| {
        let can = |value: &Json| {
            matches!(value, Json::Int(_)) || value.as_array().is_some_and(|list| list.len() > 1)
        };
        members.iter().filter(|(_, value)| can(value)).map(|(key, _)| key.clone()).collect()
    });
    if keys.is_empty() {
        return;
    }
    match schema.get_mut(rng.pick(&keys).as_str()) {
        Some(Json::Int(value)) => *value = (*value + by).max(0),
        Some(Json::Array(list)) => {
            list.pop();
        }
        _ => {}
    }
}

/// Adds a keyword.
fn with(rng: &mut Rng, schema: &mut Json) {
    let of = schema.get("type").and_then(Json::as_str).unwrap_or_default().to_owned();
    let (key, value): (&str, Json) = match of.as_str() {
        "string" => rng
            .pick(&[
                ("maxLength", Json::Int(3)),
                ("minLength", Json::Int(1)),
                ("pattern", "^[a-z0-9]*$".into()),
                ("nullable", true.into()),
                ("type", "integer".into()),
            ])
            .clone(),
        "integer" | "number" => rng
            .pick(&[
                ("maximum", Json::Int(5)),
                ("minimum", Json::Int(0)),
                ("type", "number".into()),
                ("type", "integer".into()),
                ("nullable", true.into()),
            ])
            .clone(),
        "array" => rng
            .pick(&[("maxItems", Json::Int(2)), ("minItems", Json::Int(1)), ("nullable", true.into())])
            .clone(),
        "object" => rng
            .pick(&[
                ("maxProperties", Json::Int(3)),
                ("x-kubernetes-preserve-unknown-fields", true.into()),
                ("nullable", true.into()),
            ])
            .clone(),
        _ => return,
    };
    schema.set(key, value);
}
