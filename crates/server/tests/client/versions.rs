//! Several versions of a resource, converted by a function of the test.
// apiextensions-apiserver: pkg/apiserver/conversion/webhook_converter.go

use crdc_server::{Server, TestServer};
use futures_util::TryStreamExt;
use kube::api::{
    Api, ApiResource, DynamicObject, GroupVersionKind, ListParams, Patch, PatchParams, PostParams,
    WatchEvent, WatchParams,
};
use serde_json::{Value, json};

use crate::client;

fn definition() -> String {
    let version = |name: &str, stored: bool, field: Value| {
        json!({"name": name, "served": true, "storage": stored, "schema": {"openAPIV3Schema": {"type": "object", "properties": {
            "spec": {"type": "object", "properties": field}}}},
            "selectableFields": [{"jsonPath": if stored { ".spec.host" } else { ".spec.address" }}]})
    };
    json!({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "hosts.example.com"},
        "spec": {"group": "example.com", "scope": "Namespaced", "names": {"plural": "hosts", "singular": "host", "kind": "Host"},
            "conversion": {"strategy": "Webhook", "webhook": {"conversionReviewVersions": ["v1"],
                "clientConfig": {"service": {"namespace": "default", "name": "hosts", "path": "/convert"}}}},
            "versions": [
                version("v1", true, json!({"host": {"type": "string"}, "port": {"type": "integer", "default": 80}})),
                version("v1beta1", false, json!({"address": {"type": "string"}})),
            ]}})
    .to_string()
}

/// Version v1beta1 has host and port in one text.
fn convert(object: &[u8], version: &str) -> Result<Vec<u8>, String> {
    let mut object: Value = serde_json::from_slice(object).map_err(|error| error.to_string())?;
    object["apiVersion"] = json!(version);
    let spec = object["spec"].take();
    object["spec"] = if version == "example.com/v1" {
        let (host, port) =
            spec["address"].as_str().and_then(|text| text.split_once(':')).ok_or("address has no port")?;
        json!({"host": host, "port": port.parse::<u16>().map_err(|error| error.to_string())?})
    } else {
        json!({"address": format!("{}:{}", spec["host"].as_str().unwrap_or_default(), spec["port"])})
    };
    Ok(object.to_string().into_bytes())
}

fn hosts(server: &Server, version: &str) -> Api<DynamicObject> {
    let resource =
        ApiResource::from_gvk_with_plural(&GroupVersionKind::gvk("example.com", version, "Host"), "hosts");
    Api::default_namespaced_with(client(server), &resource)
}

fn host(version: &str, name: &str, spec: Value) -> DynamicObject {
    let api_version = format!("example.com/{version}");
    serde_json::from_value(
        json!({"apiVersion": api_version, "kind": "Host", "metadata": {"name": name}, "spec": spec}),
    )
    .unwrap()
}

#[tokio::test]
async fn objects_are_read_and_written_in_any_version() {
    let server =
        TestServer::new().crd_text(definition()).converter("hosts.example.com", convert).start().unwrap();
    let (new, old) = (hosts(&server, "v1"), hosts(&server, "v1beta1"));
    let post = PostParams::default();
    new.create(&post, &host("v1", "a", json!({"host": "a"}))).await.unwrap();
    let mut read = old.get("a").await.unwrap();
    assert_eq!(read.data["spec"], json!({"address": "a:80"}));
    read.data["spec"] = json!({"address": "b:81"});
    old.replace("a", &post, &read).await.unwrap();
    assert_eq!(new.get("a").await.unwrap().data["spec"], json!({"host": "b", "port": 81}));
    // A patch is made of the object in its own version.
    let patch = json!({"spec": {"port": 82}});
    new.patch("a", &PatchParams::default(), &Patch::Merge(patch)).await.unwrap();
    assert_eq!(
        old.list(&ListParams::default()).await.unwrap().items[0].data["spec"],
        json!({"address": "b:82"})
    );
    // Selected by the fields of the version.
    for (api, selector, count) in
        [(&new, "spec.host=b", 1), (&old, "spec.address=b:82", 1), (&old, "spec.address=b:81", 0)]
    {
        let found = api.list(&ListParams::default().fields(selector)).await.unwrap();
        assert_eq!(found.items.len(), count, "{selector}");
    }
}

