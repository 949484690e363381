//! Webhooks of configurations: which are called, in which order, and what their answers do.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::routing::post;
use crdc_server::Server;
use k8s_openapi::api::admissionregistration::v1::{
    MutatingWebhookConfiguration, ValidatingWebhookConfiguration,
};
use k8s_openapi::api::core::v1::Namespace;
use kube::api::{Api, DeleteParams, DynamicObject, Patch, PatchParams, PostParams};
use kube::core::{ApiResource, Status};
use serde_json::{Value, json};

use crate::{Database, builder, client, database, databases, server};

/// The webhook of a test: what it was asked, and what it answers beside the uid.
#[derive(Clone, Default)]
pub(crate) struct Asked(Arc<Mutex<Vec<Value>>>);

impl Asked {
    /// A router that answers reviews; `answer` gives the response without the uid.
    pub(crate) fn router(&self, answer: impl Fn(&Value) -> Value + Clone + Send + Sync + 'static) -> Router {
        let asked = self.clone();
        let handler = move |body: axum::body::Bytes| {
            let review: Value = serde_json::from_slice(&body).unwrap();
            let mut response = answer(&review["request"]);
            response["uid"] = review["request"]["uid"].clone();
            asked.0.lock().unwrap().push(review["request"].clone());
            async move {
                json!({"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "response": response})
                    .to_string()
            }
        };
        Router::new().fallback(post(handler))
    }

    pub(crate) fn all(&self) -> Vec<Value> {
        self.0.lock().unwrap().clone()
    }
}

/// The patch of a response, in base64.
pub(crate) fn patch(operations: &Value) -> Value {
    use base64::Engine as _;
    let text = base64::engine::general_purpose::STANDARD.encode(operations.to_string());
    json!({"allowed": true, "patchType": "JSONPatch", "patch": text})
}

pub(crate) fn allowed(_: &Value) -> Value {
    json!({"allowed": true})
}

/// A webhook at the Service `default/NAME`, for all writes of databases, with what `more` says.
pub(crate) fn hook(name: &str, more: &Value) -> Value {
    let mut hook = json!({
        "name": format!("{name}.example.com"),
        "clientConfig": {"service": {"namespace": "default", "name": name, "path": "/admit"}},
        "rules": [{"apiGroups": ["example.com"], "apiVersions": ["v1"], "operations": ["*"], "resources": ["databases"]}],
        "sideEffects": "None",
        "admissionReviewVersions": ["v1"],
    });
    for (field, value) in more.as_object().unwrap() {
        hook[field] = value.clone();
    }
    hook
}

pub(crate) async fn mutating(server: &Server, name: &str, hooks: Vec<Value>) {
    let api: Api<MutatingWebhookConfiguration> = Api::all(client(server));
    let configuration = json!({"metadata": {"name": name}, "webhooks": hooks});
    api.create(&PostParams::default(), &serde_json::from_value(configuration).unwrap()).await.unwrap();
}

pub(crate) async fn validating(server: &Server, name: &str, hooks: Vec<Value>) {
    let api: Api<ValidatingWebhookConfiguration> = Api::all(client(server));
    let configuration = json!({"metadata": {"name": name}, "webhooks": hooks});
    api.create(&PostParams::default(), &serde_json::from_value(configuration).unwrap()).await.unwrap();
}

pub(crate) fn refused(error: kube::Error) -> Status {
    match error {
        kube::Error::Api(status) => *status,
        other => panic!("{other}"),
    }
}

pub(crate) async fn create(server: &Server, name: &str) -> Result<Database, Status> {
    databases(server).create(&PostParams::default(), &database(name, "postgres")).await.map_err(refused)
}

#[tokio::test]
async fn what_a_mutating_webhook_patches_is_stored_and_a_validating_one_sees_it() {
    let server = server();
    let (mutates, validates) = (Asked::default(), Asked::default());
    let sets = |_: &Value| patch(&json!([{"op": "replace", "path": "/spec/replicas", "value": 3}]));
    server.webhook_service("default/sets", mutates.router(sets));
    server.webhook_service("default/reads", validates.router(allowed));
    mutating(&server, "m", vec![hook("sets", &json!({}))]).await;
    validating(&server, "v", vec![hook("reads", &json!({}))]).await;

    assert_eq!(create(&server, "a").await.unwrap().spec.replicas, 3);
    let asked = &mutates.all()[0];
    assert_eq!(asked["object"]["spec"]["replicas"], 1);
    assert_eq!(asked["oldObject"], Value::Null);
    assert_eq!(asked["operation"], "CREATE");
    assert_eq!(asked["kind"], json!({"group": "example.com", "version": "v1", "kind": "Database"}));
    assert_eq!(
        asked["requestResource"],
        json!({"group": "example.com", "version": "v1", "resource": "databases"})
    );
    assert_eq!((&asked["name"], &asked["namespace"]), (&json!("a"), &json!("default")));
    assert_eq!(asked["userInfo"]["username"], "kubernetes-admin");
    assert_eq!(asked["options"]["kind"], "CreateOptions");
    assert_eq!(asked["dryRun"], false);
    assert_eq!(validates.all()[0]["object"]["spec"]["replicas"], 3);

    let merge = json!({"spec": {"engine": "mysql"}});
    let patched =
        databases(&server).patch("a", &PatchParams::default(), &Patch::Merge(&merge)).await.unwrap();
    assert_eq!(patched.spec.replicas, 3);
    assert_eq!(validates.all()[1]["operation"], "UPDATE");
    assert_eq!(validates.all()[1]["oldObject"]["spec"]["engine"], "postgres");

    databases(&server).delete("a", &DeleteParams::default()).await.unwrap_err();
    // A patch of what is deleted: the webhook does not look at the operation.
    assert_eq!(mutates.all()[2]["operation"], "DELETE");
    assert_eq!(mutates.all()[2]["object"], Value::Null);
    assert_eq!(mutates.all()[2]["oldObject"]["metadata"]["name"], "a");
}

#[tokio::test]
async fn a_refusal_has_the_words_and_the_code_of_the_webhook() {
    let server = server();
    let answers: [(Value, u16, &str, &str); 4] = [
        (
            json!({"allowed": false}),
            400,
            "",
            "admission webhook \"says.example.com\" denied the request without explanation",
        ),
        (
            json!({"allowed": false, "status": {"code": 403, "reason": "Forbidden", "message": "not on Fridays"}}),
            403,
            "Forbidden",
            "admission webhook \"says.example.com\" denied the request: not on Fridays",
        ),
        (
            json!({"allowed": false, "status": {"reason": "Invalid", "code": 200}}),
            400,
            "Invalid",
            "admission webhook \"says.example.com\" denied the request: Invalid",
        ),
        (
            json!({"allowed": true, "patchType": "JSONPatch"}),
            500,
            "InternalError",
            "Internal error occurred: failed calling webhook \"says.example.com\": received invalid webhook response: validating webhook may not return response.patchType",
        ),
    ];
    validating(&server, "v", vec![hook("says", &json!({}))]).await;
    for (answer, code, reason, message) in answers {
        let says = move |_: &Value| answer.clone();
        server.webhook_service("default/says", Asked::default().router(says));
        let status = create(&server, "a").await.unwrap_err();
        assert_eq!((status.code, &*status.reason, &*status.message), (code, reason, message));
    }
}

#[tokio::test]
async fn webhooks_are_called_for_what_their_rules_and_selectors_say() {
    let server = server();
    let asked = Asked::default();
    server.webhook_service("default/sees", asked.router(allowed));
    let rule = |operation: &str, resource: &str, scope: &str| json!([{"apiGroups": ["*"], "apiVersions": ["*"], "operations": [operation], "resources": [resource], "scope": scope}]);
    let count = async |more: Value| {
        validating(&server, "v", vec![hook("sees", &more)]).await;
        let before = asked.all().len();
        let api = databases(&server);
        create(&server, "a").await.unwrap();
        let labels = json!({"metadata": {"labels": {"tier": "gold"}}});
        api.patch("a", &PatchParams::default(), &Patch::Merge(&labels)).await.unwrap();
        let status = json!({"status": {"replicas": 1}});
        api.patch_status("a", &PatchParams::default(), &Patch::Merge(&status)).await.unwrap();
        api.delete("a", &DeleteParams::default()).await.unwrap();
        Api::<ValidatingWebhookConfiguration>::all(client(&server))
            .delete("v", &DeleteParams::default())
            .await
            .unwrap();
        let calls = asked.all().split_off(before);
        calls
            .iter()
            .map(|call| {
                let sub = call["subResource"].as_str().map(|sub| format!("/{sub}")).unwrap_or_default();
                call["operation"].as_str().unwrap().to_owned() + &sub
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(count(json!({})).await, ["CREATE", "UPDATE", "DELETE"]);
    assert_eq!(
        count(json!({"rules": rule("*", "*/*", "*")})).await,
        ["CREATE", "UPDATE", "UPDATE/status", "DELETE"]
    );
    assert_eq!(
        count(json!({"rules": rule("UPDATE", "databases/status", "Namespaced")})).await,
        ["UPDATE/status"]
    );
    assert_eq!(count(json!({"rules": rule("*", "*", "Cluster")})).await, [""; 0]);
    assert_eq!(
        count(json!({"objectSelector": {"matchLabels": {"tier": "gold"}}})).await,
        ["UPDATE", "DELETE"]
    );
    let not_gold =
        json!({"matchExpressions": [{"key": "tier", "operator": "NotIn", "values": ["gold", "silver"]}]});
    // Before the update the object had no tier.
    assert_eq!(count(json!({"objectSelector": not_gold})).await, ["CREATE", "UPDATE"]);
    let watched = json!({"namespaceSelector": {"matchLabels": {"watched": "yes"}}});
    assert_eq!(count(watched.clone()).await, [""; 0]);
    let label = json!({"metadata": {"labels": {"watched": "yes"}}});
    let namespaces: Api<Namespace> = Api::all(client(&server));
    namespaces.patch("default", &PatchParams::default(), &Patch::Merge(&label)).await.unwrap();
    assert_eq!(count(watched).await, ["CREATE", "UPDATE", "DELETE"]);
}

#[tokio::test]
async fn a_webhook_that_fails_refuses_the_request_unless_failures_are_ignored() {
    let server = server();
    validating(&server, "v", vec![hook("gone", &json!({}))]).await;
    let status = create(&server, "a").await.unwrap_err();
    assert_eq!(status.code, 500);
    assert_eq!(
        status.message,
        "Internal error occurred: failed calling webhook \"gone.example.com\": failed to call webhook: \
         Post \"https://gone.default.svc:443/admit?timeout=10s\": service \"gone\" not found"
    );
    let down =
        Router::new().fallback(|| async { (axum::http::StatusCode::INTERNAL_SERVER_ERROR, "no database\n") });
    server.webhook_service("default/gone", down);
    let status = create(&server, "a").await.unwrap_err();
    assert!(status.message.ends_with(
        "failed to call webhook: an error on the server (\"no database\") has prevented the request from succeeding"
    ));
    let ignore = json!({"webhooks": [hook("gone", &json!({"failurePolicy": "Ignore"}))]});
    let api: Api<ValidatingWebhookConfiguration> = Api::all(client(&server));
    api.patch("v", &PatchParams::default(), &Patch::Merge(&ignore)).await.unwrap();
    create(&server, "a").await.unwrap();
}

#[tokio::test]
async fn a_webhook_that_is_slow_fails_after_its_timeout() {
    let server = server();
    let slow = Router::new().fallback(std::future::pending::<()>);
    server.webhook_service("default/slow", slow);
    validating(&server, "v", vec![hook("slow", &json!({"timeoutSeconds": 1}))]).await;
    let status = create(&server, "a").await.unwrap_err();
    assert!(
        status
            .message
            .ends_with("Post \"https://slow.default.svc:443/admit?timeout=1s\": context deadline exceeded")
    );
}

#[tokio::test]
async fn dry_runs_do_not_call_webhooks_with_side_effects() {
    let server = server();
    let asked = Asked::default();
    server.webhook_service("default/notes", asked.router(allowed));
    // A configuration of v1 cannot say so: an older one may have been stored.
    let configuration = json!({
        "apiVersion": "admissionregistration.k8s.io/v1", "kind": "ValidatingWebhookConfiguration",
        "metadata": {"name": "v"}, "webhooks": [hook("notes", &json!({"sideEffects": "Some"}))],
    });
    server.store(&configuration).unwrap();
    let dry = PostParams { dry_run: true, ..PostParams::default() };
    let error = databases(&server).create(&dry, &database("a", "postgres")).await.unwrap_err();
    assert_eq!(refused(error).message, "admission webhook \"notes.example.com\" does not support dry run");
    assert!(asked.all().is_empty());
    create(&server, "a").await.unwrap();
    assert_eq!(asked.all().len(), 1);
}

#[tokio::test]
async fn a_selector_that_cannot_be_read_fails_the_request() {
    let server = server();
    let selector = json!({"namespaceSelector": {"matchLabels": {"a b": "c"}}});
    let configuration = json!({
        "apiVersion": "admissionregistration.k8s.io/v1", "kind": "ValidatingWebhookConfiguration",
        "metadata": {"name": "v"}, "webhooks": [hook("asks", &selector)],
    });
    server.store(&configuration).unwrap();
    let status = create(&server, "a").await.unwrap_err();
    assert_eq!(status.code, 500);
    assert!(
        status.message.starts_with("Internal error occurred: unable to parse requirement"),
        "{}",
        status.message
    );
}

#[tokio::test]
async fn a_webhook_is_called_again_if_a_later_one_changed_something_and_it_wants_that() {
    let server = server();
    let (first, later) = (Asked::default(), Asked::default());
    server.webhook_service("default/first", first.router(allowed));
    let adds = |request: &Value| match request["object"]["metadata"]["labels"]["added"].is_string() {
        true => json!({"allowed": true}),
        false => patch(&json!([{"op": "add", "path": "/metadata/labels", "value": {"added": "yes"}}])),
    };
    server.webhook_service("default/later", later.router(adds));
    let again = json!({"reinvocationPolicy": "IfNeeded"});
    mutating(&server, "a", vec![hook("first", &again)]).await;
    mutating(&server, "b", vec![hook("later", &json!({}))]).await;
    create(&server, "a").await.unwrap();
    let seen = |asked: &Asked| {
        asked.all().iter().map(|call| call["object"]["metadata"]["labels"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(seen(&first), [Value::Null, json!({"added": "yes"})]);
    assert_eq!(later.all().len(), 1);
}

/// The first webhook removes what the later one adds, so both are called twice.
#[tokio::test]
async fn a_webhook_is_called_again_if_a_reinvoked_one_changed_something() {
    let server = server();
    let (first, later) = (Asked::default(), Asked::default());
    let is_there = |request: &Value| request["object"]["metadata"]["labels"]["added"].is_string();
    let removes = move |request: &Value| match is_there(request) {
        true => patch(&json!([{"op": "remove", "path": "/metadata/labels"}])),
        false => json!({"allowed": true}),
    };
    let adds = move |request: &Value| match is_there(request) {
        true => json!({"allowed": true}),
        false => patch(&json!([{"op": "add", "path": "/metadata/labels", "value": {"added": "yes"}}])),
    };
    server.webhook_service("default/first", first.router(removes));
    server.webhook_service("default/later", later.router(adds));
    let again = json!({"reinvocationPolicy": "IfNeeded"});
    mutating(&server, "a", vec![hook("first", &again)]).await;
    mutating(&server, "b", vec![hook("later", &again)]).await;
    let created = create(&server, "a").await.unwrap();
    assert_eq!((first.all().len(), later.all().len()), (2, 2));
    assert_eq!(created.metadata.labels.unwrap()["added"], "yes");
}

/// Requests beyond the limit are refused at once, and the configuration can be deleted.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_webhook_that_hangs_does_not_stop_its_removal() {
    let server = server();
    let (called, ends) = (Arc::new(tokio::sync::Semaphore::new(0)), Arc::new(tokio::sync::Notify::new()));
    let (calls, end) = (called.clone(), ends.clone());
    let hangs = move || {
        calls.add_permits(1);
        let end = end.clone();
        async move { end.notified().await }
    };
    server.webhook_service("default/hangs", Router::new().fallback(hangs));
    validating(&server, "v", vec![hook("hangs", &json!({"timeoutSeconds": 30, "failurePolicy": "Ignore"}))])
        .await;
    let api = databases(&server);
    // All services of a server share the limit.
    let apis = [api.clone(), databases(&server)];
    let create = |index: usize| {
        let api = apis[index % 2].clone();
        let object = database(&format!("a{index}"), "pg");
        tokio::spawn(async move { api.create(&PostParams::default(), &object).await.map_err(refused) })
    };
    let waiting: Vec<_> = (0..400).map(create).collect();
    called.acquire_many(400).await.unwrap().forget();
    let beyond = create(400).await.unwrap().unwrap_err();
    assert_eq!(beyond.code, 429, "{beyond:?}");
    assert!(api.list(&Default::default()).await.unwrap().items.is_empty());
    let configurations: Api<ValidatingWebhookConfiguration> = Api::all(client(&server));
    configurations.delete("v", &DeleteParams::default()).await.unwrap();
    for created in waiting {
        ends.notify_waiters();
        assert!(created.await.unwrap().is_ok());
    }
}

#[tokio::test]
async fn a_webhook_gets_the_version_that_it_wants() {
    let crd = json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "knobs.example.com"},
        "spec": {
            "group": "example.com", "scope": "Namespaced", "names": {"plural": "knobs", "kind": "Knob"},
            "versions": [
                {"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}}},
                {"name": "v2", "served": true, "storage": false, "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}}},
            ],
        },
    });
    let server = builder().crd_text(crd.to_string()).start().unwrap();
    let asked = Asked::default();
    let adds = |_: &Value| patch(&json!([{"op": "add", "path": "/added", "value": true}]));
    server.webhook_service("default/old", asked.router(adds));
    let rules = |version: &str| json!([{"apiGroups": ["example.com"], "apiVersions": [version], "operations": ["CREATE"], "resources": ["knobs"]}]);
    mutating(
        &server,
        "m",
        vec![
            hook("old", &json!({"rules": rules("v1")})),
            hook("exact", &json!({"rules": rules("v1"), "matchPolicy": "Exact"})),
        ],
    )
    .await;
    let resource = ApiResource {
        group: "example.com".into(),
        version: "v2".into(),
        api_version: "example.com/v2".into(),
        kind: "Knob".into(),
        plural: "knobs".into(),
    };
    let api: Api<DynamicObject> = Api::default_namespaced_with(client(&server), &resource);
    let created = api.create(&PostParams::default(), &DynamicObject::new("a", &resource)).await.unwrap();
    assert_eq!(created.data["added"], true);
    assert_eq!(created.types.unwrap().api_version, "example.com/v2");
    let call = &asked.all()[0];
    assert_eq!((&call["kind"]["version"], &call["requestKind"]["version"]), (&json!("v1"), &json!("v2")));
    assert_eq!(call["object"]["apiVersion"], "example.com/v1");
}

#[tokio::test]
async fn webhooks_are_called_over_the_network_with_the_certificates_of_the_configuration() {
    use base64::Engine as _;
    use crdc_webhook::{
        Call, CertificateFiles, Certificates, Denial, GroupVersionResource, ServeOptions, Webhook,
    };

    let key =
        rcgen::generate_simple_self_signed(["guard.default.svc".to_owned(), "127.0.0.1".to_owned()]).unwrap();
    let folder = std::env::temp_dir().join(format!("crdc-server-webhook-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let files = [folder.join("tls.crt"), folder.join("tls.key")];
    std::fs::write(&files[0], key.cert.pem()).unwrap();
    std::fs::write(&files[1], key.signing_key.serialize_pem()).unwrap();
    let certificates = Certificates::read(CertificateFiles::new(&files[0], &files[1])).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let webhook = Webhook::new().validator_for(
        GroupVersionResource::new("example.com", "v1", "databases"),
        "friday",
        async |_: Call| Err::<(), _>(Denial::forbidden("not on Fridays")),
    );
    let mut options = ServeOptions::default();
    options.listen = ([127, 0, 0, 1], 0).into();
    let listening = crdc_webhook::Server::bind(webhook, Some(Arc::new(certificates)), options).await.unwrap();
    let address = listening.address().unwrap();
    let running = tokio::spawn(listening.run(std::future::pending()));

    let server = server();
    server.webhook_service_at("default/guard", address);
    let service = json!({"namespace": "default", "name": "guard", "path": "/validate"});
    let trusted = base64::engine::general_purpose::STANDARD.encode(key.cert.pem());
    let url = format!("https://{address}/validate");
    let nowhere = "https://127.0.0.1:1/validate";
    let cases = [
        (
            json!({"service": service, "caBundle": trusted}),
            "admission webhook \"guard.example.com\" denied the request: not on Fridays".to_owned(),
        ),
        (
            json!({"url": url, "caBundle": trusted}),
            "admission webhook \"guard.example.com\" denied the request: not on Fridays".to_owned(),
        ),
        (
            json!({"url": url}),
            format!(
                "Internal error occurred: failed calling webhook \"guard.example.com\": failed to call webhook: Post \"{url}?timeout=10s\": tls: failed to verify certificate: x509: certificate signed by unknown authority"
            ),
        ),
        (
            json!({"url": nowhere, "caBundle": trusted}),
            format!(
                "Internal error occurred: failed calling webhook \"guard.example.com\": failed to call webhook: Post \"{nowhere}?timeout=10s\": dial tcp 127.0.0.1:1: connect: connection refused"
            ),
        ),
    ];
    for (config, message) in cases {
        let configuration = json!({
            "apiVersion": "admissionregistration.k8s.io/v1", "kind": "ValidatingWebhookConfiguration",
            "metadata": {"name": "v"}, "webhooks": [hook("guard", &json!({"clientConfig": config}))],
        });
        server.store(&configuration).unwrap();
        assert_eq!(create(&server, "a").await.unwrap_err().message, message);
    }
    running.abort();
}

#[tokio::test]
async fn a_write_to_scale_is_seen_as_a_scale() {
    let server = server();
    create(&server, "a").await.unwrap();
    let (objects, scales, validates) = (Asked::default(), Asked::default(), Asked::default());
    server.webhook_service("default/objects", objects.router(allowed));
    let sets = |_: &Value| patch(&json!([{"op": "replace", "path": "/spec/replicas", "value": 7}]));
    server.webhook_service("default/sets", scales.router(sets));
    server.webhook_service("default/reads", validates.router(allowed));
    let rules = json!({"rules": [{"apiGroups": ["example.com"], "apiVersions": ["v1"], "operations": ["UPDATE"], "resources": ["databases/scale"]}]});
    mutating(&server, "m", vec![hook("sets", &rules)]).await;
    validating(&server, "v", vec![hook("objects", &json!({})), hook("reads", &rules)]).await;

    let replicas = Patch::Merge(json!({"spec": {"replicas": 5}}));
    let api = databases(&server);
    let scale = api.patch_scale("a", &PatchParams::default(), &replicas).await.unwrap();
    assert_eq!(scale.spec.unwrap().replicas, Some(7));
    assert_eq!(api.get("a").await.unwrap().spec.replicas, 7);
    assert!(objects.all().is_empty());
    let seen = |asked: &Asked| {
        let asked = &asked.all()[0];
        assert_eq!(
            (&asked["subResource"], &asked["resource"]["resource"]),
            (&json!("scale"), &json!("databases"))
        );
        let kind = json!({"group": "autoscaling", "version": "v1", "kind": "Scale"});
        assert_eq!((&asked["kind"], &asked["requestKind"]), (&kind, &kind));
        assert_eq!(asked["object"]["kind"], "Scale");
        ["object", "oldObject"].map(|object| asked[object]["spec"]["replicas"].clone())
    };
    assert_eq!(seen(&scales), [json!(5), json!(1)]);
    assert_eq!(seen(&validates), [json!(7), json!(1)]);
}
