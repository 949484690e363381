//! Each rule is made to hold and to fail, and each condition in it to be true and false. Without one of these
//! cases `cargo test` fails, and names the rule or condition.
#![allow(clippy::unwrap_used)]

use crdc::coverage::RuleCoverage;
use crdc::{Resource, Scratch};
use serde_json::{Value, json};

use crate::gateway::Gateway;

/// The changes of the valid spec, and the messages of the rules that it breaks then.
type Case = (Value, &'static [&'static str]);

fn creates() -> Vec<Case> {
    let listener = |port: u32, protocol: &str| json!({"name": "a", "port": port, "protocol": protocol});
    let host = |hostname: &str| json!({"listeners": [{"name": "a", "port": 8080, "protocol": "HTTP", "hostname": hostname}]});
    vec![
        (json!({}), &[]),
        (json!({"minReplicas": 4}), &["minReplicas must not be above maxReplicas"]),
        (json!({"paused": false}), &[]),
        (json!({"paused": true, "minReplicas": 0}), &[]),
        (json!({"paused": true}), &["a paused gateway has no replicas"]),
        (json!({"mode": "static", "minReplicas": 3}), &[]),
        (json!({"mode": "static"}), &["a static gateway has a fixed number of replicas"]),
        (json!({"maxReplicas": 1}), &["a static gateway has a fixed number of replicas"]),
        (json!({"window": {"start": "2026-05-01T02:00:00Z", "end": "2026-05-01T06:00:00Z"}}), &[]),
        (
            json!({"window": {"start": "2026-05-01T06:00:00Z", "end": "2026-05-01T02:00:00Z"}}),
            &["the window must end after it starts"],
        ),
        (json!({"listeners": [listener(8080, "HTTP")]}), &[]),
        (json!({"listeners": [listener(80, "HTTP")]}), &["all ports must be at least 1024"]),
        (json!({"listeners": [listener(443, "HTTPS")]}), &["HTTPS needs a certificate"]),
        (json!({"listeners": [listener(22, "TCP"), {"name": "b", "port": 443, "protocol": "TCP"}]}), &[]),
        (
            json!({"listeners": [listener(22, "HTTP")]}),
            &["all ports must be at least 1024", "port 22 is for TCP"],
        ),
        (host("example.com"), &[]),
        (host("*.example.com"), &[]),
        (host("*.a"), &["a wildcard needs a domain"]),
    ]
}

/// Changes of the stored spec and of the new one.
fn updates() -> Vec<(Value, Case)> {
    let zone = |name: &str| json!({ "zone": name });
    vec![
        (json!({}), (zone("a"), &[])),
        (zone("a"), (zone("a"), &[])),
        (zone("a"), (zone("b"), &["the zone is a, and immutable"])),
        (zone("a"), (json!({}), &["the zone cannot be removed"])),
    ]
}

/// A valid object, with changes of its spec.
fn gateway(changes: &Value) -> String {
    let mut object = json!({
        "apiVersion": "example.com/v1",
        "kind": "Gateway",
        "metadata": {"name": "shop", "namespace": "default", "resourceVersion": "1"},
        "spec": {
            "minReplicas": 1,
            "maxReplicas": 3,
            "mode": "dynamic",
            "listeners": [{"name": "web", "port": 443, "protocol": "HTTPS", "certificate": "shop"}],
        },
    });
    for (name, value) in changes.as_object().unwrap() {
        object["spec"][name] = value.clone();
    }
    object.to_string()
}

fn compare(outcome: &crdc::Outcome<'_>, (changes, messages): &Case) {
    let errors: Vec<String> = outcome.errors().map(|error| error.to_string()).collect();
    assert_eq!(errors.len(), messages.len(), "{changes}: {errors:?}");
    for (error, message) in errors.iter().zip(*messages) {
        assert!(error.contains(message), "{changes}: {error}");
    }
}

fn run_creates(scratch: &mut Scratch) {
    for case in creates() {
        let object = gateway(&case.0).replace(r#","resourceVersion":"1""#, "");
        compare(&Gateway::create(object.as_bytes(), scratch), &case);
    }
}

fn run_updates(scratch: &mut Scratch) {
    for (old, case) in updates() {
        let (old, new) = (gateway(&old), gateway(&case.0));
        compare(&Gateway::update(new.as_bytes(), old.as_bytes(), scratch), &case);
    }
}

#[test]
fn each_rule_holds_and_fails() {
    let mut scratch = Scratch::new();
    run_creates(&mut scratch);
    run_updates(&mut scratch);
    let coverage = RuleCoverage::of::<Gateway>(&scratch).unwrap();
    println!("{coverage}");
    assert_eq!(coverage.rules().count(), 10);
    coverage.assert_complete();
}

/// The counts of tests that each have a scratch can be added.
#[test]
fn scratches_are_merged() {
    let (mut of_creates, mut of_updates) = (Scratch::new(), Scratch::new());
    run_creates(&mut of_creates);
    run_updates(&mut of_updates);
    let mut coverage = RuleCoverage::of::<Gateway>(&of_creates).unwrap();
    coverage.merge(RuleCoverage::of::<Gateway>(&of_updates).unwrap());
    coverage.assert_complete();
}

/// Without the updates, the rules that compare with the old object never run.
#[test]
#[should_panic(expected = "2 CEL rules were never made to hold, or never to fail")]
fn rules_that_never_run_are_not_tested() {
    let mut scratch = Scratch::new();
    run_creates(&mut scratch);
    RuleCoverage::of::<Gateway>(&scratch).unwrap().assert_rules();
}

/// A rule may hold and fail while a part of it never decides.
#[test]
#[should_panic(expected = "never true: self.minReplicas == 0")]
fn conditions_that_never_hold_are_not_tested() {
    let mut scratch = Scratch::new();
    for case in creates().into_iter().filter(|(changes, _)| changes["minReplicas"] != 0) {
        let object = gateway(&case.0).replace(r#","resourceVersion":"1""#, "");
        compare(&Gateway::create(object.as_bytes(), &mut scratch), &case);
    }
    run_updates(&mut scratch);
    RuleCoverage::of::<Gateway>(&scratch).unwrap().assert_complete();
}
