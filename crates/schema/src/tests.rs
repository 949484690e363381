//! Tests of reading, from text to `Crd`: what is read, what is reported, and that nothing is dropped
//! silently.
#![allow(clippy::unwrap_used)]

use super::{ApiVersion, Crd, Items, read, same_schema};
use crdc_source::diag::{Code, Diagnostic};
use crdc_source::{Source, parse};

fn crds(text: &str) -> (Vec<Crd>, Vec<Diagnostic>) {
    let (documents, problems) = parse(&Source::new("crd.yaml", text));
    assert!(problems.is_empty(), "{problems:?}");
    read(&documents)
}

/// Reads a document with this schema. Returns the schema and the diagnostics with the text they point at.
fn schema(text: &str) -> (Box<super::Schema>, Vec<(Code, String)>) {
    let indented: String = text.lines().map(|line| format!("        {line}\n")).collect();
    let document = format!(
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec:\n  versions:\n  - name: v1\n    schema:\n      openAPIV3Schema:\n{indented}"
    );
    let (mut crds, problems) = crds(&document);
    let said = |problem: &Diagnostic| {
        let (start, end) = (problem.span.start as usize, problem.span.end as usize);
        (problem.code, document[start..end].to_owned())
    };
    let said = problems.iter().map(said).collect();
    (crds.remove(0).versions.remove(0).parts.schema.unwrap().value, said)
}

#[test]
fn every_keyword_finds_its_field() {
    let (found, said) = schema(
        "id: i
$schema: s
$ref: r
description: d
type: object
format: f
title: t
default: {a: 1}
maximum: 9
exclusiveMaximum: true
minimum: 0.5
exclusiveMinimum: true
maxLength: 2
minLength: 1
pattern: p
maxItems: 4
minItems: 3
uniqueItems: true
multipleOf: 2
enum: [a, null]
maxProperties: 6
minProperties: 5
required: [a]
items: {type: string}
allOf: [{}]
oneOf: [{}, {}]
anyOf: [{}, {}, {}]
not: {}
properties: {a: {}}
additionalProperties: false
patternProperties: {p: {}}
dependencies: {a: [b], c: {}}
additionalItems: {}
definitions: {d: {}}
externalDocs: {url: u}
example: e
nullable: true
x-kubernetes-preserve-unknown-fields: true
x-kubernetes-embedded-resource: true
x-kubernetes-int-or-string: true
x-kubernetes-list-map-keys: [k]
x-kubernetes-list-type: map
x-kubernetes-map-type: atomic
x-kubernetes-validations: [{rule: r, message: m, messageExpression: e, reason: x, fieldPath: .f, optionalOldSelf: true}]
x-kubernetes-immutable: true
x-crdc-dialect: d",
    );
    assert_eq!(said, []);
    assert_eq!(found.written().len(), 44);
    assert_eq!((found.marks.written().count(), found.dialect.unwrap().value.as_str()), (1, "d"));
    assert_eq!((found.maximum.unwrap().value, found.minimum.unwrap().value), (9.0, 0.5));
    assert_eq!(found.dependencies.unwrap().value.len(), 2);
    assert_eq!(found.x_validations.unwrap().value[0].field_path.as_ref().unwrap().value, ".f");
}

#[test]
fn null_is_absent_as_it_is_for_the_decoder() {
    let (found, said) = schema("type: null\ndefault: null\nitems: ~\nproperties:\nmaxLength:\nnot: null");
    assert_eq!(said, []);
    assert_eq!(found.written(), []);
}

#[test]
fn items_of_neither_form_are_an_empty_list_and_named() {
    let (found, said) = schema("type: array\nitems: string");
    assert_eq!(said, [(Code::SchemaIgnoredValue, "string".to_owned())]);
    assert_eq!(found.items.unwrap().value, Items::Each(Vec::new()));
}

#[test]
fn unknown_keywords_and_wrong_types_are_named_where_they_stand() {
    let (_, said) = schema("type: object\nmaxlength: 3\nproperties:\n  a: string\n  b: {minLength: '1'}");
    let expected = [
        (Code::SchemaUnknownKeyword, "maxlength"),
        (Code::SchemaWrongType, "string"),
        (Code::SchemaWrongType, "'1'"),
    ];
    assert_eq!(said, expected.map(|(code, text)| (code, text.to_owned())));
}

