//! Patterns on the server: `vectors/patterns.jsonl` has one pattern per line with strings that match, strings
//! that do not, or the error of the server's compiler.

use crdc_schema::pattern::compile;
use serde_json::Value;

fn strings<'v>(record: &'v Value, key: &str) -> Vec<&'v str> {
    let list = record.get(key).and_then(Value::as_array);
    list.into_iter().flatten().filter_map(Value::as_str).collect()
}

#[test]
fn patterns_answer_as_the_server_does() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/vectors/patterns.jsonl");
    let table = std::fs::read_to_string(path).unwrap();
    let mut wrong = Vec::new();
    let (mut patterns, mut answers) = (0, 0);
    for line in table.lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        let pattern = record["pattern"].as_str().unwrap();
        patterns += 1;
        // The record includes the closing apostrophe of `should match '...'`.
        let refusal = record.get("error").and_then(Value::as_str);
        let refusal = refusal.map(|text| text.strip_suffix('\'').unwrap_or(text));
        match (compile(pattern), refusal) {
            (Err(error), Some(text)) if error.to_string() == text => answers += 1,
            (Err(error), refusal) => {
                wrong.push(format!("{pattern:?}: refused with {error}, the server: {refusal:?}"));
            }
            (Ok(_), Some(text)) => wrong.push(format!("{pattern:?}: taken, the server: {text}")),
            (Ok(matcher), None) => {
                let matching = strings(&record, "match").into_iter().map(|text| (text, true));
                let others = strings(&record, "no_match").into_iter().map(|text| (text, false));
                for (text, answer) in matching.chain(others) {
                    answers += 1;
                    if matcher.is_match(text.as_bytes()) != answer {
                        let form = matcher.describe();
                        wrong.push(format!("{pattern:?} ({form}) on {text:?}: not {answer}"));
                    }
                }
            }
        }
    }
    assert!(patterns > 0 && answers > patterns, "{path} is empty");
    assert!(wrong.is_empty(), "{} of {answers} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
