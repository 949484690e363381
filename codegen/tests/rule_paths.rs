//! The field paths of CEL rules: generated code and the derive print them as the server does.
#![allow(clippy::unwrap_used)]

use crdc_codegen::{Options, generate};
use crdc_source::Source;

/// The paths in code.
fn printed(code: &str) -> Vec<String> {
    let code: String = code.split_whitespace().collect();
    code.split("field_path:\"").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
}

/// As generated code prints a path.
fn generated(path: &str) -> Vec<String> {
    let crd = format!(
        r#"{{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{{"name":"things.example.com"}},
"spec":{{"group":"example.com","scope":"Namespaced","names":{{"plural":"things","singular":"thing","kind":"Thing","listKind":"ThingList"}},
"versions":[{{"name":"v1","served":true,"storage":true,"schema":{{"openAPIV3Schema":{{"type":"object","properties":{{"spec":
{{"type":"object","properties":{{"a":{{"type":"string"}},"a-b":{{"type":"string"}},"a.b":{{"type":"string"}},
"labels":{{"type":"object","additionalProperties":{{"type":"string"}}}},
"deep":{{"type":"object","additionalProperties":{{"type":"object","additionalProperties":{{"type":"string"}}}}}}}},
"x-kubernetes-validations":[{{"rule":"has(self.a)","fieldPath":"{}"}}]}}}}}}}}}}]}}}}"#,
        path.replace('\\', "\\\\")
    );
    let generated = generate(&[Source::new("crd.json", crd)], &Options::default());
    generated.files.first().map(|file| printed(&file.text)).unwrap_or_default()
}

/// As the derive prints it for a type with the same schema.
fn derived(path: &str) -> Vec<String> {
    let item = format!(
        "/// +kubebuilder:validation:XValidation:rule=`has(self.a)`,fieldPath=`{path}`\nstruct Spec {{ a: Option<String>, \
         #[serde(rename = \"a-b\")] b: Option<String>, #[serde(rename = \"a.b\")] c: Option<String>, \
         labels: Option<BTreeMap<String, String>>, deep: Box<HashMap<String, BTreeMap<String, String>>> }}"
    );
    printed(&crdc_derive::derive(item.parse().unwrap()).to_string())
}

#[test]
fn paths_are_printed_as_the_server_prints_them() {
    for (path, expected) in [
        (".a", "a"),
        ("['a']", "a"),
        (".a-b", "a-b"),
        ("['a.b']", "a.b"),
        (".labels", "labels"),
        (".labels['a']", "labels[a]"),
        (".labels.a", "labels[a]"),
        (".labels['a.b/c']", "labels[a.b/c]"),
        (".labels['it\\'s']", "labels[it's]"),
        ("['labels']['a']", "labels[a]"),
        (".deep['a']['b']", "deep[a][b]"),
        (".deep.a.b", "deep[a][b]"),
        (" .a ", "a"),
    ] {
        // The server's check does not trim.
        if path.trim() == path {
            assert_eq!(generated(path), [expected], "{path}");
        }
        assert_eq!(derived(path), [expected], "{path}");
    }
}

#[test]
fn paths_that_the_server_refuses_are_errors() {
    for path in
        ["a", "labels['a']", ".labels['a'", ".labels[a]", ".labels['a\\q']", ".a.", ".nope", "['nope']"]
    {
        assert_eq!(generated(path), [""; 0], "{path}");
        assert_eq!(derived(path), [""; 0], "{path}");
    }
}
