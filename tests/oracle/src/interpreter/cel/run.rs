//! Runs rules over an object: the rules of a value come before the rules of the values in it. A rule that
//! uses `oldSelf` runs only if there is an old value, unless `oldSelf` is optional. Budgets are not modelled:
//! an object that exceeds a budget must not be compared.
//
// apiextensions-apiserver: pkg/apiserver/schema/cel/validation.go validate, validateExpressions, validateMap,
// validateArray, ratchetingOptions

use super::message::{self, as_warning};
use super::object::value_of;
use super::rule::{Parsed, Rules};
use super::value::{Evaluated, Failure, Value};
use crate::interpreter::correlation::{Pair, counterpart};
use crate::interpreter::{FieldError, Structural};
use crate::json::Json;

/// The findings of the rules of an object.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// Errors.
    pub errors: Vec<FieldError>,
    /// Ratcheted errors: rules without `oldSelf` that failed for unchanged values.
    pub warnings: Vec<String>,
    /// The number of rules and message expressions that were evaluated.
    pub evaluated: usize,
    /// The unsupported features; if there are any, the findings must not be compared.
    pub unknown: Vec<String>,
}

/// A value, its schema and its counterparts in the old object.
#[derive(Clone, Copy)]
struct Place<'a> {
    path: &'a str,
    new: &'a Json,
    /// The old value, with which transition rules compare.
    old: Option<&'a Json>,
    schema: &'a Structural,
    ratchet: Ratchet<'a>,
}

/// The pair of old and new value that decides whether a failed rule is only a warning, and the nearest pair
/// above it, which decides if the value has no counterpart.
#[derive(Clone, Copy, Default)]
struct Ratchet<'a> {
    current: Option<Pair<'a>>,
    above: Option<Pair<'a>>,
}

impl<'a> Ratchet<'a> {
    /// Whether the deciding pair is unchanged.
    fn holds(self) -> bool {
        self.current.or(self.above).is_some_and(Pair::same)
    }

    /// The pairs for a member of the value.
    fn key(self, key: &str) -> Ratchet<'a> {
        let Some(current) = self.current else { return self };
        if self.above.is_none() && matches!(key, "apiVersion" | "kind") {
            return Ratchet::default();
        }
        Ratchet { current: current.key(key), above: Some(current) }
    }

    /// The pairs for an item of the value.
    fn index(self, index: usize) -> Ratchet<'a> {
        let Some(current) = self.current else { return self };
        Ratchet { current: current.index(index), above: Some(current) }
    }
}

/// Runs all rules. `pair` is given if failed rules of unchanged values are warnings.
pub(in crate::interpreter) fn run(
    rules: &Rules,
    schema: &Structural,
    new: &Json,
    old: Option<&Json>,
    pair: Option<Pair<'_>>,
) -> Findings {
    let mut findings = Findings::default();
    let place = Place { path: "", new, old, schema, ratchet: Ratchet { current: pair, above: None } };
    visit(rules, place, &mut findings);
    findings
}

/// Runs the rules of a value, then those of the values in it.
fn visit(rules: &Rules, place: Place<'_>, findings: &mut Findings) {
    let Place { path, new, schema, ratchet, .. } = place;
    if *new == Json::Null {
        return;
    }
    // An old null counts as no old value.
    let old = place.old.filter(|old| **old != Json::Null);
    for rule in &rules.own {
        one(rules, rule, Place { old, ..place }, findings);
    }
    match new {
        Json::Object(members) => {
            for (key, value) in members {
                let old = old.and_then(|old| old.get(key));
                let below = Place { new: value, old, ratchet: ratchet.key(key), ..place };
                if let (Some(values), Some(schema)) = (&rules.values, schema.additional_schema()) {
                    visit(values, Place { path: &format!("{path}[{key}]"), schema, ..below }, findings);
                }
                let property = rules.properties.iter().find(|(name, _)| name == key);
                if let (Some((_, rules)), Some(schema)) = (property, schema.property(key)) {
                    visit(rules, Place { path: &child(path, key), schema, ..below }, findings);
                }
            }
        }
        Json::Array(items) => {
            let (Some(rules), Some(of)) = (&rules.items, schema.items.as_deref()) else { return };
            for (index, item) in items.iter().enumerate() {
                let old = old.and_then(|old| counterpart(schema, item, old));
                let path = format!("{path}[{index}]");
                let ratchet = ratchet.index(index);
                visit(rules, Place { path: &path, new: item, old, schema: of, ratchet }, findings);
            }
        }
        _ => {}
    }
}

/// Appends a name to a path.
pub(super) fn child(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

/// Runs one rule, and its message expression if the rule fails.
fn one(rules: &Rules, parsed: &Parsed, place: Place<'_>, findings: &mut Findings) {
    let rule = &parsed.rule;
    if rule.rule.trim().is_empty() || (parsed.is_transition && place.old.is_none() && !rule.optional_old_self)
    {
        return;
    }
    let holds = match &parsed.holds {
        Ok(holds) => holds,
        Err(why) => return findings.unknown.push(format!("a rule that does not compile: {why}")),
    };
    let own = value_of(place.new, Some(&rules.seen));
    let before = place.old.map(|old| value_of(old, Some(&rules.seen)));
    let old = if rule.optional_old_self { Some(optional(before.clone())) } else { before.clone() };
    findings.evaluated += 1;
    let transition = parsed.is_transition;
    match holds.evaluate(own.clone(), old) {
        Ok(Value::Bool(true)) => {}
        // Any other value than true is a failure.
        Ok(_) => {
            let said = parsed.message.as_ref().map(|expression| {
                // The server declares `oldSelf` if any rule of the value uses it, and never as an optional.
                let declared = rules.own.iter().any(|parsed| parsed.is_transition);
                expression.as_ref().map(|expression| {
                    findings.evaluated += 1;
                    expression.evaluate(own, before.filter(|_| declared))
                })
            });
            let said = match said {
                None => None,
                Some(Err(why)) => {
                    return findings.unknown.push(format!("a message that does not compile: {why}"));
                }
                Some(Ok(Err(Failure::Unknown(why)))) => return findings.unknown.push(why),
                Some(Ok(said)) => message::said(said),
            };
            let error = message::failed(place.path, place.new, &place.schema.type_name, rule, said);
            if !transition && place.ratchet.holds() {
                findings.warnings.push(as_warning(&error));
            } else {
                findings.errors.push(error);
            }
        }
        Err(Failure::Unknown(why)) => findings.unknown.push(why),
        Err(Failure::Error(text) | Failure::Internal(text)) => {
            findings.errors.push(message::unevaluated(place.path, &place.schema.type_name, rule, &text));
        }
    }
}

/// `oldSelf` of a rule that runs without an old value too.
fn optional<'a>(before: Option<Evaluated<Value<'a>>>) -> Evaluated<Value<'a>> {
    match before {
        None => Ok(Value::Optional(None)),
        Some(Ok(value)) => Ok(value.some()),
        Some(Err(_)) => Err(Failure::Unknown("an optional with an error".to_owned())),
    }
}
