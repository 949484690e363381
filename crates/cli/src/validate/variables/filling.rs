//! Decides for each error whether some value of the variables removes it. In: an object, the stored object,
//! errors, and a function that validates an object. Out: the fate of each error.
//!
//! Easy to break: a variable has the same value in both objects, so that equal fields stay equal.

use std::collections::BTreeMap;

use super::answers::{Answers, Told};
use super::candidates::Candidates;
use super::parts::{Part, parts};
use super::plain::plain;
use super::unknown::{Filled, Unknown};
use crate::validate::findings::answer::Answered;
use crate::validate::findings::finding::{Finding, Level};
use crdc_source::{Node, Value};

/// The number of values that are tried for variables. The object is validated at most [`FITTED`] times with
/// each.
const MOST_VALUES: usize = 196;
/// The least number of validations of an object, whatever its size.
const LEAST_ROUNDS: usize = 48;
/// The largest number of nodes in all validations of an object together.
const MOST_NODES: usize = 1 << 19;
/// The number of times that values are changed which have errors at their own places.
const FITTED: usize = 4;

/// The fate of each error. `ask` validates an object and the stored object. The first `kept` of the errors do
/// not depend on an unknown value by their places: one of them is removed only if a result has no new error,
/// since a value that cannot be decoded ends a request before the error is found.
pub(in crate::validate) fn fates(
    (errors, kept): (&[Finding], usize),
    new: Filled<'_>,
    old: Option<Filled<'_>>,
    mut ask: impl FnMut(&Node, Option<&Node>) -> Answered,
) -> Told {
    let mut candidates = Candidates::of(errors, new, old);
    let mut answers = Answers::new(errors, kept, new.unknown);
    let mut left = questions(new);
    // Without variables, all results are equal.
    let rounds = if candidates.is_empty() { 1 } else { MOST_VALUES };
    for round in 0..rounds {
        if answers.are_enough() {
            break;
        }
        let mut values = candidates.values(round);
        for attempt in 0..=FITTED {
            if left == 0 {
                return answers.told();
            }
            left -= 1;
            let filled = |of: Filled<'_>| filled(of, &values, round);
            let answer = ask(&filled(new), old.map(filled).as_ref());
            if let Some(distance) = answers.add(&answer) {
                candidates.learn(&values, distance);
            }
            let own = answer.findings.iter().filter(|found| new.unknown.is(found.span));
            own.clone().for_each(|finding| candidates.hear(finding));
            let wrong: Vec<&Finding> = own.filter(|found| found.level == Level::Error).collect();
            if wrong.is_empty() || attempt == FITTED {
                break;
            }
            for finding in wrong {
                candidates.fit(&mut values, finding, attempt + round);
            }
        }
    }
    answers.told()
}

/// The number of validations for an object of this size, which limits the time.
fn questions(new: Filled<'_>) -> usize {
    (MOST_NODES / nodes(new.node).max(1)).clamp(LEAST_ROUNDS, MOST_VALUES * (FITTED + 1))
}

fn nodes(node: &Node) -> usize {
    match &node.value {
        Value::Array(items) => 1 + items.iter().map(nodes).sum::<usize>(),
        Value::Object(members) => 1 + members.iter().map(|member| nodes(&member.value)).sum::<usize>(),
        _ => 1,
    }
}

/// An object in which variables have values.
fn filled(of: Filled<'_>, values: &BTreeMap<String, Value>, round: usize) -> Node {
    let mut node = of.node.clone();
    fill(&mut node, of.unknown, values, round);
    node
}

fn fill(node: &mut Node, unknown: &Unknown, values: &BTreeMap<String, Value>, round: usize) {
    match &mut node.value {
        Value::String(text) if unknown.is(node.span) => {
            let parts = parts(text);
            if let [Part::Variable(name)] = parts.as_slice() {
                let value = values.get(name).cloned().unwrap_or(Value::Null);
                let is_quoted = !unknown.may_be_null(node.span);
                // Quotes stay, unless kustomize removes them before Flux writes the value.
                node.value = match value {
                    Value::Null if is_quoted => Value::String(String::new()),
                    Value::Int(_) | Value::Bool(_) if is_quoted && round.is_multiple_of(2) => {
                        Value::String(joined(&parts, values))
                    }
                    value => value,
                };
            } else {
                let text = joined(&parts, values);
                // Text that looks like a number is a number, or a quoted string.
                node.value = if round.is_multiple_of(2) { plain(text) } else { Value::String(text) };
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| fill(item, unknown, values, round)),
        Value::Object(members) => {
            for member in members {
                if unknown.is(member.key_span) {
                    member.key = joined(&parts(&member.key), values);
                }
                fill(&mut member.value, unknown, values, round);
            }
        }
        _ => {}
    }
}

fn joined(parts: &[Part<'_>], values: &BTreeMap<String, Value>) -> String {
    let text = |part: &Part<'_>| match part {
        Part::Text(text) => (*text).to_owned(),
        Part::Variable(name) => match values.get(name) {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Int(number)) => number.to_string(),
            Some(Value::Bool(value)) => value.to_string(),
            _ => String::new(),
        },
    };
    parts.iter().map(text).collect()
}
