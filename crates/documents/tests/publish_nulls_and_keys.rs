//! What schemars and rules say differently of one field: null of a required `Option`, keys of maps that are
//! numbers.

use crdc_documents::publish::{Format, Fragment, Publish};

/// A document whose `spec` has these properties.
fn crd(properties: &str) -> String {
    r#"{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "ports.example.com"},
    "spec": {"group": "example.com", "scope": "Namespaced", "names": {"plural": "ports", "singular": "port", "kind": "Port", "listKind": "PortList"},
    "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": {"type": "object",
    "properties": {PROPERTIES}}}}}}]}}"#
        .replace("PROPERTIES", properties)
}

/// Rules without references, or with one to a type without rules.
macro_rules! fragment {
    ($text:expr) => {{
        static FRAGMENT: Fragment = Fragment { name: "PortSpec", text: $text, refs: &[|| None] };
        &FRAGMENT
    }};
}

#[test]
fn a_required_option_is_not_nullable() {
    let crd = crd(r#""a": {"type": "string", "nullable": true}, "b": {"type": "string", "nullable": true},
        "c": {"type": "object", "nullable": true, "properties": {"d": {"type": "array", "nullable": true, "items": {"type": "string", "nullable": true}}}},
        "e": {"type": "string", "enum": ["x", null], "nullable": true}"#);
    let fragment = fragment!(
        r##"{"type":"object","properties":{"a":{"type":"string","nullable":false},"b":{"type":"string","nullable":true},
        "c":{"type":"object","properties":{"d":{"type":"array","items":{"type":"string","nullable":true},"nullable":false}},"required":["d"],"nullable":true},
        "e":{"$ref":"#/refs/0","nullable":false}},"required":["a","e"]}"##
    );
    let published = Publish::new(crd).rules("spec", fragment).run();
    assert!(!published.has_errors(), "{}", published.report(Format::Plain));
    let again = Publish::new(published.json()).rules("spec", fragment).run();
    for yaml in [
        published.yaml(),
        again.yaml(),
        Publish::new(published.json()).rules("spec", fragment).rules_alone().yaml(),
    ] {
        // `b`, `c`, and the items of `d`.
        assert_eq!(yaml.matches("nullable: true").count(), 3, "{yaml}");
        assert_eq!(yaml.matches("nullable").count(), 3, "{yaml}");
    }
}

#[test]
fn maps_with_keys_of_numbers_have_values_with_rules() {
    let of_keys = |more: &str| {
        crd(&format!(
            r#""ports": {{"type": "object", "patternProperties": {{"^\\d+$": {{"type": "object", "properties": {{"height": {{"type": "integer", "format": "int32"}}}}}}}}{more}}}"#
        ))
    };
    let fragment = fragment!(
        r#"{"type":"object","properties":{"ports":{"type":"object","additionalProperties":{"type":"object",
        "properties":{"height":{"type":"integer","format":"int32","minimum":1}}}}}}"#
    );
    for more in ["", r#", "additionalProperties": false"#] {
        let published = Publish::new(of_keys(more)).rules("spec", fragment).run();
        let (report, yaml) = (published.report(Format::Plain), published.yaml());
        assert!(!published.has_errors(), "{report}");
        assert!(report.contains(r#"[publish-keys]: `spec.ports`: servers accept any key, but the type reads only keys like "^\\d+$""#), "{report}");
        assert!(!report.contains("publish-unruled") && !report.contains("publish-unchecked"), "{report}");
        assert!(yaml.contains("minimum: 1") && !yaml.contains("patternProperties"), "{yaml}");
        let again = Publish::new(published.json()).rules("spec", fragment).run();
        assert_eq!(again.yaml(), yaml);
    }
    // Values of a type without rules.
    let published = Publish::new(of_keys("")).rules(
        "spec",
        fragment!(r##"{"type":"object","properties":{"ports":{"type":"object","additionalProperties":{"$ref":"#/refs/0"}}}}"##),
    );
    let published = published.run();
    assert!(!published.has_errors(), "{}", published.report(Format::Plain));
    // A flattened map beside fields, and several patterns, cannot be said.
    for more in
        [r#", "properties": {"a": {"type": "string"}}"#, r#", "additionalProperties": {"type": "string"}"#]
    {
        let published = Publish::new(of_keys(more)).rules("spec", fragment).run();
        assert!(published.has_errors(), "{}", published.yaml());
    }
}
