//! Compares answers. In: the answers of the server and of crdc. Out: a boolean for each level, as defined in
//! `golden/README.md`. Errors are sets: neither order nor repetition matters.

use std::collections::BTreeSet;

use super::Answer;
use super::answer::FieldError;
use super::ignored::Ignored;
use super::level::{Comparison, Level};
use super::message;
use super::value;

/// Compares two answers to the request `new`.
pub(crate) fn compare(new: &[u8], expected: &Answer, got: &Answer, ignored: &Ignored) -> Comparison {
    let mut comparison = Comparison::all(false);
    if got.trouble.is_some() {
        return comparison;
    }
    let validated = ignored.validated(expected, got);
    let unless_ended = |equal: bool| (!validated.ended).then_some(equal);
    let verdict = ignored.accepted(expected, &validated.expected) == ignored.accepted(got, &validated.got);
    comparison.set(Level::Verdict, unless_ended(verdict));
    let refused_early = validated.ended && (expected.code == 400 || got.code == 400);
    comparison.set(Level::Object, (!refused_early).then(|| objects(new, expected, got)));
    comparison.set(Level::Errors, unless_ended(places(&validated.expected) == places(&validated.got)));
    // The record has no message for a 400 because of immutable fields.
    let unrecorded = expected.message.is_none() && !expected.errors.is_empty();
    let said = messages(&validated.expected, &validated.got)
        && (unrecorded || message::same(new, expected.message.as_deref(), got.message.as_deref()));
    comparison.set(Level::Messages, unless_ended(said));
    let strict = texts(&expected.strict) == texts(&got.strict);
    comparison.set(Level::Strict, (!refused_early && !expected.silent).then_some(strict));
    let ratcheted = messages(&ignored.rest(&expected.ratcheted), &ignored.rest(&got.ratcheted));
    comparison.set(Level::Ratcheted, unless_ended(ratcheted).filter(|_| !expected.silent));
    // If other errors prevent rules from running, the record contains the cost that the rules would have had.
    let blocked = expected.errors.iter().any(|error| error.source == "blocked");
    let cost = expected.cel_cost.filter(|_| !blocked).map(|cost| got.cel_cost == Some(cost));
    comparison.set(Level::CelCost, unless_ended(true).and(cost));
    comparison.set(Level::Warnings, unless_ended(texts(&expected.warnings) == texts(&got.warnings)));
    comparison
}

/// The object of an answer as text; `same` means the object of the request.
pub(crate) fn object<'a>(new: &'a [u8], answer: &'a Answer) -> Option<&'a str> {
    match answer.object.as_ref()?.get() {
        r#""same""# => std::str::from_utf8(new).ok(),
        text => Some(text),
    }
}

/// Whether the objects of two answers are equal.
fn objects(new: &[u8], expected: &Answer, got: &Answer) -> bool {
    if expected.code == 400 || got.code == 400 {
        return expected.code == got.code;
    }
    match (object(new, expected), object(new, got)) {
        (Some(expected), Some(got)) => value::same(expected, got),
        (expected, got) => expected == got,
    }
}

/// The type and field of each error.
fn places<'a>(errors: &[&'a FieldError]) -> BTreeSet<(&'a str, &'a str)> {
    errors.iter().map(|error| (error.r#type.as_str(), error.field.as_str())).collect()
}

/// Texts as a set.
fn texts(texts: &[String]) -> BTreeSet<&str> {
    texts.iter().map(String::as_str).collect()
}

/// Whether every error of one side has an equal one on the other.
fn messages(expected: &[&FieldError], got: &[&FieldError]) -> bool {
    expected.iter().all(|expected| got.iter().any(|got| says(expected, got)))
        && got.iter().all(|got| expected.iter().any(|expected| says(expected, got)))
}

/// Whether the error `got` equals `expected`; the bad value is compared only if it was recorded.
pub(crate) fn says(expected: &FieldError, got: &FieldError) -> bool {
    let bad_value = |recorded: &serde_json::value::RawValue| {
        got.bad_value.as_ref().is_some_and(|got| value::same(recorded.get(), got.get()))
    };
    expected.r#type == got.r#type
        && expected.field == got.field
        && expected.detail == got.detail
        && expected.bad_value.as_deref().is_none_or(bad_value)
}

#[cfg(test)]
#[path = "compare_tests.rs"]
mod tests;
