//! Compares compiled code, and plans that are not compiled, with the interpreter. In: a server, its compiled
//! and its uncompiled version, and a request. Out: the differences. The property tests use it with the
//! schemas of the build script, and `cargo xtask fuzz` with new random schemas.

use crdc::__private::plan::Compiled;

use crate::answers::run;
use crate::interpreter::{Answer, Server, UNREADABLE, has_unions};
use crate::json::{Json, go_json_float, same_number};
use crate::random::Rng;
use crate::random::object::{mix, request, vary};
use crate::random::shrink::smaller;
use crate::random::small::change;
use crate::random::switch::switch;
use crate::random::text::{Spelling, write};
use crate::record::{Given, GivenError, Op};

mod batch;

pub use batch::{Entry, main};

/// A new object and the stored object.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The new object, which is sent.
    pub new: Json,
    /// The stored object.
    pub old: Json,
}

/// A pair of an object for a server and a possible old version, which mostly differ in a few values.
pub fn pair(rng: &mut Rng, server: &Server, object: &Json) -> Pair {
    let mut new = object.clone();
    let mut old = object.clone();
    if rng.chance(60) {
        store(rng, server, &mut old);
        new = old.clone();
        for _ in 0..rng.below(4) {
            change(rng, &mut new, &server.schema);
        }
    } else {
        old = vary(rng, &old);
        if server.is_extended() && rng.chance(70) {
            let other = request(rng, server);
            old = mix(rng, &new, &other);
        }
    }
    if has_unions(&server.schema) && rng.chance(70) {
        // Otherwise few discriminators would change.
        switch(rng, &mut new, &server.schema);
        switch(rng, &mut old, &server.schema);
    }
    Pair { new, old }
}

/// Adds the fields that only a stored object has.
fn store(rng: &mut Rng, server: &Server, object: &mut Json) {
    object.set("kind", server.kind.as_str().into());
    if !matches!(object.get("metadata"), Some(Json::Object(_))) {
        object.set("metadata", Json::Object(vec![]));
    }
    let Some(metadata) = object.get_mut("metadata") else { return };
    metadata.set("generation", (1 + rng.below(3) as i64).into());
    if server.namespaced {
        metadata.set("namespace", "default".into());
    } else {
        metadata.remove("namespace");
    }
}

/// The counts of compared cases.
#[derive(Clone, Copy, Debug, Default)]
pub struct Compared {
    /// The number of answers that were equal.
    pub answers: u64,
    /// The number of rules and message expressions that the interpreter evaluated for them.
    pub rules: u64,
    /// The number of answers that were not compared, because a rule uses a feature that the interpreter does
    /// not support.
    pub unknown: u64,
}

