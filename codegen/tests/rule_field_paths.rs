//! `fieldPath` of rules in generated code: as the server prints it in errors, fields with dots and entries of
//! maps in brackets.
//
// apiextensions-apiserver: pkg/apiserver/schema/cel/validation.go (ValidFieldPath)
#![allow(clippy::unwrap_used)]

use crdc_codegen::{Options, generate};
use crdc_source::Source;

/// The path of an error, for a path as it is written.
fn printed(path: &str) -> String {
    let crd = format!(
        r#"{{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {{"name": "things.example.com"}},
"spec": {{"group": "example.com", "scope": "Namespaced",
"names": {{"plural": "things", "singular": "thing", "kind": "Thing", "listKind": "ThingList"}},
"versions": [{{"name": "v1", "served": true, "storage": true, "schema": {{"openAPIV3Schema": {{"type": "object", "properties": {{"spec":
{{"type": "object", "x-kubernetes-validations": [{{"rule": "self.name == 'a'", "fieldPath": {path:?}}}], "properties": {{
"name": {{"type": "string"}},
"it's": {{"type": "string"}},
"a.b": {{"type": "object", "properties": {{"c": {{"type": "string"}}}}}},
"any": {{"type": "object", "additionalProperties": true}},
"texts": {{"type": "object", "additionalProperties": {{"type": "string"}}}},
"maps": {{"type": "object", "additionalProperties": {{"type": "object", "additionalProperties": {{"type": "object",
  "properties": {{"port": {{"type": "integer"}}}}}}}}}}
}}}}}}}}}}}}]}}}}"#
    );
    let generated = generate(&[Source::new("crd.json", crd)], &Options::default());
    let [file] = generated.files.as_slice() else { panic!("{path}: {:?}", generated.diagnostics) };
    let (_, rest) = file.text.split_once("field_path: \"").unwrap();
    rest.split_once("\",").unwrap().0.to_owned()
}

#[test]
fn fields_have_dots_and_entries_of_maps_brackets() {
    for (path, expected) in [
        (".name", "name"),
        ("['it\\'s']", "it's"),
        ("['a.b'].c", "a.b.c"),
        (".texts.cpu", "texts[cpu]"),
        (".texts['x.y/z']", "texts[x.y/z]"),
        (".any.cpu", "any[cpu]"),
        (".any['x.y/z']", "any[x.y/z]"),
        (".maps.a['b.c'].port", "maps[a][b.c].port"),
    ] {
        assert_eq!(printed(path), expected, "{path}");
    }
}
