//! Reports constraints of the document that its types do not have: servers enforce them, but the derive does
//! not check them.
//!
//! In: a schema of the document with all rules, and the schema of the rules alone. Out: a warning for each
//! keyword that only the document has, or whose limit is narrower in the document. Easy to break: a
//! constraint that a Rust type guarantees is not a difference, such as the range of `u8`, or the values of an
//! enum without the derive.

use std::collections::HashMap;

use super::problem::{Problem, Step, field};
use super::{keywords, tree};
use crdc_derive::markers::{Marker, REGISTRY, Stand};
use crdc_source::diag::Code;
use crdc_source::{Node, Value};

/// Keywords that a value of the right type may violate.
const KEYWORDS: &[&str] = &[
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
    "x-kubernetes-list-type",
    "x-kubernetes-list-map-keys",
    "x-kubernetes-immutable",
    "x-kubernetes-immutable-keys",
    "x-kubernetes-addition-only",
    "x-kubernetes-deletion-only",
    "x-kubernetes-unions",
    "x-kubernetes-normalize",
];

/// The keyword of CEL rules.
const RULES: &str = "x-kubernetes-validations";

/// Keywords that may follow from the type itself: variants, fields that are always written.
const OF_TYPES: &[&str] = &["enum", "required", "not", "allOf", "anyOf", "oneOf"];

/// The origin of a schema of a type without rules, which decides what the type guarantees.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Leaf {
    /// The schema is that of the field's type.
    Own,
    /// The schema is another one (`schema_with`), unrelated to the field's type.
    Foreign,
}

/// The part of the document's schema for a type without rules that the type guarantees.
pub(super) fn of_type(published: &Node, leaf: Leaf) -> Node {
    let mut schema = tree::object();
    let format = published.get("format").and_then(Node::as_str).unwrap_or_default();
    for member in tree::members(published) {
        let key = member.key.as_str();
        let by_type = match key {
            "minimum" | "maximum" => {
                leaf == Leaf::Own
                    && range(format, key).is_some_and(|limit| tree::number(&member.value) == Some(limit))
            }
            "format" => leaf == Leaf::Own || !is_checked(key, &member.value),
            RULES => false,
            key if KEYWORDS.contains(&key) => false,
            key if OF_TYPES.contains(&key) => leaf == Leaf::Own,
            _ => true,
        };
        if by_type {
            tree::set(&mut schema, key, below(key, &member.value, leaf));
        }
    }
    schema
}

/// The value of a keyword, with the part of the schemas in it that the type guarantees.
fn below(key: &str, value: &Node, leaf: Leaf) -> Node {
    match (key, &value.value) {
        ("items" | "additionalProperties", Value::Object(_)) => of_type(value, leaf),
        ("properties", Value::Object(_)) => {
            let mut all = tree::object();
            for member in tree::members(value) {
                tree::set(&mut all, &member.key, of_type(&member.value, leaf));
            }
            all
        }
        _ => value.clone(),
    }
}

/// The limit that a Rust integer type implies, if schemars writes it.
//
// schemars: json_schema_impls/primitives.rs
fn range(format: &str, key: &str) -> Option<f64> {
    match (format, key) {
        ("int8", "minimum") => Some(-128.0),
        ("int8", "maximum") => Some(127.0),
        ("int16", "minimum") => Some(-32_768.0),
        ("int16", "maximum") => Some(32_767.0),
        ("uint8", "maximum") => Some(255.0),
        ("uint16", "maximum") => Some(65_535.0),
        (_, "minimum") if format.starts_with("uint") => Some(0.0),
        _ => None,
    }
}

/// Whether servers check a keyword with this value.
fn is_checked(key: &str, value: &Node) -> bool {
    match (key, value.as_str()) {
        // Servers ignore other formats.
        ("format", Some(name)) => crdc_vocabulary::format::find(name).is_some(),
        // The keyword specifies how lists are merged and does not constrain them.
        ("x-kubernetes-list-type", Some(name)) => name != "atomic",
        _ => true,
    }
}

/// Adds a problem for each keyword that only the document has.
pub(super) fn compare(documented: &Node, rules: &Node, steps: &mut Vec<Step>, problems: &mut Vec<Problem>) {
    for member in tree::members(documented) {
        let (key, value, other) = (member.key.as_str(), &member.value, rules.get(&member.key));
        match (key, other) {
            ("properties", Some(other)) => {
                for field in tree::members(value) {
                    if let Some(other) = other.get(&field.key) {
                        steps.extend([Step::Key(key.to_owned()), Step::Key(field.key.clone())]);
                        compare(&field.value, other, steps, problems);
                        steps.truncate(steps.len() - 2);
                    }
                }
            }
            ("items" | "additionalProperties", Some(other)) => {
                steps.push(Step::Key(key.to_owned()));
                compare(value, other, steps, problems);
                steps.pop();
            }
            (RULES, other) => rules_of(value, other, steps, problems),
            (key, other) if KEYWORDS.contains(&key) || OF_TYPES.contains(&key) => {
                let known = other.is_some_and(|other| keywords::agree(key, value, other));
                if is_checked(key, value) && !known && !is_of_int_or_string(key, documented) {
                    problems.push(unchecked(key, value, other, steps));
                }
            }
            _ => {}
        }
    }
}

/// Adds a problem for each CEL rule of a schema itself.
pub(super) fn own_rules(schema: &Node, steps: &mut Vec<Step>, problems: &mut Vec<Problem>) {
    if let Some(rules) = schema.get(RULES) {
        rules_of(rules, None, steps, problems);
    }
}

/// Rules by their expressions.
#[derive(Default)]
pub(super) struct Rules<'n>(HashMap<&'n str, Vec<&'n Node>>);

