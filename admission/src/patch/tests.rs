//! What the server's library does, row by row, where it is not what RFC 6902 says or what another library does.
// evanphx/json-patch v4.13.0: patch.go, merge.go; the functions are named in the rows

#![allow(clippy::unwrap_used)]

use crdc::FieldValidation;
use serde_json::{Value, json};

use super::Patch;

/// What a patch makes of a document, or the code and the cause.
fn patched_as(patch: Patch<'_>, document: &str, validation: FieldValidation) -> Result<Value, (u16, String)> {
    let text = patch.parse(validation).and_then(|parsed| parsed.apply(document.as_bytes()));
    let text = text.map_err(|refusal| {
        let details = refusal.status().details.as_ref();
        let cause = details.and_then(|details| details.causes.first()).map(|cause| cause.message.clone());
        (refusal.code, cause.unwrap_or_else(|| refusal.message.clone()))
    })?;
    Ok(serde_json::from_slice(&text).unwrap())
}

fn patched(patch: &str, document: &str) -> Result<Value, (u16, String)> {
    patched_as(Patch::Json(patch.as_bytes()), document, FieldValidation::Warn)
}

/// Each row: where the library says so, operations, the document, and what becomes of it.
type Row = (&'static str, &'static str, &'static str, &'static str);

const APPLIED: &[Row] = &[
    // Null is a missing member, and a missing member is null.
    ("test: val == nil", r#"{"op":"test","path":"/a","value":null}"#, r#"{}"#, r#"{}"#),
    ("test: val == nil", r#"{"op":"test","path":"/a","value":null}"#, r#"{"a":null}"#, r#"{"a":null}"#),
    ("test: op.value() == nil", r#"{"op":"test","path":"/a"}"#, r#"{}"#, r#"{}"#),
    ("test: op.value() == nil", r#"{"op":"test","path":"/a"}"#, r#"{"a":null}"#, r#"{"a":null}"#),
    (
        "equal",
        r#"{"op":"test","path":"/a","value":{"b":null}}"#,
        r#"{"a":{"b":null}}"#,
        r#"{"a":{"b":null}}"#,
    ),
    (
        "test: finalizers of kube",
        r#"{"op":"test","path":"/f","value":null},{"op":"add","path":"/f","value":["x"]}"#,
        r#"{}"#,
        r#"{"f":["x"]}"#,
    ),
    ("copy: val nil", r#"{"op":"copy","from":"/a","path":"/b"}"#, r#"{}"#, r#"{"b":null}"#),
    ("partialDoc.get", r#"{"op":"replace","path":"/a","value":1}"#, r#"{}"#, r#"{"a":1}"#),
    ("partialDoc.get", r#"{"op":"replace","path":"/a/b","value":1}"#, r#"{"a":{}}"#, r#"{"a":{"b":1}}"#),
    ("value", r#"{"op":"add","path":"/a"}"#, r#"{}"#, r#"{"a":null}"#),
    ("value", r#"{"op":"replace","path":"/a"}"#, r#"{"a":1}"#, r#"{"a":null}"#),
    ("value", r#"{"op":"replace","path":"/a/0"}"#, r#"{"a":[1]}"#, r#"{"a":[null]}"#),
    ("move", r#"{"op":"move","from":"/a","path":"/b"}"#, r#"{"a":null}"#, r#"{"b":null}"#),
    // Indices.
    (
        "SupportNegativeIndices",
        r#"{"op":"add","path":"/a/-1","value":3}"#,
        r#"{"a":[1,2]}"#,
        r#"{"a":[1,2,3]}"#,
    ),
    (
        "SupportNegativeIndices",
        r#"{"op":"add","path":"/a/-3","value":3}"#,
        r#"{"a":[1,2]}"#,
        r#"{"a":[3,1,2]}"#,
    ),
    ("SupportNegativeIndices", r#"{"op":"remove","path":"/a/-1"}"#, r#"{"a":[1,2]}"#, r#"{"a":[1]}"#),
    (
        "SupportNegativeIndices",
        r#"{"op":"replace","path":"/a/-2","value":3}"#,
        r#"{"a":[1,2]}"#,
        r#"{"a":[3,2]}"#,
    ),
    (
        "SupportNegativeIndices",
        r#"{"op":"test","path":"/a/-1","value":2}"#,
        r#"{"a":[1,2]}"#,
        r#"{"a":[1,2]}"#,
    ),
    (
        "SupportNegativeIndices",
        r#"{"op":"move","from":"/a/-1","path":"/a/0"}"#,
        r#"{"a":[1,2]}"#,
        r#"{"a":[2,1]}"#,
    ),
    (
        "SupportNegativeIndices",
        r#"{"op":"add","path":"/a/-1/b","value":3}"#,
        r#"{"a":[1,{}]}"#,
        r#"{"a":[1,{"b":3}]}"#,
    ),
    ("strconv.Atoi", r#"{"op":"add","path":"/a/+01","value":3}"#, r#"{"a":[1,2]}"#, r#"{"a":[1,3,2]}"#),
    ("strconv.Atoi", r#"{"op":"remove","path":"/a/00"}"#, r#"{"a":[1,2]}"#, r#"{"a":[2]}"#),
    ("partialArray.add", r#"{"op":"add","path":"/a/-","value":3}"#, r#"{"a":[1,2]}"#, r#"{"a":[1,2,3]}"#),
    ("partialArray.add", r#"{"op":"add","path":"/a/2","value":3}"#, r#"{"a":[1,2]}"#, r#"{"a":[1,2,3]}"#),
    (
        "partialArray.add",
        r#"{"op":"copy","from":"/a/0","path":"/a/-"}"#,
        r#"{"a":[1,2]}"#,
        r#"{"a":[1,2,1]}"#,
    ),
    ("partialDoc.add", r#"{"op":"add","path":"/a/-","value":3}"#, r#"{"a":{}}"#, r#"{"a":{"-":3}}"#),
    ("partialDoc.add", r#"{"op":"add","path":"/a/01","value":3}"#, r#"{"a":{}}"#, r#"{"a":{"01":3}}"#),
    // Paths.
    ("findObject: split[1:]", r#"{"op":"add","path":"a/b","value":1}"#, r#"{"a":{}}"#, r#"{"a":{},"b":1}"#),
    ("findObject", r#"{"op":"add","path":"/","value":1}"#, r#"{}"#, r#"{"":1}"#),
    ("findObject", r#"{"op":"add","path":"/a/","value":1}"#, r#"{"a":{}}"#, r#"{"a":{"":1}}"#),
    ("decodePatchKey", r#"{"op":"add","path":"/a~1b~0c","value":1}"#, r#"{}"#, r#"{"a/b~c":1}"#),
    ("decodePatchKey", r#"{"op":"add","path":"/~01","value":1}"#, r#"{}"#, r#"{"~1":1}"#),
    ("decodePatchKey", r#"{"op":"add","path":"/a~2~","value":1}"#, r#"{}"#, r#"{"a~2~":1}"#),
    ("decodePatchKey", r#"{"op":"add","path":"/a~1b/c","value":1}"#, r#"{"a/b":{}}"#, r#"{"a/b":{"c":1}}"#),
    ("replace: path == \"\"", r#"{"op":"replace","path":"","value":{"b":1}}"#, r#"{"a":1}"#, r#"{"b":1}"#),
    ("replace: path == \"\"", r#"{"op":"replace","path":"","value":[1]}"#, r#"{"a":1}"#, r#"[1]"#),
    ("test: path == \"\"", r#"{"op":"test","path":"","value":{"a":1}}"#, r#"{"a":1}"#, r#"{"a":1}"#),
    // Equality is of texts, those of the object as Go writes them.
    (
        "equal",
        r#"{"op":"test","path":"/a","value": [1 , {"b":"x"}] }"#,
        r#"{"a":[1,{"b":"x"}]}"#,
        r#"{"a":[1,{"b":"x"}]}"#,
    ),
    ("equal", r#"{"op":"test","path":"/a","value":1}"#, r#"{"a":1.0}"#, r#"{"a":1.0}"#),
    ("equal", r#"{"op":"test","path":"/a","value":100}"#, r#"{"a":1e2}"#, r#"{"a":1e2}"#),
    (
        "equal",
        r#"{"op":"test","path":"/a","value":1e+21}"#,
        r#"{"a":1000000000000000000000}"#,
        r#"{"a":1000000000000000000000}"#,
    ),
    ("equal", r#"{"op":"test","path":"/a","value":"\u003c"}"#, r#"{"a":"<"}"#, r#"{"a":"<"}"#),
    ("equal", r#"{"op":"test","path":"/a","value":"é\n"}"#, r#"{"a":"\u00e9\u000a"}"#, r#"{"a":"é\n"}"#),
    (
        "equal",
        r#"{"op":"add","path":"/a","value":1.0},{"op":"test","path":"/a","value":1.0}"#,
        r#"{}"#,
        r#"{"a":1.0}"#,
    ),
    (
        "equal",
        r#"{"op":"test","path":"/a","value":{"b":1,"c":2}}"#,
        r#"{"a":{"c":2,"b":1}}"#,
        r#"{"a":{"c":2,"b":1}}"#,
    ),
    // The last of two members counts.
    (
        "DecodePatch",
        r#"{"op":"remove","op":"add","path":"/b","path":"/a","value":2,"value":1}"#,
        r#"{}"#,
        r#"{"a":1}"#,
    ),
    ("DecodePatch", r#"{"op":"add","path":"/a","value":{"b":1,"b":2}}"#, r#"{}"#, r#"{"a":{"b":2}}"#),
    // One after the other, and all or nothing.
    ("move", r#"{"op":"move","from":"/a/b","path":"/a"}"#, r#"{"a":{"b":1}}"#, r#"{"a":1}"#),
    ("move", r#"{"op":"move","from":"/a","path":"/a"}"#, r#"{"a":1}"#, r#"{"a":1}"#),
];

/// The same, with the cause of a 422.
const REFUSED: &[Row] = &[
    ("test", r#"{"op":"test","path":"/a","value":1}"#, r#"{}"#, "testing value /a failed: test failed"),
    (
        "test",
        r#"{"op":"test","path":"/a","value":null}"#,
        r#"{"a":1}"#,
        "testing value /a failed: test failed",
    ),
    ("test", r#"{"op":"test","path":"/a"}"#, r#"{"a":1}"#, "testing value /a failed: test failed"),
    (
        "test",
        r#"{"op":"test","path":"/a/b","value":null}"#,
        r#"{}"#,
        "test operation does not apply: is missing path: /a/b: missing value",
    ),
    (
        "test",
        r#"{"op":"test","path":"/a/b","value":null}"#,
        r#"{"a":null}"#,
        "test operation does not apply: is missing path: /a/b: missing value",
    ),
    (
        "test",
        r#"{"op":"test","path":"/a/1","value":null}"#,
        r#"{"a":[1]}"#,
        "error in test for path: '/a/1': Unable to access invalid index: 1: invalid index referenced",
    ),
    ("test", r#"{"op":"test","path":"","value":null}"#, r#"{}"#, "testing value  failed: test failed"),
    (
        "test",
        r#"{"op":"test","value":1}"#,
        r#"{}"#,
        "test operation failed to decode path: operation missing path field: missing value",
    ),
    (
        "equal",
        r#"{"op":"test","path":"/a","value":1.0}"#,
        r#"{"a":1}"#,
        "testing value /a failed: test failed",
    ),
    (
        "equal",
        r#"{"op":"test","path":"/a","value":"1"}"#,
        r#"{"a":1}"#,
        "testing value /a failed: test failed",
    ),
    (
        "equal",
        r#"{"op":"test","path":"/a","value":"<"}"#,
        r#"{"a":"<"}"#,
        "testing value /a failed: test failed",
    ),
    (
        "equal",
        r#"{"op":"test","path":"/a","value":"\u0061"}"#,
        r#"{"a":"a"}"#,
        "testing value /a failed: test failed",
    ),
    (
        "equal",
        r#"{"op":"test","path":"/a","value":{}}"#,
        r#"{"a":[]}"#,
        "testing value /a failed: test failed",
    ),
    (
        "equal",
        r#"{"op":"test","path":"/a","value":{"b":null}}"#,
        r#"{"a":{"c":null}}"#,
        "testing value /a failed: test failed",
    ),
    (
        "equal",
        r#"{"op":"test","path":"/a","value":[1,2]}"#,
        r#"{"a":[2,1]}"#,
        "testing value /a failed: test failed",
    ),
    (
        "add",
        r#"{"op":"add","path":"/a/b","value":1}"#,
        r#"{}"#,
        "add operation does not apply: doc is missing path: \"/a/b\": missing value",
    ),
    (
        "add",
        r#"{"op":"add","path":"/a/b","value":1}"#,
        r#"{"a":1}"#,
        "add operation does not apply: doc is missing path: \"/a/b\": missing value",
    ),
    (
        "add",
        r#"{"op":"add","path":"/a/b","value":1}"#,
        r#"{"a":null}"#,
        "add operation does not apply: doc is missing path: \"/a/b\": missing value",
    ),
    (
        "add",
        r#"{"op":"add","path":"","value":{}}"#,
        r#"{}"#,
        "add operation does not apply: doc is missing path: \"\": missing value",
    ),
    (
        "add",
        r#"{"op":"add","path":"a","value":1}"#,
        r#"{}"#,
        "add operation does not apply: doc is missing path: \"a\": missing value",
    ),
    ("add", r#"{"op":"add","value":1}"#, r#"{}"#, "add operation failed to decode path: missing value"),
    (
        "partialArray.add",
        r#"{"op":"add","path":"/a/3","value":1}"#,
        r#"{"a":[1,2]}"#,
        "error in add for path: '/a/3': Unable to access invalid index: 3: invalid index referenced",
    ),
    (
        "partialArray.add",
        r#"{"op":"add","path":"/a/-4","value":1}"#,
        r#"{"a":[1,2]}"#,
        "error in add for path: '/a/-4': Unable to access invalid index: -4: invalid index referenced",
    ),
    (
        "partialArray.add",
        r#"{"op":"add","path":"/a/x","value":1}"#,
        r#"{"a":[1,2]}"#,
        "error in add for path: '/a/x': value was not a proper array index: 'x': strconv.Atoi: parsing \"x\": invalid syntax",
    ),
    (
        "partialArray.remove",
        r#"{"op":"remove","path":"/a/-"}"#,
        r#"{"a":[1]}"#,
        "error in remove for path: '/a/-': strconv.Atoi: parsing \"-\": invalid syntax",
    ),
    (
        "partialArray.remove",
        r#"{"op":"remove","path":"/a/1"}"#,
        r#"{"a":[1]}"#,
        "error in remove for path: '/a/1': Unable to access invalid index: 1: invalid index referenced",
    ),
    (
        "remove",
        r#"{"op":"remove","path":"/a"}"#,
        r#"{}"#,
        "error in remove for path: '/a': Unable to remove nonexistent key: a: missing value",
    ),
    (
        "remove",
        r#"{"op":"remove","path":""}"#,
        r#"{}"#,
        "remove operation does not apply: doc is missing path: \"\": missing value",
    ),
    (
        "replace",
        r#"{"op":"replace","path":"/a/b","value":1}"#,
        r#"{}"#,
        "replace operation does not apply: doc is missing path: /a/b: missing value",
    ),
    (
        "replace",
        r#"{"op":"replace","path":"/a/-","value":1}"#,
        r#"{"a":[1]}"#,
        "replace operation does not apply: doc is missing key: /a/-: missing value",
    ),
    (
        "replace",
        r#"{"op":"replace","path":"/a/1","value":1}"#,
        r#"{"a":[1]}"#,
        "replace operation does not apply: doc is missing key: /a/1: missing value",
    ),
    (
        "replace",
        r#"{"op":"replace","path":"","value":1}"#,
        r#"{}"#,
        "replace operation value must be object or array: %!w(<nil>)",
    ),
    (
        "replace",
        r#"{"op":"replace","path":"","value":null}"#,
        r#"{}"#,
        "replace operation value must be object or array: %!w(<nil>)",
    ),
    (
        "move",
        r#"{"op":"move","from":"/a","path":"/b"}"#,
        r#"{}"#,
        "error in move for path: 'a': Unable to remove nonexistent key: a: missing value",
    ),
    (
        "move",
        r#"{"op":"move","path":"/b"}"#,
        r#"{}"#,
        "move operation failed to decode from: operation, missing from field: missing value",
    ),
    (
        "move",
        r#"{"op":"move","from":"/a","path":"/a/b"}"#,
        r#"{"a":{}}"#,
        "move operation does not apply: doc is missing destination path: /a/b: missing value",
    ),
    (
        "move",
        r#"{"op":"move","from":"/a/b","path":"/c"}"#,
        r#"{}"#,
        "move operation does not apply: doc is missing from path: /a/b: missing value",
    ),
    (
        "copy",
        r#"{"op":"copy","from":"/a/b","path":"/c"}"#,
        r#"{}"#,
        "copy operation does not apply: doc is missing from path: /a/b: missing value",
    ),
    (
        "copy",
        r#"{"op":"copy","from":"/a/1","path":"/c"}"#,
        r#"{"a":[1]}"#,
        "error in copy for from: '/a/1': Unable to access invalid index: 1: invalid index referenced",
    ),
    ("Apply", r#"{"op":"what","path":"/a"}"#, r#"{}"#, "Unexpected kind: what"),
    ("Kind", r#"{"path":"/a"}"#, r#"{}"#, "Unexpected kind: unknown"),
    ("Kind", "null", r#"{}"#, "Unexpected kind: unknown"),
    ("Kind", r#"{"op":"Add","path":"/a","value":1}"#, r#"{}"#, "Unexpected kind: Add"),
];

#[test]
fn patches_are_applied_as_by_the_servers_library() {
    for (source, operations, document, expected) in APPLIED {
        let expected: Value = serde_json::from_str(expected).unwrap();
        assert_eq!(patched(&format!("[{operations}]"), document), Ok(expected), "{source}: {operations}");
    }
    for (source, operations, document, cause) in REFUSED {
        let expected = Err((422, (*cause).to_owned()));
        assert_eq!(patched(&format!("[{operations}]"), document), expected, "{source}: {operations}");
    }
}

#[test]
fn what_makes_the_server_panic_is_an_internal_error() {
    // lazyNode.equal asks a node that is nil, and Patch.replace and Patch.test a value.
    for (operation, document) in [
        (r#"{"op":"test","path":"/a","value":[null]}"#, r#"{"a":[null]}"#),
        (r#"{"op":"test","path":"/a","value":[1]}"#, r#"{"a":[null]}"#),
        (r#"{"op":"test","path":"/a","value":[null]}"#, r#"{"a":[1]}"#),
        (r#"{"op":"test","path":""}"#, "{}"),
        (r#"{"op":"replace","path":""}"#, "{}"),
    ] {
        let (code, message) = patched(&format!("[{operation}]"), document).unwrap_err();
        assert_eq!((code, message.contains("panic")), (500, true), "{operation}");
    }
    // Lists of another length are not asked, nor what is behind the first difference.
    for document in [r#"{"a":[null,1]}"#, r#"{"a":[2]}"#] {
        assert_eq!(patched(r#"[{"op":"test","path":"/a","value":[1]}]"#, document).unwrap_err().0, 422);
    }
}

#[test]
fn bodies_that_are_no_patch_are_bad_requests() {
    let warn = "error decoding patch: json: cannot unmarshal ";
    for (body, warned, ignored) in [
        (
            "{}",
            "object into Go value of type []handlers.jsonPatchOp",
            "object into Go value of type jsonpatch.Patch",
        ),
        (
            "true",
            "bool into Go value of type []handlers.jsonPatchOp",
            "bool into Go value of type jsonpatch.Patch",
        ),
        (
            "[1]",
            "number into Go value of type handlers.jsonPatchOp",
            "number into Go value of type jsonpatch.Operation",
        ),
        (
            "[{},[]]",
            "array into Go value of type handlers.jsonPatchOp",
            "array into Go value of type jsonpatch.Operation",
        ),
    ] {
        for validation in [FieldValidation::Warn, FieldValidation::Strict] {
            let got = patched_as(Patch::Json(body.as_bytes()), "{}", validation);
            assert_eq!(got, Err((400, format!("{warn}{warned}"))));
        }
        let got = patched_as(Patch::Json(body.as_bytes()), "{}", FieldValidation::Ignore);
        assert_eq!(got, Err((400, format!("json: cannot unmarshal {ignored}"))));
    }
    for (member, kind) in [(r#""op":1"#, "number"), (r#""path":{}"#, "object"), (r#""from":true"#, "bool")] {
        let body = format!("[{{{member}}}]");
        let name = member.split('"').nth(1).unwrap();
        let expected = format!("{warn}{kind} into Go struct field jsonPatchOp.{name} of type string");
        assert_eq!(patched(&body, "{}"), Err((400, expected)));
        let got = patched_as(Patch::Json(body.as_bytes()), "{}", FieldValidation::Ignore);
        assert_eq!(got, Err((422, "Unexpected kind: unknown".to_owned())));
    }
    for body in ["", "[", "[{]", "[] []", "nul"] {
        assert_eq!(patched(body, "{}").unwrap_err().0, 400, "{body}");
    }
    // Go reads these two as no operations.
    for body in ["null", "[]"] {
        assert_eq!(patched(body, r#"{"a":1}"#), Ok(json!({"a": 1})));
    }
}

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

/// apiserver: endpoints/handlers/patch.go; apiextensions-apiserver: customresource_handler.go
#[test]
fn other_media_types_are_refused_with_those_that_are_accepted() {
    for accepted in [
        "application/json-patch+json",
        "application/merge-patch+json;charset=utf-8",
        "application/apply-patch+yaml; a",
    ] {
        assert!(Patch::of_content_type(accepted, b"").is_ok(), "{accepted}");
    }
    for other in [
        "",
        "application/json",
        "application/strategic-merge-patch+json",
        "application/JSON-patch+json",
        "application/json-patch+json ; charset=utf-8",
        ";application/json-patch+json",
        "application/apply-patch+cbor",
    ] {
        let refusal = Patch::of_content_type(other, b"").unwrap_err();
        assert_eq!((refusal.code, refusal.reason), (415, "UnsupportedMediaType"));
        assert_eq!(
            refusal.message,
            "the body of the request was in an unknown format - accepted media types include: \
             application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml",
            "{other}"
        );
    }
}
