//! What cannot be checked is not allowed: 400 or 404, so that the `failurePolicy` decides, or a refusal.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crdc_webhook::{Call, Denial, GroupVersionResource, Only, Webhook};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::kinds::{ask, database, patch, webhook};
use super::running::{Running, review};

/// A review with one member of its request replaced.
fn with(review: &Value, pointer: &str, value: Value) -> Value {
    let mut changed = review.clone();
    *changed["request"].pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}")) = value;
    changed
}

/// Asserts that both endpoints answer a review with an HTTP error.
async fn errors(running: &Running, review: &str, code: u16, said: &str) {
    for path in ["/validate", "/mutate"] {
        let got = running.client.post(path, review.to_owned()).await;
        assert_eq!(got.code, code, "{path} {}: {review}", got.body);
        assert!(got.body.contains(said), "{path}: {} instead of {said}", got.body);
    }
}

#[tokio::test]
async fn reviews_that_contradict_themselves_are_errors() {
    let new = database(json!({"engine": "q"}));
    let update = review("UPDATE", "databases", &new, &database(json!({"engine": "p"})));
    let create = review("CREATE", "databases", &new, &Value::Null);
    let delete = review("DELETE", "databases", &Value::Null, &new);
    let status = with(&update, "/dryRun", json!(false));
    let status = {
        let mut status = status;
        status["request"]["subResource"] = json!("status");
        status
    };
    let null = Value::Null;
    for only in [Only::Extensions, Only::All] {
        let running = Running::start(webhook(only)).await;
        for (review, pointer, value, said) in [
            (&update, "/oldObject", &null, "no `oldObject`"),
            (&status, "/oldObject", &null, "no `oldObject`"),
            (&update, "/object", &null, "no `object`"),
            (&create, "/object", &null, "no `object`"),
            (
                &update,
                "/object/kind",
                &json!("Other"),
                "is \"Other\" of \"example.com/v1\", and the review is about",
            ),
            (&update, "/object/apiVersion", &json!("example.com/v2"), "`object` is"),
            (&update, "/object/apiVersion", &json!("other.com/v1"), "`object` is"),
            (&update, "/object/apiVersion", &json!("v1"), "`object` is"),
            (&update, "/object/kind", &null, "`object` has no `kind`"),
            (&update, "/object/kind", &json!(["Database"]), "`object` has no `kind`"),
            (&update, "/oldObject/kind", &json!("Other"), "`oldObject` is"),
            (&status, "/object/kind", &json!("Other"), "`object` is"),
            (&create, "/object/kind", &json!("database"), "`object` is"),
            (&delete, "/oldObject/kind", &json!("Other"), "`oldObject` is"),
            (&update, "/object/metadata/name", &json!("b"), "has the name \"b\""),
            (&update, "/oldObject/metadata/name", &json!("b"), "`oldObject` has the name \"b\""),
            (&delete, "/oldObject/metadata/name", &json!("b"), "`oldObject` has the name \"b\""),
            (&create, "/name", &json!("b"), "has the name \"a\""),
            (&update, "/object/metadata/namespace", &json!("b"), "has the namespace \"b\""),
            (&create, "/namespace", &json!("b"), "has the namespace \"default\""),
            (&create, "/kind/kind", &json!("Other"), "`object` is"),
            (&update, "/operation", &json!("PATCH"), "`operation`"),
        ] {
            errors(&running, &with(review, pointer, value.clone()).to_string(), 400, said).await;
        }
        // Everything is of a kind that is not the resource's.
        let mut other = update.clone();
        for pointer in ["/kind/kind", "/object/kind", "/oldObject/kind"] {
            other = with(&other, pointer, json!("Other"));
        }
        errors(&running, &other.to_string(), 400, "the resource has Database of example.com/v1").await;
        let text = update.to_string();
        for (from, to, said) in [
            ("\"object\":{", "\"Object\":{", "no `object`"),
            ("\"object\":{", "\"object\":{\"kind\":\"Other\",", "has `kind` twice"),
            ("\"object\":{", "\"object\":{\"metadata\":{\"name\":\"b\"},", "has `metadata.name` twice"),
            ("\"object\":{", "\"object\":{\"metadata\":{\"labels\":{}},", "has `metadata` twice"),
            ("\"object\":{", "\"object\":{\"metadata\":null,", "has `metadata` twice"),
            ("\"oldObject\":{", "\"oldObject\":{\"apiVersion\":\"v1\",", "has `apiVersion` twice"),
            ("\"oldObject\":{", "\"oldObject\":{\"spec\":{},", "has `spec` twice"),
            ("\"object\":{", "\"object\":{\"spec\":{},", "has `spec` twice"),
            ("\"object\":{", "\"object\":{\"sp\\u0065c\":{},", "has `spec` twice"),
            ("\"object\":{", "\"object\":{\"x\":1,\"x\":1,", "has `x` twice"),
            ("\"metadata\":{", "\"metadata\":{\"uid\":\"1\",\"uid\":\"1\",", "has `metadata.uid` twice"),
            ("\"engine\":\"q\"", "\"engine\":\"p\",\"engine\":\"q\"", "`object` has `spec.engine` twice"),
            ("\"engine\":\"q\"", "\"engine\":\"q\",\"engine\":\"q\"", "`object` has `spec.engine` twice"),
            (
                "\"engine\":\"q\"",
                "\"y\":[{\"z\":1,\"z\":2}],\"engine\":\"q\"",
                "`object` has `spec.y[0].z` twice",
            ),
        ] {
            assert!(text.contains(from));
            errors(&running, &text.replacen(from, to, 1), 400, said).await;
        }
        assert!(running.metrics.to_text().contains("crdc_webhook_panics_total 0"));
        running.end().await;
    }
}