#[tokio::test]
async fn watches_and_owners_of_fields_know_versions() {
    let server =
        TestServer::new().crd_text(definition()).converter("hosts.example.com", convert).start().unwrap();
    let (new, old) = (hosts(&server, "v1"), hosts(&server, "v1beta1"));
    let events = old.watch(&WatchParams::default().timeout(10), "0").await.unwrap();
    let mut events = std::pin::pin!(events);
    let apply = |manager: &str| PatchParams::apply(manager);
    new.patch("a", &apply("one"), &Patch::Apply(host("v1", "a", json!({"host": "a", "port": 1}))))
        .await
        .unwrap();
    let WatchEvent::Added(seen) = events.try_next().await.unwrap().unwrap() else { panic!("not added") };
    assert_eq!(
        (seen.types.unwrap().api_version, &seen.data["spec"]),
        ("example.com/v1beta1".to_owned(), &json!({"address": "a:1"}))
    );
    // Owners keep the version that they wrote; the conflict has its field.
    let refused =
        old.patch("a", &apply("two"), &Patch::Apply(host("v1beta1", "a", json!({"address": "b:1"})))).await;
    let refused = refused.unwrap_err().to_string();
    assert!(refused.contains("conflict with \"one\": .spec.host"), "{refused}");
    old.patch("a", &apply("two").force(), &Patch::Apply(host("v1beta1", "a", json!({"address": "b:1"}))))
        .await
        .unwrap();
    let WatchEvent::Modified(seen) = events.try_next().await.unwrap().unwrap() else {
        panic!("not modified")
    };
    assert_eq!(seen.data["spec"], json!({"address": "b:1"}));
}

#[tokio::test]
async fn what_is_not_converted_is_said() {
    let server =
        TestServer::new().crd_text(definition()).converter("hosts.example.com", convert).start().unwrap();
    let (new, old) = (hosts(&server, "v1"), hosts(&server, "v1beta1"));
    // It is stored in the other version.
    let unconverted = host("v1beta1", "a", json!({"address": "no port"}));
    let refused = old.create(&PostParams::default(), &unconverted).await.unwrap_err().to_string();
    assert!(refused.contains("conversion webhook for example.com/v1beta1, Kind=Host failed"), "{refused}");
    server.store(&serde_json::to_value(&unconverted).unwrap()).unwrap();
    let refused = new.get("a").await.unwrap_err().to_string();
    assert!(
        refused.contains("conversion webhook for example.com/v1beta1, Kind=Host failed: address has no port"),
        "{refused}"
    );
    assert!(new.list(&ListParams::default()).await.is_err());
}

/// The webhook of the definition, which answers reviews with what a function makes of them.
fn webhook(answer: impl Fn(Value) -> Value + Clone + Send + Sync + 'static) -> axum::Router {
    let convert = async move |body: String| answer(serde_json::from_str(&body).unwrap()).to_string();
    axum::Router::new().route("/convert", axum::routing::post(convert))
}

#[tokio::test]
async fn the_webhook_of_a_definition_converts() {
    let server = TestServer::new().crd_text(definition()).start().unwrap();
    let conversion = webhook(|review| {
        let request = &review["request"];
        let version = request["desiredAPIVersion"].as_str().unwrap();
        let converted = request["objects"].as_array().unwrap().iter().map(|object| {
            let object = convert(object.to_string().as_bytes(), version).unwrap();
            serde_json::from_slice::<Value>(&object).unwrap()
        });
        let response = json!({"uid": request["uid"], "result": {"status": "Success"}, "convertedObjects": converted.collect::<Vec<_>>()});
        json!({"apiVersion": review["apiVersion"], "kind": review["kind"], "response": response})
    });
    server.webhook_service("default/hosts", conversion);
    let (new, old) = (hosts(&server, "v1"), hosts(&server, "v1beta1"));
    let events = old.watch(&WatchParams::default().timeout(10), "0").await.unwrap();
    let mut events = std::pin::pin!(events);
    new.create(&PostParams::default(), &host("v1", "a", json!({"host": "a"}))).await.unwrap();
    let WatchEvent::Added(seen) = events.try_next().await.unwrap().unwrap() else { panic!("not added") };
    assert_eq!(seen.data["spec"], json!({"address": "a:80"}));
    old.patch("a", &PatchParams::default(), &Patch::Merge(json!({"spec": {"address": "b:81"}})))
        .await
        .unwrap();
    assert_eq!(new.get("a").await.unwrap().data["spec"], json!({"host": "b", "port": 81}));
    assert_eq!(
        old.list(&ListParams::default()).await.unwrap().items[0].data["spec"],
        json!({"address": "b:81"})
    );
}

