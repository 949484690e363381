//! Operations that do not apply.

use super::{Row, patched};

/// What becomes of the document is the cause of a 422.
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
fn patches_are_refused_as_by_the_servers_library() {
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
    // Lists of another length are not asked, nor what is after the first difference.
    for document in [r#"{"a":[null,1]}"#, r#"{"a":[2]}"#] {
        assert_eq!(patched(r#"[{"op":"test","path":"/a","value":[1]}]"#, document).unwrap_err().0, 422);
    }
}
