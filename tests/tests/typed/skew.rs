//! The version skew matrix with structs: a structured client is the struct of the other release, which drops
//! unknown fields when it decodes. The server is the derive, compared with generated code.
// KEP-1027, discriminator field; docs/semantics.md, Unions

use crdc_oracle::json::{Json, read};
use crdc_tests::typed::{self, Compared, Entry, compare};

/// The structs of a release.
fn release(name: &str, style: &str) -> &'static Entry {
    let name = format!("routes.skew.example.com/v1{name}");
    typed::ENTRIES.iter().find(|entry| entry.name == name && entry.style == style).unwrap()
}

fn json(text: &str) -> Json {
    read(text.as_bytes()).unwrap().value
}

/// What a client of a release sends after it decodes `stored` and changes it.
fn edits(client: &Entry, stored: &str, change: impl Fn(&mut Json)) -> String {
    let mut value = json(&(client.again)(stored).unwrap());
    change(&mut value);
    (client.again)(&value.to_string()).unwrap()
}

#[track_caller]
fn asks(server: &Entry, new: &str, old: Option<&str>) -> Compared {
    compare(server, new, old, &mut crdc::Scratch::new()).unwrap_or_else(|why| panic!("{why:?}"))
}

#[track_caller]
fn stores(compared: &Compared, spec: &str) {
    assert_eq!((compared.typed.code, compared.typed.printed.as_str()), (200, ""));
    assert!(json(&compared.typed.stored).same(&json(spec)), "{}", compared.typed.stored);
}

#[track_caller]
fn refuses(compared: &Compared, spec: &str, errors: &[&str]) {
    let given: Vec<&str> = compared.typed.printed.lines().collect();
    assert_eq!((compared.typed.code, given.as_slice()), (422, errors));
    assert!(json(&compared.typed.stored).same(&json(spec)), "{}", compared.typed.stored);
}

const BUCKET: &str = r#"{"replicas":1,"target":"Bucket","bucket":{"key":"k"}}"#;
const SERVICE: &str = r#"{"replicas":1,"target":"Service","service":{"port":80}}"#;

#[test]
fn case_12_a_client_that_does_not_know_the_member_echoes_the_union() {
    let (client, server) = (release("older", "open"), release("newer", "open"));
    let sent = edits(client, BUCKET, |spec| spec.set("replicas", 2.into()));
    refuses(
        &asks(server, &sent, Some(BUCKET)),
        r#"{"replicas":2,"target":"Bucket"}"#,
        &["spec.bucket: Required value: must be specified when `target` is \"Bucket\""],
    );
}

#[test]
fn case_16_a_client_that_knows_the_member_echoes_the_union() {
    for (client, style) in [("older", "open"), ("newer", "open"), ("older", "plain"), ("newer", "plain")] {
        let sent = edits(release(client, style), SERVICE, |spec| spec.set("replicas", 2.into()));
        let compared = asks(release("newer", style), &sent, Some(SERVICE));
        stores(&compared, r#"{"replicas":2,"target":"Service","service":{"port":80}}"#);
    }
}

#[test]
fn case_22_a_client_clears_a_union_by_the_empty_value() {
    let sent = edits(release("older", "open"), BUCKET, |spec| spec.set("target", "".into()));
    for style in ["open", "plain"] {
        stores(&asks(release("newer", style), &sent, Some(BUCKET)), r#"{"replicas":1,"target":""}"#);
    }
}

#[test]
fn case_27_a_client_clears_a_union_by_leaving_the_discriminator_out() {
    let sent = edits(release("older", "open"), BUCKET, |spec| {
        spec.remove("target");
    });
    for style in ["open", "plain"] {
        stores(&asks(release("newer", style), &sent, Some(BUCKET)), r#"{"replicas":1}"#);
    }
}

#[test]
fn case_23_a_client_sets_a_member_while_one_is_set_that_it_does_not_know() {
    let sent = edits(release("older", "open"), BUCKET, |spec| {
        spec.set("target", "Service".into());
        spec.set("service", json(r#"{"port":80}"#));
    });
    for style in ["open", "plain"] {
        stores(&asks(release("newer", style), &sent, Some(BUCKET)), SERVICE);
    }
}

/// The unknown member is dropped, so another member is selected than is set.
#[test]
fn case_28_a_client_sets_a_member_and_not_the_discriminator() {
    let sent = edits(release("older", "open"), BUCKET, |spec| spec.set("service", json(r#"{"port":80}"#)));
    for style in ["open", "plain"] {
        refuses(
            &asks(release("newer", style), &sent, Some(BUCKET)),
            r#"{"replicas":1,"target":"Bucket","service":{"port":80}}"#,
            // In the order of the schema that structs publish: by name.
            &[
                "spec.bucket: Required value: must be specified when `target` is \"Bucket\"",
                "spec.service: Invalid value: \"\": may only be specified when `target` is \"Service\"",
            ],
        );
    }
}

fn switches_to_a_bucket(spec: &mut Json) {
    spec.set("target", "Bucket".into());
    spec.set("bucket", json(r#"{"key":"k"}"#));
}

const UNKNOWN: &str =
    "spec.target: Unsupported value: \"Bucket\": supported values: \"\", \"Host\", \"Service\"";

/// The server's struct drops the member when it decodes, and the discriminator is an error.
#[test]
fn case_34_a_client_creates_a_member_that_the_server_does_not_know() {
    let sent = edits(release("newer", "plain"), r#"{"replicas":1}"#, switches_to_a_bucket);
    let compared = asks(release("older", "open"), &sent, None);
    refuses(&compared, r#"{"replicas":1,"target":"Bucket"}"#, &[UNKNOWN]);
}

#[test]
fn case_39_a_client_switches_to_a_member_that_the_server_does_not_know() {
    let sent = edits(release("newer", "plain"), SERVICE, switches_to_a_bucket);
    let compared = asks(release("older", "open"), &sent, Some(SERVICE));
    let spec = r#"{"replicas":1,"target":"Bucket","service":{"port":80}}"#;
    refuses(&compared, spec, &[UNKNOWN]);
}

/// A Rust enum cannot hold unknown values: such a client or server fails to decode.
#[test]
fn an_enum_does_not_read_what_it_does_not_know() {
    let older = release("older", "plain");
    let why = (older.again)(BUCKET).unwrap_err();
    assert!(why.starts_with("unknown variant `Bucket`"), "{why}");
    assert!((older.validate)(BUCKET, None).is_err() && (older.validate)(SERVICE, Some(BUCKET)).is_err());
}

/// A downgraded server: the unknown value is unchanged, so the update is accepted.
#[test]
fn an_older_server_finds_a_newer_object_in_its_store() {
    let server = release("older", "open");
    let sent = BUCKET.replace(":1,", ":2,");
    let compared = asks(server, &sent, Some(BUCKET));
    stores(&compared, r#"{"replicas":2,"target":"Bucket"}"#);
}
