//! Compares the interpreter of rules with recorded expressions: lines with an expression and its results, in
//! the format of `cel.jsonl` and `cel-typed.jsonl`. Costs are not compared.

use std::collections::BTreeMap;

use crdc_schema::read_schema;
use crdc_source::{Source, parse_json};

use crate::interpreter::Structural;
use crate::interpreter::cel::{Expression, Failure, shown, value_of};
use crate::json::{Json, object, read};

/// The counts of compared results.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// The number of equal results.
    pub equal: usize,
    /// The number of lists with the same items in another order: the order of Go's maps is random.
    pub reordered: usize,
    /// Results that differ, with both sides.
    pub different: Vec<String>,
    /// The number of results that the interpreter does not support, by the reason.
    pub unknown: BTreeMap<String, usize>,
}

/// Compares the lines of a file. A line with `schema` and `selves` sets the schema and the values for those
/// after it; lines of other forms, and expressions that do not compile on the server, are not compared.
pub fn compare(text: &str, counts: &mut Counts) {
    let nothing = object([("type", Json::from("object"))]);
    let (mut schema, mut selves) = (structural(&nothing), vec![Json::Object(vec![])]);
    for line in text.lines().filter(|line| !line.is_empty()) {
        let Ok(line) = read(line.as_bytes()) else { continue };
        let line = line.value;
        let Some(expression) = line.get("expr").and_then(Json::as_str) else {
            if let (Some(of), Some(Json::Array(values))) = (line.get("schema"), line.get("selves")) {
                (schema, selves) = (structural(of), values.clone());
            }
            continue;
        };
        let answer = line.get("answer").unwrap_or(&line);
        if answer.get("compile_error").is_some() {
            continue;
        }
        let results = match line.get("results") {
            Some(Json::Array(results)) => results.clone(),
            _ => vec![answer.clone()],
        };
        let id = line.get("id").and_then(Json::as_str).unwrap_or_default();
        match Expression::new(expression, &schema, false) {
            Ok(parsed) => {
                for (index, (wanted, own)) in results.iter().zip(&selves).enumerate() {
                    one(&parsed, (wanted, own, &schema), &format!("{id}#{index} {expression}"), counts);
                }
            }
            Err(error) => {
                *counts.unknown.entry(format!("does not compile: {error}")).or_default() += results.len()
            }
        }
    }
}

/// Compares one result.
fn one(
    parsed: &Expression,
    (wanted, own, schema): (&Json, &Json, &Structural),
    name: &str,
    counts: &mut Counts,
) {
    let found = parsed.evaluate(value_of(own, Some(schema)), None).and_then(|value| shown(&value));
    let mut reordered = false;
    let (found, equal) = match found {
        Ok(value) => {
            reordered = wanted.get("value").is_some_and(|wanted| unordered(wanted).same(&unordered(&value)));
            let equal = wanted.get("value").is_some_and(|wanted| sorted(wanted).same(&sorted(&value)));
            (value.to_string(), equal)
        }
        Err(Failure::Unknown(why)) => {
            *counts.unknown.entry(why).or_default() += 1;
            return;
        }
        Err(Failure::Error(text) | Failure::Internal(text)) => {
            let equal = wanted.get("eval_error").and_then(Json::as_str) == Some(&text);
            (format!("error {text}"), equal)
        }
    };
    if equal {
        counts.equal += 1;
    } else if reordered {
        counts.reordered += 1;
    } else {
        let text = format!("{name}\n  recorded    {wanted}\n  interpreter {found}");
        counts.different.push(text);
    }
}

/// A result with the entries of its maps sorted, since maps have no order.
fn sorted(value: &Json) -> Json {
    match value {
        Json::Array(items) => Json::Array(items.iter().map(sorted).collect()),
        Json::Object(members) => {
            let member = |(key, value): &(String, Json)| {
                let mut value = sorted(value);
                if let (Json::Array(entries), "map") = (&mut value, key.as_str()) {
                    entries.sort_by_key(Json::to_string);
                }
                (key.clone(), value)
            };
            Json::Object(members.iter().map(member).collect())
        }
        other => other.clone(),
    }
}

/// A result that is a list, with its items sorted too.
fn unordered(value: &Json) -> Json {
    match sorted(value) {
        Json::Array(mut items) => {
            items.sort_by_key(Json::to_string);
            Json::Array(items)
        }
        other => other,
    }
}

/// The interpreter's schema for a schema as JSON.
fn structural(schema: &Json) -> Structural {
    let (nodes, _) = parse_json(&Source::new("schema", schema.to_string()));
    nodes.first().map(|node| Structural::new(&read_schema(node).0)).unwrap_or_default()
}
