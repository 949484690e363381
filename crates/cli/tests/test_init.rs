//! `crdc test --init`: the suites that it makes of samples pass, and what it cannot do is said.
#![allow(clippy::unwrap_used)]

mod support;

use std::fs;

use support::{Folder, Ran};

const CRD: &str = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: captains.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: captains, singular: captain, kind: Captain, listKind: CaptainList}
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
            required: [ship]
            x-kubernetes-validations: [{rule: self.crew <= self.berths, message: too many}]
            properties:
              ship: {type: string, maxLength: 9, x-kubernetes-validations: [{rule: self == oldSelf, message: ship is immutable}]}
              crew: {type: integer, minimum: 1, maximum: 9, default: 1}
              berths: {type: integer, default: 5}
              rank: {type: string, enum: [captain, mate]}
";

fn captain(name: &str, spec: &str) -> String {
    format!("apiVersion: example.com/v1\nkind: Captain\nmetadata: {{name: {name}}}\nspec: {spec}\n")
}

fn project(name: &str, samples: &str) -> Folder {
    Folder::new(name, &[("config/crd/bases/captains.yaml", CRD), ("config/samples/v1_captain.yaml", samples)])
}

fn init(folder: &Folder, arguments: &[&str]) -> Ran {
    folder.run(&[&["test", "--init"], arguments].concat())
}

#[test]
fn a_suite_has_both_sides_of_the_limits_that_a_sample_reaches() {
    let samples =
        captain("a", "{ship: pequod}") + "---\n" + &captain("b", "{}") + "---\n{apiVersion: v1, kind: Pod}\n";
    let folder = project("limits", &samples);
    let ran = init(&folder, &["config/samples"]);
    let expected = "made crd-tests/example.com_captains.v1.yaml: 11 tests; 1 limit left out, which the sample does not reach\n11 tests: all passed\n";
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, expected, ""));
    let text = fs::read_to_string(folder.join("crd-tests/example.com_captains.v1.yaml")).unwrap();
    for line in [
        "crd: '../config/crd/bases/captains.yaml'",
        "- name: the sample is accepted",
        "- name: 'the sample b is refused: complete it'",
        "- {name: spec.ship may be 9 characters, patch: {spec: {ship: aaaaaaaaa}}}",
        "- {name: spec.ship is not nothing, patch: {spec: {ship: null}}, errors: ['spec.ship: Required value']}",
        "- {name: spec.crew may be 1, patch: {spec: {crew: 1}}}",
        "- {name: spec.crew is not 0, patch: {spec: {crew: 0}}, errors: ['spec.crew: Invalid value: 0: spec.crew in body should be greater than or equal to 1']}",
        "# spec: self.crew <= self.berths",
        "#- {name: too many, patch: {}, errors: any}",
        "#- {name: ship is immutable, old: {}, patch: {}, errors: any}",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
    // Nine crews need more berths: the rule refuses what the limit accepts.
    assert!(!text.contains("spec.crew may be 9"), "{text}");
    let again = folder.run(&["test", "crd-tests"]);
    assert_eq!((again.code, again.out.as_str()), (0, "11 tests: all passed\n"), "{}", again.text());
}

#[test]
fn a_sample_that_is_refused_has_no_limits() {
    let folder = project("refused", &captain("a", "{}"));
    let ran = init(&folder, &["config/samples", "test/crd"]);
    assert_eq!(ran.code, 0, "{}", ran.text());
    let text = fs::read_to_string(folder.join("test/crd/example.com_captains.v1.yaml")).unwrap();
    assert!(text.contains("- name: 'the sample is refused: complete it'\n  patch: {}\n  errors: ['spec.ship: Required value']\n"), "{text}");
    assert!(!text.contains("may be"), "{text}");
}

#[test]
fn a_sample_with_unknown_fields_says_which() {
    let samples = captain("a", "{ship: pequod, foo: bar}") + "---\n" + &captain("b", "{foo: bar}");
    let folder = project("unknown", &samples);
    let ran = init(&folder, &["config/samples"]);
    assert_eq!(ran.code, 0, "{}", ran.text());
    let text = fs::read_to_string(folder.join("crd-tests/example.com_captains.v1.yaml")).unwrap();
    let expected = "- name: 'the sample has warnings: correct it'
  patch: {}
  warnings: ['unknown field \"spec.foo\"']
- name: 'the sample b is refused: complete it'
  create:
    apiVersion: example.com/v1
    kind: Captain
    metadata:
      name: b
    spec:
      foo: bar
  errors: ['spec.ship: Required value']
  warnings: ['unknown field \"spec.foo\"']
#";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn what_cannot_be_made_is_said() {
    let folder = project("said", &captain("a", "{ship: pequod}"));
    folder.write("alone/a.yaml", captain("a", "{ship: pequod}"));
    folder.write("pods/a.yaml", "{apiVersion: v1, kind: Pod}\n");
    folder.write("broken.yaml", CRD.replace("type: integer", "type: number of them"));
    assert_eq!(init(&folder, &["config/samples"]).code, 0);
    for (arguments, error) in [
        (
            ["config/samples", "."].as_slice(),
            "crdc: crd-tests/example.com_captains.v1.yaml is there: remove it, or name another DIR\n",
        ),
        (&["alone"], "crdc: there is no folder crd/bases beside alone: name the CRDs with --crd\n"),
        (
            &["pods", "--crd", "config/crd/bases"],
            "crdc: no sample has the kind of a CRD: name the CRDs with --crd\n",
        ),
        (&["alone", "--crd", "broken.yaml"], "crdc: broken.yaml has errors: see crdc check broken.yaml\n"),
        (
            &["alone", "one", "two", "--crd", "config/crd/bases"],
            "crdc: --init makes suites in one folder: name one DIR\n",
        ),
    ] {
        let ran = init(&folder, arguments);
        assert_eq!((ran.code, ran.err.as_str()), (2, error), "{arguments:?}");
    }
    let ran = folder.run(&["test", "config"]);
    assert!(ran.code == 2 && ran.err.contains("help: `crdc test --init config/samples`"), "{}", ran.text());
}
