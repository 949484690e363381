//! A CRD, published with its extensions and read again, has the same plan: through OpenAPI v3 and v2.
#![allow(clippy::unwrap_used)]

use crdc_check::check_sources;
use crdc_documents::publish::json_schema::{self, Topic};
use crdc_documents::publish::openapi::{Document, OpenApi, Options, documents};
use crdc_documents::publish::{Fragment, Publish};
use crdc_plan::{check_openapi, explain, explain_openapi};
use crdc_source::Source;

/// What v2 cannot say, and what servers drop.
const CRD: &str = r#"
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: backups.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: backups, singular: backup, kind: Backup, listKind: BackupList}
  versions:
  - name: v1
    served: true
    storage: true
    subresources:
      status: {}
      scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas, labelSelectorPath: .status.selector}
    schema:
      openAPIV3Schema:
        type: object
        required: [spec]
        properties:
          apiVersion: {type: string}
          kind: {type: string}
          metadata: {type: object, properties: {name: {type: string, maxLength: 20}}}
          status:
            type: object
            properties: {replicas: {type: integer}, selector: {type: string}}
          spec:
            type: object
            required: [name, note]
            properties:
              name: {type: string, maxLength: 63, x-kubernetes-immutable: true}
              note: {type: string, nullable: true}
              replicas: {type: integer, format: int32, minimum: 0, exclusiveMinimum: true, default: 1}
              port:
                x-kubernetes-int-or-string: true
                anyOf: [{type: integer}, {type: string}]
              free: {type: object, x-kubernetes-preserve-unknown-fields: true, properties: {known: {type: string, minLength: 2}}}
              open: {type: object, default: {x-crdc-v3: {a: 1}}, x-kubernetes-preserve-unknown-fields: true}
              any: {x-kubernetes-preserve-unknown-fields: true}
              rows: {type: array, nullable: true, items: {type: string, pattern: ^a}}
              byName: {type: object, additionalProperties: {type: string, nullable: true}, x-kubernetes-map-type: atomic}
              template:
                type: object
                x-kubernetes-embedded-resource: true
                x-kubernetes-preserve-unknown-fields: true
                required: [kind, apiVersion]
                properties:
                  apiVersion: {type: string}
                  kind: {type: string}
                  metadata: {type: object}
                  size: {type: integer}
              target:
                type: object
                x-kubernetes-unions:
                - discriminator: type
                  fields-to-discriminateBy: {s3: S3, disk: Disk}
                properties:
                  type: {type: string, enum: [S3, Disk]}
                  s3: {type: object, properties: {x-crdc-v3: {type: string}}}
                  disk: {type: object, properties: {path: {type: string}}}
              places:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [name]
                x-kubernetes-immutable-keys: true
                items:
                  type: object
                  required: [name]
                  oneOf: [{required: [a]}, {required: [b]}]
                  not: {required: [a, b]}
                  properties: {name: {type: string, x-kubernetes-immutable: true}, a: {type: string}, b: {type: string}}
            x-kubernetes-validations:
            - {rule: "self.replicas < 10 || self.name.startsWith('x')", message: too many, fieldPath: .replicas}
"#;

fn published(text: &str, form: OpenApi) -> Document {
    let checked = check_sources(&[Source::new("crd.yaml", text)], &[]);
    let problems: Vec<_> = checked[0].diagnostics.iter().map(|found| &found.message).collect();
    assert!(checked[0].crds[0].accepted().is_some(), "{problems:?}");
    let options = Options { extensions: true, ..Options::server(form) };
    let (mut documents, errors) = documents(&checked, options);
    assert!(errors.is_empty());
    documents.pop().unwrap()
}

#[test]
fn the_plan_survives() {
    let own = explain(&[Source::new("crd.yaml", CRD)], None);
    for mark in [
        "immutable",
        "scale: spec",
        "union",
        "embedded resource",
        "oneOf",
        "not #",
        "rule \"self.replicas",
        "string | null",
    ] {
        assert!(own.contains(mark), "{mark}: {own}");
    }
    for form in [OpenApi::V3, OpenApi::V2] {
        let text = published(CRD, form).to_json();
        let (read, errors) = explain_openapi(&Source::new("openapi.json", text.as_str()), &[]);
        assert!(errors.is_empty(), "{errors:?}");
        assert_eq!(own, read, "{form:?}: {text}");
    }
}

