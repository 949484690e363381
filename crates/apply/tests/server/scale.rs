//! The scale of an object: apimachinery's table, `scalehandler_test.go`.

use std::collections::BTreeMap;

use crdc_apply::{PathElement, ScaleHandler};
use serde_json::Value;

#[test]
fn replicas_have_one_owner_in_both_objects() {
    let path = vec![PathElement::field("spec"), PathElement::field("replicas")];
    let paths = BTreeMap::from([("apps/v1".to_owned(), Some(path))]);
    let mut count = 0;
    for line in include_str!("scale.jsonl").lines() {
        let case: Value = serde_json::from_str(line).expect("a line of JSON");
        let entries = case.get("input").or(case.get("parent"));
        let handler = ScaleHandler::new(entries, "apps/v1", &paths);
        let actual = match case.get("input") {
            Some(_) => handler.to_subresource(),
            None => handler.to_parent(case.get("subresource")),
        };
        let expected = case.get("expected").filter(|expected| !expected.is_null()).cloned();
        assert_eq!(actual.expect("entries"), expected, "{}", case["name"]);
        count += 1;
    }
    assert!(count > 10);
}
