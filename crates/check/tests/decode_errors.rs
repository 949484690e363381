//! Documents with values of a wrong type: `check` reports them, the one message that the server has
//! for them, and nothing that only follows from them. And a few documents whose messages were wrong.
//
// sigs.k8s.io/json: internal/golang/encoding/json/decode.go
#![allow(clippy::unwrap_used)]

use crdc_check::check_source;
use crdc_source::Source;
use crdc_source::diag::Diagnostic;
use serde_json::{Value, json};

/// A document that is valid, with a value at every kind of place.
fn complete() -> Value {
    json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {
            "name": "databases.example.com",
            "labels": {"a": "b"},
            "annotations": {"c": "d"},
            "finalizers": ["example.com/f"],
            "generation": 1,
            "ownerReferences": [{"apiVersion": "v1", "kind": "ConfigMap", "name": "a", "uid": "b", "controller": true}],
        },
        "spec": {
            "group": "example.com",
            "names": {
                "plural": "databases", "singular": "database", "kind": "Database", "listKind": "DatabaseList",
                "shortNames": ["db"], "categories": ["all"],
            },
            "scope": "Namespaced",
            "preserveUnknownFields": false,
            "conversion": {
                "strategy": "Webhook",
                "webhook": {
                    "conversionReviewVersions": ["v1"],
                    "clientConfig": {"service": {"namespace": "a", "name": "b", "path": "/c", "port": 443}},
                },
            },
            "versions": [
                {
                    "name": "v1", "served": true, "storage": true,
                    "additionalPrinterColumns": [
                        {"name": "A", "type": "string", "format": "date", "description": "d", "priority": 1, "jsonPath": ".spec.a"},
                    ],
                    "selectableFields": [{"jsonPath": ".spec.a"}],
                    "subresources": {
                        "status": {},
                        "scale": {
                            "specReplicasPath": ".spec.n", "statusReplicasPath": ".status.n",
                            "labelSelectorPath": ".status.s",
                        },
                    },
                    "schema": {"openAPIV3Schema": schema()},
                },
                {
                    "name": "v1beta1", "served": false, "storage": false, "deprecated": true,
                    "deprecationWarning": "old", "schema": {"openAPIV3Schema": {"type": "object"}},
                },
            ],
        },
    })
}

fn schema() -> Value {
    json!({
        "type": "object",
        "description": "d",
        "required": ["spec"],
        "properties": {
            "spec": {
                "type": "object",
                "required": ["a"],
                "properties": {
                    "a": {"type": "string", "pattern": "^a", "minLength": 1, "maxLength": 9, "format": "hostname",
                          "default": "a", "enum": ["a", "ab"], "title": "t", "example": "a"},
                    "n": {"type": "integer", "minimum": 1, "maximum": 9, "exclusiveMaximum": true,
                          "multipleOf": 1, "nullable": true},
                    "l": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"],
                          "minItems": 0, "maxItems": 9,
                          "items": {"type": "object", "required": ["k"], "properties": {"k": {"type": "string"}}}},
                    "s": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"},
                          "default": ["x"]},
                    "m": {"type": "object", "x-kubernetes-map-type": "granular", "minProperties": 0,
                          "maxProperties": 9, "additionalProperties": {"type": "string", "maxLength": 3}},
                    "b": {"type": "object", "additionalProperties": {"type": "boolean"}},
                    "i": {"x-kubernetes-int-or-string": true, "anyOf": [{"type": "integer"}, {"type": "string"}]},
                    "e": {"type": "object", "x-kubernetes-embedded-resource": true,
                          "x-kubernetes-preserve-unknown-fields": true},
                    "j": {"type": "object", "properties": {"x": {"type": "integer"}, "y": {"type": "integer"}},
                          "allOf": [{"properties": {"x": {"minimum": 1}}}],
                          "oneOf": [{"required": ["x"]}, {"required": ["y"]}],
                          "not": {"required": ["x", "y"]}},
                    "v": {"type": "integer", "x-kubernetes-validations": [
                        {"rule": "self > 0 || oldSelf.hasValue()", "message": "m", "reason": "FieldValueInvalid",
                         "optionalOldSelf": true},
                    ]},
                    "o": {"type": "object", "externalDocs": {"description": "d", "url": "u"}, "default": {"p": 1},
                          "properties": {"p": {"type": "integer"}}},
                    "d": {"type": "integer", "default": 3, "x-kubernetes-immutable": true},
                },
            },
            "status": {"type": "object", "properties": {"n": {"type": "integer"}, "s": {"type": "string"}}},
        },
    })
}

