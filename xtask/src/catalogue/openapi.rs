//! CRDs of kinds that have none, since an aggregated API server serves them. In: a document of Swagger 2.0,
//! and which of its definitions are kinds. Out: CRDs whose schemas say no more than Go's types do: the names
//! of fields and their types. Such a server decodes objects and validates them in Go: `null` is no value, and
//! what a document says to be required need not be.

use serde_json::{Map, Value, json};

use super::list::OpenApi;

const PRESERVE: &str = "x-kubernetes-preserve-unknown-fields";

/// How many definitions may be within each other.
const DEEPEST: usize = 64;

/// The CRDs of the kinds that a document has.
pub(super) fn crds(listed: &OpenApi, document: &Value) -> Vec<Value> {
    let Some(definitions) = document.get("definitions").and_then(Value::as_object) else { return Vec::new() };
    let kinds = listed.kinds.iter();
    kinds.filter_map(|kind| crd(listed, kind, definitions)).collect()
}

fn crd(listed: &OpenApi, kind: &str, definitions: &Map<String, Value>) -> Option<Value> {
    let name = format!("{}{kind}", listed.prefix);
    let mut schema = Schemas { definitions, open: Vec::new() }.named(definitions.get_key_value(&name)?.0);
    let root = schema.as_object_mut()?;
    root.remove("nullable");
    if let Some(metadata) = root.get_mut("properties").and_then(|properties| properties.get_mut("metadata")) {
        *metadata = json!({"type": "object"});
    }
    let singular = kind.to_lowercase();
    let plural = listed.plurals.get(kind).cloned().unwrap_or_else(|| format!("{singular}s"));
    let scope = if listed.cluster.iter().any(|cluster| cluster == kind) { "Cluster" } else { "Namespaced" };
    let group = &listed.group;
    Some(json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": format!("{plural}.{group}"), "annotations": {crdc_catalogue::AGGREGATED: "true"}},
        "spec": {
            "group": group,
            "names": {"kind": kind, "listKind": format!("{kind}List"), "plural": plural, "singular": singular},
            "scope": scope,
            "versions": [
                {"name": listed.version, "served": true, "storage": true, "schema": {"openAPIV3Schema": schema}},
            ],
        },
    }))
}

/// Definitions, and those that are being written.
struct Schemas<'a> {
    definitions: &'a Map<String, Value>,
    open: Vec<&'a str>,
}

impl<'a> Schemas<'a> {
    /// The schema of a definition. What contains itself, or is too deep, is an object with any fields.
    fn named(&mut self, name: &'a str) -> Value {
        let last = name.rsplit('.').next().unwrap_or(name);
        if matches!(last, "IntOrString" | "Quantity") {
            return json!({"x-kubernetes-int-or-string": true, "nullable": true});
        }
        let any = matches!(last, "RawExtension" | "ObjectMeta")
            || self.open.contains(&name)
            || self.open.len() >= DEEPEST;
        match self.definitions.get(name).filter(|_| !any) {
            Some(definition) => {
                self.open.push(name);
                let schema = self.schema(definition);
                self.open.pop();
                schema
            }
            None => json!({"type": "object", PRESERVE: true, "nullable": true}),
        }
    }

    fn schema(&mut self, schema: &'a Value) -> Value {
        let text = |key| schema.get(key).and_then(Value::as_str);
        if let Some(name) = text("$ref").and_then(|reference| reference.strip_prefix("#/definitions/")) {
            return self.named(name);
        }
        let mut out = Map::from_iter([("nullable".to_owned(), Value::Bool(true))]);
        for key in ["type", "format"] {
            out.extend(schema.get(key).map(|value| (key.to_owned(), value.clone())));
        }
        for key in ["items", "additionalProperties"] {
            if let Some(inner) = schema.get(key) {
                out.insert(key.to_owned(), self.schema(inner));
            }
        }
        if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
            let properties = properties.iter().map(|(name, inner)| (name.clone(), self.schema(inner)));
            let properties: Map<String, Value> = properties.collect();
            out.insert("properties".to_owned(), Value::Object(properties));
        }
        let typed = text("type").is_some_and(|text| text != "object");
        if !typed && !out.contains_key("properties") && !out.contains_key("additionalProperties") {
            out.insert(PRESERVE.to_owned(), Value::Bool(true));
        }
        Value::Object(out)
    }
}
