//! An object on a server, its types, and a clock that goes when it is told to.

use std::collections::BTreeMap;

use crdc_apply::{
    ApplyError, Atom, FieldManager, FieldSet, Filter, List, Map, Options, Scalar, Schema, SingleVersion,
    Time, TypeRef,
};
use serde_json::{Value, json};

pub(crate) const START: i64 = 1_767_225_600; // 2026-01-01

/// The type of metadata, as in the OpenAPI document.
pub(crate) fn metadata(schema: &mut Schema) -> TypeRef {
    let string = schema.add(Atom::scalar(Scalar::String));
    let number = schema.add(Atom::scalar(Scalar::Numeric));
    let time = schema.add(Atom::scalar(Scalar::Untyped));
    let strings = schema.add(Atom::map(Map::of(string)));
    let finalizers = schema.add(Atom::list(List::set(string)));
    let entries = schema.add(Atom::list(List::atomic(Schema::DEDUCED)));
    let names = ["name", "namespace", "generateName", "uid", "resourceVersion", "selfLink"];
    let map = names.into_iter().fold(Map::new(), |map, name| map.field(name, string));
    let map = map.field("labels", strings).field("annotations", strings).field("finalizers", finalizers);
    let map =
        map.field("managedFields", entries).field("generation", number).field("creationTimestamp", time);
    schema.add(Atom::map(map))
}

/// A deployment with what the tests use of it.
pub(crate) fn deployment() -> (Schema, TypeRef) {
    let mut schema = Schema::new();
    let string = schema.add(Atom::scalar(Scalar::String));
    let number = schema.add(Atom::scalar(Scalar::Numeric));
    let strings = schema.add(Atom::map(Map::of(string)));
    let selector = schema.add(Atom::map(Map::new().field("matchLabels", strings).atomic()));
    let port = Map::new()
        .field("containerPort", number)
        .defaulted_field("protocol", string, Some(json!("TCP")))
        .field("name", string);
    let port = schema.add(Atom::map(port));
    let ports = schema.add(Atom::list(List::keyed(port, ["containerPort", "protocol"])));
    let args = schema.add(Atom::list(List::atomic(string)));
    let container =
        Map::new().field("name", string).field("image", string).field("ports", ports).field("args", args);
    let container = schema.add(Atom::map(container));
    let containers = schema.add(Atom::list(List::keyed(container, ["name"])));
    let pod = schema.add(Atom::map(Map::new().field("containers", containers)));
    let meta = metadata(&mut schema);
    let template = schema.add(Atom::map(Map::new().field("metadata", meta).field("spec", pod)));
    let spec = Map::new().field("replicas", number).field("selector", selector).field("template", template);
    let spec = schema.add(Atom::map(spec));
    let status = schema.add(Atom::map(Map::new().field("readyReplicas", number)));
    let root = Map::new().field("apiVersion", string).field("kind", string).field("metadata", meta);
    let root = schema.define("Deployment", Atom::map(root.field("spec", spec).field("status", status)));
    (schema, root)
}

/// One deployment on a server.
pub(crate) struct Server {
    pub(crate) versions: SingleVersion,
    pub(crate) live: Option<Value>,
    pub(crate) now: i64,
    filters: BTreeMap<String, BTreeMap<String, Filter>>,
}

impl Server {
    pub(crate) fn new() -> Self {
        let (schema, root) = deployment();
        let reset = |fields: Value| {
            let fields = FieldSet::from_value(&fields).expect("fields");
            BTreeMap::from([("apps/v1".to_owned(), Filter::Exclude(fields))])
        };
        let filters = BTreeMap::from([
            (String::new(), reset(json!({"f:status": {}}))),
            ("status".to_owned(), reset(json!({"f:metadata": {}, "f:spec": {}}))),
        ]);
        Server { versions: SingleVersion::new("apps/v1", schema, root), live: None, now: START, filters }
    }

    fn manager<'a>(&'a self, subresource: &'a str) -> FieldManager<'a> {
        let manager = FieldManager::new(&self.versions, "apps/v1", "Deployment").subresource(subresource);
        self.filters.get(subresource).map_or(manager, |filters| manager.reset_fields(filters))
    }

    pub(crate) fn apply(&mut self, config: &Value, manager: &str) -> Result<(), ApplyError> {
        self.apply_to("", config, manager, false)
    }

    pub(crate) fn force(&mut self, config: &Value, manager: &str) {
        self.apply_to("", config, manager, true).expect("applied");
    }

    pub(crate) fn apply_to(
        &mut self,
        subresource: &str,
        config: &Value,
        manager: &str,
        force: bool,
    ) -> Result<(), ApplyError> {
        let options = Options { manager, force, now: Time(self.now) };
        let object = self.manager(subresource).apply(self.live.as_ref(), config, options)?;
        self.live = Some(object);
        Ok(())
    }

    pub(crate) fn update(&mut self, object: Value, manager: &str) {
        self.update_to("", object, manager);
    }

    pub(crate) fn update_to(&mut self, subresource: &str, object: Value, manager: &str) {
        let options = Options { manager, force: true, now: Time(self.now) };
        let object = self.manager(subresource).update(self.live.as_ref(), object, options);
        self.live = Some(object);
    }

    pub(crate) fn live(&self) -> &Value {
        self.live.as_ref().expect("an object")
    }

    pub(crate) fn entries(&self) -> &Value {
        &self.live()["metadata"]["managedFields"]
    }

    /// Managers with operation and subresource, in the order of the entries.
    pub(crate) fn managers(&self) -> Vec<String> {
        let entries = self.entries().as_array().into_iter().flatten();
        let names = entries.map(|entry| {
            let text = |name: &str| entry[name].as_str().unwrap_or_default().to_owned();
            format!("{} {} {}", text("manager"), text("operation"), text("subresource")).trim_end().to_owned()
        });
        names.collect()
    }

    /// The entry of a manager.
    pub(crate) fn entry(&self, manager: &str) -> &Value {
        let mut entries = self.entries().as_array().into_iter().flatten();
        entries.find(|entry| entry["manager"] == manager).unwrap_or(&Value::Null)
    }
}

/// A deployment with these fields of its spec.
pub(crate) fn with_spec(spec: Value) -> Value {
    json!({"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"}, "spec": spec})
}

/// A deployment with these labels.
pub(crate) fn with_labels(labels: Value) -> Value {
    json!({"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web", "labels": labels}})
}
