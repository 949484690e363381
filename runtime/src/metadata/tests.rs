#![allow(clippy::unwrap_used)]

use alloc::{format, string::String, vec::Vec};

use super::fields::OBJECT_META;
use super::{Mode, coerce};
use crate::decode::field_numbers::number;

fn check(text: &str, expected: &str) {
    let coerced = coerce(text.as_bytes(), Mode::Refuse).unwrap();
    assert_eq!(coerced.json, expected, "{text}");
    let again = coerce(coerced.json.as_bytes(), Mode::Refuse).unwrap();
    assert_eq!(again.json, expected, "again");
    assert!(again.unknown.is_empty(), "again");
}

fn refused(text: &str, expected: &str) {
    assert_eq!(coerce(text.as_bytes(), Mode::Refuse).unwrap_err().error, expected, "{text}");
}

#[test]
fn what_stays() {
    for text in [
        "{}",
        r#"{"name":"a","generateName":"b","namespace":"c","selfLink":"d","uid":"e","resourceVersion":"f"}"#,
        r#"{"generation":-1,"deletionGracePeriodSeconds":0}"#,
        r#"{"labels":{"b":"","a":"x"},"annotations":{"":"y"},"finalizers":["b","","b"]}"#,
        r#"{"creationTimestamp":"2024-01-01T00:00:00Z","deletionTimestamp":"2024-02-29T23:59:59Z"}"#,
        r#"{"ownerReferences":[{"uid":"","name":"","kind":"","apiVersion":"","controller":false,"blockOwnerDeletion":true}]}"#,
        r#"{"managedFields":[{"manager":"m","operation":"Apply","apiVersion":"v1","time":"2024-01-01T00:00:00Z","fieldsType":"FieldsV1","fieldsV1":{"f:a":{".":{},"x":[1,null,1.5]}},"subresource":"status"},{}]}"#,
    ] {
        check(text, text);
    }
}

