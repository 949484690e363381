//! `crdc check --old` on several definitions: the last lines name all of them.
#![allow(clippy::unwrap_used)]

mod support;

use support::Folder;

fn crd(plural: &str, schema: &str) -> String {
    let kind = plural[..1].to_uppercase() + &plural[1..];
    format!(
        "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: {plural}.example.com}}
spec:
  group: example.com
  scope: Namespaced
  names: {{plural: {plural}, singular: s{plural}, kind: {kind}, listKind: {kind}List}}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {{openAPIV3Schema: {{type: object, properties: {{{schema}}}}}}}
---
"
    )
}

fn run(folder: &Folder, arguments: &[&str]) -> (i32, String) {
    folder.said(&[&["check"], arguments].concat())
}

const OLD: [(&str, &str); 6] = [
    ("breaking", "a: {type: string}, b: {type: string}"),
    ("perhaps", "a: {type: string, format: date}"),
    ("wider", "a: {type: string, maxLength: 3}"),
    ("same", "a: {type: string}"),
    ("equal", "a: {type: string}"),
    ("gone", "a: {type: string}"),
];

const NEW: [(&str, &str); 6] = [
    ("breaking", "a: {type: integer}, b: {type: integer}"),
    ("perhaps", "a: {type: string, format: uuid}"),
    ("wider", "a: {type: string, maxLength: 4}"),
    ("same", "a: {type: string}"),
    ("equal", "a: {type: string}"),
    ("fresh", "a: {type: string}"),
];

#[test]
fn several_definitions_are_named() {
    let folder = Folder::new("files", &[]);
    for (side, crds) in [("old", OLD), ("new", NEW)] {
        for (name, schema) in crds {
            folder.write(&format!("{side}/{name}.yaml"), crd(name, schema));
        }
    }
    let all: String = NEW.iter().map(|(name, schema)| crd(name, schema)).collect();
    folder.write("all.yaml", all);
    let others = "  may break stored objects: perhaps.example.com\n  harmless for stored objects: wider.example.com\n  nothing changed: ";
    for new in ["new", "all.yaml"] {
        let (code, text) = run(&folder, &["--old", "old", new]);
        let totals = &text[text.find("compared ").unwrap()..];
        assert_eq!(code, 0, "{text}");
        assert!(
            totals.starts_with(
                "compared 5 CustomResourceDefinitions\n  breaks stored objects: breaking.example.com\n"
            ),
            "{text}"
        );
        assert!(totals.contains(others), "{text}");
        let end = "  added: fresh.example.com\n  removed: gone.example.com\n";
        assert!(totals.ends_with(end), "{text}");
        for name in ["same", "equal"] {
            assert!(totals.contains(&format!("{name}.example.com")), "{text}");
        }
        // One line for all that did not change.
        assert!(!text.contains("for stored objects: nothing changed"), "{text}");
        assert_eq!(run(&folder, &["--old", "old", new, "--deny", "breaks"]).0, 1);
    }
    let (_, text) = run(&folder, &["--old", "old", "new", "--format", "json"]);
    let totals: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(totals["compared"], 5);
    assert_eq!(totals["breaks"], serde_json::json!(["breaking.example.com"]));
    assert_eq!(totals["removed"], serde_json::json!(["gone.example.com"]));
    let (_, text) = run(&folder, &["--old", "old", "new", "--format", "markdown"]);
    assert!(text.contains("\n- breaks stored objects: breaking.example.com\n"), "{text}");
}

#[test]
fn what_did_not_change_is_named_too() {
    let folder = Folder::new("same", &[]);
    for side in ["old", "new"] {
        for (name, schema) in OLD {
            folder.write(&format!("{side}/{name}.yaml"), crd(name, schema));
        }
    }
    let (code, text) = run(&folder, &["--old", "old", "new"]);
    let end = "compared 6 CustomResourceDefinitions\n  nothing changed: breaking.example.com, equal.example.com, gone.example.com, perhaps.example.com, same.example.com, wider.example.com\n";
    assert!(code == 0 && text.ends_with(end), "{text}");
    // One definition has no totals.
    let (_, text) = run(&folder, &["--old", "old/same.yaml", "new/same.yaml"]);
    assert!(text.ends_with("for stored objects: nothing changed\n") && !text.contains("compared"), "{text}");
    // The only one is new, and the others are gone.
    let (_, text) = run(&folder, &["--old", "old", "new/same.yaml"]);
    assert!(text.contains("compared 1 CustomResourceDefinition\n  nothing changed: same.example.com\n  removed: breaking.example.com, "), "{text}");
}
