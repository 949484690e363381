//! The test plans of two designs over the API: immutable fields (KEP-1101) and unions (KEP-1027), under
//! create, update, patch and apply, by clients that know all fields and by clients that do not.

use crdc_server::{Server, TestServer};
use kube::api::{Api, DynamicObject, Patch, PatchParams, PostParams};
use kube::core::{ApiResource, GroupVersionKind};
use serde_json::{Value, json};

const CRD: &str = "
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: volumes.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: volumes, singular: volume, kind: Volume, listKind: VolumeList}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              zone: {type: string, x-kubernetes-immutable: true}
              size: {type: integer}
              tags: {type: array, x-kubernetes-list-type: set, x-kubernetes-immutable: true, items: {type: string}}
              labels: {type: object, x-kubernetes-immutable-keys: true, additionalProperties: {type: string}}
              users:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [name]
                x-kubernetes-addition-only: true
                items:
                  type: object
                  required: [name]
                  properties: {name: {type: string, x-kubernetes-immutable: true}, role: {type: string}}
              source:
                type: object
                properties:
                  kind:
                    type: string
                    enum: ['', Disk, Secret]
                    x-kubernetes-unions:
                      fieldMembers: {'': null, Disk: {name: disk, optional: true}, Secret: {name: secret}}
                  disk: {type: object, properties: {size: {type: integer}}}
                  secret: {type: object, properties: {name: {type: string}}}
";

struct Volumes {
    api: Api<DynamicObject>,
    server: Server,
}

fn resource() -> ApiResource {
    ApiResource::from_gvk(&GroupVersionKind::gvk("example.com", "v1", "Volume"))
}

fn text(result: kube::Result<DynamicObject>) -> Result<Value, String> {
    result.map(|object| object.data["spec"].clone()).map_err(|error| match error {
        kube::Error::Api(status) => status.message.clone(),
        other => panic!("{other}"),
    })
}

impl Volumes {
    /// A server with one object.
    async fn of(spec: Value) -> Volumes {
        let server = TestServer::new().crd_text(CRD).start().unwrap();
        let client = kube::Client::new(server.service(), "default");
        let api = Api::default_namespaced_with(client, &resource());
        let volumes = Volumes { api, server };
        volumes.create(spec).await.unwrap();
        volumes
    }

    async fn create(&self, spec: Value) -> Result<Value, String> {
        let mut object = DynamicObject::new("a", &resource());
        object.data = json!({ "spec": spec });
        text(self.api.create(&PostParams::default(), &object).await)
    }

    /// Replaces the spec, as a client that reads, changes and writes.
    async fn update(&self, spec: Value) -> Result<Value, String> {
        let mut object = self.api.get("a").await.unwrap();
        object.data["spec"] = spec;
        text(self.api.replace("a", &PostParams::default(), &object).await)
    }

    async fn merge(&self, spec: Value) -> Result<Value, String> {
        let patch = Patch::Merge(json!({ "spec": spec }));
        text(self.api.patch("a", &PatchParams::default(), &patch).await)
    }

    async fn apply(&self, manager: &str, spec: Value) -> Result<Value, String> {
        let object = json!({"apiVersion": "example.com/v1", "kind": "Volume", "metadata": {"name": "a"}, "spec": spec});
        text(self.api.patch("a", &PatchParams::apply(manager).force(), &Patch::Apply(object)).await)
    }
}

fn is_immutable(result: Result<Value, String>, field: &str) {
    let message = result.unwrap_err();
    let says = ["field is immutable", "field cannot be cleared once set"];
    assert!(message.contains(field) && says.iter().any(|says| message.contains(says)), "{message}");
}

#[tokio::test]
async fn an_immutable_field_is_set_once_by_every_verb() {
    let volumes = Volumes::of(json!({"zone": "x", "size": 1})).await;
    is_immutable(volumes.update(json!({"zone": "y", "size": 1})).await, "spec.zone");
    is_immutable(volumes.update(json!({"size": 2})).await, "spec.zone");
    is_immutable(volumes.merge(json!({"zone": "y"})).await, "spec.zone");
    is_immutable(volumes.merge(json!({"zone": null})).await, "spec.zone");
    is_immutable(volumes.apply("ann", json!({"zone": "y"})).await, "spec.zone");
    // What else changes is not held up.
    assert_eq!(volumes.merge(json!({"size": 2})).await.unwrap()["size"], 2);
    assert_eq!(volumes.apply("ann", json!({"size": 3})).await.unwrap(), json!({"zone": "x", "size": 3}));
}

