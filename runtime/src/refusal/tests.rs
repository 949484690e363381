#![allow(clippy::unwrap_used)]

use alloc::{format, string::String, vec::Vec};

use super::{BadRequest, DecodeStage, Expected, Refusal, Undecodable, decode, embedded};
use crdc_object::json::go::tree::Tree;
use crdc_vocabulary::messages::cannot_be_handled;

const EXPECTED: Expected<'static> =
    Expected { group: "example.com", version: "v1", kind: "Thing", strict: true };

fn check(text: &str, expected: &str) {
    let got = match decode(text.as_bytes(), &EXPECTED) {
        Refusal::Refused(why) => why.message,
        other => format!("{other:?}"),
    };
    assert_eq!(got, expected, "{text}");
}

/// Recorded bodies and the server's answers.
#[test]
fn record() {
    let mut count = 0;
    for line in include_str!("../../tests/data/refusals.jsonl").lines() {
        let row = Tree::parse(line.as_bytes()).unwrap();
        let column = |name| row.get(name).and_then(Tree::as_str).unwrap();
        let expected = Expected {
            group: column("group"),
            version: column("version"),
            kind: column("kind"),
            strict: true,
        };
        let got = decode(column("text").as_bytes(), &expected);
        let Refusal::Refused(got) = got else { panic!("{got:?}") };
        assert_eq!(got.message, column("message"), "{}", column("text"));
        let said = got.undecodable.unwrap();
        assert!(got.message.ends_with(&said.error), "{said:?}");
        count += 1;
    }
    assert!(count > 100);
}

