#![allow(clippy::unwrap_used, clippy::panic)]

use std::sync::Arc;

use bytes::Bytes;
use crdc_codegen::source::Source;
use crdc_dynamic::Validators;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Conversion, Kind, RoundTripError};
use crate::{Crds, Endpoint, Rejection};

const HUB: &str = "example.com/v1";
const OLD: &str = "example.com/v1beta1";
const OLDER: &str = "example.com/v1alpha1";

#[derive(Deserialize, Serialize)]
struct V1 {
    #[serde(default)]
    metadata: Value,
    spec: V1Spec,
}

#[derive(Deserialize, Serialize)]
struct V1Spec {
    host: String,
    port: i64,
}

/// Has no metadata.
#[derive(Deserialize, Serialize)]
struct Beta {
    spec: BetaSpec,
}

#[derive(Deserialize, Serialize)]
struct BetaSpec {
    address: String,
}

/// Any JSON.
type Alpha = Value;

fn from_beta(old: Beta) -> Result<V1, String> {
    let (host, port) = old.spec.address.split_once(':').ok_or("address has no port")?;
    assert!(host != "panic", "a bug of the user");
    let metadata = match host {
        "bare" => json!({}),
        "renamed" => json!({"name": "other"}),
        "labelled" => json!({"name": "a", "labels": {"new": "1"}, "generation": 9}),
        _ => Value::Null,
    };
    let port = port.parse().map_err(|_| "the port is no number".to_owned())?;
    Ok(V1 { metadata, spec: V1Spec { host: host.to_owned(), port } })
}

fn to_beta(new: V1) -> Result<Beta, String> {
    Ok(Beta { spec: BetaSpec { address: format!("{}:{}", new.spec.host, new.spec.port) } })
}

fn conversion() -> Conversion {
    let version = |name: &str, storage: bool, spec: &str| {
        format!(
            r#"{{"name":"{name}","served":true,"storage":{storage},"schema":{{"openAPIV3Schema":{{"type":"object",
            "properties":{{"spec":{{"type":"object",{spec}}}}}}}}}}}"#
        )
    };
    let hub = r#""required":["host"],"properties":{"host":{"type":"string"},"port":{"type":"integer","maximum":65535},
        "mode":{"type":"string","default":"fast"}}"#;
    let old = r#""properties":{"address":{"type":"string","maxLength":20}}"#;
    let crd = format!(
        r#"{{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{{"name":"databases.example.com"}},
        "spec":{{"group":"example.com","scope":"Namespaced","names":{{"plural":"databases","singular":"database",
        "kind":"Database","listKind":"DatabaseList"}},"versions":[{},{},{}]}}}}"#,
        version("v1", true, hub),
        version("v1beta1", false, old),
        version("v1alpha1", false, old),
    );
    let crds = Crds::new(Validators::load(&[Source::new("crd.json", crd)]).unwrap());
    let kind = Kind::<V1>::new(HUB, "Database")
        .version::<Beta, _, _>(OLD, from_beta, to_beta)
        // Loses the port, and leaves a field that no schema has.
        .version::<Alpha, _, _>(
            OLDER,
            |old| serde_json::from_value::<V1>(json!({"spec": {"host": old["spec"]["address"], "port": 1}})),
            |new| Ok::<_, String>(json!({"spec": {"address": new.spec.host, "port": new.spec.port}})),
        );
    Conversion::new().kind(kind).crds(Arc::new(crds))
}

fn object(version: &str, spec: &Value) -> Value {
    let metadata =
        json!({"name": "a", "namespace": "n", "uid": "u", "generation": 3, "labels": {"old": "1"}});
    json!({"apiVersion": version, "kind": "Database", "metadata": metadata, "spec": spec})
}

fn answer(review: &Value) -> Result<Value, Rejection> {
    let body = Bytes::from(review.to_string());
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let answer = runtime.block_on(conversion().answer(body))?;
    Ok(serde_json::from_slice(&answer).unwrap())
}

fn review(desired: &str, objects: &[Value]) -> Value {
    let request = json!({"uid": "705ab4f5", "desiredAPIVersion": desired, "objects": objects});
    let review =
        json!({"apiVersion": "apiextensions.k8s.io/v1", "kind": "ConversionReview", "request": request});
    answer(&review).unwrap()
}

#[test]
fn answers_have_the_uid_the_order_and_the_count_of_the_request() {
    let objects = [
        object(OLD, &json!({"address": "h:1"})),
        object(HUB, &json!({"host": "h", "port": 2})),
        object(OLDER, &json!({"address": "g"})),
    ];
    let answer = review(HUB, &objects);
    assert_eq!(answer["apiVersion"], "apiextensions.k8s.io/v1");
    assert_eq!(answer["response"]["uid"], "705ab4f5");
    assert_eq!(answer["response"]["result"], json!({"status": "Success"}));
    let specs: Vec<&Value> =
        answer["response"]["convertedObjects"].as_array().unwrap().iter().map(|one| &one["spec"]).collect();
    // What has the version already is not touched. The others get defaults.
    assert_eq!(
        specs,
        [
            &json!({"host": "h", "port": 1, "mode": "fast"}),
            &json!({"host": "h", "port": 2}),
            &json!({"host": "g", "port": 1, "mode": "fast"}),
        ]
    );
    assert_eq!(review(HUB, &[])["response"]["convertedObjects"], json!([]));
}

