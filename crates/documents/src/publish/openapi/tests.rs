//! Tests of schemas in both forms.

use super::{OpenApi, Options, schemas};
use crate::publish::json::line;
use crdc_check::check_source;
use crdc_source::{Node, Source};

/// The published schema of a field of the root.
fn published(field: &str, options: Options) -> String {
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
    selectableFields: [{{jsonPath: .color}}]
    schema:
      openAPIV3Schema:
        type: object
        properties: {{color: {{type: string}}, field: {field}}}
"
    );
    let checked = check_source(&Source::new("crd.yaml", text), None);
    let errors: Vec<_> = checked.diagnostics.iter().map(|found| &found.message).collect();
    assert!(checked.crds[0].accepted().is_some(), "{field}: {errors:?}");
    let crd = checked.crds[0].crd();
    let [own, list] = &schemas(crd, &crd.versions[0], options)[..] else { panic!("two schemas") };
    for schema in [own, list] {
        let fields = schema.schema.get("x-kubernetes-selectable-fields").map(line);
        assert_eq!(fields.as_deref(), options.selectable_fields.then_some("[{\"fieldPath\": \"color\"}]"));
    }
    line(
        own.schema
            .get("properties")
            .and_then(|fields| fields.get("field"))
            .unwrap_or(&Node { span: crdc_source::Span::default(), value: crdc_source::Value::Null }),
    )
}

#[test]
fn schemas_are_those_of_servers() {
    let cases = [
        // Empty texts, false flags and empty lists say nothing.
        (
            "{type: string, description: '', nullable: false, enum: [], maxLength: 0}",
            "{\"type\": \"string\", \"maxLength\": 0}",
            "{\"type\": \"string\", \"maxLength\": 0}",
        ),
        (
            "{type: number, maximum: 1e0, minimum: 0.5}",
            "{\"type\": \"number\", \"maximum\": 1, \"minimum\": 0.5}",
            "",
        ),
        (
            "{x-kubernetes-int-or-string: true}",
            "{\"anyOf\": [{\"type\": \"integer\"}, {\"type\": \"string\"}], \"x-kubernetes-int-or-string\": true}",
            "{\"x-kubernetes-int-or-string\": true}",
        ),
        (
            "{x-kubernetes-int-or-string: true, anyOf: [{maxLength: 1}], allOf: [{minimum: 1}]}",
            "{\"anyOf\": [{\"maxLength\": 1}], \"allOf\": [{\"anyOf\": [{\"type\": \"integer\"}, {\"type\": \"string\"}]}, {\"minimum\": 1}], \
             \"x-kubernetes-int-or-string\": true}",
            "{\"x-kubernetes-int-or-string\": true}",
        ),
        (
            "{type: array, nullable: true, items: {type: string}}",
            "{\"type\": \"array\", \"nullable\": true, \"items\": {\"type\": \"string\"}}",
            "{}",
        ),
        (
            "{type: object, required: [a, b], properties: {a: {type: string, nullable: true}, b: {type: string}}}",
            "{\"type\": \"object\", \"required\": [\"a\", \"b\"], \
             \"properties\": {\"a\": {\"type\": \"string\", \"nullable\": true}, \"b\": {\"type\": \"string\"}}}",
            "{\"type\": \"object\", \"required\": [\"b\"], \"properties\": {\"a\": {}, \"b\": {\"type\": \"string\"}}}",
        ),
        (
            "{type: object, x-kubernetes-preserve-unknown-fields: true, properties: {a: {type: string}}}",
            "{\"type\": \"object\", \"properties\": {\"a\": {\"type\": \"string\"}}, \"x-kubernetes-preserve-unknown-fields\": true}",
            "{\"x-kubernetes-preserve-unknown-fields\": true}",
        ),
        (
            "{type: object, additionalProperties: {type: string, nullable: true}}",
            "{\"type\": \"object\", \"additionalProperties\": {\"type\": \"string\", \"nullable\": true}}",
            "{\"type\": \"object\", \"additionalProperties\": {}}",
        ),
        (
            "{type: string, x-kubernetes-validations: [{rule: self != '', message: '', fieldPath: ''}]}",
            "{\"type\": \"string\", \"x-kubernetes-validations\": [{\"rule\": \"self != ''\"}]}",
            "",
        ),
        // Servers drop what they do not know.
        (
            "{type: object, x-kubernetes-immutable: true, additionalProperties: {type: string}}",
            "{\"type\": \"object\", \"additionalProperties\": {\"type\": \"string\"}}",
            "{\"type\": \"object\", \"additionalProperties\": {\"type\": \"string\"}}",
        ),
    ];
    for (field, v3, v2) in cases {
        assert_eq!(published(field, Options::server(OpenApi::V3)), v3, "{field}");
        let v2 = if v2.is_empty() { v3 } else { v2 };
        assert_eq!(published(field, Options::server(OpenApi::V2)), v2, "{field}");
    }
}

#[test]
fn embedded_resources_have_metadata() {
    let field = "{type: object, x-kubernetes-embedded-resource: true, required: [kind], properties: {a: {type: string}}}";
    let v3 = published(field, Options::server(OpenApi::V3));
    assert!(v3.contains("\"required\": [\"kind\", \"apiVersion\"]"), "{v3}");
    assert!(v3.contains(
        "\"allOf\": [{\"$ref\": \"#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta\"}]"
    ));
    let v2 = published(field, Options::server(OpenApi::V2));
    assert!(
        v2.contains("\"$ref\": \"#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta\""),
        "{v2}"
    );
    // kubectl would refuse unknown fields if there were any fields.
    let open =
        "{type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}";
    let expected =
        "{\"x-kubernetes-preserve-unknown-fields\": true, \"x-kubernetes-embedded-resource\": true}";
    assert_eq!(published(open, Options::server(OpenApi::V2)), expected);
}

#[test]
fn extensions_are_kept_on_demand() {
    let field = "{type: object, x-kubernetes-immutable-keys: true, additionalProperties: {type: string}}";
    for form in [OpenApi::V3, OpenApi::V2] {
        let options = Options { extensions: true, selectable_fields: false, ..Options::server(form) };
        let expected = "{\"type\": \"object\", \"additionalProperties\": {\"type\": \"string\"}, \"x-kubernetes-immutable-keys\": true}";
        assert_eq!(published(field, options), expected);
    }
    let field = "{type: object, required: [kind], properties: {kind: {type: string, enum: [A, B], x-kubernetes-unions: \
                 {fieldMembers: {A: {name: a, optional: true}, B: null}}}, a: {type: string}}}";
    let options = Options { extensions: true, ..Options::server(OpenApi::V3) };
    let text = published(field, options);
    let unions = "\"x-kubernetes-unions\": {\"fieldMembers\": {\"A\": {\"name\": \"a\", \"optional\": true}, \"B\": null}}";
    assert!(text.contains(unions), "{text}");
}
