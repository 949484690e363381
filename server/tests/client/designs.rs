//! The test plans of two designs over the API: immutable fields (KEP-1101) and unions (KEP-1027), under create, update, patch and
//! apply, by clients that know all fields and by clients that do not.

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
    _server: Server,
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
        let volumes = Volumes { api, _server: server };
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
    let volumes = Volumes { api: Api::default_namespaced_with(client, &resource()), _server: server };
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
