//! Plugins of chains in a webhook.

use crdc_webhook::{
    Attributes, GroupVersionResource, Mutator, Object, Only, Operation, Refusal, Validator, Webhook,
    mutator_fn, validator_fn,
};
use serde_json::{Value, json};

use super::kinds::{ask, database, patch, webhook};
use super::running::{Running, review};

/// Labels new objects with the group of their user.
struct Team;

impl Mutator for Team {
    fn name(&self) -> &str {
        "team"
    }

    fn handles(&self, operation: Operation) -> bool {
        operation == Operation::Create
    }

    fn apply_mutations(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
        let team = attributes.user().groups.first().cloned().unwrap_or_default();
        attributes.warn("labelled");
        attributes.annotate("label", &*team);
        if let Some(object) = attributes.object_mut() {
            object.set_label("team", &team);
        }
        Ok(())
    }
}

/// Guards objects against deletion, and counts something elsewhere, which dry runs cannot.
struct Guard;

impl Validator for Guard {
    fn name(&self) -> &str {
        "guard"
    }

    fn handles(&self, operation: Operation) -> bool {
        operation == Operation::Delete
    }

    fn supports_dry_run(&self) -> bool {
        false
    }

    fn validate(&self, attributes: &Attributes<'_>) -> Result<(), Refusal> {
        let old = attributes.old_object().ok_or_else(|| Refusal::internal("no object"))?;
        match old.string(&["spec", "engine"]).as_deref() {
            Some("pg") => Err(attributes.forbidden("it is guarded")),
            _ => Ok(()),
        }
    }
}

fn hook() -> Webhook {
    webhook(Only::Extensions).mutator("team", Team).validator("guard", Guard)
}

#[tokio::test]
async fn mutators_of_chains_change_objects_of_reviews() {
    let running = Running::start(hook()).await;
    let object = database(json!({"engine": "pg"}));
    let created = review("CREATE", "databases", &object, &Value::Null);
    let response = ask(&running.client, "/mutate", &created).await;
    let label = json!([{"op": "add", "path": "/metadata/labels", "value": {"team": "system:masters"}}]);
    assert_eq!(patch(&response), label);
    assert_eq!(response["warnings"], json!(["labelled"]));
    assert_eq!(response["auditAnnotations"], json!({"team.label": "system:masters"}));
    // It does not handle updates.
    let updated = review("UPDATE", "databases", &object, &object);
    assert_eq!(patch(&ask(&running.client, "/mutate", &updated).await), Value::Null);
    running.end().await;
}

#[tokio::test]
async fn validators_of_chains_refuse_reviews_in_their_words() {
    let running = Running::start(hook()).await;
    let object = database(json!({"engine": "pg"}));
    let mut deleted = review("DELETE", "databases", &Value::Null, &object);
    let refused = ask(&running.client, "/validate", &deleted).await;
    assert_eq!(
        (&refused["status"]["message"], &refused["status"]["code"]),
        (&json!("databases.example.com \"a\" is forbidden: it is guarded"), &json!(403))
    );
    assert_eq!(refused["status"]["details"]["kind"], "databases");
    deleted["request"]["oldObject"]["spec"]["engine"] = json!("mysql");
    assert_eq!(ask(&running.client, "/validate", &deleted).await["allowed"], true);
    deleted["request"]["dryRun"] = json!(true);
    let refused = ask(&running.client, "/validate", &deleted).await;
    assert_eq!(refused["status"]["message"], "admission webhook \"guard\" does not support dry run");
    // It does not handle creates.
    let created = review("CREATE", "databases", &object, &Value::Null);
    assert_eq!(ask(&running.client, "/validate", &created).await["allowed"], true);
    running.end().await;
}

