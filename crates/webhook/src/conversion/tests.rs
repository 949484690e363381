#![allow(clippy::unwrap_used, clippy::panic)]

use std::sync::Arc;

use bytes::Bytes;
use crdc_dynamic::Validators;
use crdc_source::Source;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Conversion, Kind, RoundTripError};
use crate::{Crds, Endpoint, HttpError};

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

fn answer(review: &Value) -> Result<Value, HttpError> {
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
    // Objects that have the version already are not changed. The others get defaults.
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
fn every_object_that_fails_is_named() {
    let objects: Vec<Value> = ["h:1", "nothing", "h:1", "panic:1"]
        .iter()
        .map(|address| object(OLD, &json!({"address": address})))
        .collect();
    let response = review(HUB, &objects)["response"].clone();
    let said =
        "Database \"n/a\" (2 of 4): address has no port; Database \"n/a\" (4 of 4): the conversion panicked";
    assert_eq!(response["result"]["message"], said);
    let many = vec![object(OLD, &json!({"address": "nothing"})); 20];
    let message = review(HUB, &many)["response"]["result"]["message"].as_str().unwrap().to_owned();
    assert!(message.contains("(8 of 20)") && message.ends_with("; and 12 more objects"), "{message}");
}

/// A value that is nested so deep.
fn nested(depth: usize) -> String {
    format!("{}1{}", "{\"a\":".repeat(depth), "}".repeat(depth))
}

/// A review of a good object, and one that is nested so deep: it has two levels around the value.
fn deep_review(desired: &str, version: &str, spec: &Value, depth: usize) -> String {
    let good = object(version, spec);
    let mut deep = good.clone();
    (deep["metadata"]["name"], deep["extra"]) = (json!("deep"), json!("@"));
    let request = json!({"uid": "u", "desiredAPIVersion": desired, "objects": [good, deep]});
    let review =
        json!({"apiVersion": "apiextensions.k8s.io/v1", "kind": "ConversionReview", "request": request});
    review.to_string().replace("\"@\"", &nested(depth))
}

#[test]
fn an_object_may_be_as_deep_as_a_server_stores_it() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    for depth in [100, 126, 127, 128, 129, 1000, 9999] {
        // The type of this version reads all of it.
        let body = deep_review(HUB, OLDER, &json!({"address": "h"}), depth);
        let answer = runtime.block_on(conversion().answer(Bytes::from(body))).unwrap();
        let answer: Value = serde_json::from_slice(&answer).unwrap();
        assert_eq!(answer["response"]["result"], json!({"status": "Success"}), "{depth}");
        assert_eq!(answer["response"]["convertedObjects"].as_array().unwrap().len(), 2);
    }
    let body = deep_review(HUB, OLDER, &json!({"address": "h"}), 10_000);
    let answer = runtime.block_on(conversion().answer(Bytes::from(body))).unwrap();
    let answer: Value = serde_json::from_slice(&answer).unwrap();
    let said = "Database \"n/deep\" (2 of 2): it is nested 10001 deep, and servers read 10000";
    assert_eq!(answer["response"]["result"]["message"], said);
}

#[test]
fn a_deep_object_is_written_and_survives_a_round_trip() {
    let crd = r#"{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"databases.example.com"},
        "spec":{"group":"example.com","scope":"Namespaced","names":{"plural":"databases","singular":"database",
        "kind":"Database","listKind":"DatabaseList"},"versions":[
        {"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}},
        {"name":"v1beta1","served":true,"storage":false,"schema":{"openAPIV3Schema":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}}]}}"#;
    let crds = Arc::new(Crds::new(Validators::load(&[Source::new("crd.json", crd)]).unwrap()));
    let same = |value: Value| Ok::<_, String>(value);
    let kind = Kind::<Value>::new(HUB, "Database").version::<Value, _, _>(OLD, same, same);
    let conversion = Conversion::new().kind(kind).crds(crds);
    for depth in [200, 9998] {
        let text = object(OLD, &json!("@")).to_string().replace("\"@\"", &nested(depth));
        let converted = conversion.convert(text.as_bytes(), HUB).unwrap();
        let count = converted.iter().filter(|byte| **byte == b'{').count();
        // The object, its metadata and labels.
        assert_eq!(count, depth + 3);
        assert_eq!(conversion.check_round_trip(text.as_bytes(), HUB), Ok(()));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_conversion_stops_at_the_next_object_if_nobody_waits() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc;

    use crate::blocking::blocking;

    let ((begins, begun), (releases, released)) = (mpsc::channel(), mpsc::channel::<()>());
    let (begins, released) = (std::sync::Mutex::new(begins), std::sync::Mutex::new(released));
    let calls = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&calls);
    let wait = move |_: Value| {
        counted.fetch_add(1, Ordering::Relaxed);
        begins.lock().unwrap().send(()).unwrap();
        released.lock().unwrap().recv().map_err(|error| error.to_string())?;
        serde_json::from_value::<V1>(json!({"spec": {"host": "h", "port": 1}}))
            .map_err(|error| error.to_string())
    };
    let kind =
        Kind::<V1>::new(HUB, "Database").version::<Value, _, _>(OLD, wait, |_| Ok::<_, String>(Value::Null));
    let conversion = Arc::new(Conversion::new().kind(kind));
    let objects = vec![object(OLD, &json!({"address": "h:1"})); 20];
    let request = json!({"uid": "u", "desiredAPIVersion": HUB, "objects": objects});
    let review =
        json!({"apiVersion": "apiextensions.k8s.io/v1", "kind": "ConversionReview", "request": request});
    // It is a part of the body, so it is dropped when the work ends.
    let (ends, ended) = mpsc::channel::<()>();
    struct Owner(Vec<u8>, #[allow(dead_code)] mpsc::Sender<()>);
    impl AsRef<[u8]> for Owner {
        fn as_ref(&self) -> &[u8] {
            &self.0
        }
    }
    let body = Bytes::from_owner(Owner(review.to_string().into_bytes(), ends));
    let task = tokio::spawn(async move { conversion.answer(body).await });
    blocking(move |_| begun.recv().unwrap()).await.unwrap();
    task.abort();
    assert!(task.await.is_err());
    releases.send(()).unwrap();
    blocking(move |_| assert!(ended.recv().is_err())).await.unwrap();
    assert_eq!(calls.load(Ordering::Relaxed), 1);
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
