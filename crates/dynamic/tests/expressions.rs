//! Expressions that a server evaluated, with its values, errors and costs: a part of the record that has each
//! function and operator. `cargo xtask conformance --kind cel --interpreted` compares all of it.
#![allow(clippy::unwrap_used)]

use crdc_dynamic::expressions::evaluate;
use crdc_schema::read_schema;
use crdc_source::{Node, Source, parse_json};
use serde_json::Value;

#[test]
fn values_errors_and_costs_are_the_servers() {
    let record = include_str!("expressions.jsonl");
    let lines: Vec<Value> = record.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (mut wrong, mut count) = (Vec::new(), 0);
    for group in lines.chunk_by(|_, next| next.get("schema").is_none()) {
        let [head, expressions @ ..] = group else { unreachable!("a chunk is not empty") };
        let schema = *read_schema(&node(&head["schema"])).0;
        let selves: Vec<Node> = head["selves"].as_array().unwrap().iter().map(node).collect();
        let texts: Vec<String> =
            expressions.iter().map(|line| line["expr"].as_str().unwrap().to_owned()).collect();
        for (line, found) in expressions.iter().zip(evaluate(&schema, &selves, &texts)) {
            let found = found.unwrap_or_default();
            let expected = line["results"].as_array().unwrap();
            count += expected.len();
            let same = found.len() == expected.len()
                && expected.iter().zip(&found).all(|(expected, found)| {
                    let result = match &found.value {
                        Ok(value) => {
                            serde_json::from_str::<Value>(value).ok() == expected.get("value").cloned()
                        }
                        Err(error) => expected["eval_error"] == error.as_str(),
                    };
                    result && expected["cost"] == found.cost
                });
            if !same {
                wrong.push(format!("{}\n  {expected:?}\n  {found:?}", line["expr"]));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 500, "{count}");
}

fn node(value: &Value) -> Node {
    let (mut nodes, problems) = parse_json(&Source::new("value", value.to_string()));
    assert!(problems.is_empty(), "{value}");
    nodes.remove(0)
}
