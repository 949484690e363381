//! Embedded resources that cannot be decoded refuse the request only if they remain after duplicate keys are
//! removed and nulls dropped. `cargo xtask fuzz` found each row.
//
// apiextensions-apiserver: schema/objectmeta/algorithm.go, schema/defaulting/prunenulls.go

use crdc_oracle::json::Json;
use crdc_oracle::record::{GivenError, Op};
use crdc_tests::compiled::{find, run};

/// A spec, the code of its create, and the stored spec or a part of the message.
const ROWS: [(&str, i64, &str); 9] = [
    (r#"{"template":{"apiVersion":"v1","kind":"A","metadata":11}}"#, 400, "spec.template.metadata"),
    (r#"{"template":{"apiVersion":5,"kind":"A"}}"#, 400, "spec.template.apiVersion: Invalid value: 5"),
    (r#"{"map":{"a b":{"apiVersion":"v1","kind":[]}}}"#, 400, "spec.map[a b].kind: Invalid value: []"),
    // The last of several values counts, here and in enclosing objects.
    (
        r#"{"template":{"apiVersion":"v1","kind":"A","metadata":11,"metadata":{"name":"a"}}}"#,
        201,
        r#"{"template":{"apiVersion":"v1","kind":"A","metadata":{"name":"a"}}}"#,
    ),
    (
        r#"{"template":{"apiVersion":5,"kind":"A","apiVersion":"v1"}}"#,
        201,
        r#"{"template":{"kind":"A","apiVersion":"v1"}}"#,
    ),
    (
        r#"{"template":{"metadata":11},"template":{"apiVersion":"v1","kind":"A"}}"#,
        201,
        r#"{"template":{"apiVersion":"v1","kind":"A"}}"#,
    ),
    (
        r#"{"list":[{"apiVersion":"v1","kind":"A"},{"metadata":{},"metadata":"x"}]}"#,
        400,
        "spec.list[1].metadata: Invalid value: \"x\"",
    ),
    // Null is absent if the schema defines the field, and empty metadata otherwise.
    (
        r#"{"strict":{"apiVersion":"v1","kind":"A","metadata":null}}"#,
        201,
        r#"{"strict":{"apiVersion":"v1","kind":"A"}}"#,
    ),
    (
        r#"{"template":{"apiVersion":"v1","kind":"A","metadata":null}}"#,
        201,
        r#"{"template":{"apiVersion":"v1","kind":"A","metadata":{}}}"#,
    ),
];

#[test]
fn only_what_is_left_refuses_a_request() {
    let compiled = find("embeddeds.keywords.example.com/v1");
    let mut scratch = crdc::Scratch::new();
    for (spec, code, wanted) in ROWS {
        let object = format!(
            r#"{{"apiVersion":"keywords.example.com/v1","kind":"Embedded","metadata":{{"name":"a","namespace":"default"}},"spec":{spec}}}"#
        );
        let given = run(compiled, Op::Create, object.as_bytes(), b"", &mut scratch);
        assert_eq!(given.code, code, "{spec}: {} {:?}", given.message, given.errors);
        match given.object.as_ref().and_then(|object| object.get("spec")) {
            Some(stored) => assert_eq!(stored.to_string(), wanted, "{spec}"),
            None => assert!(given.message.contains(wanted), "{spec}: {}", given.message),
        }
    }
}

/// Metadata that is stored unchanged although a regular decoder rejects it: empty, with a null for the zero
/// time, with managed fields that are a list.
#[test]
fn odd_metadata_is_stored_and_validated_like_any_other() {
    let compiled = find("embeddeds.keywords.example.com/v1");
    let mut scratch = crdc::Scratch::new();
    for metadata in [
        r#""deletionTimestamp":"0001-01-01T00:00:00Z""#,
        r#""managedFields":[{"operation":"Apply","fieldsV1":[]}]"#,
        r#""managedFields":[{"operation":"Apply","time":"0001-01-01T00:00:00Z"}]"#,
    ] {
        let object = format!(
            r#"{{"apiVersion":"keywords.example.com/v1","kind":"Embedded","metadata":{{"name":"a","namespace":"default",{metadata}}},"spec":{{}}}}"#
        );
        let given = run(compiled, Op::Create, object.as_bytes(), b"", &mut scratch);
        assert_eq!(given.code, 201, "{metadata}: {} {:?}", given.message, given.errors);
    }
}

/// An object of another kind is not coerced: its nulls are kept, and what cannot be decoded is a validation
/// error.
//
// apiextensions-apiserver: apiserver/customresource_handler.go, schema/objectmeta/validation.go
#[test]
fn objects_of_another_kind_are_validated_as_they_are() {
    let compiled = find("embeddeds.keywords.example.com/v1");
    let mut scratch = crdc::Scratch::new();
    let rows: [(&str, &[&str]); 4] = [
        (r#"{"strict":{"apiVersion":"v1","kind":"A","metadata":{"name":"a"}}}"#, &[]),
        (
            r#"{"strict":{"apiVersion":null,"kind":5}}"#,
            &["spec.strict.apiVersion null must be a string", "spec.strict.kind 5 must be a string"],
        ),
        (r#"{"strict":{"apiVersion":"v1","kind":"A","metadata":null}}"#, &[]),
        (
            r#"{"strict":{"apiVersion":"v1","kind":"A","metadata":{"name":5}}}"#,
            &[
                r#"spec.strict.metadata {"name":5} json: cannot unmarshal number into Go struct field ObjectMeta.name of type string"#,
            ],
        ),
    ];
    for (spec, wanted) in rows {
        let object = format!(
            r#"{{"apiVersion":"keywords.example.com/v1","kind":"Other","metadata":{{"name":"a","namespace":"default"}},"spec":{spec}}}"#
        );
        let given = run(compiled, Op::Create, object.as_bytes(), b"", &mut scratch);
        assert_eq!(given.code, 422, "{spec}: {}", given.message);
        let own = given.errors.iter().filter(|error| error.source == "objectmeta");
        let line = |error: &GivenError| {
            let bad = error.bad_value.as_ref().map(Json::to_string).unwrap_or_default();
            format!("{} {bad} {}", error.field, error.detail)
        };
        let lines: Vec<String> = own.map(line).collect();
        assert_eq!(lines, wanted, "{spec}");
    }
}
