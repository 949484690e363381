//! Compares the interpreter of rules with recorded expressions: `cargo run -p crdc-oracle --example rules -- FILE…`, where
//! the files have the form of `golden/cel.jsonl` and `golden/cel-typed.jsonl`. Costs are not compared. Prints each
//! difference, then how many results are equal, differ, or are not known to the interpreter, and why.

use std::collections::BTreeMap;
use std::process::ExitCode;

use crdc_codegen::schema::read_schema;
use crdc_codegen::source::{Source, parse_json};
use crdc_oracle::interpreter::Structural;
use crdc_oracle::interpreter::cel::{Expression, Failure, shown, value_of};
use crdc_oracle::json::{Json, object, read};
use crdc_oracle::stack::deep;

#[derive(Default)]
struct Counts {
    equal: usize,
    /// Lists with the same items in another order: the order of Go's maps is random.
    reordered: usize,
    different: usize,
    unknown: BTreeMap<String, usize>,
}

fn main() -> ExitCode {
    let mut counts = Counts::default();
    for file in std::env::args().skip(1) {
        match std::fs::read_to_string(&file) {
            Ok(text) => deep(|| compare(&text, &mut counts)),
            Err(error) => {
                eprintln!("{file}: {error}");
                return ExitCode::from(2);
            }
        }
    }
    let unknown: usize = counts.unknown.values().sum();
    for (why, count) in &counts.unknown {
        println!("not known: {count} {why}");
    }
    let Counts { equal, reordered, different, .. } = counts;
    println!(
        "{equal} results are equal, {reordered} have another order, {different} differ, {unknown} are not known"
    );
    if counts.different == 0 && counts.equal > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn compare(text: &str, counts: &mut Counts) {
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
        counts.different += 1;
        println!("{name}\n  recorded    {wanted}\n  interpreter {found}");
    }
}

/// The entries of maps have no order.
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

/// A list with its items in order.
fn unordered(value: &Json) -> Json {
    match sorted(value) {
        Json::Array(mut items) => {
            items.sort_by_key(Json::to_string);
            Json::Array(items)
        }
        other => other,
    }
}

fn structural(schema: &Json) -> Structural {
    let (nodes, _) = parse_json(&Source::new("schema", schema.to_string()));
    nodes.first().map(|node| Structural::new(&read_schema(node).0)).unwrap_or_default()
}