#[tokio::test]
async fn wrong_answers_of_a_converting_webhook_are_said() {
    let server = TestServer::new().crd_text(definition()).start().unwrap();
    let (new, old) = (hosts(&server, "v1"), hosts(&server, "v1beta1"));
    new.create(&PostParams::default(), &host("v1", "a", json!({"host": "a"}))).await.unwrap();
    let url = "https://hosts.default.svc:443/convert?timeout=30s";
    let refused = old.get("a").await.unwrap_err().to_string();
    assert!(
        refused.contains(&format!("Kind=Host failed: Post \"{url}\": service \"hosts\" not found")),
        "{refused}"
    );
    type Change = fn(&mut Value);
    let changed = |change: Change| {
        move |review: Value| {
            let mut object = review["request"]["objects"][0].clone();
            object["apiVersion"] = review["request"]["desiredAPIVersion"].clone();
            let response = json!({"uid": review["request"]["uid"], "result": {"status": "Success"}, "convertedObjects": [object]});
            let mut answer = json!({"apiVersion": "apiextensions.k8s.io/v1", "kind": "ConversionReview", "response": response});
            change(&mut answer);
            answer
        }
    };
    let cases: [(Change, &str); 9] = [
        (|answer| answer["response"]["uid"] = json!("x"), "failed: expected response.uid="),
        (
            |answer| answer["kind"] = json!("Review"),
            "failed: expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got apiextensions.k8s.io/v1, Kind=Review",
        ),
        (|answer| answer["response"] = Value::Null, "failed: no response provided"),
        (|answer| answer["response"]["result"] = json!({"status": "Failure", "message": "no"}), "failed: no"),
        (|answer| answer["response"]["convertedObjects"] = json!([]), "returned 0 objects, expected 1"),
        (
            |answer| answer["response"]["convertedObjects"][0]["apiVersion"] = json!("example.com/v1"),
            "returned invalid object at index 0: invalid groupVersion (expected example.com/v1beta1, received example.com/v1)",
        ),
        (
            |answer| answer["response"]["convertedObjects"][0]["metadata"]["name"] = json!("b"),
            "returned invalid object: must have the same name: a != b",
        ),
        (
            |answer| answer["response"]["convertedObjects"][0]["metadata"]["labels"] = json!({"a": 1}),
            "returned invalid metadata: metadata.labels[a] must be a string, but is int64 in converted object",
        ),
        (
            |answer| answer["response"]["convertedObjects"][0]["metadata"]["labels"] = json!({"a": "-"}),
            "returned invalid metadata: metadata.labels: Invalid value: \"-\": a valid label must be",
        ),
    ];
    for (change, expected) in cases {
        server.webhook_service("default/hosts", webhook(changed(change)));
        let refused = old.get("a").await.unwrap_err().to_string();
        assert!(
            refused.contains(&format!("conversion webhook for example.com/v1, Kind=Host {expected}")),
            "{refused}"
        );
    }
    // Other metadata is that of the stored object.
    let kept = changed(|answer| {
        let metadata = &mut answer["response"]["convertedObjects"][0]["metadata"];
        metadata["labels"] = json!({"a": "b"});
        metadata["finalizers"] = json!(["example.com/x"]);
    });
    server.webhook_service("default/hosts", webhook(kept));
    let read = old.get("a").await.unwrap().metadata;
    assert_eq!((read.labels, read.finalizers), (Some([("a".to_owned(), "b".to_owned())].into()), None));
}

/// A definition with one version, or two that differ in their schema.
fn shapes(properties: &[(&str, Value)]) -> Value {
    let version = |(index, (name, spec)): (usize, &(&str, Value))| {
        json!({"name": name, "served": true, "storage": index == 0, "schema": {"openAPIV3Schema": {"type": "object",
            "properties": {"spec": {"type": "object", "default": {}, "properties": spec}}}}})
    };
    let versions: Vec<Value> = properties.iter().enumerate().map(version).collect();
    json!({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "hosts.example.com"},
        "spec": {"group": "example.com", "scope": "Namespaced", "versions": versions,
            "names": {"plural": "hosts", "singular": "host", "kind": "Host"}}})
}

