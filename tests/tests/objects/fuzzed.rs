//! Differences that `cargo xtask fuzz` found, each as the smallest request that shows it
//! (`policies/fuzzed.yaml`).

use crdc_oracle::json::Json;
use crdc_oracle::record::{Given, Op};
use crdc_tests::compiled::{find, run};

const V1: &str = "fuzzeds.policies.example.com/v1";

const V2: &str = "fuzzeds.policies.example.com/v2";

/// An object of `v2`.
fn second(more: &str) -> Vec<u8> {
    String::from_utf8(object("", more)).unwrap().replace("example.com/v1", "example.com/v2").into_bytes()
}

fn object(metadata: &str, more: &str) -> Vec<u8> {
    format!(
        r#"{{"apiVersion":"policies.example.com/v1","kind":"Fuzzed","metadata":{{"name":"a","resourceVersion":"1"{metadata}}},{more}}}"#
    )
    .into_bytes()
}

fn fields(given: &Given) -> Vec<String> {
    given.errors.iter().map(|error| format!("{}: {}", error.field, error.detail)).collect()
}

/// Managed fields come from the request, as one entry of the stored object.
#[test]
fn numbers_of_a_status_are_validated_as_they_are_stored() {
    let mut scratch = crdc::Scratch::new();
    let old = object("", r#""spec":{}"#);
    for managed in ["", r#","managedFields":[{"manager":"m","operation":"Update","fieldsType":"FieldsV1"}]"#]
    {
        let new = object(managed, r#""status":{"k":3.0}"#);
        let given = run(find(V1), Op::UpdateStatus, &new, &old, &mut scratch);
        assert_eq!(fields(&given), ["status.k: .k in body should be less than 3"], "{managed}");
    }
}

/// Normalization drops the empty discriminator before the union deduces it.
#[test]
fn a_discriminator_that_was_dropped_is_deduced() {
    let mut scratch = crdc::Scratch::new();
    let new = object("", r#""spec":{"right":1,"by":""}"#);
    let given = run(find(V1), Op::Create, &new, b"", &mut scratch);
    let spec = given.object.as_ref().and_then(|object| object.get("spec")).map(Json::to_string);
    assert_eq!(spec.as_deref(), Some(r#"{"right":1,"by":"RIGHT"}"#));
}

/// A key of a map that is required has a number like a property; in paths it is a key.
#[test]
fn required_keys_of_maps_are_bracketed() {
    let mut scratch = crdc::Scratch::new();
    let (new, old) = (object("", r#""spec":{"labels":{"k":{}}}"#), object("", r#""spec":{}"#));
    let given = run(find(V1), Op::Update, &new, &old, &mut scratch);
    assert_eq!(fields(&given), ["spec.labels[k]: item may not be added"]);
}

/// The error of an `allOf` is set aside with those of its branches, whatever else is wrong below the same
/// value.
#[test]
fn an_all_of_is_ratcheted_with_its_branches() {
    let mut scratch = crdc::Scratch::new();
    let old = object("", r#""spec":{"size":"x","shape":{"items":"c"}}"#);
    let new = object("", r#""spec":{"size":"xxx","shape":{"items":"c"}}"#);
    let given = run(find(&format!("{V1}kep-4008")), Op::Update, &new, &old, &mut scratch);
    assert_eq!(fields(&given), ["spec.size: may not be more than 2 bytes"]);
    let mut ratcheted: Vec<&str> = given.ratcheted.iter().map(|error| error.field.as_str()).collect();
    ratcheted.sort_unstable();
    assert_eq!(ratcheted, ["<nil>", "spec.shape.absent", "spec.shape.items"]);
}

/// Normalization drops the discriminator of the new status only, so the union sees that it changed, although
/// both statuses were equal.
#[test]
fn equal_statuses_are_normalized_apart() {
    let mut scratch = crdc::Scratch::new();
    let object = second(r#""status":{"ref":"abc","of":{}}"#);
    let given = run(find(V2), Op::UpdateStatus, &object, &object, &mut scratch);
    let status = given.object.as_ref().and_then(|object| object.get("status")).map(Json::to_string);
    assert_eq!(status.as_deref(), Some("{}"));
}

/// What strict validation would refuse is the same whether the value is replaced later or not.
#[test]
fn reports_inside_of_a_replaced_discriminator_are_kept() {
    let mut scratch = crdc::Scratch::new();
    let spec = r#""spec":{"right":1,"by":{"x":1,"x":2},"y":3}"#;
    let reports =
        ["duplicate field \"spec.by.x\"", "unknown field \"spec.by.x\"", "unknown field \"spec.y\""];
    // In v1 normalization drops the discriminator before, since it is empty without unknown fields.
    for (name, new) in [(V1, object("", spec)), (V2, second(spec))] {
        let given = run(find(name), Op::Create, &new, b"", &mut scratch);
        assert_eq!(given.strict, reports, "{name}");
        let spec = given.object.as_ref().and_then(|object| object.get("spec")).map(Json::to_string);
        assert_eq!(spec.as_deref(), Some(r#"{"right":1,"by":"RIGHT"}"#), "{name}");
    }
}

/// Items with duplicate keys are compared by index, and their sets without order.
#[test]
fn sets_beside_duplicate_keys_have_no_order() {
    let mut scratch = crdc::Scratch::new();
    let list = |set: &str, last: &str| {
        second(&format!(
            r#""spec":{{"fixed":[{{"key":"a"}},{{"key":"a"}},{{"key":"{last}","set":[{set}]}}]}}"#
        ))
    };
    let old = list(r#""x","y""#, "b");
    for (new, expected) in [
        (list(r#""y","x""#, "b"), &[] as &[&str]),
        (list(r#""y","z""#, "b"), &["spec.fixed: field is immutable"]),
        (list(r#""x","y""#, "c"), &["spec.fixed: field is immutable"]),
    ] {
        let given = run(find(V2), Op::Update, &new, &old, &mut scratch);
        let mut found = fields(&given);
        found.retain(|error| error.contains("immutable"));
        assert_eq!(found, expected);
    }
}

/// Sets have no order in members of sets either, at any depth; other lists have one.
#[test]
fn sets_in_members_of_sets_have_no_order() {
    const REMOVED: &[&str] = &["spec.growing: item may not be removed"];
    let mut scratch = crdc::Scratch::new();
    let member = |member: &str| second(&format!(r#""spec":{{"growing":[{{"list":["l"]}},{{{member}}}]}}"#));
    for (old, new, expected) in [
        (r#""list":["x","y"]"#, r#""list":["y","x"]"#, REMOVED),
        (r#""sets":{"k":[1,2]}"#, r#""sets":{"k":[2.0,1]}"#, &[]),
        (r#""sets":{"k":[1,2],"l":[]}"#, r#""sets":{"l":[],"k":[2,1]}"#, &[]),
        (r#""sets":{"k":[1,2]}"#, r#""sets":{"l":[1,2]}"#, REMOVED),
        (r#""sets":{"k":[1,2]}"#, r#""sets":{"k":[1,3]}"#, REMOVED),
        (r#""sets":{"k":[1,2]}"#, r#""sets":{"k":[1]}"#, REMOVED),
        // A new item of an unordered set comes before the old ones.
        (r#""sets":{"k":[2]},"inner":[]"#, r#""sets":{"k":[1]},"inner":[]"#, REMOVED),
        (r#""inner":[[["a","b"]],[["c"]]]"#, r#""inner":[[["c"]],[["b","a"]]]"#, &[]),
        (r#""inner":[[["a"],["b"]]]"#, r#""inner":[[["b"],["a"]]]"#, REMOVED),
        (r#""inner":[[["a"]],[["b"]]]"#, r#""inner":[[["a","b"]],[[]]]"#, REMOVED),
    ] {
        for (old, new, expected) in [(old, new, expected), (old, old, &[]), (new, old, expected)] {
            let given = run(find(V2), Op::Update, &member(new), &member(old), &mut scratch);
            let mut found = fields(&given);
            found.retain(|error| error.contains("removed"));
            assert_eq!(found, expected, "{old} to {new}");
        }
    }
    // Equal items count, which sets of old objects may have.
    let twice = |set: &str| member(&format!(r#""sets":{{"k":[{set}]}}"#));
    for (new, code) in [("1,2,2", 400), ("1,2,1", 200)] {
        let given = run(find(V2), Op::Update, &twice(new), &twice("2,1,1"), &mut scratch);
        assert_eq!(given.code, code, "{new}");
    }
}