#[tokio::test]
async fn to_stop_applying_an_immutable_field_is_its_removal() {
    let server = TestServer::new().crd_text(CRD).start().unwrap();
    let client = kube::Client::new(server.service(), "default");
    let volumes = Volumes { api: Api::default_namespaced_with(client, &resource()), server };
    volumes.apply("ann", json!({"zone": "x", "size": 1})).await.unwrap();
    // Nobody else owns it.
    is_immutable(volumes.apply("ann", json!({"size": 1})).await, "spec.zone");
    volumes.apply("bob", json!({"zone": "x"})).await.unwrap();
    // Now somebody does, so it stays.
    assert_eq!(volumes.apply("ann", json!({"size": 1})).await.unwrap(), json!({"zone": "x", "size": 1}));
}

#[tokio::test]
async fn each_topology_has_its_immutability() {
    let users = |names: &[&str]| -> Vec<Value> {
        names.iter().map(|name| json!({"name": name, "role": "r"})).collect()
    };
    let spec = json!({"tags": ["a", "b"], "labels": {"k": "1"}, "users": users(&["ann"])});
    let volumes = Volumes::of(spec.clone()).await;
    let with = |field: &str, value: Value| {
        let mut spec = spec.clone();
        spec[field] = value;
        spec
    };
    // A set has no order.
    volumes.update(with("tags", json!(["b", "a"]))).await.unwrap();
    is_immutable(volumes.update(with("tags", json!(["a"]))).await, "spec.tags");
    is_immutable(volumes.apply("ann", json!({"tags": ["c"]})).await, "spec.tags");
    assert_eq!(volumes.merge(json!({"labels": {"k": "2"}})).await.unwrap()["labels"], json!({"k": "2"}));
    assert!(volumes.merge(json!({"labels": {"l": "1"}})).await.is_err());
    assert!(volumes.merge(json!({"labels": {"k": null}})).await.is_err());
    assert!(volumes.apply("ann", json!({"labels": {"l": "1"}})).await.is_err());
    // Items are added, also by apply, and none is removed.
    assert_eq!(
        volumes.apply("ann", json!({"users": users(&["bob"])})).await.unwrap()["users"],
        json!(users(&["ann", "bob"]))
    );
    assert!(volumes.update(with("users", json!(users(&["bob"])))).await.is_err());
    assert!(volumes.apply("ann", json!({"users": users(&[])})).await.is_err());
}

#[tokio::test]
async fn a_client_that_does_not_know_a_member_clears_it_by_the_discriminator() {
    let stored = json!({"source": {"kind": "Secret", "secret": {"name": "a"}}});
    let disk = json!({"source": {"kind": "Disk", "disk": {"size": 1}}});
    // It sends back what it does not know.
    let whole = json!({"source": {"kind": "Disk", "disk": {"size": 1}, "secret": {"name": "a"}}});
    assert_eq!(Volumes::of(stored.clone()).await.update(whole).await.unwrap(), disk);
    // A patch and an apply leave it where it is.
    assert_eq!(Volumes::of(stored.clone()).await.merge(disk.clone()).await.unwrap(), disk);
    assert_eq!(Volumes::of(stored).await.apply("ann", disk.clone()).await.unwrap(), disk);
}

#[tokio::test]
async fn a_second_member_needs_a_changed_discriminator() {
    let stored = json!({"source": {"kind": "Disk", "disk": {"size": 1}}});
    let secret = json!({"source": {"secret": {"name": "a"}}});
    for result in [
        Volumes::of(stored.clone()).await.merge(secret.clone()).await,
        Volumes::of(stored.clone()).await.apply("ann", secret.clone()).await,
        Volumes::of(stored.clone())
            .await
            .update(json!({"source": {"kind": "Disk", "disk": {}, "secret": {}}}))
            .await,
    ] {
        let message = result.unwrap_err();
        assert!(
            message.contains("only one union member may be set, but these are: disk, secret"),
            "{message}"
        );
    }
    // An update that takes the discriminator away selects nothing, and clears all members.
    assert_eq!(Volumes::of(stored.clone()).await.update(secret).await.unwrap(), json!({"source": {}}));
    // An optional member may be left out.
    assert_eq!(
        Volumes::of(stored).await.merge(json!({"source": {"disk": null}})).await.unwrap(),
        json!({"source": {"kind": "Disk"}})
    );
}

/// A definition's change of the schema of `spec`.
async fn change(volumes: &Volumes, change: impl FnOnce(&mut Value)) {
    let definitions: Api<DynamicObject> = Api::all_with(
        kube::Client::new(volumes.server.service(), "default"),
        &ApiResource::from_gvk(&GroupVersionKind::gvk(
            "apiextensions.k8s.io",
            "v1",
            "CustomResourceDefinition",
        )),
    );
    let mut definition = definitions.get("volumes.example.com").await.unwrap();
    let schema = &mut definition.data["spec"]["versions"][0]["schema"]["openAPIV3Schema"];
    change(&mut schema["properties"]["spec"]["properties"]);
    definitions.replace("volumes.example.com", &PostParams::default(), &definition).await.unwrap();
}

