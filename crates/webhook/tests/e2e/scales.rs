//! Scales, of which a server shows only the `Scale`: what nobody can tell from it is refused.

use std::sync::Arc;

use crdc_dynamic::Validators;
use crdc_source::Source;
use crdc_webhook::{Crds, Only, Webhook};
use serde_json::{Value, json};

use super::kinds::ask;
use super::running::{Running, review};

/// A CRD with this path, and this schema of the spec.
fn webhook(path: &str, spec: &str, only: Only) -> Webhook {
    let crd = format!(
        r#"{{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{{"name":"pools.example.com"}},
        "spec":{{"group":"example.com","scope":"Namespaced","names":{{"plural":"pools","singular":"pool","kind":"Pool",
        "listKind":"PoolList"}},"versions":[{{"name":"v1","served":true,"storage":true,"subresources":{{"status":{{}},
        "scale":{{"specReplicasPath":"{path}","statusReplicasPath":".status.replicas"}}}},
        "schema":{{"openAPIV3Schema":{{"type":"object","properties":{{"spec":{{"type":"object",{spec}}},
        "status":{{"type":"object","properties":{{"replicas":{{"type":"integer"}}}}}}}}}}}}}}]}}}}"#
    );
    let validators = Validators::load(&[Source::new("crd.json", crd)]).unwrap();
    Webhook::new().crds(Arc::new(Crds::new(validators))).only(only)
}

/// A review of a scale; no replicas are left out, as by Go.
fn scaled(old: i32, new: i32) -> Value {
    let scale = |replicas: i32| {
        let spec = if replicas == 0 { json!({}) } else { json!({"replicas": replicas}) };
        json!({"apiVersion": "autoscaling/v1", "kind": "Scale", "metadata": {"name": "a", "namespace": "default"},
            "spec": spec})
    };
    let mut made = review("UPDATE", "pools", &scale(new), &scale(old));
    made["request"]["resource"] = json!({"group": "example.com", "version": "v1", "resource": "pools"});
    made["request"]["subResource"] = json!("scale");
    made
}

const UNION: &str = r#""properties":{"mode":{"type":"string","enum":["","Fixed","Auto"],"x-kubernetes-unions":
    {"fieldMembers":{"":null,"Fixed":{"name":"fixed"},"Auto":{"name":"auto"}}}},
    "fixed":FIXED,"auto":{"type":"integer"}}"#;
const REPLICAS: &str = r#"{"type":"object","properties":{"replicas":{"type":"integer"}}}"#;

#[tokio::test]
async fn a_scale_from_zero_is_refused_where_it_may_break_an_extension() {
    let union = |fixed: &str| UNION.replace("FIXED", fixed);
    let of = |mark: &str| format!(r#""properties":{{"pool":{{{mark}{}}}"#, &REPLICAS[1..]);
    let immutable = r#""x-kubernetes-immutable":true,"#;
    let map = r#""properties":{"pool":{"type":"object",MARK"additionalProperties":{"type":"integer"}}}"#;
    let older = r#""x-kubernetes-unions":[{"discriminator":"by","fields-to-discriminateBy":{"pool":"P","team":"T"}}],
        "properties":{"by":{"type":"string"},"team":{"type":"string"},"pool":{"type":"object",
        "properties":{"replicas":{"type":"integer"}}}}"#;
    let item = r#""properties":{"pools":{"type":"object","additionalProperties":{"type":"object","properties":
        {"replicas":{"type":"integer","x-kubernetes-immutable":true}}}}}"#;
    // The path, the schema, and whether each of these scales is allowed: 0 to 0, 0 to 5, 3 to 3, 3 to 5, 3 to
    // 0.
    let cases = [
        (".spec.replicas", r#""properties":{"replicas":{"type":"integer"}}"#.to_owned(), [true; 5]),
        (".spec.fixed", union(r#"{"type":"integer"}"#), [false, false, true, true, true]),
        (".spec.fixed.replicas", union(REPLICAS), [false, false, true, true, true]),
        (".spec.auto", union(REPLICAS), [false, false, true, true, true]),
        (".spec.pool.replicas", older.to_owned(), [false, false, true, true, true]),
        (".spec.pool.replicas", of(immutable), [false, false, true, false, false]),
        (".spec.pool.replicas", of(""), [true; 5]),
        (
            ".spec.replicas",
            r#""properties":{"replicas":{"type":"integer","x-kubernetes-immutable":true}}"#.to_owned(),
            [false, false, true, false, false],
        ),
        (
            ".spec.pool.main",
            map.replace("MARK", r#""x-kubernetes-immutable-keys":true,"#),
            [false, false, true, true, true],
        ),
        (
            ".spec.pool.main",
            map.replace("MARK", r#""x-kubernetes-deletion-only":true,"#),
            [false, false, true, true, true],
        ),
        (".spec.pool.main", map.replace("MARK", r#""x-kubernetes-addition-only":true,"#), [true; 5]),
        (".spec.pool.main", map.replace("MARK", ""), [true; 5]),
        (".spec.pools.main.replicas", item.to_owned(), [false, false, true, false, false]),
    ];
    for (path, spec, expected) in cases {
        for only in [Only::Extensions, Only::All] {
            let running = Running::start(webhook(path, &spec, only)).await;
            let mut allowed = Vec::new();
            for (old, new) in [(0, 0), (0, 5), (3, 3), (3, 5), (3, 0)] {
                let answer = ask(&running.client, "/validate", &scaled(old, new)).await;
                allowed.push(answer["allowed"] == true);
                if answer["allowed"] == false {
                    let message = answer["status"]["message"].as_str().unwrap();
                    assert!(message.contains(path.rsplit('.').next().unwrap()), "{message}");
                }
            }
            assert_eq!(allowed, expected, "{only:?} {path} {spec}");
            running.end().await;
        }
    }
}
