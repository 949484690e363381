//! The server's handler around the registry: system fields are cleared on create, equal owner references are
//! stored once, and refused requests have warnings too.
// apiserver: endpoints/handlers/{create,update,rest}.go, registry/rest/meta.go

use crdc::{FieldValidation, Outcome, Request};
use crdc_oracle::json::{Json, read};
use crdc_tests::compiled;

const SYSTEM: &str = r#""uid":"u","creationTimestamp":"2024-05-01T10:00:00Z","deletionTimestamp":"2024-05-01T10:00:00Z","deletionGracePeriodSeconds":30,"selfLink":"/x","resourceVersion":"7""#;

fn fixture(metadata: &str, spec: &str) -> String {
    format!(
        r#"{{"apiVersion":"immutability.example.com/v1","kind":"Fixture","metadata":{{"name":"x","namespace":"n"{metadata}}},"spec":{spec}}}"#
    )
}

fn answer<'a>(request: Request<'a>, scratch: &'a mut crdc::Scratch) -> Outcome<'a> {
    crdc::answer(compiled::find("fixtures.immutability.example.com/v1"), request, scratch)
}

fn metadata(outcome: &Outcome<'_>) -> Json {
    read(outcome.accepted_object().unwrap()).unwrap().value.get("metadata").unwrap().clone()
}

fn names(json: &Json) -> Vec<&str> {
    json.as_object().unwrap().iter().map(|(key, _)| key.as_str()).collect()
}

#[test]
fn a_create_wipes_what_only_the_server_sets() {
    let mut scratch = crdc::Scratch::new();
    let new = fixture(&format!(",{SYSTEM}"), "{}");
    let outcome = answer(Request::create(new.as_bytes()), &mut scratch);
    assert_eq!(names(&metadata(&outcome)), ["name", "namespace", "resourceVersion", "generation"]);
    assert!(outcome.unchanged_but_system_fields() && !outcome.unchanged());
}

#[test]
fn an_update_keeps_it() {
    let mut scratch = crdc::Scratch::new();
    let object = fixture(&format!(",{SYSTEM}"), "{}");
    let outcome = answer(Request::update(object.as_bytes(), object.as_bytes()), &mut scratch);
    assert!(metadata(&outcome).get("uid").is_some(), "{:?}", metadata(&outcome));
}