/// The pointers of all values in it.
fn places(value: &Value, here: &str, found: &mut Vec<String>) {
    found.push(here.to_owned());
    match value {
        Value::Object(members) => members.iter().for_each(|(key, inner)| {
            places(inner, &format!("{here}/{}", key.replace('~', "~0").replace('/', "~1")), found);
        }),
        Value::Array(items) => {
            items
                .iter()
                .enumerate()
                .for_each(|(index, inner)| places(inner, &format!("{here}/{index}"), found));
        }
        _ => {}
    }
}

fn problems(document: &Value) -> Vec<Diagnostic> {
    let found = check_source(&Source::new("crd.json", document.to_string()), None).diagnostics;
    // Rules in CEL are not compiled yet.
    found.into_iter().filter(|problem| !problem.code.name().starts_with("not-yet")).collect()
}

fn is_wrong_type(problem: &Diagnostic) -> bool {
    problem.code.name() == "schema-wrong-type"
}

#[test]
fn nothing_is_reported_that_only_follows_from_a_wrong_type() {
    let whole = complete();
    assert_eq!(problems(&whole), Vec::new());
    let mut pointers = Vec::new();
    places(&whole, "", &mut pointers);
    let others = [
        json!(3),
        json!(1.5),
        json!(true),
        json!("x y"),
        json!([]),
        json!([3]),
        json!(["x"]),
        json!({}),
        json!({"q": 1}),
    ];
    let mut seen = 0;
    let mut wrong = Vec::new();
    // Without `kind` and `apiVersion` there is no document to speak of.
    for pointer in pointers.iter().filter(|pointer| !["", "/kind", "/apiVersion"].contains(&pointer.as_str()))
    {
        for other in &others {
            let mut document = whole.clone();
            *document.pointer_mut(pointer).unwrap() = other.clone();
            let found = problems(&document);
            if !found.iter().any(is_wrong_type) {
                continue;
            }
            seen += 1;
            let messages = found.iter().map(|problem| problem.server.len()).sum::<usize>();
            if messages != 1 || !found.iter().all(is_wrong_type) {
                let all: Vec<String> = found
                    .iter()
                    .map(|problem| format!("{}: {}", problem.code.name(), problem.message))
                    .collect();
                wrong.push(format!("{pointer} = {other}, {messages} messages: {all:#?}"));
            }
        }
    }
    assert!(seen > 800, "{seen}");
    assert!(wrong.is_empty(), "{} of {seen}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Errors that do not follow from it are reported all the same, without a message of the server.
#[test]
fn other_errors_are_reported_beside_it() {
    let mut document = complete();
    *document.pointer_mut("/spec/names/plural").unwrap() = json!(3);
    *document.pointer_mut("/spec/scope").unwrap() = json!("Global");
    *document
        .pointer_mut("/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/n/type")
        .unwrap() = json!(["integer", "null"]);
    *document.pointer_mut("/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/v").unwrap() =
        json!({});
    let found = problems(&document);
    let mut codes: Vec<&str> = found.iter().map(|problem| problem.code.name()).collect();
    codes.sort_unstable();
    assert_eq!(codes, ["schema-wrong-type", "schema-wrong-type", "scope-invalid", "type-missing"]);
    let said: Vec<String> =
        found.iter().flat_map(|problem| &problem.server).map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "json: cannot unmarshal number into Go struct field CustomResourceDefinitionNames.spec.names.plural of type string"
        ]
    );
}