/// Compares all answers for every possible operation, with the new object in a random JSON spelling. `others`
/// are the implementations that are compared with the interpreter of `server`, with their names.
///
/// # Errors
/// The answers to the first operation for which they differ.
pub fn compare(
    server: &Server,
    others: &[(&str, &Compiled<'_>)],
    rng: &mut Rng,
    pair: &Pair,
) -> Result<Compared, String> {
    let mut compared = Compared::default();
    let mut scratch = crdc::Scratch::new();
    let spelling = *rng.pick(&[Spelling::Plain, Spelling::Odd, Spelling::Repeating]);
    let new = write(rng, &pair.new, spelling).into_bytes();
    let mut old = pair.old.clone();
    whole_numbers(&mut old);
    let old = write(rng, &old, Spelling::Plain).into_bytes();
    let stored = server.could_be_stored(&old);
    for op in [Op::Create, Op::Update, Op::UpdateStatus] {
        let wanted: Answer = match op {
            Op::Create => server.create(&new),
            _ if !stored => continue,
            Op::UpdateStatus if !server.status => continue,
            Op::Update => server.update(&new, &old),
            Op::UpdateStatus => server.update_status(&new, &old),
        };
        if !wanted.unknown.is_empty() {
            compared.unknown += 1;
            continue;
        }
        compared.answers += 1;
        compared.rules += wanted.evaluated as u64;
        let wanted = Given::from(wanted);
        for (name, compiled) in others {
            let given = run(compiled, op, &new, &old, &mut scratch);
            same(&wanted, &given).map_err(|why| {
                let (new, old) = (String::from_utf8_lossy(&new), String::from_utf8_lossy(&old));
                format!("{op:?} of {name} {new}\n  old {old}\n  {why}")
            })?;
        }
    }
    Ok(compared)
}

/// Converts numbers to those that are read back from storage: a float written without a fraction becomes an
/// integer.
fn whole_numbers(value: &mut Json) {
    match value {
        Json::Float(float) => {
            // Go writes the lowest as -9223372036854776000; the steps of extensions take it for an integer.
            if *float == i64::MIN as f64 {
                *value = Json::Int(i64::MIN);
            } else if let Ok(int) = go_json_float(*float).parse() {
                *value = Json::Int(int);
            }
        }
        Json::Array(items) => items.iter_mut().for_each(whole_numbers),
        Json::Object(members) => members.iter_mut().for_each(|(_, value)| whole_numbers(value)),
        _ => {}
    }
}

/// A smaller failing pair, after at most 200 steps. Each step shrinks one side, or removes a field from both.
pub fn shrink(whole: &Pair, fails: &dyn Fn(&Pair) -> bool) -> Pair {
    let mut best = whole.clone();
    for _ in 0..200 {
        let both = smaller_in_both(&best);
        let new = smaller(&best.new).into_iter().map(|new| Pair { new, old: best.old.clone() });
        let old = smaller(&best.old).into_iter().map(|old| Pair { new: best.new.clone(), old });
        match both.into_iter().chain(new).chain(old).find(|pair| fails(pair)) {
            Some(found) => best = found,
            None => break,
        }
    }
    best
}

/// The pairs that remain when a field of the root is removed from both objects at once.
fn smaller_in_both(pair: &Pair) -> Vec<Pair> {
    let without = |key: &str| {
        let (mut new, mut old) = (pair.new.clone(), pair.old.clone());
        new.remove(key)?;
        old.remove(key)?;
        Some(Pair { new, old })
    };
    let keys = pair.new.as_object().map_or(&[][..], Vec::as_slice);
    keys.iter().filter_map(|(key, _)| without(key)).collect()
}

/// Compares two answers.
///
/// # Errors
/// Both answers, where they differ.
pub fn same(wanted: &Given, given: &Given) -> Result<(), String> {
    if wanted.code == 400 && wanted.message == UNREADABLE && given.code == 400 {
        return Ok(());
    }
    // The message contains the errors, and the interpreter does not have all server messages about metadata.
    let unreadable: Vec<&str> = (wanted.errors.iter().filter(|error| error.detail == UNREADABLE))
        .map(|error| error.field.as_str())
        .collect();
    let violated = wanted.errors.first().is_some_and(|error| error.source == "immutable");
    let is_in_message = given.errors.iter().all(|error| given.message.contains(&error.detail));
    if wanted.code != given.code
        || !(wanted.message == given.message || violated && is_in_message || !unreadable.is_empty())
    {
        return Err(format!("interpreter {wanted:?}\n  given       {given:?}"));
    }
    let equal = match (&wanted.object, &given.object) {
        (Some(wanted), Some(given)) => wanted.same(given) || same_but_managed_fields(wanted, given),
        (None, None) => true,
        _ => false,
    };
    if !equal {
        let text = |object: &Option<Json>| object.as_ref().map(Json::to_string);
        return Err(format!(
            "interpreter {:?}\n  given       {:?}",
            text(&wanted.object),
            text(&given.object)
        ));
    }
    let all = |given: &Given| {
        let text = |error: &GivenError| {
            let bad = error.bad_value.as_ref().map_or_else(|| "nothing".to_owned(), printed);
            let is_unreadable = error.source == "objectmeta" && unreadable.contains(&error.field.as_str());
            let detail = if is_unreadable { UNREADABLE } else { error.detail.as_str() };
            format!("{} {} {detail} {bad} {}", error.error_type, error.field, error.source)
        };
        let ratcheted = given.ratcheted.iter().map(|error| format!("ratcheted {}", text(error)));
        let mut all: Vec<_> = given.errors.iter().map(text).chain(ratcheted).collect();
        all.extend(given.strict.iter().chain(&given.warnings).cloned());
        all.sort();
        all.dedup();
        all
    };
    let (wanted, given) = (all(wanted), all(given));
    if wanted != given {
        return Err(format!("interpreter {wanted:#?}\n  given       {given:#?}"));
    }
    Ok(())
}

/// Whether two objects are equal, with managed fields compared by value, also in embedded resources: their
/// text depends on whether other metadata was coerced.
fn same_but_managed_fields(wanted: &Json, given: &Json) -> bool {
    let by_value = |object: &Json| {
        let mut object = object.clone();
        settle_managed_fields(&mut object, false);
        object
    };
    by_value(wanted).same(&by_value(given))
}

/// Converts floats in managed fields that are whole numbers to integers. `within` is whether `value` is
/// metadata.
fn settle_managed_fields(value: &mut Json, within: bool) {
    match value {
        Json::Array(items) => items.iter_mut().for_each(|item| settle_managed_fields(item, false)),
        Json::Object(members) => {
            for (key, member) in members {
                if within && key == "managedFields" {
                    settle_numbers(member);
                } else {
                    settle_managed_fields(member, key == "metadata");
                }
            }
        }
        _ => {}
    }
}

/// Converts floats that are whole numbers to integers.
fn settle_numbers(value: &mut Json) {
    match value {
        Json::Float(float) if same_number(*float as i64, *float) => *value = Json::Int(*float as i64),
        Json::Array(items) => items.iter_mut().for_each(settle_numbers),
        Json::Object(members) => members.iter_mut().for_each(|(_, member)| settle_numbers(member)),
        _ => {}
    }
}

/// The text of a bad value: numbers by value, 1.0 as 1 and a zero without its sign, and members without
/// order.
fn printed(value: &Json) -> String {
    let joined = |all: Vec<String>| all.join(",");
    match value {
        Json::Int(int) => go_json_float(*int as f64),
        Json::Float(float) => go_json_float(*float + 0.0),
        Json::Array(items) => format!("[{}]", joined(items.iter().map(printed).collect())),
        Json::Object(members) => {
            let member = |(key, value): &(String, Json)| format!("{key:?}:{}", printed(value));
            let mut members: Vec<String> = members.iter().map(member).collect();
            members.sort();
            format!("{{{}}}", joined(members))
        }
        other => other.to_string(),
    }
}