fn owner(name: &str, uid: &str, more: &str) -> String {
    format!(r#"{{"apiVersion":"v1","kind":"X","name":"{name}","uid":"{uid}"{more}}}"#)
}

const WARNING: &str = ".metadata.ownerReferences contains duplicate entries; API server dedups owner references in \
    1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ";

/// Each row: owner references, the names of the stored ones, the UIDs in the warning.
#[test]
fn equal_owner_references_are_stored_once_with_a_warning() {
    let (a, b) = (owner("a", "1", ""), owner("b", "2", ""));
    let reordered = r#"{"uid":"1","name":"a","kind":"X","apiVersion":"v1"}"#.to_owned();
    let controller = r#","controller":true"#;
    let rows: [(&[String], &[&str], &[&str]); 7] = [
        (std::slice::from_ref(&a), &["a"], &[]),
        (&[a.clone(), b.clone()], &["a", "b"], &[]),
        (&[a.clone(), b.clone(), a.clone()], &["a", "b"], &["1"]),
        (&[a.clone(), reordered, a.clone(), b.clone(), b], &["a", "b"], &["1", "1", "2"]),
        // Another field differs: both are kept, without a warning.
        (&[a.clone(), owner("a", "1", r#","controller":false"#)], &["a", "a"], &[]),
        (&[owner("a", "1", ""), owner("c", "1", "")], &["a", "c"], &[]),
        // Validation sees the deduplicated list: one controller.
        (&[owner("a", "1", controller), owner("a", "1", controller)], &["a"], &["1"]),
    ];
    let mut scratch = crdc::Scratch::new();
    for (owners, stored, uids) in rows {
        let list = format!(r#","ownerReferences":[{}],"uid":"u","resourceVersion":"7""#, owners.join(","));
        let new = fixture(&list, "{}");
        let old = fixture(r#","uid":"u","resourceVersion":"7""#, "{}");
        let (new, old) = (new.as_bytes(), old.as_bytes());
        for request in [Request::create(new), Request::update(new, old), Request::update_status(new, old)] {
            let is_status = format!("{request:?}").contains("UpdateStatus");
            let outcome = answer(request, &mut scratch);
            assert!(outcome.accepted(), "{owners:?}: {:?}", outcome.errors().collect::<Vec<_>>());
            let warnings: Vec<String> =
                if uids.is_empty() { vec![] } else { vec![format!("{WARNING}{}", uids.join(", "))] };
            assert_eq!(outcome.warnings().collect::<Vec<_>>(), warnings, "{owners:?}");
            let metadata = metadata(&outcome);
            let list = metadata.get("ownerReferences").and_then(Json::as_array);
            let names: Vec<_> =
                list.into_iter().flatten().map(|item| item.get("name").unwrap().as_str().unwrap()).collect();
            assert_eq!(names, if is_status { &[] } else { stored }, "{owners:?}");
        }
    }
}

#[test]
fn many_owner_references_are_told_apart_too() {
    let list: Vec<String> = (0..40).map(|i| owner(&format!("o{}", i % 25), "1", "")).collect();
    let new = fixture(&format!(r#","ownerReferences":[{}]"#, list.join(",")), "{}");
    let mut scratch = crdc::Scratch::new();
    let outcome = answer(Request::create(new.as_bytes()), &mut scratch);
    assert_eq!(outcome.warnings().collect::<Vec<_>>(), [format!("{WARNING}{}", ["1"; 15].join(", "))]);
    assert_eq!(metadata(&outcome).get("ownerReferences").and_then(Json::as_array).unwrap().len(), 25);
}

#[test]
fn a_refusal_for_an_immutable_field_comes_with_the_warnings() {
    let mut scratch = crdc::Scratch::new();
    let metadata = r#","uid":"u","resourceVersion":"7""#;
    let old = fixture(metadata, r#"{"class":"fast"}"#);
    let new = fixture(metadata, r#"{"class":"slow","unknown":1,"class":"slow"}"#);
    let expected = [r#"duplicate field "spec.class""#, r#"unknown field "spec.unknown""#];
    let outcome = answer(Request::update(new.as_bytes(), old.as_bytes()), &mut scratch);
    assert_eq!((outcome.code(), outcome.errors().count()), (400, 1));
    assert_eq!(outcome.warnings().collect::<Vec<_>>(), expected);
    assert_eq!(outcome.strict().collect::<Vec<_>>(), expected);
    assert_eq!(outcome.pruned().collect::<Vec<_>>(), ["spec.unknown"]);
}

#[test]
fn what_strict_validation_refused_is_listed_and_is_no_warning() {
    let mut scratch = crdc::Scratch::new();
    let new = fixture("", r#"{"unknown":1}"#);
    let request = Request::create(new.as_bytes()).field_validation(FieldValidation::Strict);
    let outcome = answer(request, &mut scratch);
    assert_eq!(outcome.code(), 400);
    assert_eq!(outcome.strict().collect::<Vec<_>>(), [r#"unknown field "spec.unknown""#]);
    assert!(outcome.warnings().next().is_none());
    let request = Request::create(new.as_bytes()).namespace("elsewhere");
    let outcome = answer(request, &mut scratch);
    assert_eq!((outcome.code(), outcome.warnings().count()), (400, 1));
}

#[test]
fn a_body_that_cannot_be_decoded_has_no_warnings() {
    let mut scratch = crdc::Scratch::new();
    let good = fixture("", r#"{"unknown":1}"#);
    assert_eq!(answer(Request::create(good.as_bytes()), &mut scratch).warnings().count(), 1);
    let outcome = answer(Request::create(b"{\"a\":1,\"a\":"), &mut scratch);
    assert_eq!((outcome.code(), outcome.warnings().count(), outcome.strict().count()), (400, 0, 0));
}

/// Each row: the object, and whether only system fields changed.
#[test]
fn only_what_the_server_sets_leaves_an_object_unchanged() {
    let rows = [
        (fixture("", "{}"), true),
        (fixture(r#","generation":1"#, "{}"), true),
        (fixture("", "{}").replace(r#","namespace":"n""#, ""), true),
        (fixture("", r#"{"unknown":1}"#), false),
        (fixture("", r#"{"class":null}"#), false),
        (fixture(r#","labels":{}"#, "{}"), false),
    ];
    let mut scratch = crdc::Scratch::new();
    for (object, expected) in rows {
        let outcome = answer(Request::create(object.as_bytes()), &mut scratch);
        assert!(outcome.accepted(), "{object}");
        assert_eq!(outcome.unchanged_but_system_fields(), expected, "{object}");
    }
    let outcome = answer(Request::create(b"no JSON"), &mut scratch);
    assert!(!outcome.unchanged_but_system_fields());
}

/// The server finds unknown fields before it changes the object; the pruned paths of the stored object may
/// differ.
#[test]
fn unknown_fields_of_a_cleared_member_are_reported_and_not_pruned() {
    let mut scratch = crdc::Scratch::new();
    let object = |spec: &str| {
        format!(
            r#"{{"apiVersion":"unions.example.com/v1","kind":"Deployment","metadata":{{"name":"x","namespace":"n","uid":"u","resourceVersion":"7"}},"spec":{spec}}}"#
        )
    };
    let old = object(r#"{"replicas":1,"strategy":{"type":"RollingUpdate","rollingUpdate":{"maxSurge":1}}}"#);
    let new = object(
        r#"{"replicas":1,"strategy":{"type":"Recreate","rollingUpdate":{"maxSurge":1,"unknown":1},"other":1}}"#,
    );
    let compiled = compiled::find("deployments.unions.example.com/v1");
    let outcome = crdc::answer(compiled, Request::update(new.as_bytes(), old.as_bytes()), &mut scratch);
    let expected =
        [r#"unknown field "spec.strategy.other""#, r#"unknown field "spec.strategy.rollingUpdate.unknown""#];
    assert_eq!(outcome.strict().collect::<Vec<_>>(), expected);
    assert_eq!(outcome.warnings().collect::<Vec<_>>(), expected);
    assert_eq!(outcome.pruned().collect::<Vec<_>>(), ["spec.strategy.other"]);
}

/// apiextensions-apiserver: customresource_handler.go appends the sorted paths of embedded metadata to those
/// of the schema; schema/objectmeta/algorithm.go writes map keys in brackets.
#[test]
fn unknown_fields_of_embedded_metadata_come_last_with_bracketed_keys() {
    let mut scratch = crdc::Scratch::new();
    let resource =
        |field: &str| format!(r#"{{"apiVersion":"v1","kind":"X","metadata":{{"name":"x","{field}":1}}}}"#);
    let new = format!(
        r#"{{"apiVersion":"policies.example.com/v1","kind":"Label","metadata":{{"name":"abc","namespace":"n","own":1}},
            "spec":{{"one":{},"map":{{"k":{}}},"list":[{}],"zzz":1}}}}"#,
        resource("b"),
        resource("c"),
        resource("a")
    );
    let compiled = compiled::find("labels.policies.example.com/v1");
    let outcome = crdc::answer(compiled, Request::create(new.as_bytes()), &mut scratch);
    let paths = [
        "metadata.own",
        "spec.zzz",
        "spec.list[0].metadata.a",
        "spec.map[k].metadata.c",
        "spec.one.metadata.b",
    ];
    assert_eq!(outcome.pruned().collect::<Vec<_>>(), paths);
}

/// apimachinery: pkg/util/validation/field/errors.go prints floats with `%v`.
#[test]
fn a_float_is_shown_as_go_prints_it() {
    let mut scratch = crdc::Scratch::new();
    let compiled = compiled::find("maximums.keywords.example.com/v1");
    let new = r#"{"apiVersion":"keywords.example.com/v1","kind":"Maximum","metadata":{"name":"x","namespace":"n"},"spec":{"number":100000000.5}}"#;
    let outcome = crdc::answer(compiled, Request::create(new.as_bytes()), &mut scratch);
    let lines: Vec<String> = outcome.errors().map(|error| error.to_string()).collect();
    assert!(lines.iter().any(|line| line.contains("Invalid value: 1.000000005e+08: ")), "{lines:?}");
}

/// The last of duplicate keys counts, so the others' metadata is never decoded.
#[test]
fn unknown_fields_of_replaced_metadata_are_not_reported() {
    let mut scratch = crdc::Scratch::new();
    let resource =
        |more: &str| format!(r#"{{"apiVersion":"v1","kind":"X","metadata":{{"name":"x"{more}}}}}"#);
    let new = format!(
        r#"{{"apiVersion":"policies.example.com/v1","kind":"Label","metadata":{{"name":"abc","namespace":"n"}},
            "spec":{{"one":{},"one":{}}}}}"#,
        resource(r#","replaced":1"#),
        resource(r#","kept":1"#)
    );
    let compiled = compiled::find("labels.policies.example.com/v1");
    let outcome = crdc::answer(compiled, Request::create(new.as_bytes()), &mut scratch);
    let expected = [r#"duplicate field "spec.one""#, r#"unknown field "spec.one.metadata.kept""#];
    assert_eq!(outcome.strict().collect::<Vec<_>>(), expected);
}