impl<'n> Rules<'n> {
    /// Collects rules.
    pub(super) fn of(rules: &'n [Node]) -> Rules<'n> {
        let mut found = Rules::default();
        rules.iter().for_each(|rule| found.add(rule));
        found
    }

    /// Adds a rule.
    pub(super) fn add(&mut self, rule: &'n Node) {
        self.0.entry(text_of(rule)).or_default().push(rule);
    }

    /// Whether one of the rules is equal to `rule`.
    pub(super) fn contain(&self, rule: &Node) -> bool {
        self.0.get(text_of(rule)).is_some_and(|same| same.iter().any(|known| is_same_rule(known, rule)))
    }
}

fn text_of(rule: &Node) -> &str {
    rule.get("rule").and_then(Node::as_str).unwrap_or_default()
}

/// Whether two rules are equal. An absent `optionalOldSelf` equals false.
fn is_same_rule(a: &Node, b: &Node) -> bool {
    let old_self = "optionalOldSelf";
    if tree::is_true(a, old_self) != tree::is_true(b, old_self) {
        return false;
    }
    let [a, b] = [a, b].map(|rule| {
        let mut rule = rule.clone();
        tree::put(&mut rule, old_self, None);
        rule
    });
    tree::same(&a, &b)
}

/// Adds a problem for each rule that is not among those of the type.
fn rules_of(rules: &Node, known: Option<&Node>, steps: &mut Vec<Step>, problems: &mut Vec<Problem>) {
    let place = match field(steps) {
        place if place.is_empty() => "the object".to_owned(),
        place => format!("`{place}`"),
    };
    steps.push(Step::Key(RULES.to_owned()));
    let known = Rules::of(known.map(tree::items).unwrap_or_default());
    for (index, rule) in tree::items(rules).iter().enumerate() {
        if known.contain(rule) {
            continue;
        }
        let text = text_of(rule);
        let message = format!("{place}: the document has the CEL rule {}", crdc_source::diag::quoted(text));
        steps.push(Step::Index(index));
        let problem = Problem::new(Code::PublishUnchecked, steps, message)
            .label("servers run it, the derive does not")
            .help("run it where you call the derive, such as with kube's `validate_cel`");
        problems.push(problem);
        steps.pop();
    }
    steps.pop();
}

/// `anyOf: [{type: integer}, {type: string}]` is part of `x-kubernetes-int-or-string`.
fn is_of_int_or_string(key: &str, schema: &Node) -> bool {
    matches!(key, "anyOf" | "allOf") && tree::is_true(schema, "x-kubernetes-int-or-string")
}

fn unchecked(key: &str, value: &Node, rules: Option<&Node>, steps: &[Step]) -> Problem {
    let (place, line) = (field(steps), super::json::line);
    let known = rules.map(|rules| format!(", but the rules of its type have `{key}: {}`", line(rules)));
    let message =
        format!("`{place}`: the document has `{key}: {}`{}", line(value), known.unwrap_or_default());
    let keyword = format!("`{key}`");
    let at_field = |marker: &&&Marker| marker.keyword == keyword && marker.stands.contains(&Stand::Field);
    let help = match REGISTRY.iter().find(at_field) {
        Some(marker) => format!("write `{}` at the field as well", marker.name),
        None => "no marker expresses this: check it where you call the derive".to_owned(),
    };
    let mut at = steps.to_vec();
    at.push(Step::Key(key.to_owned()));
    Problem::new(Code::PublishUnchecked, &at, message)
        .label("servers enforce it, the derive does not")
        .help(help)
}

/// The number of fields that a warning names.
const FIELDS_NAMED: usize = 4;

/// Adds a problem for a type without the derive whose schema requires fields: only its `Deserialize` knows
/// whether a value without them is read, and then written with them.
pub(super) fn lenient(schema: &Node, steps: &[Step], problems: &mut Vec<Problem>) {
    let mut found = Vec::new();
    required(schema, &mut steps.to_vec(), &mut found);
    if found.is_empty() {
        return;
    }
    let mut shown: Vec<String> = found.iter().take(FIELDS_NAMED).map(|name| format!("`{name}`")).collect();
    if found.len() > FIELDS_NAMED {
        shown.push(format!("and {} more", found.len() - FIELDS_NAMED));
    }
    let message = format!(
        "`{}`: servers require {}, which a type without the derive may fill in when it is read",
        field(steps),
        shown.join(", ")
    );
    let help = "check the bytes with generated code or `crdc validate`; if the type refuses objects without them, as one with serde's derive does, \
                write `#[crdc(leaf)]` on the field";
    let problem = Problem::new(Code::PublishUnchecked, steps, message);
    problems.push(problem.label("servers enforce it, the derive cannot see it").help(help));
}

/// The paths of the fields that a schema requires.
fn required(schema: &Node, steps: &mut Vec<Step>, found: &mut Vec<String>) {
    let named = schema.get("required").map(tree::items).unwrap_or_default();
    for name in named.iter().filter_map(Node::as_str) {
        steps.extend(["properties", name].map(|key| Step::Key(key.to_owned())));
        found.push(field(steps));
        steps.truncate(steps.len() - 2);
    }
    for member in tree::members(schema) {
        steps.push(Step::Key(member.key.clone()));
        match (member.key.as_str(), &member.value.value) {
            ("properties", Value::Object(_)) => {
                for property in tree::members(&member.value) {
                    steps.push(Step::Key(property.key.clone()));
                    required(&property.value, steps, found);
                    steps.pop();
                }
            }
            ("items" | "additionalProperties", Value::Object(_)) => required(&member.value, steps, found),
            _ => {}
        }
        steps.pop();
    }
}