/// Each case is a separate document, because the server reports one error.
#[test]
fn the_decoder_is_quoted_to_the_letter() {
    for (schema, place) in [
        (r#"{"maxLength": "1"}"#, "properties.maxLength"),
        (r#"{"items": {"maxLength": "1"}}"#, "properties.items.maxLength"),
        (
            r#"{"items": {"dependencies": {"x": {"maxLength": "1"}}}}"#,
            "properties.items.dependencies.maxLength",
        ),
        (r#"{"dependencies": {"x": {"maxLength": "1"}}}"#, "properties.dependencies.maxLength"),
    ] {
        let (documents, _) = parse(&Source::new(
            "crd.json",
            format!(
                r#"{{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "spec": {{"versions": [
                {{"schema": {{"openAPIV3Schema": {{"properties": {{"a": {schema}}}}}}}}}]}}}}"#
            ),
        ));
        let (_, problems) = read(&documents);
        let said: Vec<String> =
            problems.iter().flat_map(|problem| &problem.server).map(ToString::to_string).collect();
        let expected = format!(
            "json: cannot unmarshal string into Go struct field \
             JSONSchemaProps.spec.versions.schema.openAPIV3Schema.{place} of type int64"
        );
        assert_eq!(said, [expected]);
    }
}

#[test]
fn lists_are_opened_and_other_kinds_named() {
    let (crds, problems) = crds(
        "kind: List\nitems:\n- {kind: ConfigMap}\n- {apiVersion: apiextensions.k8s.io/v1beta1, kind: CustomResourceDefinition, metadata: {name: a.b}, spec: {version: v1, validation: {openAPIV3Schema: {type: object}}}}\n---\n# nothing\n---\n{kind: Namespace}\n",
    );
    assert_eq!(crds.len(), 1);
    assert_eq!(crds[0].api_version, ApiVersion::V1beta1);
    assert_eq!(crds[0].name.as_ref().unwrap().value, "a.b");
    assert!(crds[0].common.schema.is_some());
    let said: Vec<&str> = problems.iter().map(|problem| problem.message.as_str()).collect();
    assert_eq!(
        said,
        [
            "skipped: kind ConfigMap is not a CustomResourceDefinition",
            "skipped: kind Namespace is not a CustomResourceDefinition"
        ]
    );
}

#[test]
fn a_typed_list_says_what_its_items_are() {
    let (crds, problems) = crds(
        "apiVersion: apiextensions.k8s.io/v1beta1\nkind: CustomResourceDefinitionList\nitems:\n- spec: {version: v1}\n",
    );
    assert_eq!(problems, []);
    // A lone `spec.version` is a served and stored version.
    assert_eq!(crds[0].versions[0].name.as_ref().unwrap().value, "v1");
    assert!(crds[0].versions[0].storage.as_ref().unwrap().value);
}

#[test]
fn schemas_are_the_same_wherever_and_however_they_are_written() {
    let a = schema("type: object\nproperties:\n  a: {type: string, nullable: false}\n  b: {}").0;
    let b = schema("properties: {b: {title: ''}, a: {type: string}}\ntype: object").0;
    let c = schema("type: object\nproperties:\n  a: {type: string, nullable: true}\n  b: {}").0;
    assert!(same_schema(&a, &b));
    assert!(!same_schema(&a, &c));
    assert_ne!(a, b);
}

/// Deeper than the parser allows, on a thread with a small stack.
#[test]
fn depth_is_limited() {
    use crdc_source::{Member, Node, Span, Value};
    let mut node = Node { span: Span::default(), value: Value::Object(Vec::new()) };
    for _ in 0..400 {
        let member = Member { key: "not".to_owned(), key_span: Span::default(), value: node };
        node = Node { span: Span::default(), value: Value::Object(vec![member]) };
    }
    let run = move || super::read_schema(&node).1;
    let problems = std::thread::Builder::new().stack_size(512 << 10).spawn(run).unwrap().join().unwrap();
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].code, Code::SchemaTooDeep);
}
