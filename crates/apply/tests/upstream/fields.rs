//! FieldsV1, byte for byte, and paths as they are printed: random sets that upstream's code read and wrote.

use crdc_apply::FieldSet;
use serde_json::Value;

#[test]
fn fields_are_written_as_upstream_writes_them() {
    let mut failures = Vec::new();
    let mut count = 0;
    for line in include_str!("fields.jsonl").lines() {
        let case: Value = serde_json::from_str(line).expect("a line of JSON");
        count += 1;
        match FieldSet::from_value(&case["in"]) {
            Ok(set) => {
                let found = [
                    ("json", set.to_json()),
                    ("text", set.to_string()),
                    ("leaves", set.leaves().to_string()),
                ];
                let differs = |(name, text): &&(&str, String)| case[*name] != text.as_str();
                failures.extend(found.iter().find(differs).map(|found| format!("{line}\n{found:?}")));
            }
            Err(_) if case["error"] == true => {}
            Err(error) => failures.push(format!("{line}\n{error}")),
        }
    }
    assert!(failures.is_empty(), "{} of {count} fail:\n{}", failures.len(), failures.join("\n\n"));
    assert_eq!(count, 439);
}