#[tokio::test]
async fn what_the_server_leaves_out_is_no_error() {
    let running = Running::start(webhook(Only::Extensions)).await;
    let new = database(json!({"engine": "q"}));
    let create = review("CREATE", "databases", &new, &Value::Null);
    let delete = review("DELETE", "databases", &Value::Null, &new);
    for review in [
        // The name is generated after the mutating webhooks.
        with(&with(&create, "/name", json!("")), "/object/metadata", json!({"generateName": "a-"})),
        with(&create, "/name", Value::Null),
        with(&create, "/object/metadata/namespace", Value::Null),
        with(&create, "/namespace", Value::Null),
        delete.clone(),
        with(&delete, "/oldObject", Value::Null),
    ] {
        for path in ["/validate", "/mutate"] {
            assert_eq!(ask(&running.client, path, &review).await["allowed"], true, "{review}");
        }
    }
    running.end().await;
}

#[tokio::test]
async fn objects_that_cannot_be_decoded_are_refused() {
    let good = database(json!({"engine": "q"}));
    let mut bad = good.clone();
    bad["metadata"]["labels"] = json!(5);
    let mut elsewhere = good.clone();
    elsewhere["spec"]["disk"] = json!({"size": "@"});
    for only in [Only::Extensions, Only::All] {
        let running = Running::start(webhook(only)).await;
        for (new, old, from, to) in [
            (&bad, &good, "", ""),
            (&elsewhere, &good, "\"@\"", "\"\\ud\""),
            (&elsewhere, &good, "\"@\"", "tru"),
            (&elsewhere, &good, "\"@\"", "01"),
            (&good, &elsewhere, "\"@\"", "\"\\x\""),
        ] {
            let update = review("UPDATE", "databases", new, old).to_string().replacen(from, to, 1);
            for path in ["/validate", "/mutate"] {
                let got = running.client.post(path, update.clone()).await;
                let answer: Value = serde_json::from_str(&got.body).unwrap();
                let response = &answer["response"];
                assert_eq!(
                    (&response["allowed"], &response["status"]["code"]),
                    (&json!(false), &json!(400)),
                    "{path} {to}: {response}"
                );
            }
        }
        running.end().await;
    }
}

