//! The fields that each resource, each list and each embedded resource has.
//
// apiextensions-apiserver: pkg/controller/openapi/builder/builder.go

use super::super::tree;
use super::options::OpenApi;
use crdc_schema::openapi::METADATA;
use crdc_schema::{Crd, Version};
use crdc_source::{Node, Value};

const CONVENTIONS: &str =
    "https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md";

/// The version whose documents are published.
pub(super) struct Meta<'c> {
    pub(super) form: OpenApi,
    pub(super) group: &'c str,
    pub(super) version: &'c str,
    /// Whether also those get fields in v2 that keep unknown fields.
    pub(super) fills_all: bool,
    /// Whether the CRD's schemas of metadata are kept.
    pub(super) extensions: bool,
}

impl Meta<'_> {
    /// The name of a kind's schema: the labels of its group in reverse, its version and itself.
    pub(super) fn name(&self, kind: &str) -> String {
        let group: Vec<&str> = self.group.rsplit('.').collect();
        format!("{}.{}.{kind}", group.join("."), self.version)
    }

    /// Adds what all resources have, to the resource and to those embedded in it.
    pub(super) fn resource(&self, schema: &mut Node) {
        self.metadata(schema);
        for (name, field) in type_fields() {
            self.set(schema, name, field);
        }
        self.embedded(schema);
    }

    /// Servers replace the schema of the CRD, which may constrain names.
    fn metadata(&self, schema: &mut Node) {
        let own = schema.get("properties").and_then(|fields| fields.get("metadata"));
        let own = own.filter(|own| self.extensions && own.get("properties").is_some()).cloned();
        let mut reference = self.reference("ObjectMeta", &object_metadata());
        tree::put(&mut reference, METADATA, own);
        self.set(schema, "metadata", reference);
    }

    fn embedded(&self, schema: &mut Node) {
        let Value::Object(members) = &mut schema.value else { return };
        for member in members {
            match member.key.as_str() {
                "items" | "additionalProperties" => self.embedded(&mut member.value),
                "properties" => {
                    if let Value::Object(properties) = &mut member.value.value {
                        properties.iter_mut().for_each(|property| self.embedded(&mut property.value));
                    }
                }
                _ => {}
            }
        }
        let keeps_unknown = tree::is_true(schema, "x-kubernetes-preserve-unknown-fields");
        let is_embedded = tree::is_true(schema, "x-kubernetes-embedded-resource");
        if !is_embedded || (keeps_unknown && self.form == OpenApi::V2 && !self.fills_all) {
            return;
        }
        let kind = format!(
            "kind is a string value representing the type of this object. In CamelCase. More info: {CONVENTIONS}#types-kinds"
        );
        let api_version = format!(
            "apiVersion defines the versioned schema of this representation of an object. More info: {CONVENTIONS}#resources"
        );
        for (name, description) in [("apiVersion", api_version), ("kind", kind)] {
            self.set(schema, name, string(&description));
        }
        self.metadata(schema);
        let mut required = schema.get("required").map(tree::items).unwrap_or_default().to_vec();
        for name in ["kind", "apiVersion"] {
            if !required.iter().any(|known| known.as_str() == Some(name)) {
                required.push(tree::text(name));
            }
        }
        tree::put(schema, "required", Some(tree::list(required)));
    }

    /// The schema of a list of resources.
    pub(super) fn list(&self, plural: &str, kind: &str, list_kind: &str) -> Node {
        let items = tree::with(&[
            ("description", tree::text(&format!("List of {plural}. More info: {CONVENTIONS}"))),
            ("type", tree::text("array")),
            ("items", tree::with(&[("$ref", tree::text(&path(self.form, &self.name(kind))))])),
        ]);
        let metadata = format!("Standard list metadata. More info: {CONVENTIONS}#types-kinds");
        let mut schema = tree::with(&[
            ("description", tree::text(&format!("{list_kind} is a list of {kind}"))),
            ("type", tree::text("object")),
            ("required", tree::list(vec![tree::text("items")])),
        ]);
        for (name, field) in type_fields() {
            self.set(&mut schema, name, field);
        }
        self.set(&mut schema, "items", items);
        self.set(&mut schema, "metadata", self.reference("ListMeta", &metadata));
        schema
    }

    /// `x-kubernetes-group-version-kind`
    pub(super) fn group_version_kind(&self, kind: &str) -> Node {
        let parts = [("group", self.group), ("kind", kind), ("version", self.version)];
        tree::list(vec![tree::with(&parts.map(|(key, value)| (key, tree::text(value))))])
    }

    /// A type of `meta/v1`. In OpenAPI v3 a reference has nothing beside it.
    fn reference(&self, name: &str, description: &str) -> Node {
        let path = path(self.form, &format!("io.k8s.apimachinery.pkg.apis.meta.v1.{name}"));
        let mut schema = tree::with(&[("description", tree::text(description))]);
        match self.form {
            OpenApi::V2 => tree::push(&mut schema, "$ref", tree::text(&path)),
            OpenApi::V3 => {
                let all = tree::list(vec![tree::with(&[("$ref", tree::text(&path))])]);
                tree::push(&mut schema, "allOf", all);
            }
        }
        schema
    }

    /// Sets the schema of a field.
    fn set(&self, schema: &mut Node, name: &str, field: Node) {
        if schema.get("properties").is_none() {
            tree::push(schema, "properties", tree::object());
        }
        if let Some(properties) = tree::get_mut(schema, "properties") {
            tree::set(properties, name, field);
        }
    }
}

/// A reference to a schema of the document.
pub(super) fn path(form: OpenApi, name: &str) -> String {
    match form {
        OpenApi::V2 => format!("#/definitions/{name}"),
        OpenApi::V3 => format!("#/components/schemas/{name}"),
    }
}

fn object_metadata() -> String {
    format!("Standard object's metadata. More info: {CONVENTIONS}#metadata")
}

/// `apiVersion` and `kind`.
fn type_fields() -> [(&'static str, Node); 2] {
    let api_version = format!(
        "APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: {CONVENTIONS}#resources"
    );
    let kind = format!(
        "Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: {CONVENTIONS}#types-kinds"
    );
    [("apiVersion", string(&api_version)), ("kind", string(&kind))]
}

fn string(description: &str) -> Node {
    tree::with(&[("description", tree::text(description)), ("type", tree::text("string"))])
}

/// `x-kubernetes-selectable-fields`: the paths without their first dots.
pub(super) fn selectable_fields(crd: &Crd, version: &Version) -> Option<Node> {
    let own = version.parts.selectable_fields.as_ref().or(crd.common.selectable_fields.as_ref())?;
    let path = |field: &Node| {
        let path = field.get("jsonPath").and_then(Node::as_str).unwrap_or_default();
        tree::with(&[("fieldPath", tree::text(path.strip_prefix('.').unwrap_or(path)))])
    };
    let fields: Vec<Node> = tree::items(&own.value).iter().map(path).collect();
    (!fields.is_empty()).then(|| tree::list(fields))
}