#[test]
fn kind_without_case_and_with_duplicates() {
    // Read case-insensitively first, exactly afterwards.
    check(
        r#"{"apiVersion":"example.com/v1","kind":"Thing","KIND":5}"#,
        "the object provided is unrecognized (must be of type Thing): couldn't get version/kind; \
         json parse error: json: cannot unmarshal number into Go struct field .kind of type string",
    );
    check(
        "{\"apiver\u{17f}ion\":{}}",
        "the object provided is unrecognized (must be of type Thing): couldn't get version/kind; \
         json parse error: json: cannot unmarshal object into Go struct field .apiVersion of type string",
    );
    check(r#"{"apiVersion":"example.com/v1","kind":"Other","kind":"Thing"}"#, "Nothing");
    check(r#"{"apiVersion":"example.com/v1","kind":"Thing","kind":"Other"}"#, "OtherKind");
    for body in [
        r#"{"apiVersion":"example.com/v1","Kind":"Thing"}"#,
        r#"{"apiVersion":"example.com/v1","kind":"Thing","kind":null}"#,
        r#"{"apiVersion":"a/b/c","kind":"Thing","APIVERSION":"example.com/v1"}"#,
    ] {
        check(
            body,
            &format!(
                "the object provided is unrecognized (must be of type Thing): Object 'Kind' is missing in '{body}'"
            ),
        );
    }
}

#[test]
fn versions() {
    let mismatch = |found: &str| {
        format!(
            "the API version in the data ({found}) does not match the expected API version (example.com/v1)"
        )
    };
    check(r#"{"apiVersion":"","kind":"Thing"}"#, &mismatch(""));
    check(r#"{"apiVersion":"/","kind":"Thing"}"#, &mismatch(""));
    check(r#"{"kind":"Thing"}"#, &mismatch(""));
    check(r#"{"apiVersion":"/v1","kind":"Thing"}"#, &mismatch("v1"));
    check(r#"{"apiVersion":"example.com/","kind":"Thing"}"#, &mismatch("example.com/"));
    check(r#"{"apiVersion":"example.com/v2","kind":"Other"}"#, &mismatch("example.com/v2"));
    check(
        r#"{"apiVersion":null,"kind":"Thing"}"#,
        "Thing in version \"\" cannot be handled as a Thing: .apiVersion accessor error: <nil> is of the type <nil>, expected string",
    );
}

#[test]
fn order() {
    // A number out of range precedes the missing kind, which the server has filled in by then.
    check(
        r#"{"spec":{"a":[1e400],"b":-2e999}}"#,
        "Thing in version \"v1\" cannot be handled as a Thing: json: cannot unmarshal number 1e400 into Go value of type float64",
    );
    check(
        r#"{"apiVersion":"other/","kind":"Other","a":1e400,"a":1}"#,
        "Other in version \"\" cannot be handled as a Thing: json: cannot unmarshal number 1e400 into Go value of type float64",
    );
    // Metadata is checked before the version is compared.
    check(
        r#"{"apiVersion":"v1","kind":"Other","metadata":[]}"#,
        "Other in version \"v1\" cannot be handled as a Thing: json: cannot unmarshal array into Go value of type v1.ObjectMeta",
    );
    // Only the last duplicate is checked.
    check(r#"{"apiVersion":"example.com/v1","kind":"Thing","metadata":[],"metadata":null}"#, "Nothing");
}

#[test]
fn lenient_decoder() {
    let expected = Expected { strict: false, ..EXPECTED };
    let refused = |text: &[u8], error: &str| {
        let Refusal::Refused(why) = decode(text, &expected) else { panic!("accepted") };
        assert_eq!(why.message, cannot_be_handled("Thing", "v1", "Thing", error));
        assert_eq!(why.undecodable, Some(Undecodable::new(DecodeStage::Object, error)));
    };
    refused(b" {} \n", "Object 'Kind' is missing in '{}'");
    refused(b"null ", "Object 'Kind' is missing in 'null'");
}

#[test]
fn the_value_that_cannot_be_decoded_has_a_path() {
    for (metadata, path) in [
        (r#"{"labels":{"b":1,"a.b/c":true}}"#, "metadata.labels[a.b/c]"),
        (r#"{"finalizers":["a",7]}"#, "metadata.finalizers[1]"),
        (r#"{"generation":1.5}"#, "metadata.generation"),
        (r#"{"ownerReferences":[{"name":"a"},{"name":3}]}"#, "metadata.ownerReferences[1].name"),
        (r#"{"ownerReferences":["x"]}"#, "metadata.ownerReferences[0]"),
        (r#"{"managedFields":[{"time":true}]}"#, "metadata.managedFields[0].time"),
        (r#"{"creationTimestamp":"x"}"#, "metadata.creationTimestamp"),
        ("5", "metadata"),
    ] {
        let text = format!(r#"{{"apiVersion":"example.com/v1","kind":"Thing","metadata":{metadata}}}"#);
        let Refusal::Refused(why) = decode(text.as_bytes(), &EXPECTED) else { panic!("accepted {text}") };
        assert_eq!(why.undecodable.unwrap().path.as_deref(), Some(path), "{text}");
    }
}

#[test]
fn bytes_that_are_no_text() {
    let Refusal::Refused(BadRequest { message, .. }) = decode(b"{\"a\":\"\xe2\x82\"}", &EXPECTED) else {
        panic!("accepted");
    };
    assert!(message.ends_with("'{\"a\":\"\u{fffd}\u{fffd}\"}'"), "{message}");
}

#[test]
fn embedded_resources() {
    let check = |value: &str, path: &str, detail: &str, expected: &str| {
        assert_eq!(embedded(path, &Tree::parse(value.as_bytes()).unwrap(), detail), expected);
    };
    let not_string = "must be a string";
    check(
        "7",
        "spec.a[0].apiVersion",
        not_string,
        "spec.a[0].apiVersion: Invalid value: 7: must be a string",
    );
    check("null", "spec.kind", not_string, "spec.kind: Invalid value: null: must be a string");
    check("[\"a\"]", "spec.kind", not_string, "spec.kind: Invalid value: [\"a\"]: must be a string");
    check("1.5", "spec.kind", not_string, "spec.kind: Invalid value: 1.5: must be a string");
    check("1e6", "spec.kind", not_string, "spec.kind: Invalid value: 1e+06: must be a string");
    check("\"a\\u0000\"", "spec.metadata", "x", "spec.metadata: Invalid value: \"a\\x00\": x");
    check(
        r#"{"name":"<é>","labels":{"zz":{"er":[1,2.50]},"a":"b"}}"#,
        "spec.metadata",
        "x",
        r#"spec.metadata: Invalid value: {"labels":{"a":"b","zz":{"er":[1,2.5]}},"name":"\u003cé\u003e"}: x"#,
    );
}

#[test]
fn deep_and_wide_bodies() {
    let deep = |depth: usize| -> String {
        format!(
            "{{\"kind\":\"Thing\",\"apiVersion\":\"example.com/v1\",\"a\":{}{}}}",
            "[".repeat(depth),
            "]".repeat(depth)
        )
    };
    check(&deep(9_999), "Nothing");
    check(
        &deep(10_000),
        "the object provided is unrecognized (must be of type Thing): couldn't get version/kind; \
         json parse error: invalid character '[' exceeded max depth",
    );
    let many: Vec<String> = (0..200_000).map(|index| format!("\"k{}\":1e400", index % 1000)).collect();
    let body = format!("{{{}}}", many.join(","));
    assert!(matches!(decode(body.as_bytes(), &EXPECTED), Refusal::Refused(_)));
}
