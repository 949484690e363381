//! Operations that apply.

use serde_json::Value;

use super::{Row, patched};

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

#[test]
fn patches_are_applied_as_by_the_servers_library() {
    for (source, operations, document, expected) in APPLIED {
        let expected: Value = serde_json::from_str(expected).unwrap();
        assert_eq!(patched(&format!("[{operations}]"), document), Ok(expected), "{source}: {operations}");
    }
}
