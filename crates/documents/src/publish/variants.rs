//! Compares the rules that variants of an enum have for one value. In: the rules of an enum. Out: where two
//! variants ask different things, though a document has one schema for all of them.
//!
//! Easy to break: types without rules ask for nothing, and two types may ask for the same.

use super::rules::{Items, Target};
use super::tree;
use crdc_source::Node;

/// Two variants that ask different things.
pub(super) struct Conflict {
    /// The field; `None` for the value itself.
    pub(super) field: Option<String>,
    /// The variants, of which the first may be unknown.
    pub(super) variants: [Option<String>; 2],
}

/// Keywords that say what types are, which documents have from the types themselves, and those that only crdc
/// reads.
const OF_TYPES: [&str; 13] = [
    "type",
    "nullable",
    "description",
    "title",
    "oneOf",
    "anyOf",
    "x-crdc-null",
    "x-crdc-default",
    "x-crdc-leaf",
    "x-crdc-foreign",
    "x-crdc-variant",
    "x-crdc-variants",
    "x-crdc-flatten",
];

/// The conflicts between the variants of an enum, at most one for each field. There are none if the rules are
/// not those of an enum.
pub(super) fn conflicts(items: &Items, id: usize, rules: &Node) -> Vec<Conflict> {
    let mut known: Vec<Asked> = Vec::new();
    let mut found: Vec<Conflict> = Vec::new();
    let flattened = rules.get("x-crdc-flatten").map(tree::items).unwrap_or_default();
    let variants = || flattened.iter().filter_map(|one| Some((one.get("x-crdc-variant")?.as_str()?, one)));
    for field in rules.get("properties").map(tree::members).unwrap_or_default() {
        let all = field.value.get("x-crdc-variants").map(tree::members).unwrap_or_default();
        for one in all {
            let asked = asked(items, id, &one.value, &mut Vec::new());
            note(Asked::of(&field.key, Some(&one.key), asked), &mut known, &mut found);
        }
        if all.is_empty() && variants().next().is_some() {
            let asked = asked(items, id, &field.value, &mut Vec::new());
            note(Asked::of(&field.key, None, asked), &mut known, &mut found);
        }
    }
    let branches = rules.get("oneOf").map(tree::items).unwrap_or_default().len();
    let others = branches > variants().count();
    for (variant, one) in variants() {
        let mut of_value = asked(items, id, one, &mut Vec::new());
        tree::remove(&mut of_value, &["properties", "required"]);
        for (field, asked) in fields(items, id, one, &mut Vec::new()) {
            note(Asked::of(&field, Some(variant), asked), &mut known, &mut found);
        }
        if others {
            // A variant without fields asks for nothing.
            note(Asked { field: None, variant: None, asked: tree::object() }, &mut known, &mut found);
        }
        let asked = Asked { field: None, variant: Some(variant.to_owned()), asked: of_value };
        note(asked, &mut known, &mut found);
    }
    found
}

/// The constraints of the first variant with a field.
struct Asked {
    field: Option<String>,
    variant: Option<String>,
    asked: Node,
}

impl Asked {
    fn of(field: &str, variant: Option<&str>, asked: Node) -> Asked {
        Asked { field: Some(field.to_owned()), variant: variant.map(str::to_owned), asked }
    }
}

fn note(new: Asked, known: &mut Vec<Asked>, found: &mut Vec<Conflict>) {
    let Some(first) = known.iter().find(|first| first.field == new.field) else {
        known.push(new);
        return;
    };
    let is_new = !found.iter().any(|conflict| conflict.field == new.field);
    if is_new && !tree::same(&first.asked, &new.asked) {
        let variants = [first.variant.clone(), new.variant];
        found.push(Conflict { field: new.field, variants });
    }
}

/// The fields of a type, and what is asked of each. `open` are the types around it.
fn fields(items: &Items, id: usize, rules: &Node, open: &mut Vec<usize>) -> Vec<(String, Node)> {
    let mut all = Vec::new();
    for member in tree::members(rules) {
        match member.key.as_str() {
            "$ref" => {
                let Target::Item(target) = items.target(id, &member.value) else { continue };
                if let (false, Some(item)) = (open.contains(&target), items.get(target)) {
                    open.push(target);
                    all.extend(fields(items, target, &item.schema, open));
                    open.pop();
                }
            }
            "x-crdc-flatten" => {
                let flattened = tree::items(&member.value).iter();
                flattened.for_each(|one| all.extend(fields(items, id, one, open)));
            }
            "properties" => {
                let own = tree::members(&member.value).iter();
                all.extend(own.map(|field| (field.key.clone(), asked(items, id, &field.value, open))));
            }
            _ => {}
        }
    }
    all
}

/// The constraints of rules besides the types, with references resolved. `open` are the types around it.
fn asked(items: &Items, id: usize, rules: &Node, open: &mut Vec<usize>) -> Node {
    let mut out = tree::object();
    for member in tree::members(rules) {
        let (key, value) = (member.key.as_str(), &member.value);
        match key {
            "$ref" => match items.target(id, value) {
                Target::Item(target) if open.contains(&target) => {
                    tree::set(&mut out, key, tree::text(&format!("#/types/{target}")));
                }
                Target::Item(target) => {
                    open.push(target);
                    let of_type = items.get(target).map(|item| asked(items, target, &item.schema, open));
                    open.pop();
                    of_type.iter().for_each(|of_type| merge(&mut out, of_type));
                }
                Target::Leaf | Target::Nowhere => {}
            },
            "x-crdc-flatten" => {
                for one in tree::items(value) {
                    let mut one = asked(items, id, one, open);
                    tree::remove(&mut one, &["required"]);
                    merge(&mut out, &one);
                }
            }
            "format" if rules.get("type").and_then(Node::as_str) != Some("string") => {}
            "properties" => {
                let mut fields = tree::object();
                for field in tree::members(value) {
                    let field_asked = asked(items, id, &field.value, open);
                    if !tree::members(&field_asked).is_empty() {
                        tree::set(&mut fields, &field.key, field_asked);
                    }
                }
                if !tree::members(&fields).is_empty() {
                    merge(&mut out, &tree::with(&[("properties", fields)]));
                }
            }
            "items" | "additionalProperties" => {
                let inner = asked(items, id, value, open);
                if !tree::members(&inner).is_empty() {
                    merge(&mut out, &tree::with(&[(key, inner)]));
                }
            }
            _ if OF_TYPES.contains(&key) => {}
            _ => tree::set(&mut out, key, value.clone()),
        }
    }
    out
}

/// Adds what another type or a field asks for.
fn merge(into: &mut Node, other: &Node) {
    for member in tree::members(other) {
        match tree::get_mut(into, &member.key) {
            Some(own) if !tree::members(own).is_empty() => merge(own, &member.value),
            Some(_) => {}
            None => tree::set(into, &member.key, member.value.clone()),
        }
    }
}