/// What the server says of documents of YAML, in the order of the diagnostics.
#[test]
fn messages_of_the_server() {
    let rows: &[(&str, &str, &[&str])] = &[
        (
            "plural: foos",
            "plural: 3",
            &[
                "json: cannot unmarshal number into Go struct field CustomResourceDefinitionNames.spec.names.plural of type string",
            ],
        ),
        (
            "name: foos.example.com",
            "name: 1.0",
            &["json: cannot unmarshal number into Go struct field ObjectMeta.metadata.name of type string"],
        ),
        (
            "type: integer",
            "type: [integer, 'null']",
            &[
                "json: cannot unmarshal array into Go struct field JSONSchemaProps.spec.versions.schema.openAPIV3Schema.properties.properties.type of type string",
            ],
        ),
        (
            "minimum: 1",
            "minimum: 1, exclusiveMinimum: 1",
            &[
                "json: cannot unmarshal number into Go struct field JSONSchemaProps.spec.versions.schema.openAPIV3Schema.properties.properties.exclusiveMinimum of type bool",
            ],
        ),
        (
            "minimum: 1",
            "maxLength: 1.5",
            &[
                "json: cannot unmarshal number 1.5 into Go struct field JSONSchemaProps.spec.versions.schema.openAPIV3Schema.properties.properties.maxLength of type int64",
            ],
        ),
        // Keys are sorted before they are sent; a schema or boolean decodes itself, and ends it all.
        (
            "{type: integer, minimum: 1}",
            "{type: [integer], minimum: a}\n              b: {type: object, additionalProperties: 3}",
            &["boolean or JSON schema expected"],
        ),
        (
            "{type: integer, minimum: 1}",
            "{type: [integer], minimum: a}",
            &[
                "json: cannot unmarshal string into Go struct field JSONSchemaProps.spec.versions.schema.openAPIV3Schema.properties.properties.minimum of type float64",
            ],
        ),
        (
            "        properties:\n          spec",
            "        default: {}\n        required: [spec]\n        properties:\n          spec",
            &[
                "spec.validation.openAPIV3Schema.default.apiVersion: Required value",
                "spec.validation.openAPIV3Schema.default.kind: Required value",
            ],
        ),
        (
            "        properties:\n          spec",
            "        default: {apiVersion: 3, kind: 1000000.5}\n        required: [spec]\n        properties:\n          spec",
            &["spec.validation.openAPIV3Schema.default.apiVersion: Invalid value: 3: must be a string"],
        ),
        // A float of YAML that is whole is an integer once it was JSON.
        (
            "{type: integer, minimum: 1}",
            "{type: number, maximum: 100000000, default: 1.0e+9}",
            &[
                "spec.validation.openAPIV3Schema.properties[spec].properties[a].default: Invalid value: 1000000000:  in body should be less than or equal to 100000000",
            ],
        ),
        (
            "{type: integer, minimum: 1}",
            "{type: number, maximum: 100000000, default: 1000000000.5}",
            &[
                "spec.validation.openAPIV3Schema.properties[spec].properties[a].default: Invalid value: 1.0000000005e+09:  in body should be less than or equal to 1e+08",
            ],
        ),
        (
            "{type: integer, minimum: 1}",
            "{type: array, items: {type: number}, maxItems: 1, default: [0.00000025, 1.5], enum: [[2500000.5]]}",
            &[
                "spec.validation.openAPIV3Schema.properties[spec].properties[a].default: Too many: 2: must have at most 1 item",
                "spec.validation.openAPIV3Schema.properties[spec].properties[a].default: Unsupported value: [2.5e-7,1.5]: supported values: \"[2500000.5]\"",
            ],
        ),
        (
            "    schema:\n      openAPIV3Schema:\n",
            "    selectableFields: [{jsonPath: spec.a}]\n    schema:\n      openAPIV3Schema:\n        $ref: \"#/a\"\n",
            &[
                "spec.schema.openAPIV3Schema: Invalid value: \"\": OpenAPIV3Schema '$ref' is not supported",
                "spec.selectableFields[0].jsonPath: Invalid value: \"spec.a\": is an invalid path: expected [ or . but got: spec",
                "spec.validation.openAPIV3Schema.$ref: Forbidden: $ref is not supported",
            ],
        ),
    ];
    const BASE: &str = "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: foos.example.com
spec:
  group: example.com
  names: {plural: foos, kind: Foo}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              a: {type: integer, minimum: 1}
";
    for (old, new, expected) in rows {
        let text = BASE.replacen(old, new, 1);
        assert_ne!(text, BASE, "{old}");
        let found = check_source(&Source::new("crd.yaml", text), None).diagnostics;
        let said: Vec<String> =
            found.iter().flat_map(|problem| &problem.server).map(ToString::to_string).collect();
        assert_eq!(said, *expected, "{new}");
    }
}