#[test]
fn without_extensions_v2_loses_what_it_cannot_say() {
    let checked = check_sources(&[Source::new("crd.yaml", CRD)], &[]);
    let (documents, _) = documents(&checked, Options::server(OpenApi::V2));
    let text = documents[0].to_json();
    assert!(
        !text.contains("\"x-crdc-scale\"") && !text.contains("oneOf") && !text.contains("immutable"),
        "{text}"
    );
    let checked = check_openapi(&Source::new("swagger.json", text), &[]);
    assert!(checked.diagnostics.iter().any(|found| found.message.contains("scale fields")));
}

/// The marks of `--extensions` may be written by others.
#[test]
fn wrong_marks_are_reported() {
    let v3 = published(CRD, OpenApi::V3).to_json();
    for (from, to, message) in [
        (".spec.replicas\"", "nowhere\"", "does not start with a dot"),
        ("\"specReplicasPath\": \".spec.replicas\",", "", "`scale` has no `specReplicasPath`"),
    ] {
        assert!(v3.contains(from), "{v3}");
        let checked = check_openapi(&Source::new("openapi.json", v3.replace(from, to)), &[]);
        let messages: Vec<_> = checked.diagnostics.iter().map(|found| found.message.as_str()).collect();
        assert!(messages.iter().any(|found| found.contains(message)), "{messages:?}");
        assert!(checked.plans().is_empty());
    }
    let v2 = published(CRD, OpenApi::V2).to_json();
    for (from, to) in [
        ("\"x-crdc-extensions\": true", "\"x-crdc-extensions\": 1"),
        ("\"x-crdc-v3\": {", "\"x-crdc-v3\": {\"type\": {},"),
    ] {
        assert!(v2.contains(from), "{v2}");
        let checked = check_openapi(&Source::new("swagger.json", v2.replace(from, to)), &[]);
        assert!(!checked.diagnostics.is_empty());
    }
}

/// What the derive emits for `struct Spec { /// +immutable name: String }`.
static SPEC: Fragment = Fragment {
    name: "Spec",
    text: r#"{"type": "object", "required": ["name"], "properties": {"name": {"type": "string", "x-kubernetes-immutable": true}}}"#,
    refs: &[],
};

/// What kube writes for it.
const KUBE: &str = r#"{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
  "metadata": {"name": "backups.example.com"},
  "spec": {"group": "example.com", "names": {"kind": "Backup", "plural": "backups"}, "scope": "Namespaced",
    "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {
      "type": "object", "required": ["spec"], "properties": {"apiVersion": {"type": "string"}, "kind": {"type": "string"},
      "metadata": {"type": "object"}, "spec": {"type": "object", "required": ["name"], "properties": {
        "name": {"description": "Its name.\n\n+immutable", "type": "string"}}}}}}}]}}"#;

#[test]
fn rust_types_are_published_in_all_forms() {
    let publish = Publish::new(KUBE).rules("spec", &SPEC);
    let own = explain(&[Source::new("crd.yaml", publish.yaml().unwrap())], None);
    assert!(own.contains(".name -> #0, immutable"), "{own}");
    for documents in [publish.openapi_v3().unwrap(), publish.openapi_v2().unwrap()] {
        let [document] = &documents[..] else { panic!("one document") };
        let (read, errors) = explain_openapi(&Source::new("openapi.json", document.to_json()), &[]);
        assert!(errors.is_empty(), "{errors:?}");
        assert_eq!(own, read);
        assert!(!document.to_json().contains("+immutable"), "marker lines are removed");
    }
    let schemas = publish.json_schema(json_schema::Options { strict: true, ..Default::default() }).unwrap();
    assert_eq!(schemas.len(), 1);
    assert!(
        schemas[0]
            .unexpressed
            .iter()
            .any(|unexpressed| unexpressed.topic == Topic::Extension && unexpressed.path == "spec.name")
    );

    // Errors are those of the CRD.
    let wrong = Publish::new(KUBE).rules("status", &SPEC);
    assert!(wrong.openapi_v3().is_err() && wrong.json_schema(json_schema::Options::default()).is_err());
}
