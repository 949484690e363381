//! Tests of keywords and reports.

use super::{Draft, JsonSchema, Options, Topic, json_schema};
use crate::publish::json::line;
use crdc_check::check_source;
use crdc_source::{Node, Source};

fn of(field: &str, options: Options) -> JsonSchema {
    let text = format!(
        "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: things.example.com}}
spec:
  group: example.com
  scope: Namespaced
  names: {{plural: things, singular: thing, kind: Thing, listKind: ThingList}}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        required: [must]
        properties:
          must: {field}
          may: {field}
"
    );
    let checked = check_source(&Source::new("crd.yaml", text), None);
    let errors: Vec<_> = checked.diagnostics.iter().map(|found| &found.message).collect();
    assert!(checked.crds[0].accepted().is_some(), "{field}: {errors:?}");
    let crd = checked.crds[0].crd();
    json_schema(crd, &crd.versions[0], options)
}

fn strict() -> Options {
    Options { strict: true, ..Options::default() }
}

/// The schemas of a required field and of an optional one.
fn fields(field: &str, options: Options) -> [String; 2] {
    let schema = of(field, options);
    let properties = schema.root.get("properties");
    ["must", "may"].map(|name| properties.and_then(|all| all.get(name)).map_or_else(String::new, line))
}

#[test]
fn keywords_are_converted() {
    for (field, must, may) in [
        ("{type: string}", r#"{"type": "string"}"#, r#"{"type": ["string", "null"]}"#),
        (
            "{type: string, nullable: true, enum: [a]}",
            r#"{"type": ["string", "null"], "enum": ["a", null]}"#,
            r#"{"type": ["string", "null"], "enum": ["a", null]}"#,
        ),
        // A required field with a default is never missing.
        (
            "{type: integer, default: 2, minimum: 1, exclusiveMinimum: true}",
            r#"{"type": ["integer", "null"], "default": 2, "exclusiveMinimum": 1}"#,
            r#"{"type": ["integer", "null"], "default": 2, "exclusiveMinimum": 1}"#,
        ),
        (
            "{x-kubernetes-int-or-string: true}",
            r#"{"type": ["integer", "string"]}"#,
            r#"{"type": ["integer", "string", "null"]}"#,
        ),
        // Null is absent, so it is no value of a required field.
        (
            "{x-kubernetes-preserve-unknown-fields: true}",
            r#"{"type": ["array", "boolean", "number", "object", "string"]}"#,
            "{}",
        ),
        (
            "{type: object, x-kubernetes-preserve-unknown-fields: true, properties: {a: {type: object}}}",
            r#"{"type": "object", "properties": {"a": {"type": ["object", "null"], "additionalProperties": false}}}"#,
            r#"{"type": ["object", "null"], "properties": {"a": {"type": ["object", "null"], "additionalProperties": false}}}"#,
        ),
        (
            "{type: object, additionalProperties: {type: string}}",
            r#"{"type": "object", "additionalProperties": {"type": ["string", "null"]}}"#,
            r#"{"type": ["object", "null"], "additionalProperties": {"type": ["string", "null"]}}"#,
        ),
        (
            "{type: array, maxItems: 3, x-kubernetes-list-type: set, items: {type: string}}",
            r#"{"type": "array", "maxItems": 3, "items": {"type": "string"}, "uniqueItems": true}"#,
            r#"{"type": ["array", "null"], "maxItems": 3, "items": {"type": "string"}, "uniqueItems": true}"#,
        ),
        // Branches do not look at null.
        (
            "{type: string, not: {enum: [a]}}",
            r#"{"type": "string", "not": {"enum": ["a"]}}"#,
            r#"{"anyOf": [{"type": "null"}, {"type": ["string", "null"], "not": {"enum": ["a"]}}]}"#,
        ),
        // A null in a required field of a branch is absent.
        (
            "{type: object, properties: {a: {type: string}, b: {type: string, default: x}}, anyOf: [{required: [a, b]}]}",
            r#"{"type": "object", "properties": {"a": {"type": ["string", "null"]}, "b": {"type": ["string", "null"], "default": "x"}}, "additionalProperties": false, "anyOf": [{"required": ["a"], "properties": {"a": {"not": {"type": "null"}}}}]}"#,
            r#"{"anyOf": [{"type": "null"}, {"type": ["object", "null"], "properties": {"a": {"type": ["string", "null"]}, "b": {"type": ["string", "null"], "default": "x"}}, "additionalProperties": false, "anyOf": [{"required": ["a"], "properties": {"a": {"not": {"type": "null"}}}}]}]}"#,
        ),
        (
            "{type: integer, format: int32}",
            r#"{"type": "integer", "format": "int32", "minimum": -2147483648, "maximum": 2147483647}"#,
            r#"{"type": ["integer", "null"], "format": "int32", "minimum": -2147483648, "maximum": 2147483647}"#,
        ),
    ] {
        assert_eq!(fields(field, strict()), [must, may], "{field}");
    }
}

/// Validators of JSON Schema assert formats of the same names with other meanings.
#[test]
fn formats_of_strings_are_patterns() {
    let [uuid, _] = fields("{type: string, format: uuid}", strict());
    assert_eq!(
        uuid,
        r#"{"type": "string", "pattern": "^[0-9A-Fa-f]{8}(-?[0-9A-Fa-f]{4}){3}-?[0-9A-Fa-f]{12}$"}"#
    );
    let names = [
        "duration",
        "email",
        "uri",
        "hostname",
        "ipv4",
        "ipv6",
        "date",
        "date-time",
        "datetime",
        "byte",
        "cidr",
        "i-pv4",
    ];
    for name in names {
        let [must, may] = fields(&format!("{{type: string, format: {name}}}"), strict());
        for written in [must, may] {
            assert!(
                written.contains("\"pattern\": ") && !written.contains("\"format\""),
                "{name}: {written}"
            );
        }
    }
    // Servers do not know these, and do not check formats of strings for other types.
    for name in [
        "regex",
        "time",
        "uri-reference",
        "idn-email",
        "iri",
        "json-pointer",
        "uri-template",
        "color",
        "password",
        "int32",
        "double",
    ] {
        assert_eq!(
            fields(&format!("{{type: string, format: {name}}}"), strict())[0],
            r#"{"type": "string"}"#,
            "{name}"
        );
    }
    for (kind, name) in
        [("integer", "duration"), ("boolean", "date"), ("number", "int32"), ("integer", "float")]
    {
        assert_eq!(
            fields(&format!("{{type: {kind}, format: {name}}}"), strict())[0],
            format!("{{\"type\": \"{kind}\"}}"),
            "{name}"
        );
    }
    assert_eq!(
        fields("{type: number, format: double}", strict())[0],
        r#"{"type": "number", "format": "double"}"#
    );
    // An own pattern, and one in `allOf`.
    assert_eq!(
        fields("{type: string, format: hexcolor, pattern: ^#, allOf: [{pattern: f}]}", strict())[0],
        r#"{"type": "string", "pattern": "^#", "allOf": [{"pattern": "^#?([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$"}, {"pattern": "f"}]}"#
    );
    let int_or_string = fields("{x-kubernetes-int-or-string: true, format: ssn}", strict())[0].clone();
    assert_eq!(
        int_or_string,
        r#"{"type": ["integer", "string"], "pattern": "^[0-9]{3}[- ][0-9]{2}[- ][0-9]{4}$"}"#
    );
}

/// A keyword that a branch cannot express makes the branch wider, which must not refuse more values.
#[test]
fn wider_branches_refuse_nothing_that_servers_accept() {
    let of = |schema: &str| fields(&format!("{{type: string, {schema}}}"), strict())[0].clone();
    assert_eq!(of("not: {format: duration}"), r#"{"type": "string"}"#);
    assert_eq!(of("not: {pattern: '(?i)a'}"), r#"{"type": "string"}"#);
    assert_eq!(of("not: {anyOf: [{pattern: a}, {format: date}]}"), r#"{"type": "string"}"#);
    assert_eq!(of("not: {not: {format: email}}"), r#"{"type": "string"}"#);
    assert_eq!(of("not: {pattern: a}"), r#"{"type": "string", "not": {"pattern": "a"}}"#);
    assert_eq!(of("not: {format: regex}"), r#"{"type": "string", "not": {}}"#);
    let [ipv4, ipv6] =
        ["ipv4", "ipv6"].map(|name| of(&format!("format: {name}")).replace("\"type\": \"string\", ", ""));
    assert_eq!(
        of("oneOf: [{format: ipv4}, {format: ipv6}]"),
        format!(r#"{{"type": "string", "allOf": [{{"anyOf": [{ipv4}, {ipv6}]}}]}}"#)
    );
    assert_eq!(
        of("anyOf: [{format: ipv4}, {format: ipv6}]"),
        format!(r#"{{"type": "string", "anyOf": [{ipv4}, {ipv6}]}}"#)
    );
    // What is exact stays as it is.
    assert_eq!(
        of("oneOf: [{format: ssn}, {enum: [a]}]"),
        r#"{"type": "string", "oneOf": [{"pattern": "^[0-9]{3}[- ][0-9]{2}[- ][0-9]{4}$"}, {"enum": ["a"]}]}"#
    );
}

#[test]
fn only_strict_schemas_refuse_unknown_fields() {
    let [must, _] = fields("{type: object, properties: {a: {type: string}}}", Options::default());
    assert_eq!(must, r#"{"type": "object", "properties": {"a": {"type": ["string", "null"]}}}"#);
    let whole = of("{type: object}", Options::default()).to_json();
    assert!(!whole.contains("additionalProperties\": false"), "{whole}");
}

#[test]
fn objects_have_type_and_metadata() {
    for (draft, url) in [
        (Draft::Draft202012, "https://json-schema.org/draft/2020-12/schema"),
        (Draft::Draft7, "http://json-schema.org/draft-07/schema#"),
    ] {
        let schema = of("{type: string}", Options { draft, strict: true });
        assert_eq!(schema.root.get("$schema").and_then(Node::as_str), Some(url));
        let required = schema.root.get("required").map(line);
        assert_eq!(required.as_deref(), Some(r#"["apiVersion", "kind", "metadata", "must"]"#));
        let kind = schema.root.get("properties").and_then(|all| all.get("apiVersion")).map(line);
        assert_eq!(kind.as_deref(), Some(r#"{"type": "string", "enum": ["example.com/v1"]}"#));
    }
    let [embedded, _] = fields(
        "{type: object, x-kubernetes-embedded-resource: true, properties: {a: {type: string}}}",
        strict(),
    );
    assert!(embedded.contains(r#""required": ["apiVersion", "kind"]"#), "{embedded}");
    assert!(
        embedded.contains(r#""metadata": {"type": ["object", "null"], "properties": {"annotations""#),
        "{embedded}"
    );
    assert!(embedded.ends_with(r#""additionalProperties": false}"#), "{embedded}");
}

#[test]
fn what_is_not_said_is_reported() {
    for (field, topic, detail) in [
        ("{type: string, x-kubernetes-validations: [{rule: self != ''}]}", Topic::Rules, "self != ''"),
        ("{type: string, format: ipv4}", Topic::Format, "ipv4"),
        ("{type: string, pattern: '(?i)a'}", Topic::Pattern, "(?i)a"),
        ("{type: string, x-kubernetes-immutable: true}", Topic::Extension, "x-kubernetes-immutable"),
        (
            "{type: object, minProperties: 1, properties: {a: {type: string}}}",
            Topic::Count,
            "nulls and pruned fields do not count, defaults do",
        ),
    ] {
        let unexpressed = of(field, strict()).unexpressed;
        let paths: Vec<_> = unexpressed
            .iter()
            .filter(|one| one.topic == topic)
            .map(|one| (one.path.as_str(), one.detail.as_str()))
            .collect();
        assert_eq!(paths, [("may", detail), ("must", detail)], "{field}");
    }
    let list = "{type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [name], items: {type: object, required: [name], \
                properties: {name: {type: string, not: {pattern: '(?i)x'}}}}}";
    let unexpressed = of(list, strict()).unexpressed;
    let found = |path: &str, topic| unexpressed.iter().any(|one| one.path == path && one.topic == topic);
    assert!(found("must", Topic::ListType) && found("must[].name", Topic::Pattern), "{unexpressed:?}");
    assert!(of("{type: integer}", strict()).unexpressed.iter().any(|one| one.topic == Topic::Number));
}
