//! Several versions of a kind: fields that were renamed, versions that are gone, defaults.

use crdc_apply::{Atom, ConvertError, FieldManager, Map, Options, Scalar, Schema, Time, TypeRef, Versions};
use serde_json::{Value, json};

use crate::fixture::{START, metadata};

/// In `v1` it is `size`, in `v2` it is `replicas`.
struct Sites {
    schema: Schema,
    served: Vec<&'static str>,
}

impl Sites {
    fn new(served: &[&'static str]) -> Self {
        let mut schema = Schema::new();
        let string = schema.add(Atom::scalar(Scalar::String));
        let number = schema.add(Atom::scalar(Scalar::Numeric));
        let meta = metadata(&mut schema);
        for (version, field) in [("v1", "size"), ("v2", "replicas")] {
            let spec = schema
                .add(Atom::map(Map::new().field(field, number).field("text", string).field("mode", string)));
            let root = Map::new().field("apiVersion", string).field("kind", string).field("metadata", meta);
            schema.define(&format!("example.io/{version}"), Atom::map(root.field("spec", spec)));
        }
        Sites { schema, served: served.to_vec() }
    }
}

impl Versions for Sites {
    fn type_of(&self, api_version: &str, kind: &str) -> Option<(&Schema, TypeRef)> {
        let is_served = kind == "Site" && self.served.contains(&api_version);
        Some((&self.schema, self.schema.find(api_version).filter(|_| is_served)?))
    }

    fn convert(&self, object: &Value, api_version: &str) -> Result<Value, ConvertError> {
        if !self.served.contains(&api_version) {
            return Err(ConvertError::MissingVersion(format!("no version {api_version}")));
        }
        let mut object = object.clone();
        object["apiVersion"] = json!(api_version);
        let (from, to) =
            if api_version == "example.io/v2" { ("size", "replicas") } else { ("replicas", "size") };
        if let Some(spec) = object.get_mut("spec").and_then(Value::as_object_mut)
            && let Some(value) = spec.remove(from)
        {
            spec.insert(to.to_owned(), value);
        }
        Ok(object)
    }

    fn set_defaults(&self, object: &mut Value) {
        if let Some(spec) = object.get_mut("spec").and_then(Value::as_object_mut) {
            spec.entry("mode").or_insert(json!("fast"));
        }
    }
}

fn site(version: &str, spec: Value) -> Value {
    json!({"apiVersion": format!("example.io/{version}"), "kind": "Site", "metadata": {"name": "a"}, "spec": spec})
}

fn options(manager: &str) -> Options<'_> {
    Options { manager, force: false, now: Time(START) }
}

#[test]
fn an_owner_in_another_version_keeps_its_field() {
    let sites = Sites::new(&["example.io/v1", "example.io/v2"]);
    let v1 = FieldManager::new(&sites, "example.io/v1", "Site");
    let v2 = FieldManager::new(&sites, "example.io/v2", "Site");
    let live = v1.apply(None, &site("v1", json!({"size": 1, "text": "a"})), options("ann")).expect("applied");
    assert_eq!(live["spec"], json!({"size": 1, "text": "a", "mode": "fast"}));
    // In conflict under the name of the owner's version.
    let error =
        v2.apply(Some(&live), &site("v2", json!({"replicas": 2})), options("bob")).expect_err("an error");
    assert_eq!(error.message(), "Apply failed with 1 conflict: conflict with \"ann\": .spec.size");
    // An owner that goes on in another version does not lose what it applies again, and what it does not is
    // removed.
    let live = v2.apply(Some(&live), &site("v2", json!({"replicas": 1})), options("ann")).expect("applied");
    assert_eq!(live["apiVersion"], "example.io/v2");
    assert_eq!(live["spec"], json!({"replicas": 1, "mode": "fast"}));
    assert_eq!(live["metadata"]["managedFields"].as_array().map(Vec::len), Some(1));
    assert_eq!(live["metadata"]["managedFields"][0]["apiVersion"], "example.io/v2");
    // Updates have an entry for each version.
    let mut changed = live.clone();
    changed["spec"]["text"] = json!("b");
    let live = v2.update(Some(&live), changed, options("cal"));
    let mut changed = sites.convert(&live, "example.io/v1").expect("converted");
    changed["spec"]["mode"] = json!("slow");
    let live = v1.update(Some(&live), changed, options("cal"));
    let versions: Vec<&Value> = live["metadata"]["managedFields"]
        .as_array()
        .expect("entries")
        .iter()
        .map(|entry| &entry["apiVersion"])
        .collect();
    assert_eq!(versions, ["example.io/v2", "example.io/v1", "example.io/v2"]);
}

#[test]
fn managers_of_versions_that_are_gone_vanish() {
    let sites = Sites::new(&["example.io/v1", "example.io/v2"]);
    let live = FieldManager::new(&sites, "example.io/v1", "Site")
        .apply(None, &site("v1", json!({"size": 1, "text": "a"})), options("ann"))
        .expect("applied");
    let live = sites.convert(&live, "example.io/v2").expect("converted");
    let sites = Sites::new(&["example.io/v2"]);
    let v2 = FieldManager::new(&sites, "example.io/v2", "Site");
    let applied =
        v2.apply(Some(&live), &site("v2", json!({"replicas": 2})), options("bob")).expect("applied");
    assert_eq!(applied["spec"], json!({"replicas": 2, "text": "a", "mode": "fast"}));
    assert_eq!(applied["metadata"]["managedFields"].as_array().map(Vec::len), Some(1));
    let mut changed = live.clone();
    changed["spec"]["replicas"] = json!(3);
    let updated = v2.update(Some(&live), changed, options("bob"));
    assert_eq!(updated["metadata"]["managedFields"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_kind_without_a_type_is_an_internal_error() {
    let sites = Sites::new(&[]);
    let error = FieldManager::new(&sites, "example.io/v1", "Site")
        .apply(None, &site("v1", json!({})), options("ann"))
        .expect_err("an error");
    assert_eq!(
        error.message(),
        "failed to create manager for existing fields: failed to convert new object (/; example.io/v1, Kind=Site) to smd typed: \
         no corresponding type for example.io/v1, Kind=Site"
    );
}
