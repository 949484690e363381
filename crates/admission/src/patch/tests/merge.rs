//! Merge patches.

use crdc::FieldValidation;
use serde_json::json;

use super::super::Patch;
use super::patched_as;

#[test]
fn merge_patches_are_applied_as_by_the_servers_library() {
    let merged = |patch: &str, document: &str, validation| {
        patched_as(Patch::Merge(patch.as_bytes()), document, validation)
    };
    for (patch, document, expected) in [
        (r#"{"a":null,"b":{"c":1}}"#, r#"{"a":1,"b":{"d":2}}"#, json!({"b": {"c": 1, "d": 2}})),
        (r#"{"a":{"b":null,"c":1}}"#, "{}", json!({"a": {"c": 1}})),
        (r#"{"a":{"b":null}}"#, r#"{"a":null}"#, json!({"a": {}})),
        (r#"{"a":{"b":null,"c":1}}"#, r#"{"a":[1]}"#, json!({"a": {"c": 1}})),
        // pruneAryNulls: objects in lists lose their nulls, unless the list replaces an object.
        (r#"{"a":[null,{"b":null,"c":1}]}"#, "{}", json!({"a": [null, {"c": 1}]})),
        (r#"{"a":[null,{"b":null}]}"#, r#"{"a":[2]}"#, json!({"a": [null, {}]})),
        (r#"{"a":[null,{"b":null}]}"#, r#"{"a":{}}"#, json!({"a": [null, {"b": null}]})),
        (r#"{"a":1}"#, r#"{"a":{"b":1}}"#, json!({"a": 1})),
        (r#"{"a":1,"a":2}"#, "{}", json!({"a": 2})),
        ("{}", r#"{"a":null}"#, json!({"a": null})),
    ] {
        assert_eq!(merged(patch, document, FieldValidation::Warn), Ok(expected), "{patch}");
    }
    let invalid = "Invalid JSON Patch".to_owned();
    for (patch, kind) in [("[]", "array"), ("1", "number"), (r#""a""#, "string")] {
        let said = format!(
            "error decoding patch: json: cannot unmarshal {kind} into Go value of type map[string]interface {{}}"
        );
        assert_eq!(merged(patch, "{}", FieldValidation::Warn), Err((400, said)));
    }
    for validation in [FieldValidation::Warn, FieldValidation::Ignore] {
        assert_eq!(merged("null", "{}", validation), Err((400, invalid.clone())));
    }
    for patch in ["1", "{", ""] {
        assert_eq!(merged(patch, "{}", FieldValidation::Ignore), Err((400, invalid.clone())), "{patch}");
    }
    // Without field validation a list becomes the object, which then cannot be read.
    assert_eq!(merged("[1]", "{}", FieldValidation::Ignore), Ok(json!([1])));
}