/// A resource that crdc has not compiled, in no namespace.
#[tokio::test]
async fn plugins_of_chains_see_what_the_review_says() {
    let nodes = || GroupVersionResource::new("", "v1", "nodes");
    let look = |attributes: &Attributes<'_>| {
        let resource = attributes.resource();
        let said = format!(
            "{} {} {:?} {:?} {} {:?}",
            resource.kind,
            attributes.name(),
            attributes.namespace(),
            attributes.subresource(),
            attributes.is_dry_run(),
            attributes.options().map(String::from_utf8_lossy),
        );
        attributes.warn(said);
        Ok(())
    };
    let hook = Webhook::new().validator_for(nodes(), "look", validator_fn("look", look)).mutator_for(
        nodes(),
        "nothing",
        mutator_fn("nothing", |_| Ok(())).on(&[Operation::Create]),
    );
    let running = Running::start(hook).await;
    let node = json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n"}});
    let mut updated = review("UPDATE", "nodes", &node, &node);
    updated["request"]["subResource"] = json!("status");
    updated["request"]["options"] = json!({"kind": "UpdateOptions"});
    let response = ask(&running.client, "/validate", &updated).await;
    assert_eq!(
        response["warnings"],
        json!([r#"Node n "" Some("status") false Some("{\"kind\":\"UpdateOptions\"}")"#])
    );
    // Nobody mutates updates.
    assert_eq!(running.client.post("/mutate", updated.to_string()).await.code, 404);
    updated["request"]["operation"] = json!("CREATE");
    assert_eq!(patch(&ask(&running.client, "/mutate", &updated).await), Value::Null);
    running.end().await;
}

/// A mutator may exchange the object instead of changing it.
#[tokio::test]
async fn an_exchanged_object_is_a_patch() {
    let exchange = mutator_fn("exchange", |attributes| {
        if let Some(object) = attributes.object_mut() {
            *object = Object::of(
                br#"{"apiVersion": "example.com/v1", "kind": "Database", "metadata": {"name": "a"}, "spec": {"engine": "mysql"}}"#,
            );
        }
        Ok(())
    });
    let running = Running::start(webhook(Only::Extensions).mutator("exchange", exchange)).await;
    let object = json!({"apiVersion": "example.com/v1", "kind": "Database", "metadata": {"name": "a"}, "spec": {"engine": "pg"}});
    let created = review("CREATE", "databases", &object, &Value::Null);
    let patch = patch(&ask(&running.client, "/mutate", &created).await);
    assert_eq!(patch, json!([{"op": "replace", "path": "/spec/engine", "value": "mysql"}]));
    running.end().await;
}

/// As in a chain: the object of `scale` is a `Scale`, which plugins of the resource do not know.
#[tokio::test]
async fn plugins_of_chains_are_not_asked_about_scales() {
    let refuse = validator_fn("refuse", |attributes| Err(attributes.forbidden("no")));
    let strike = mutator_fn("strike", |attributes| Err(attributes.forbidden("no")));
    let hook = webhook(Only::Extensions).validator("refuse", refuse).mutator("strike", strike);
    let running = Running::start(hook).await;
    let object = database(json!({"engine": "pg"}));
    let scale = json!({"apiVersion": "autoscaling/v1", "kind": "Scale", "metadata": {"name": "a", "namespace": "default"}});
    for (subresource, object, allowed) in [("scale", &scale, true), ("status", &object, false)] {
        let mut updated = review("UPDATE", "databases", object, object);
        updated["request"]["subResource"] = json!(subresource);
        updated["request"]["resource"]["group"] = json!("example.com");
        updated["request"]["resource"]["version"] = json!("v1");
        for path in ["/validate", "/mutate"] {
            let response = ask(&running.client, path, &updated).await;
            assert_eq!(response["allowed"], allowed, "{path} {subresource}");
        }
    }
    running.end().await;
}

#[tokio::test]
async fn a_panic_of_a_plugin_of_chains_is_a_refusal_that_names_it() {
    let panics = validator_fn("fragile", |_| panic!("too much"));
    let running = Running::start(webhook(Only::Extensions).validator("fragile", panics)).await;
    let created = review("CREATE", "databases", &database(json!({"engine": "pg"})), &Value::Null);
    let status = ask(&running.client, "/validate", &created).await["status"].take();
    assert_eq!(status["code"], 500);
    let message = status["message"].as_str().unwrap();
    assert!(message.contains(r#"admission plugin "fragile" panicked: too much"#), "{message}");
    running.end().await;
}

/// A Namespace is in the namespace of its name, and in the scope of the cluster.
#[tokio::test]
async fn the_scope_of_namespaces_is_the_cluster() {
    let namespaces = GroupVersionResource::new("", "v1", "namespaces");
    let look = validator_fn("look", |attributes| {
        attributes.warn(format!("{:?} {}", attributes.resource().scope, attributes.namespace()));
        Ok(())
    });
    let running = Running::start(Webhook::new().validator_for(namespaces, "look", look)).await;
    let namespace = json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "team"}});
    let mut created = review("CREATE", "namespaces", &namespace, &Value::Null);
    created["request"]["resource"] = json!({"group": "", "version": "v1", "resource": "namespaces"});
    created["request"]["namespace"] = json!("team");
    assert_eq!(ask(&running.client, "/validate", &created).await["warnings"], json!(["Cluster team"]));
    running.end().await;
}
