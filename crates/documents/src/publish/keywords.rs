//! Combines the keywords of two schemas for one value: the document's schema, and the schema of its type's
//! rules. Decides which of two limits to keep, and whether two keywords agree. Easy to break: both limits
//! apply, so the narrower one is correct; any other keyword must be equal.

use super::tree;
use crdc_source::{Node, Value};
use std::cmp::Ordering;

/// A keyword with a limit, and the keyword that makes the limit exclusive.
struct Limit {
    keyword: &'static str,
    exclusive: Option<&'static str>,
    narrower: Ordering,
}

const LIMITS: &[Limit] = &[
    limit("minimum", Some("exclusiveMinimum"), Ordering::Greater),
    limit("maximum", Some("exclusiveMaximum"), Ordering::Less),
    limit("minLength", None, Ordering::Greater),
    limit("maxLength", None, Ordering::Less),
    limit("minItems", None, Ordering::Greater),
    limit("maxItems", None, Ordering::Less),
    limit("minProperties", None, Ordering::Greater),
    limit("maxProperties", None, Ordering::Less),
];

const fn limit(keyword: &'static str, exclusive: Option<&'static str>, narrower: Ordering) -> Limit {
    Limit { keyword, exclusive, narrower }
}

/// The result of [`tighten`].
pub(super) enum Tightened {
    /// The schema has the narrower limit.
    Done,
    /// The keyword is not a limit, or its values are not comparable numbers.
    NoLimit,
}

/// Sets the narrower one of two limits.
pub(super) fn tighten(schema: &mut Node, key: &str, rules: &Node) -> Tightened {
    if let Some(limit) = LIMITS.iter().find(|limit| limit.exclusive == Some(key)) {
        // An exclusive flag is handled with its limit.
        let goes = rules.get(limit.keyword).is_some_and(|value| tree::number(value).is_some());
        return if goes { Tightened::Done } else { Tightened::NoLimit };
    }
    let Some(limit) = LIMITS.iter().find(|limit| limit.keyword == key) else {
        return Tightened::NoLimit;
    };
    let Some((value, new)) = rules.get(key).and_then(|value| Some((value, tree::number(value)?))) else {
        return Tightened::NoLimit;
    };
    let excludes = |node: &Node| limit.exclusive.is_some_and(|key| tree::is_true(node, key));
    let narrower = match schema.get(key) {
        None => true,
        Some(old) => match tree::number(old).and_then(|old| new.partial_cmp(&old)) {
            None => return Tightened::NoLimit,
            Some(Ordering::Equal) => excludes(rules) && !excludes(schema),
            Some(order) => order == limit.narrower,
        },
    };
    if narrower {
        tree::set(schema, key, value.clone());
        if let Some(exclusive) = limit.exclusive {
            tree::put(schema, exclusive, rules.get(exclusive).cloned());
        }
    }
    Tightened::Done
}

/// Whether two values of a keyword agree; the document's is the first.
pub(super) fn agree(key: &str, a: &Node, b: &Node) -> bool {
    match key {
        // Null is ignored: the document lists it for nullable values, the rules only use `nullable`.
        "enum" => {
            let within = |a: &Node, b: &Node| {
                let mut values = tree::items(a).iter().filter(|value| value.value != Value::Null);
                values.all(|value| tree::items(b).iter().any(|other| tree::same(value, other)))
            };
            within(a, b) && within(b, a)
        }
        "oneOf" | "anyOf" => {
            let (a, b) = (tree::items(a), tree::items(b));
            a.len() == b.len() && a.iter().zip(b).all(|(documented, rules)| branch_agrees(documented, rules))
        }
        _ => tree::same(a, b),
    }
}

/// Whether a branch of the document agrees with a branch of the rules. The document's branch may require more
/// fields: fields of a variant that come from another type are not part of the rules.
fn branch_agrees(documented: &Node, rules: &Node) -> bool {
    let names = |node: &Node| node.get("required").map(tree::items).unwrap_or_default().to_vec();
    let (known, asked) = (names(documented), names(rules));
    let required = asked.iter().all(|name| known.iter().any(|other| tree::same(name, other)));
    let [mut documented, mut rules] = [documented, rules].map(Clone::clone);
    tree::put(&mut documented, "required", None);
    tree::put(&mut rules, "required", None);
    required && tree::same(&documented, &rules)
}

/// Removes null from an enum: servers compare no value with it, so it accepts nothing.
//
// kube-openapi: pkg/validation/validate/validator.go (basicCommonValidator)
pub(super) fn drop_null(schema: &mut Node) {
    if let Some(Value::Array(values)) = tree::get_mut(schema, "enum").map(|node| &mut node.value) {
        values.retain(|value| value.value != Value::Null);
    }
}

/// Advice for a keyword in which the document and the rules differ.
pub(super) fn agreement(key: &str) -> &'static str {
    match key {
        "required" => {
            "write `+required` on the field if it must be there, also if it is an `Option`; or `#[serde(default)]`, with which schemars does \
             not require it"
        }
        _ => "make the schemars attributes and the markers agree",
    }
}
