//! The limits of a schema, as changes of a sample. In: a schema, and an object that it accepts. Out: for each
//! limit the last value that is accepted and the first one that is refused.

use crate::edit::{empty, set, text};
use crdc_schema::Schema;
use crdc_source::{Node, Span, Value};

/// The most characters of a text that a test may need.
const LONGEST: i64 = 300;

/// A change of the sample.
#[derive(Clone)]
pub(super) struct Limit {
    pub(super) name: String,
    /// A merge patch.
    pub(super) patch: Node,
    /// The path of the value, if it should be refused.
    pub(super) refused_at: Option<String>,
}

/// A CEL rule, with the path of its value.
pub(super) struct NamedRule {
    pub(super) path: String,
    pub(super) rule: String,
    pub(super) message: String,
    /// Whether the rule compares the value with its old one.
    pub(super) uses_old_self: bool,
}

/// The limits of the fields of an object, in the order of the schema.
pub(super) fn limits(schema: &Schema, sample: &Node) -> Vec<Limit> {
    let mut all = Vec::new();
    for property in schema.property_list() {
        if !matches!(&*property.name, "apiVersion" | "kind" | "metadata" | "status") {
            let path = [property.name.as_str()];
            of_value(&property.schema, sample.get(&property.name), &path, &mut all);
        }
    }
    all
}

/// The rules of a schema and of the values in it, in document order.
pub(super) fn rules(schema: &Schema) -> Vec<NamedRule> {
    let mut all = Vec::new();
    add_rules(schema, "", &mut all);
    all
}

fn add_rules(schema: &Schema, path: &str, all: &mut Vec<NamedRule>) {
    for rule in schema.x_validations.iter().flat_map(|at| &at.value) {
        let text = |at: &Option<crdc_schema::At<String>>| {
            let at = at.as_ref().map(|at| at.value.split_whitespace().collect::<Vec<_>>().join(" "));
            at.unwrap_or_default()
        };
        all.push(NamedRule {
            path: path.to_owned(),
            rule: text(&rule.rule),
            message: text(&rule.message),
            uses_old_self: rule.uses_old_self(),
        });
    }
    for property in schema.property_list() {
        let dot = if path.is_empty() { "" } else { "." };
        add_rules(&property.schema, &format!("{path}{dot}{}", property.name), all);
    }
    let inner = schema.one_item().or_else(|| schema.additional_schema());
    if let Some((inner, _)) = inner {
        add_rules(inner, &format!("{path}[]"), all);
    }
}

/// The limits of a value, and of the fields in it that the sample has.
fn of_value(schema: &Schema, value: Option<&Node>, path: &[&str], all: &mut Vec<Limit>) {
    match schema.type_name() {
        "integer" | "number" => numbers(schema, path, all),
        "string" => strings(schema, path, all),
        "array" if schema.min_items.as_ref().is_some_and(|least| least.value > 0) => {
            all.push(refused(path, node(Value::Array(Vec::new())), "an empty list"));
        }
        _ => {}
    }
    let Some(value) = value else { return };
    for name in schema.required.iter().flat_map(|at| &at.value) {
        if value.get(&name.value).is_some() {
            let path: Vec<&str> = path.iter().copied().chain([name.value.as_str()]).collect();
            all.push(refused(&path, node(Value::Null), "nothing"));
        }
    }
    for property in schema.property_list() {
        let path: Vec<&str> = path.iter().copied().chain([property.name.as_str()]).collect();
        of_value(&property.schema, value.get(&property.name), &path, all);
    }
}

fn numbers(schema: &Schema, path: &[&str], all: &mut Vec<Limit>) {
    let is_set = |at: &Option<crdc_schema::At<bool>>| at.as_ref().is_some_and(|at| at.value);
    for (limit, is_exclusive, outwards) in [
        (&schema.minimum, is_set(&schema.exclusive_minimum), -1.0),
        (&schema.maximum, is_set(&schema.exclusive_maximum), 1.0),
    ] {
        let Some(limit) = limit.as_ref().map(|at| at.value) else { continue };
        let (inside, outside) =
            if is_exclusive { (limit - outwards, limit) } else { (limit, limit + outwards) };
        all.push(accepted(path, number(inside), &shown(inside)));
        all.push(refused(path, number(outside), &shown(outside)));
    }
}

fn strings(schema: &Schema, path: &[&str], all: &mut Vec<Limit>) {
    if let Some(values) = &schema.enumeration {
        for value in values.value.iter().filter_map(Node::as_str) {
            all.push(accepted(path, text(value), &format!("\"{value}\"")));
        }
        all.push(refused(path, text("none of them"), "another value"));
        return;
    }
    let letters = |count: i64| text(&"a".repeat(usize::try_from(count).unwrap_or_default()));
    let named =
        |count: i64| if count == 1 { "1 character".to_owned() } else { format!("{count} characters") };
    for (limit, outwards) in [(&schema.min_length, -1), (&schema.max_length, 1)] {
        let limit = limit.as_ref().map(|at| at.value).filter(|limit| (1..=LONGEST).contains(limit));
        if let Some(limit) = limit {
            all.push(accepted(path, letters(limit), &named(limit)));
            all.push(refused(path, letters(limit + outwards), &named(limit + outwards)));
        }
    }
    if schema.pattern.is_some() || schema.format.is_some() {
        all.push(refused(path, text("!? "), "\"!? \""));
    }
}

fn accepted(path: &[&str], value: Node, words: &str) -> Limit {
    Limit { name: format!("{} may be {words}", path.join(".")), patch: at(path, value), refused_at: None }
}

fn refused(path: &[&str], value: Node, words: &str) -> Limit {
    let joined = path.join(".");
    Limit { name: format!("{joined} is not {words}"), patch: at(path, value), refused_at: Some(joined) }
}

/// An object with one value.
fn at(path: &[&str], value: Node) -> Node {
    path.iter().rev().fold(value, |inner, key| {
        let mut outer = empty();
        set(&mut outer, key, inner);
        outer
    })
}

fn number(value: f64) -> Node {
    // Limits of whole numbers are whole, and those beyond have no neighbour that a test could show.
    #[allow(clippy::cast_possible_truncation)]
    let whole = (value.fract() == 0.0 && value.abs() < 1e15).then_some(value as i64);
    node(whole.map_or(Value::Float(value), Value::Int))
}

fn shown(value: f64) -> String {
    number(value).to_json()
}

fn node(value: Value) -> Node {
    Node { span: Span::default(), value }
}
