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
    let without = TestServer::new().crd_text(definition()).start().unwrap();
    hosts(&without, "v1")
        .create(&PostParams::default(), &host("v1", "a", json!({"host": "a"})))
        .await
        .unwrap();
    let refused = hosts(&without, "v1beta1").get("a").await.unwrap_err().to_string();
    assert!(refused.contains("add it with `TestServer::converter`"), "{refused}");
}