#[tokio::test]
async fn a_changed_definition_changes_what_is_immutable() {
    let volumes = Volumes::of(json!({"zone": "x", "size": 1})).await;
    change(&volumes, |fields| {
        fields["zone"].as_object_mut().unwrap().remove("x-kubernetes-immutable");
        fields["size"]["x-kubernetes-immutable"] = json!(true);
    })
    .await;
    assert_eq!(volumes.merge(json!({"zone": "y"})).await.unwrap(), json!({"zone": "y", "size": 1}));
    is_immutable(volumes.merge(json!({"size": 2})).await, "spec.size");
    is_immutable(volumes.update(json!({"zone": "y", "size": 2})).await, "spec.size");
    is_immutable(volumes.apply("ann", json!({"size": 2})).await, "spec.size");
}

#[tokio::test]
async fn the_published_schema_has_the_extensions() {
    let volumes = Volumes::of(json!({})).await;
    let request = http::Request::get("/openapi/v3/apis/example.com/v1").body(Vec::new()).unwrap();
    let client = kube::Client::new(volumes.server.service(), "default");
    let document: Value = client.request(request).await.unwrap();
    let schema = &document["components"]["schemas"]["com.example.v1.Volume"];
    let fields = &schema["properties"]["spec"]["properties"];
    assert_eq!(fields["zone"]["x-kubernetes-immutable"], true);
    assert_eq!(fields["labels"]["x-kubernetes-immutable-keys"], true);
    let members = &fields["source"]["properties"]["kind"]["x-kubernetes-unions"]["fieldMembers"];
    assert_eq!(members["Secret"], json!({"name": "secret"}));
}

/// What a client does with fields that it does not know.
#[derive(Clone, Copy, Debug)]
enum Client {
    /// It drops them, as a client with structs does.
    Structured,
    /// It sends them back.
    Unstructured,
}

/// The source of a volume after a client that knows `known` members changed it by an update, a merge patch
/// and an apply.
async fn changed(
    stored: &Value,
    known: &[&str],
    client: Client,
    wanted: &Value,
) -> [Result<Value, String>; 3] {
    let mut whole = stored.as_object().unwrap().clone();
    if let Client::Structured = client {
        whole.retain(|field, _| known.contains(&&**field));
    }
    for (field, value) in wanted.as_object().unwrap() {
        match value {
            Value::Null => whole.remove(field),
            value => whole.insert(field.clone(), value.clone()),
        };
    }
    let source = |result: Result<Value, String>| result.map(|spec| spec["source"].clone());
    let of = || Volumes::of(json!({"source": stored}));
    let mut applied = wanted.clone();
    applied.as_object_mut().unwrap().retain(|_, value| !value.is_null());
    [
        source(of().await.update(json!({"source": whole})).await),
        source(of().await.merge(json!({"source": wanted})).await),
        source(of().await.apply("ann", json!({"source": applied})).await),
    ]
}

#[tokio::test]
async fn clients_of_any_age_change_a_union_by_its_discriminator() {
    let stored = json!({"kind": "Secret", "secret": {"name": "a"}});
    let disk = json!({"kind": "Disk", "disk": {"size": 1}});
    for client in [Client::Structured, Client::Unstructured] {
        // A client that knows both members, and one that does not know the member that is set.
        for known in [&["kind", "disk", "secret"][..], &["kind", "disk"][..]] {
            for result in changed(&stored, known, client, &disk).await {
                assert_eq!(result.unwrap(), disk, "{client:?} {known:?}");
            }
        }
    }
    // To nothing: all members go, also those that the client does not know.
    for client in [Client::Structured, Client::Unstructured] {
        for result in changed(&stored, &["kind", "disk"], client, &json!({"kind": ""})).await {
            assert_eq!(result.unwrap(), json!({"kind": ""}), "{client:?}");
        }
    }
}

#[tokio::test]
async fn a_client_that_changes_something_else_keeps_a_member_only_if_it_sends_it_back() {
    let stored = json!({"kind": "Secret", "secret": {"name": "a"}});
    // A patch and an apply that say nothing of the union leave it.
    let [update, merge, apply] = changed(&stored, &["kind", "disk"], Client::Unstructured, &json!({})).await;
    for result in [update, merge, apply] {
        assert_eq!(result.unwrap(), stored);
    }
    // An update without the member that the discriminator needs is refused, since nobody chose another.
    let [update, ..] = changed(&stored, &["kind", "disk"], Client::Structured, &json!({})).await;
    let message = update.unwrap_err();
    assert!(message.contains("spec.source.secret: Required value"), "{message}");
}