#[tokio::test]
async fn stored_objects_are_read_by_the_definition_of_now() {
    let first = json!({"a": {"type": "string"}, "b": {"type": "string"}});
    let server = TestServer::new().crd_text(shapes(&[("v1", first)]).to_string()).start().unwrap();
    let api = hosts(&server, "v1");
    let created =
        api.create(&PostParams::default(), &host("v1", "x", json!({"a": "1", "b": "2"}))).await.unwrap();
    let definitions: Api<DynamicObject> = Api::all_with(
        client(&server),
        &ApiResource::from_gvk(&GroupVersionKind::gvk(
            "apiextensions.k8s.io",
            "v1",
            "CustomResourceDefinition",
        )),
    );
    let second = json!({"a": {"type": "string"}, "c": {"type": "integer", "default": 3}});
    let patch = Patch::Merge(json!({"spec": shapes(&[("v1", second)])["spec"]}));
    definitions.patch("hosts.example.com", &PatchParams::default(), &patch).await.unwrap();
    // Nothing was written, and the object has another shape.
    let expected = json!({"a": "1", "c": 3});
    let read = api.get("x").await.unwrap();
    assert_eq!((&read.data["spec"], &read.metadata), (&expected, &created.metadata));
    assert_eq!(api.list(&ListParams::default()).await.unwrap().items[0].data["spec"], expected);
    let events = api.watch(&WatchParams::default().timeout(10), "0").await.unwrap();
    let mut events = std::pin::pin!(events);
    let WatchEvent::Added(seen) = events.try_next().await.unwrap().unwrap() else { panic!("not added") };
    assert_eq!(seen.data["spec"], expected);
    let patch = Patch::Json::<()>(
        serde_json::from_value(json!([{"op": "test", "path": "/spec/c", "value": 3}])).unwrap(),
    );
    assert_eq!(api.patch("x", &PatchParams::default(), &patch).await.unwrap().data["spec"], expected);
}

#[tokio::test]
async fn without_conversion_each_version_has_its_own_fields() {
    let crd = shapes(&[
        ("v1", json!({"a": {"type": "string"}, "b": {"type": "string"}})),
        ("v2", json!({"a": {"type": "string"}, "c": {"type": "integer", "default": 3}})),
    ]);
    let server = TestServer::new().crd_text(crd.to_string()).start().unwrap();
    let (one, two) = (hosts(&server, "v1"), hosts(&server, "v2"));
    one.create(&PostParams::default(), &host("v1", "x", json!({"a": "1", "b": "2"}))).await.unwrap();
    // Defaults are those of the version that is stored.
    assert_eq!(two.get("x").await.unwrap().data["spec"], json!({"a": "1"}));
    assert_eq!(one.get("x").await.unwrap().data["spec"], json!({"a": "1", "b": "2"}));
}

#[tokio::test]
async fn custom_resources_are_named_once() {
    let definition = |plural: &str| {
        let text = shapes(&[("v1", json!({})), ("v2", json!({}))]).to_string();
        text.replace("hosts", plural)
            .replace("Host", &plural.to_uppercase())
            .replace("\"host\"", &format!("\"{plural}\""))
    };
    let server = TestServer::new().crd_text(definition("as")).crd_text(definition("bs")).start().unwrap();
    assert_eq!(server.custom_resources(), ["as.example.com", "bs.example.com"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_definitions_that_change_at_once_the_last_is_served() {
    let server = TestServer::new().crd_text(shapes(&[("v1", json!({}))]).to_string()).start().unwrap();
    let resource = ApiResource::from_gvk(&GroupVersionKind::gvk(
        "apiextensions.k8s.io",
        "v1",
        "CustomResourceDefinition",
    ));
    let changes = (0..40).map(|at| {
        let definitions: Api<DynamicObject> = Api::all_with(client(&server), &resource);
        let schema = json!({"a": {"type": "integer", "default": at}});
        let patch = Patch::Merge(json!({"spec": shapes(&[("v1", schema)])["spec"]}));
        tokio::spawn(async move {
            definitions.patch("hosts.example.com", &PatchParams::default(), &patch).await.unwrap();
        })
    });
    for change in changes.collect::<Vec<_>>() {
        change.await.unwrap();
    }
    let definitions: Api<DynamicObject> = Api::all_with(client(&server), &resource);
    let stored = definitions.get("hosts.example.com").await.unwrap().data;
    let schema = &stored["spec"]["versions"][0]["schema"]["openAPIV3Schema"];
    let expected = &schema["properties"]["spec"]["properties"]["a"]["default"];
    let api = hosts(&server, "v1");
    let created = api.create(&PostParams::default(), &host("v1", "x", json!({}))).await.unwrap();
    assert_eq!(created.data["spec"]["a"], *expected);
}