fn scale(old: &str, new: &str) -> String {
    let scale = |spec: &str| {
        let text = format!(
            r#"{{"apiVersion":"autoscaling/v1","kind":"Scale","metadata":{{"name":"a","namespace":"default"}},"spec":{spec}}}"#
        );
        json!({"apiVersion": "autoscaling/v1", "kind": "Scale", "metadata": {"name": "a", "namespace": "default"}, "text": text})
    };
    let (old, new) = (scale(old), scale(new));
    let mut made = review("UPDATE", "databases", &new, &old);
    made["request"]["resource"] = json!({"group": "example.com", "version": "v1", "resource": "databases"});
    made["request"]["subResource"] = json!("scale");
    let text = |object: &Value| object["text"].as_str().unwrap().to_owned();
    (made["request"]["object"], made["request"]["oldObject"]) = ("@new@".into(), "@old@".into());
    made.to_string().replace("\"@new@\"", &text(&new)).replace("\"@old@\"", &text(&old))
}

#[tokio::test]
async fn a_scale_that_cannot_be_read_is_an_error() {
    for only in [Only::Extensions, Only::All] {
        let running = Running::start(webhook(only)).await;
        let good = r#"{"replicas":2}"#;
        for bad in [
            r#"{"replicas":3.0}"#,
            r#"{"replicas":null}"#,
            r#"{"replicas":"3"}"#,
            r#"{"replicas":2147483648}"#,
            r#"{"replicas":2,"replicas":3}"#,
            r#"{"replicas":3e0}"#,
            r#"[3]"#,
            "null",
            "3",
        ] {
            for (old, new, member) in [(good, bad, "`object`"), (bad, good, "`oldObject`")] {
                let got = running.client.post("/validate", scale(old, new)).await;
                assert!(got.code == 400 && got.body.contains(member), "{bad}: {} {}", got.code, got.body);
            }
        }
        // Go leaves zero out.
        for (old, new) in [(good, "{}"), ("{}", good), (good, good)] {
            assert_eq!(running.client.post("/validate", scale(old, new)).await.code, 200);
        }
        // The object of the resource itself is no scale.
        let mut whole = review("UPDATE", "databases", &database(json!({})), &database(json!({})));
        whole["request"]["subResource"] = json!("scale");
        errors(&running, &whole.to_string(), 400, "the resource has Scale of autoscaling/v1").await;
        running.end().await;
    }
}

#[tokio::test]
async fn subresources_without_rules_are_unknown() {
    let running = Running::start(webhook(Only::All)).await;
    let object = database(json!({"engine": "q"}));
    for (operation, old, subresource) in [
        ("CREATE", Value::Null, "binding"),
        ("UPDATE", object.clone(), "resize"),
        ("UPDATE", object.clone(), "Status"),
        ("CREATE", Value::Null, "status"),
        ("CREATE", Value::Null, "scale"),
    ] {
        let mut review = review(operation, "databases", &object, &old);
        review["request"]["subResource"] = json!(subresource);
        let said = format!("no rules for databases of example.com/v1, subresource {subresource}");
        errors(&running, &review.to_string(), 404, &said).await;
    }
    running.end().await;
}

fn resource(name: &str) -> GroupVersionResource {
    GroupVersionResource::new("example.com", "v1", name)
}

