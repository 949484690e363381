//! Short patches that ask for much.

use crdc::FieldValidation;
use serde_json::{Value, json};

use super::super::Patch;
use super::{patched, patched_as};

/// apiserver: server/config.go JSONPatchMaxCopyBytes
#[test]
fn copies_are_limited_as_by_the_server() {
    let long = "x".repeat(1 << 20);
    let copy = r#"{"op":"copy","from":"/a","path":"/b"}"#;
    let document = json!({"a": long}).to_string();
    assert!(patched(&format!("[{}]", [copy; 2].join(",")), &document).is_ok());
    let (code, cause) = patched(&format!("[{}]", [copy; 3].join(",")), &document).unwrap_err();
    assert_eq!(code, 422);
    assert_eq!(
        cause,
        "Unable to complete the copy, the accumulated size increase of copy is 3145734, exceeding the limit 3145728"
    );
}

#[test]
fn short_patches_cannot_do_much() {
    let run = |operations: Vec<Value>, document: Value| {
        patched(&Value::from(operations).to_string(), &document.to_string()).map_err(|(code, _)| code)
    };
    let doubled = vec![json!({"op": "copy", "from": "/a", "path": "/a/-"}); 60];
    assert_eq!(run(doubled, json!({"a": [0, [1]]})), Err(422));
    let nested = (0..3_000).flat_map(|_| {
        [
            json!({"op": "move", "from": "/a", "path": "/b"}),
            json!({"op": "add", "path": "/a", "value": {}}),
            json!({"op": "move", "from": "/b", "path": "/a/c"}),
        ]
    });
    assert_eq!(run(nested.collect(), json!({"a": {}})), Err(413));
    let shifted = vec![json!({"op": "remove", "path": "/a/0"}); 10_000];
    assert_eq!(run(shifted, json!({"a": vec![0; 1_000_000]})), Err(413));
    let appended = vec![json!({"op": "add", "path": "/a/-", "value": 0}); 10_000];
    assert!(run(appended, json!({"a": vec![0; 100_000]})).is_ok());
    assert_eq!(run(vec![json!({"op": "remove", "path": "/a"}); 10_001], json!({})), Err(413));
    // A deep value: its text is read again for every level.
    let deep = format!("{}{}", "[".repeat(200_000), "]".repeat(200_000));
    let path = "/0".repeat(900);
    let patch =
        format!(r#"[{{"op":"add","path":"/a","value":{deep}}},{{"op":"add","path":"/a{path}","value":1}}]"#);
    assert_eq!(patched(&patch, "{}").unwrap_err().0, 413);
    let patch =
        format!(r#"[{{"op":"add","path":"/a","value":{deep}}},{{"op":"test","path":"/a","value":{deep}}}]"#);
    assert_eq!(patched(&patch, "{}").unwrap_err().0, 413);
    assert_eq!(
        patched(&format!(r#"[{{"op":"add","path":"{}","value":1}}]"#, "/a".repeat(100_000)), "{}")
            .unwrap_err()
            .0,
        413
    );
    let merge = format!(r#"{{"a":{}1{}}}"#, r#"{"a":"#.repeat(100_000), "}".repeat(100_000));
    assert_eq!(patched_as(Patch::Merge(merge.as_bytes()), "{}", FieldValidation::Warn).unwrap_err().0, 413);
}
