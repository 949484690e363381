//! Kinds of aggregated API servers.

use serde_json::{Value, json};

use super::{Folder, crd, definitions, listed};

const OPENAPI: &str = "crds = [\"crds/*.yaml\"]\n[[project.openapi]]\nfile = \"openapi.json\"\nprefix = \"io.tool.v1.\"\n\
                       group = \"served.io\"\nversion = \"v1\"\nkinds = [\"Build\", \"Identity\", \"Absent\"]\ncluster = [\"Identity\"]\n\
                       plurals = { Identity = \"identities\" }\n";

fn document() -> Value {
    let reference = |name: &str| json!({"$ref": format!("#/definitions/{name}")});
    json!({"definitions": {
        "io.tool.v1.Build": {
            "description": "prose", "type": "object", "required": ["spec"],
            "properties": {"metadata": reference("x.ObjectMeta"), "spec": reference("io.tool.v1.Spec")},
        },
        "io.tool.v1.Identity": {"type": "object", "properties": {"user": {"type": "string"}}},
        "io.tool.v1.Spec": {
            "type": "object", "required": ["size"],
            "properties": {
                "size": reference("x.Quantity"),
                "raw": reference("x.RawExtension"),
                "again": reference("io.tool.v1.Spec"),
                "list": {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"},
                "map": {"type": "object", "additionalProperties": {"type": "integer", "format": "int32"}},
                "any": {"type": "object"},
            },
        },
    }})
}

#[test]
fn kinds_of_a_document_become_crds() {
    let list = listed(OPENAPI);
    let crds = super::super::openapi::crds(&list.projects[0].documents[0], &document());
    let [build, identity] = crds.as_slice() else { panic!("{crds:?}") };
    assert_eq!(build["metadata"]["name"], "builds.served.io");
    assert_eq!(
        (&build["spec"]["scope"], &identity["spec"]["scope"]),
        (&json!("Namespaced"), &json!("Cluster"))
    );
    assert_eq!(identity["spec"]["names"]["plural"], "identities");
    let any = json!({"type": "object", "nullable": true, "x-kubernetes-preserve-unknown-fields": true});
    let schema = json!({
        "type": "object",
        "properties": {
            "metadata": {"type": "object"},
            "spec": {
                "type": "object", "nullable": true,
                "properties": {
                    "size": {"x-kubernetes-int-or-string": true, "nullable": true},
                    "raw": any,
                    "again": any,
                    "list": {"type": "array", "nullable": true, "items": {"type": "string", "nullable": true}},
                    "map": {
                        "type": "object", "nullable": true,
                        "additionalProperties": {"type": "integer", "format": "int32", "nullable": true},
                    },
                    "any": any,
                },
            },
        },
    });
    assert_eq!(build.pointer("/spec/versions/0/schema/openAPIV3Schema"), Some(&schema));
}

/// Definitions in each other end somewhere.
#[test]
fn a_long_chain_of_definitions_is_open_at_its_end() {
    let mut definitions = serde_json::Map::new();
    definitions.insert(
        "io.tool.v1.Build".to_owned(),
        json!({"type": "object", "properties": {"a": {"$ref": "#/definitions/0"}}}),
    );
    for at in 0..100_000 {
        let next = json!({"properties": {"a": {"$ref": format!("#/definitions/{}", at + 1)}}});
        definitions.insert(at.to_string(), next);
    }
    let list = listed(OPENAPI);
    let crds =
        super::super::openapi::crds(&list.projects[0].documents[0], &json!({ "definitions": definitions }));
    let mut schema = crds[0].pointer("/spec/versions/0/schema/openAPIV3Schema").unwrap();
    let mut depth = 0;
    while let Some(below) = schema.pointer("/properties/a") {
        (schema, depth) = (below, depth + 1);
    }
    assert_eq!(depth, 64);
    assert_eq!(schema["x-kubernetes-preserve-unknown-fields"], true);
}

/// A catalogue without these kinds would say that the release does not have them.
#[test]
fn a_release_without_the_document_is_left_out() {
    let folder = Folder::new();
    let (one, document) = (crd("tool.io", "A", "one"), document().to_string());
    folder.repository(
        "a/tool",
        &[
            ("v1.0.0", "2025-01-01", &[("crds/a.yaml", one.as_str())]),
            ("v1.1.0", "2025-01-01", &[("openapi.json", &document)]),
            ("v1.2.0", "2025-01-01", &[("openapi.json", "{")]),
        ],
    );
    let made = folder.make(&listed(OPENAPI));
    assert_eq!(
        definitions(&made),
        ["tool 1.1.0: Build.served.io=metadata+spec Identity.served.io=user A.tool.io=one"]
    );
    let [none, broken] = made.warnings.as_slice() else { panic!("{:?}", made.warnings) };
    assert_eq!(none, "tool 1.0.0 is left out: the clone lacks openapi.json");
    assert!(broken.starts_with("tool 1.2.0 is left out: openapi.json: "), "{broken}");
}