#[tokio::test]
async fn a_plugin_without_a_resource_makes_none_known() {
    let seen = Arc::new(AtomicUsize::new(0));
    let count = |seen: &Arc<AtomicUsize>| {
        let seen = Arc::clone(seen);
        move |_: Call| {
            seen.fetch_add(1, Ordering::Relaxed);
            async { Ok(()) }
        }
    };
    let mutate = {
        let seen = Arc::clone(&seen);
        move |_: Call| {
            seen.fetch_add(1, Ordering::Relaxed);
            async { Ok(None) }
        }
    };
    let cache = database(json!({"engine": "q"}));
    let unknown = review("CREATE", "caches", &cache, &Value::Null);
    let alone = Webhook::new().validator("all", count(&seen)).mutator("all", mutate.clone());
    let beside = webhook(Only::Extensions).validator("all", count(&seen)).mutator("all", mutate.clone());
    let named = Webhook::new()
        .validator_for(resource("databases"), "one", |_: Call| async { Ok(()) })
        .validator("all", count(&seen))
        .mutator_for(resource("databases"), "one", |_: Call| async { Ok(None) })
        .mutator("all", mutate);
    for (webhook, knows_all) in [(alone, false), (beside, true), (named, true)] {
        let running = Running::start(webhook).await;
        errors(&running, &unknown.to_string(), 404, "no rules for caches of example.com/v1").await;
        let mut other = review("CREATE", "databases", &cache, &Value::Null);
        other["request"]["resource"]["version"] = json!("v2");
        errors(&running, &other.to_string(), 404, "no rules for databases of example.com/v2").await;
        assert_eq!(seen.load(Ordering::Relaxed), 0, "what is not answered for is not seen");
        let known = review("CREATE", "databases", &cache, &Value::Null);
        if knows_all {
            for path in ["/validate", "/mutate"] {
                assert_eq!(ask(&running.client, path, &known).await["allowed"], true);
            }
            assert_eq!(seen.swap(0, Ordering::Relaxed), 2, "what is answered for is");
        } else {
            errors(&running, &known.to_string(), 404, "no rules").await;
        }
        running.end().await;
    }
}

#[tokio::test]
async fn a_resource_is_known_where_a_plugin_names_it() {
    let hook = Webhook::new().validator_for(
        GroupVersionResource::new("", "v1", "pods"),
        "pods",
        |call: Call| async move {
            match call.request().subresource() {
                Some("eviction") => Err(Denial::forbidden("not now")),
                _ => Ok(()),
            }
        },
    );
    let running = Running::start(hook).await;
    let pod = json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a", "namespace": "default"}});
    let create = review("CREATE", "pods", &pod, &Value::Null);
    assert_eq!(ask(&running.client, "/validate", &create).await["allowed"], true);
    assert_eq!(running.client.post("/mutate", create.to_string()).await.code, 404);
    // A function of a call alone sees subresources, deletions and connections too.
    let eviction = json!({"apiVersion": "policy/v1", "kind": "Eviction", "metadata": {"name": "a", "namespace": "default"}});
    let mut evict = review("CREATE", "pods", &eviction, &Value::Null);
    evict["request"]["resource"] = json!({"group": "", "version": "v1", "resource": "pods"});
    evict["request"]["subResource"] = json!("eviction");
    assert_eq!(ask(&running.client, "/validate", &evict).await["status"]["message"], "not now");
    running.end().await;
}

#[derive(Serialize, Deserialize)]
struct Database {
    spec: Spec,
}

#[derive(Serialize, Deserialize)]
struct Spec {
    engine: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    owner: Option<String>,
}

