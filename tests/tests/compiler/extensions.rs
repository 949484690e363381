//! The examples of the design documents are accepted, and valid documents give no warnings. `reject/` has the
//! errors and warnings.

use crdc_check::check_source;
use crdc_source::Source;

/// The codes for a document with this under `spec`, except those for unsupported features.
fn codes(spec: &str) -> Vec<&'static str> {
    let spec: String = spec.lines().map(|line| format!("            {line}\n")).collect();
    let checked = check_source(&Source::new("crd.yaml", document(&spec)), None);
    assert_eq!(checked.documents, 1);
    let codes = checked.diagnostics.iter().map(|problem| problem.code.name());
    codes.filter(|name| !name.starts_with("not-yet")).collect()
}

fn document(spec: &str) -> String {
    format!(
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
        required: [spec]
        properties:
          spec:
            type: object
{spec}"
    )
}

// KEP-1101, section Proposal.
const IMMUTABILITY: &[&str] = &[
    "properties:
  foo:
    type: array
    items: {type: string, x-kubernetes-immutable: true}",
    "properties:
  foo:
    type: object
    x-kubernetes-immutable: true",
    "properties:
  someMap:
    type: object
    x-kubernetes-immutable-keys: true
    additionalProperties: {type: string}",
    "properties:
  someArray:
    type: array
    x-kubernetes-list-type: map
    x-kubernetes-list-map-keys: [name]
    x-kubernetes-immutable-keys: true
    items:
      type: object
      required: [name]
      properties:
        name: {type: string, x-kubernetes-immutable: true}
        x: {type: string}
        'y': {type: integer}",
    "properties:
  someMap:
    type: object
    additionalProperties: {type: string, x-kubernetes-immutable: true}",
    "properties:
  someArray:
    type: array
    x-kubernetes-list-type: map
    x-kubernetes-list-map-keys: [name]
    items:
      type: object
      x-kubernetes-immutable: true
      required: [name]
      properties:
        name: {type: string}
        x: {type: string}",
    "properties:
  someSet:
    type: array
    x-kubernetes-list-type: set
    x-kubernetes-immutable: true
    items:
      type: object
      x-kubernetes-map-type: atomic
      properties:
        x: {type: string}",
    "properties:
  someMap:
    type: object
    x-kubernetes-addition-only: true
    additionalProperties: {type: string}
  otherMap:
    type: object
    x-kubernetes-deletion-only: true
    additionalProperties: {type: string}
  someSet:
    type: array
    x-kubernetes-list-type: set
    x-kubernetes-deletion-only: true
    items: {type: string}",
    "properties:
  containers:
    type: array
    x-kubernetes-immutable: true
    x-kubernetes-normalize: undefined
    items: {type: string}
  count: {type: integer, x-kubernetes-immutable: true, x-crdc-dialect: declarative}
  port: {x-kubernetes-int-or-string: true, x-kubernetes-immutable: true, x-crdc-dialect: cel}
  any: {x-kubernetes-preserve-unknown-fields: true, x-kubernetes-immutable: true, x-crdc-dialect: kep}",
];

// The unions design (KEP 1027), OpenAPI; kube-openapi: pkg/generators/union.go
const UNIONS: &[&str] = &[
    "required: [union1]
properties:
  union1:
    type: string
    enum: [FieldA, FieldB, FieldC, FieldD, '']
    x-kubernetes-unions:
      fieldMembers:
        FieldA: {name: fieldA}
        FieldB: {name: fieldB, optional: true}
        FieldC: null
        FieldD: null
        '': null
  fieldA: {type: integer}
  fieldB: {type: integer}",
    "required: [first]
properties:
  first:
    type: string
    enum: [A, B]
    x-kubernetes-unions: {fieldMembers: {A: {name: a}, B: {name: b}}}
  second:
    type: string
    default: C
    enum: [C, None]
    x-kubernetes-unions: {fieldMembers: {C: {name: c, optional: true}, None: null}}
  a: {type: object, x-kubernetes-preserve-unknown-fields: true}
  b: {type: array, items: {type: string}}
  c: {type: object, additionalProperties: {type: string}}",
    "x-kubernetes-unions:
- discriminator: type
  fields-to-discriminateBy: {alpha: Alpha, beta: Beta}
- discriminator: kind
  deduceInvalidDiscriminator: true
  fields-to-discriminateBy: {gamma: Gamma}
properties:
  type: {type: string, enum: [Alpha, Beta, Neither]}
  kind: {type: string}
  alpha: {type: string}
  beta: {type: string}
  gamma: {type: string}",
];

/// The designs call a field `y` without quotes, which YAML reads as `true`: here it has quotes.
#[test]
fn what_the_designs_show_is_taken() {
    for spec in IMMUTABILITY.iter().chain(UNIONS) {
        assert_eq!(codes(spec), [""; 0], "{spec}");
    }
}

/// The design has this example and explains it; the warning that the marker can be circumvented is still
/// given.
#[test]
fn fields_of_what_can_be_removed_are_warned_of() {
    let spec = "properties:
  foo:
    type: object
    properties:
      x: {type: string, x-kubernetes-immutable: true}
      'y': {type: string, x-kubernetes-immutable: true}";
    assert_eq!(codes(spec), ["immutable-removable"]);
}

#[test]
fn what_cannot_be_removed_is_not_warned_of() {
    let fine = [
        "required: [foo]\nproperties:\n  foo: {type: object, properties: {x: {type: string, x-kubernetes-immutable: true}}}",
        "properties:\n  foo: {type: object, default: {}, properties: {x: {type: string, x-kubernetes-immutable: true}}}",
        // Entries that can only be added, only be removed, or neither.
        "properties:\n  foo: {type: object, x-kubernetes-addition-only: true, additionalProperties: {type: object, properties: {x: {type: string, x-kubernetes-immutable: true}}}}",
        "properties:\n  foo: {type: object, x-kubernetes-deletion-only: true, additionalProperties: {type: object, properties: {x: {type: string, x-kubernetes-immutable: true}}}}",
        "properties:\n  foo: {type: object, x-kubernetes-immutable-keys: true, additionalProperties: {type: string, x-kubernetes-immutable: true}}",
        // An entry that may be added and removed is immutable while it exists; that is the only warning.
        "properties:\n  foo: {type: object, additionalProperties: {type: object, x-kubernetes-immutable-keys: true, additionalProperties: {type: string}}}",
    ];
    for spec in fine {
        assert_eq!(codes(spec), [""; 0], "{spec}");
    }
}

/// Servers do not constrain the kind of embedded resources.
#[test]
fn the_kind_of_what_is_embedded_may_be_marked() {
    let spec = "required: [template]
properties:
  template:
    type: object
    x-kubernetes-embedded-resource: true
    x-kubernetes-preserve-unknown-fields: true
    properties:
      kind: {type: string, x-kubernetes-immutable: true}";
    assert_eq!(codes(spec), [""; 0]);
}
