//! Resources that a program does not use, or not yet, give it no warnings, whatever their names and limits
//! are.

use super::krate::Crate;
use super::{LINTS, of_kind};
use crdc_codegen::{Options, generate};
use crdc_source::Source;

/// Names of fields that end comments, change the direction of text, or look like code.
const NAMES: [&str; 18] = [
    "a\rb",
    "l\nm",
    "e\u{202e}",
    "n\u{2066}o\u{2069}",
    "q\u{200f}",
    "k\u{2028}",
    "z\0",
    "\t",
    "\u{feff}b",
    "\u{61c}",
    "e\u{301}",
    "*/ x",
    "/*",
    "// y",
    "`t`",
    "\\u{41}",
    "{}",
    "'\"",
];

/// A resource with these fields, which have the names in enums, patterns, messages and rules too.
fn of_names() -> Source {
    let fields: Vec<String> = NAMES
        .iter()
        .map(|name| {
            let text = serde_json::to_string(name).unwrap_or_default();
            format!(
                r#"{text}: {{"type": "object", "description": {text}, "properties": {{
                    {text}: {{"type": "string", "enum": [{text}, "x"], "maxLength": 9, "description": {text}, "pattern": "^[^\u202e]*$",
                        "x-kubernetes-validations": [{{"rule": "self != 'a\u202e' // \u202e", "message": "m\u202e"}}]}},
                    "own": {{"type": "integer", "minimum": 1, "default": 3, "x-kubernetes-immutable": true}},
                    "any": {{"x-kubernetes-preserve-unknown-fields": true, "anyOf": [{{"maxLength": 2}}, {{"pattern": "^a"}}]}}}}}}"#
            )
        })
        .collect();
    document("names", &fields.join(","))
}

/// A resource whose limits are the largest and smallest numbers.
fn of_limits() -> Source {
    let (most, least, string) = (i64::MAX, i64::MIN, r#""type": "string""#);
    let list = r#""type": "array", "items": {"type": "string"}"#;
    let map = r#""type": "object", "additionalProperties": {"type": "string"}"#;
    let either = r#""x-kubernetes-preserve-unknown-fields": true, "anyOf""#;
    document(
        "limits",
        &format!(
            r#""a": {{{string}, "maxLength": {most}}}, "b": {{{string}, "minLength": {most}}}, "c": {{{string}, "maxLength": -1}},
            "d": {{{string}, "minLength": 4611686018427387904}}, "e": {{{string}, "maxLength": 4294967296}}, "f": {{{list}, "maxItems": {most}}},
            "g": {{{list}, "minItems": {most}}}, "h": {{{list}, "maxItems": -1}}, "i": {{{map}, "maxProperties": {most}}},
            "j": {{{map}, "minProperties": {most}}}, "k": {{"type": "integer", "maximum": {most}, "minimum": {least}}},
            "l": {{"type": "number", "maximum": 1e308, "minimum": -1e308}}, "m": {{"type": "integer", "maximum": 1e30, "multipleOf": {most}}},
            "n": {{"x-kubernetes-int-or-string": true, "maxLength": {most}, "maximum": {most}}},
            "o": {{{either}: [{{"maxLength": {most}}}, {{"minLength": {most}}}, {{"maxItems": {most}}}, {{"minProperties": {most}}}]}}"#
        ),
    )
}

fn document(plural: &str, fields: &str) -> Source {
    let text = format!(
        r#"{{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {{"name": "{plural}.example.com"}},
        "spec": {{"group": "example.com", "scope": "Namespaced", "names": {{"plural": "{plural}", "singular": "{plural}", "kind": "Edge{plural}", "listKind": "EdgeList{plural}"}},
        "versions": [{{"name": "v1", "served": true, "storage": true, "schema": {{"openAPIV3Schema": {{"type": "object",
        "properties": {{"spec": {{"type": "object", "properties": {{{fields}}}}}}}}}}}}}]}}}}"#
    );
    Source::new(format!("{plural}.json"), text)
}

#[test]
fn unused_resources_compile_without_warnings() {
    let options = Options { runtime_path: "::machinery".to_owned(), ..Options::default() };
    let sources = [of_names(), of_limits(), of_kind(0, "Plain"), of_kind(1, "lower")];
    let generated = generate(&sources, &options);
    assert_eq!(generated.files.len(), sources.len(), "{:?}", generated.diagnostics);
    for edition in ["2018", "2021", "2024"] {
        let krate = Crate::new(&format!("unused-{edition}"), edition);
        let mut lib = format!("#![deny(warnings, {LINTS})]\n//! Generated.\n");
        for (index, file) in generated.files.iter().enumerate() {
            assert!(!file.text.contains([
                '\r', '\t', '\0', '\u{202e}', '\u{2066}', '\u{200f}', '\u{2028}', '\u{feff}', '\u{61c}'
            ]));
            krate.write(&format!("crd{index}.rs"), &file.text);
            lib.push_str(&format!("mod m{index} {{ include!(\"crd{index}.rs\"); }}\n"));
        }
        krate.write("lib.rs", &lib);
        krate.cargo("check");
    }
}