#[test]
fn old_reviews_are_answered_in_kind() {
    let request = json!({"uid": "u", "desiredAPIVersion": HUB, "objects": []});
    let review =
        json!({"apiVersion": "apiextensions.k8s.io/v1beta1", "kind": "ConversionReview", "request": request});
    assert_eq!(answer(&review).unwrap()["apiVersion"], "apiextensions.k8s.io/v1beta1");
}

#[test]
fn versions_are_converted_through_the_hub_and_pruned() {
    let answer = review(OLDER, &[object(OLD, &json!({"address": "h:7"}))]);
    let object = &answer["response"]["convertedObjects"][0];
    assert_eq!(object["spec"], json!({"address": "h"}));
    assert_eq!((&object["apiVersion"], &object["kind"]), (&json!(OLDER), &json!("Database")));
}

#[test]
fn metadata_is_kept_but_for_labels_and_annotations() {
    let kept = |address: &str| {
        let answer = review(HUB, &[object(OLD, &json!({"address": address}))]);
        answer["response"]["convertedObjects"][0]["metadata"].clone()
    };
    let all = json!({"name": "a", "namespace": "n", "uid": "u", "generation": 3, "labels": {"old": "1"}});
    assert_eq!(kept("h:1"), all);
    assert_eq!(kept("bare:1"), json!({"name": "a", "namespace": "n", "uid": "u", "generation": 3}));
    let mut labelled = all.clone();
    labelled["labels"] = json!({"new": "1"});
    assert_eq!(kept("labelled:1"), labelled);
    // A type without metadata changes none.
    let answer = review(OLD, &[object(HUB, &json!({"host": "h", "port": 1}))]);
    assert_eq!(answer["response"]["convertedObjects"][0]["metadata"], all);
}

#[test]
fn one_object_fails_the_request_with_its_name() {
    let cases = [
        ("nothing", "address has no port"),
        ("renamed:1", "the conversion changed metadata.name from \"a\" to \"other\""),
        ("panic:1", "the conversion panicked"),
        (
            "h:70000",
            "the conversion returned an object that is not valid: spec.port: Invalid value: 70000: spec.port in body \
             should be less than or equal to 65535",
        ),
    ];
    for (address, why) in cases {
        let objects = [object(OLD, &json!({"address": "h:1"})), object(OLD, &json!({"address": address}))];
        let response = review(HUB, &objects)["response"].clone();
        assert_eq!(response["result"]["status"], "Failure", "{address}");
        assert_eq!(response["result"]["message"], format!("Database \"n/a\" (2 of 2): {why}"));
        assert_eq!(response["convertedObjects"], json!([]));
    }
    let wrong = [json!({"apiVersion": OLD, "kind": "Other", "metadata": {"name": "b"}})];
    let said = "Other \"b\" (1 of 1): nothing converts Other of example.com/v1beta1";
    assert_eq!(review(HUB, &wrong)["response"]["result"]["message"], said);
}

#[test]
fn an_object_that_was_refused_before_can_still_be_read() {
    // The text is too long for its own version, and the port for the other one.
    let answer = review(HUB, &[object(OLD, &json!({"address": "a.very.long.host.name:70000"}))]);
    assert_eq!(answer["response"]["convertedObjects"][0]["spec"]["port"], 70000);
}

#[test]
fn what_is_no_review_is_refused() {
    let cases = [
        (json!({}), "the body is no ConversionReview: missing field `apiVersion`"),
        (json!({"apiVersion": "v1", "kind": "Pod"}), "the body is Pod of v1, no ConversionReview"),
        (
            json!({"apiVersion": "apiextensions.k8s.io/v1", "kind": "ConversionReview"}),
            "the review has no request",
        ),
    ];
    for (body, why) in cases {
        let refused = answer(&body).unwrap_err();
        assert_eq!(refused.code, 400);
        assert!(refused.message.starts_with(why), "{}", refused.message);
    }
}

#[test]
fn round_trips_are_checked() {
    let conversion = conversion();
    let check =
        |object: &Value, through: &str| conversion.check_round_trip(object.to_string().as_bytes(), through);
    let mut object = object(OLD, &json!({"address": "h:7"}));
    assert_eq!(check(&object, HUB), Ok(()));
    let lost = check(&object, OLDER).unwrap_err();
    assert_eq!(lost.to_string(), ".spec.address was \"h:7\" and is \"h:1\" after the round trip");
    object["spec"]["address"] = json!("x");
    assert!(matches!(check(&object, HUB), Err(RoundTripError::Failed { to, .. }) if to == HUB));
}