#[test]
fn what_is_dropped() {
    check("null", "{}");
    check(
        r#"{"name":"","uid":null,"generation":0,"labels":{},"annotations":null,"finalizers":[],"ownerReferences":[],"managedFields":null}"#,
        "{}",
    );
    check(r#"{"creationTimestamp":null,"deletionTimestamp":null,"deletionGracePeriodSeconds":null}"#, "{}");
    check(r#"{"creationTimestamp":"0001-01-01T00:00:00Z"}"#, "{}");
    check(r#"{"managedFields":[{"manager":"","time":null,"fieldsV1":null}]}"#, r#"{"managedFields":[{}]}"#);
}

#[test]
fn what_changes() {
    check(r#"{"labels":{"a":null}}"#, r#"{"labels":{"a":""}}"#);
    check(r#"{"finalizers":[null]}"#, r#"{"finalizers":[""]}"#);
    check(
        r#"{"ownerReferences":[null,{"name":"a","kind":null}]}"#,
        r#"{"ownerReferences":[{"apiVersion":"","kind":"","name":"","uid":""},{"name":"a","apiVersion":"","kind":"","uid":""}]}"#,
    );
    check(
        r#"{"creationTimestamp":"2024-01-01T1:00:00.5+02:00"}"#,
        r#"{"creationTimestamp":"2023-12-31T23:00:00Z"}"#,
    );
    // A pointer to the zero time is not nil, and is written as null.
    assert_eq!(
        coerce(br#"{"deletionTimestamp":"0001-01-01T00:00:00Z"}"#, Mode::Refuse).unwrap().json,
        r#"{"deletionTimestamp":null}"#,
    );
    check(
        r#"{"generation":1.0,"deletionGracePeriodSeconds":1e3}"#,
        r#"{"generation":1,"deletionGracePeriodSeconds":1000}"#,
    );
    check(r#"{"name":"a","labels":{"x":"1","x":"2"},"name":"b"}"#, r#"{"labels":{"x":"2"},"name":"b"}"#);
    check("{\"name\":\"\\ud800<\\u0000\"}", "{\"name\":\"\u{fffd}<\\u0000\"}");
}

#[test]
fn unknown_fields() {
    let coerced = coerce(
        br#"{"zone":1,"Name":"a","clusterName":{"x":1},"ownerReferences":[{"uid":"u"},{"x":1,"UID":2}],"managedFields":[{"a":1,"fieldsV1":{"b":1}}],"":0,"labels":{"c":"d"}}"#,
        Mode::Refuse,
    )
    .unwrap();
    assert_eq!(
        coerced.unknown,
        [
            "",
            "Name",
            "clusterName",
            "managedFields[0].a",
            "ownerReferences[1].UID",
            "ownerReferences[1].x",
            "zone"
        ],
    );
    let many: Vec<String> = (0..300).map(|index| format!("\"x{index}\":1")).collect();
    let many = format!("{{{}}}", many.join(","));
    assert_eq!(coerce(many.as_bytes(), Mode::Refuse).unwrap().unknown.len(), 100);
}

#[test]
fn wrong_types() {
    for (value, kind) in
        [("\"a\"", "string"), ("[]", "array"), ("1", "number"), ("1.5", "number"), ("true", "bool")]
    {
        refused(value, &format!("json: cannot unmarshal {kind} into Go value of type v1.ObjectMeta"));
    }
    let field = |text: &str, what: &str, place: &str, of: &str| {
        refused(text, &format!("json: cannot unmarshal {what} into Go struct field {place} of type {of}"));
    };
    field(r#"{"name":1}"#, "number", "ObjectMeta.name", "string");
    field(r#"{"uid":{}}"#, "object", "ObjectMeta.uid", "types.UID");
    field(r#"{"generation":"a"}"#, "string", "ObjectMeta.generation", "int64");
    field(r#"{"generation":1.50}"#, "number 1.5", "ObjectMeta.generation", "int64");
    field(r#"{"generation":1e30}"#, "number 1e+30", "ObjectMeta.generation", "int64");
    field(
        r#"{"generation":9223372036854775808}"#,
        "number 9223372036854776000",
        "ObjectMeta.generation",
        "int64",
    );
    field(r#"{"deletionGracePeriodSeconds":[]}"#, "array", "ObjectMeta.deletionGracePeriodSeconds", "int64");
    field(r#"{"labels":"a"}"#, "string", "ObjectMeta.labels", "map[string]string");
    field(r#"{"labels":{"b":[],"a":{}}}"#, "object", "ObjectMeta.labels", "string");
    field(r#"{"finalizers":"a"}"#, "string", "ObjectMeta.finalizers", "[]string");
    field(r#"{"finalizers":["a",true]}"#, "bool", "ObjectMeta.finalizers", "string");
    field(r#"{"ownerReferences":{}}"#, "object", "ObjectMeta.ownerReferences", "[]v1.OwnerReference");
    field(r#"{"ownerReferences":["a"]}"#, "string", "ObjectMeta.ownerReferences", "v1.OwnerReference");
    field(
        r#"{"ownerReferences":[{"controller":"a"}]}"#,
        "string",
        "OwnerReference.ownerReferences.controller",
        "bool",
    );
    field(
        r#"{"managedFields":[{"operation":1}]}"#,
        "number",
        "ManagedFieldsEntry.managedFields.operation",
        "v1.ManagedFieldsOperationType",
    );
    field(r#"{"managedFields":[{"time":1}]}"#, "number", "ManagedFieldsEntry.managedFields.time", "string");
    field(r#"{"creationTimestamp":{}}"#, "object", "ObjectMeta.creationTimestamp", "string");
    // The first by name is reported, not the first of the document.
    field(r#"{"uid":1,"name":true}"#, "bool", "ObjectMeta.name", "string");
    // An invalid timestamp stops decoding and replaces the other error.
    let bad = "parsing time \"bad\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"bad\" as \"2006\"";
    refused(r#"{"annotations":1,"creationTimestamp":"bad"}"#, bad);
    field(r#"{"annotations":1,"deletionTimestamp":1}"#, "number", "ObjectMeta.deletionTimestamp", "string");
    field(r#"{"annotations":1,"uid":1}"#, "number", "ObjectMeta.annotations", "map[string]string");
    refused(r#"{"name":1e400}"#, "json: cannot unmarshal number 1e400 into Go value of type float64");
    refused("{", "unexpected end of JSON input");
}

#[test]
fn malformed_fields_of_old_objects() {
    let kept = |text: &str| coerce(text.as_bytes(), Mode::DropMalformed).map(|coerced| coerced.json);
    let kept = |text: &str| kept(text).map_err(|malformed| malformed.error);
    assert_eq!(
        kept(
            r#"{"uid":"u","name":1,"creationTimestamp":"bad","labels":{"a":"b","c":1},"ownerReferences":[{"uid":"x"},{"uid":1}],"generation":3}"#
        ),
        Ok(r#"{"uid":"u","generation":3}"#.into()),
    );
    assert_eq!(kept(r#"{"name":"a","x":1}"#), Ok(r#"{"name":"a"}"#.into()));
    assert_eq!(kept("null"), Ok("{}".into()));
    for (text, go_type) in
        [("[]", "[]interface {}"), ("1", "int64"), ("1.5", "float64"), ("\"\"", "string"), ("true", "bool")]
    {
        assert_eq!(kept(text), Err(format!("invalid metadata: expected object, got {go_type}")));
    }
}

#[test]
fn deep_values() {
    let text = format!("{{\"managedFields\":[{{\"fieldsV1\":{}{}}}]}}", "[".repeat(9_996), "]".repeat(9_996));
    check(&text, &text);
}

/// The numbers are the positions in the server's type. A name that differs in any letter has none.
#[test]
fn fields_have_the_numbers_of_their_order() {
    for (position, field) in (0..).zip(OBJECT_META.fields) {
        let name = field.name.as_bytes();
        assert_eq!(number(name), Some(position), "{}", field.name);
        for at in 0..name.len() {
            let mut other = name.to_vec();
            other[at] ^= 0x20;
            assert_eq!(number(&other), None, "{}", String::from_utf8_lossy(&other));
        }
        assert_eq!(number(&name[1..]), None, "{}", field.name);
    }
    assert_eq!(number(b""), None);
}
