//! The examples of the design documents are accepted, valid documents give no warnings, and documents that
//! are designed to be slow are not. `reject/` has the errors and warnings.

use std::time::{Duration, Instant};

use crdc_codegen::check_source;
use crdc_codegen::source::Source;

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

// The immutability design (KEP 1101), proposal.
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
        y: {type: integer}",
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

#[test]
fn what_the_designs_show_is_taken() {
    for spec in IMMUTABILITY.iter().chain(UNIONS) {
        assert_eq!(codes(spec), [""; 0], "{spec}");
    }
}

/// The design has this example and explains it; the warning that the marker can be circumvented is still given.
#[test]
fn fields_of_what_can_be_removed_are_warned_of() {
    let spec = "properties:
  foo:
    type: object
    properties:
      x: {type: string, x-kubernetes-immutable: true}
      y: {type: string, x-kubernetes-immutable: true}";
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

/// Many similar names, so that every suggestion has many candidates.
#[test]
fn floods_take_linear_time() {
    type Flood = (&'static str, &'static str, fn(usize) -> String);
    let floods: [Flood; 5] = [
        ("members that are none", "union-member-unknown", |n| {
            let values: String = (0..n).map(|i| format!("v{i}: {{name: fielt{i}}}, ")).collect();
            let fields: String =
                (0..n).map(|i| format!("              field{i}: {{type: string}}\n")).collect();
            format!(
                "            properties:\n              t:\n                type: string\n                default: v0\n                x-kubernetes-unions: {{fieldMembers: {{{values}}}}}\n{fields}"
            )
        }),
        ("values that are none", "union-enum", |n| {
            let listed: Vec<String> = (0..n).map(|i| format!("value{i}")).collect();
            let values: String = (0..n).map(|i| format!("valeu{i}: null, ")).collect();
            format!(
                "            properties:\n              t:\n                type: string\n                enum: [{}]\n                x-kubernetes-unions: {{fieldMembers: {{{values}}}}}\n",
                listed.join(", ")
            )
        }),
        ("unions that share", "union-member-shared", |n| {
            let unions: String = (0..n)
                .map(|_| "            - {discriminator: t, fields-to-discriminateBy: {a: A}}\n")
                .collect();
            format!(
                "            x-kubernetes-unions:\n{unions}            properties:\n              t: {{type: string}}\n              a: {{type: string}}\n"
            )
        }),
        ("marks that can be got around", "immutable-removable", |n| {
            let fields: String = (0..n)
                .map(|i| format!("                  f{i}: {{type: string, x-kubernetes-immutable: true}}\n"))
                .collect();
            format!(
                "            properties:\n              o:\n                type: object\n                properties:\n{fields}"
            )
        }),
        ("keys of a list", "list-keys-not-immutable", |n| {
            let keys: Vec<String> = (0..n).map(|i| format!("k{i}")).collect();
            let fields: String =
                keys.iter().map(|key| format!("                    {key}: {{type: string}}\n")).collect();
            let keys = keys.join(", ");
            format!(
                "            properties:\n              l:\n                type: array\n                x-kubernetes-list-type: map\n                x-kubernetes-immutable-keys: true\n                x-kubernetes-list-map-keys: [{keys}]\n                items:\n                  type: object\n                  required: [{keys}]\n                  properties:\n{fields}"
            )
        }),
    ];
    for (what, code, flood) in floods {
        let time = |n: usize| {
            let source = Source::new("crd.yaml", document(&flood(n)));
            let run = || {
                let start = Instant::now();
                let checked = check_source(&source, None);
                assert!(checked.diagnostics.iter().any(|problem| problem.code.name() == code), "{what}");
                start.elapsed()
            };
            run().min(run()).max(Duration::from_millis(5))
        };
        let (few, many) = (time(500), time(4000));
        // For eight times the size: linear is 8, quadratic is 64.
        assert!(many < few * 28, "{what}: {few:?}, then {many:?}");
    }
}