#[tokio::test]
async fn typed_plugins_see_objects_of_the_resource() {
    let seen = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&seen);
    let hook = webhook(Only::Extensions)
        .validator_for(resource("databases"), "engine", move |call: Call, new: Database| {
            counted.fetch_add(1, Ordering::Relaxed);
            async move {
                let old =
                    call.request().old_object().map(|_| call.old_object_as::<Database>()).transpose()?;
                let was = old.map(|old| old.spec.engine);
                if was.as_deref() == Some("q") {
                    Err(Denial::forbidden("q stays q"))
                } else {
                    drop(new);
                    Ok(())
                }
            }
        })
        .mutator_for(resource("databases"), "owner", |call: Call, mut new: Database| async move {
            new.spec.owner.get_or_insert_with(|| call.request().user().username.clone());
            Ok(new)
        });
    let running = Running::start(hook).await;
    let client = &running.client;
    let object = database(json!({"engine": "p", "fresh": [1.50, {"a": null}]}));
    let create = review("CREATE", "databases", &object, &Value::Null);
    assert_eq!(ask(client, "/validate", &create).await["allowed"], true);
    let added = json!([{"op": "add", "path": "/spec/owner", "value": "admin"}]);
    assert_eq!(patch(&ask(client, "/mutate", &create).await), added);
    let mut owned = create.clone();
    owned["request"]["object"]["spec"]["owner"] = json!("b");
    assert_eq!(patch(&ask(client, "/mutate", &owned).await), Value::Null);
    let old = database(json!({"engine": "q"}));
    let update = review("UPDATE", "databases", &object, &old);
    assert_eq!(
        ask(client, "/validate", &update).await["status"]["message"]
            .as_str()
            .map(|said| said.contains("q stays q")),
        Some(true)
    );
    assert_eq!(seen.swap(0, Ordering::Relaxed), 2);
    // An object that is not of the type is refused, not skipped.
    let wrong = review("CREATE", "databases", &database(json!({})), &Value::Null);
    for path in ["/validate", "/mutate"] {
        let refused = ask(client, path, &wrong).await;
        assert_eq!(
            (&refused["allowed"], &refused["status"]["code"], &refused["status"]["message"]),
            (&json!(false), &json!(400), &json!("object.spec: missing field `engine`")),
            "{refused}"
        );
    }
    // Objects of other kinds do not come here: a deletion has none, a scale is none.
    let delete = review("DELETE", "databases", &Value::Null, &old);
    for sent in [delete.to_string(), scale("{}", "{}")] {
        for path in ["/validate", "/mutate"] {
            assert_eq!(client.post(path, sent.clone()).await.code, 200);
        }
    }
    assert_eq!(seen.load(Ordering::Relaxed), 0);
    running.end().await;
}

/// As servers ratchet: who removes a finalizer cannot correct an old specification.
#[tokio::test]
async fn old_faults_of_a_type_keep_nobody_from_changing_metadata_and_status() {
    let hook = webhook(Only::Extensions)
        .validator_for(resource("databases"), "asked", |_: Call, _: Database| async {
            Err(Denial::forbidden("asked"))
        })
        .mutator_for(resource("databases"), "owner", |_: Call, mut new: Database| async move {
            new.spec.owner = Some("a".to_owned());
            Ok(new)
        });
    let running = Running::start(hook).await;
    let old = database(json!({"size": 1}));
    let changed = |member: &str, value: Value| {
        let mut new = old.clone();
        new[member] = value;
        review("UPDATE", "databases", &new, &old)
    };
    let mut labels = old["metadata"].clone();
    labels["labels"] = json!({"a": "b"});
    for update in [changed("metadata", labels), changed("status", json!({"phase": "done"}))] {
        for (path, plugin) in [("/validate", "asked"), ("/mutate", "owner")] {
            let passed = ask(&running.client, path, &update).await;
            assert_eq!((&passed["allowed"], &patch(&passed)), (&json!(true), &Value::Null), "{passed}");
            let why =
                "was not asked: the stored object has the same fault, object.spec: missing field `engine`";
            assert_eq!(passed["warnings"], json!([format!("{plugin} {why}")]));
        }
    }
    // What changes is checked, and so is a fault that is new.
    let new_fault = review("UPDATE", "databases", &old, &database(json!({"engine": "p"})));
    for update in [changed("spec", json!({"size": 2})), changed("spec", json!({"engine": 1})), new_fault] {
        for path in ["/validate", "/mutate"] {
            let refused = ask(&running.client, path, &update).await;
            assert_eq!(refused["status"]["code"], 400, "{refused}");
        }
    }
    running.end().await;
}

#[tokio::test]
async fn what_a_mutator_returns_is_an_object() {
    for returned in ["", "[]", "{", "null", "{} {}"] {
        let hook = Webhook::new().mutator_for(resource("databases"), "wrong", move |_: Call| async move {
            Ok(Some(returned.into()))
        });
        let running = Running::start(hook).await;
        let create = review("CREATE", "databases", &database(json!({})), &Value::Null);
        let got = running.client.post("/mutate", create.to_string()).await;
        assert_eq!(
            (got.code, got.body.as_str()),
            (500, "the mutator wrong returned something that is no object\n")
        );
        running.end().await;
    }
}
