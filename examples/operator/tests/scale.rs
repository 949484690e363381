//! `#[kube(scale(…))]`: the values at its paths are checked as by a server, beside what the schema says.
#![allow(clippy::unwrap_used, missing_docs)]

use crdc::{Rules, typed::Scratch};
use crdc_documents::publish::{Format, Publish};
use crdc_source::diag::Code;
use kube::{CustomResource, CustomResourceExt};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema, CustomResource, crdc::Rules)]
#[kube(
    group = "example.com",
    version = "v1",
    kind = "Pool",
    namespaced,
    status = "PoolStatus",
    scale(
        spec_replicas_path = ".spec.replicas",
        status_replicas_path = ".status.replicas",
        label_selector_path = ".spec.labels.selector"
    )
)]
#[serde(rename_all = "camelCase")]
pub struct PoolSpec {
    pub replicas: i64,
    #[serde(default)]
    pub labels: Labels,
    /// +crdc:rule=self != 'never'
    #[serde(default)]
    pub name: String,
}

#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema, crdc::Rules)]
pub struct Labels {
    #[crdc(unchecked_schema)]
    #[schemars(schema_with = "anything")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selector: Option<serde_json::Value>,
}

fn anything(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({"x-kubernetes-preserve-unknown-fields": true})
}

#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema, crdc::Rules)]
#[crdc(path = "status")]
pub struct PoolStatus {
    pub replicas: i32,
}

/// The paths in JSON, as in kube before 0.98, and a minimum beside them.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema, CustomResource, crdc::Rules)]
#[kube(
    group = "example.com",
    version = "v1",
    kind = "Ring",
    scale = r#"{"specReplicasPath": ".spec.size.count", "statusReplicasPath": ".status.count"}"#
)]
pub struct RingSpec {
    pub size: Size,
}

#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema, crdc::Rules)]
pub struct Size {
    #[schemars(range(min = 0))]
    pub count: Option<i64>,
}

fn pool(replicas: i64) -> PoolSpec {
    PoolSpec { replicas, labels: Labels::default(), name: String::new() }
}

fn create<T: Rules>(value: &T) -> Vec<String> {
    value.validate_create(&mut Scratch::new()).map_or_else(|refused| lines(&refused), |()| Vec::new())
}

fn update<T: Rules>(value: &T, old: &T) -> Vec<String> {
    value.validate_update(old, &mut Scratch::new()).map_or_else(|refused| lines(&refused), |()| Vec::new())
}

fn lines(refused: &crdc::typed::RefusedValue) -> Vec<String> {
    refused.errors().iter().map(ToString::to_string).collect()
}

const NEGATIVE: &str = ".spec.replicas: Invalid value: -1: should be a non-negative integer";
const NONE: [&str; 0] = [];

#[test]
fn replicas_are_those_that_servers_take() {
    assert_eq!((create(&pool(0)), create(&pool(i64::from(i32::MAX)))), (Vec::new(), Vec::new()));
    assert_eq!(create(&pool(-1)), [NEGATIVE]);
    assert_eq!(
        create(&pool(1 << 31)),
        [".spec.replicas: Invalid value: 2147483648: should be less than or equal to 2147483647"]
    );
    // Errors of the paths are never set aside.
    assert_eq!(update(&pool(-1), &pool(-1)), [NEGATIVE]);
    assert_eq!(update(&pool(3), &pool(-1)), NONE);
    // They do not keep rules from running.
    let named = PoolSpec { name: "never".into(), ..pool(-1) };
    assert_eq!(
        create(&named),
        [NEGATIVE, "spec.name: Invalid value: \"never\": failed rule: self != 'never'"]
    );
}

#[test]
fn a_selector_is_a_string() {
    let with =
        |selector: serde_json::Value| PoolSpec { labels: Labels { selector: Some(selector) }, ..pool(1) };
    assert_eq!(create(&with("a=b".into())), NONE);
    assert_eq!(
        create(&with(5.into())),
        [
            ".spec.labels.selector: Invalid value: \"\": .spec.labels.selector accessor error: 5 is of the type int64, expected string"
        ]
    );
}

#[test]
fn limits_of_the_schema_are_errors_of_their_own() {
    let ring = |count| RingSpec { size: Size { count } };
    assert_eq!(create(&ring(Some(2))), NONE);
    assert_eq!(
        create(&ring(Some(-1))),
        [
            "spec.size.count: Invalid value: -1: spec.size.count in body should be greater than or equal to 0",
            ".spec.size.count: Invalid value: -1: should be a non-negative integer",
        ]
    );
}

#[test]
fn what_a_status_does_not_know_is_said_when_it_is_published() {
    let published = Publish::new(serde_json::to_string(&Pool::crd()).unwrap())
        .rules("spec", PoolSpec::fragment())
        .rules("status", PoolStatus::fragment())
        .run();
    assert!(!published.has_errors(), "{}", published.report(Format::Plain));
    let found: Vec<&str> = published
        .diagnostics()
        .iter()
        .filter(|found| found.code == Code::PublishUnchecked)
        .map(|found| found.message.as_str())
        .collect();
    assert_eq!(
        found,
        [
            "`status.replicas`: it is the `statusReplicasPath` of the scale subresource, so it must be an integer from 0 to 2147483647"
        ]
    );
}
