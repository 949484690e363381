//! `--allow` of `crdc check` and `crdc generate`, the list `ignore` for CRDs, and `crdc generate --version`.
#![allow(clippy::unwrap_used)]

mod support;

use std::fs;

use support::{Folder, Ran};

/// A CRD with a rule that is always true and an unknown format.
const CRD: &str = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: boxes.example.com}
spec:
  group: example.com
  names: {plural: boxes, singular: box, kind: Box, listKind: BoxList}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema: &schema
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties: {size: {type: string, format: text}}
            x-kubernetes-validations: [{rule: 1 < 2}]
  - {name: v1beta1, served: true, storage: false, schema: *schema}
";

fn fresh(name: &str) -> Folder {
    Folder::new(name, &[("vendor/crd.yaml", CRD)])
}

/// The codes of the warnings of `crdc check`.
fn codes(folder: &Folder, arguments: &[&str]) -> Vec<String> {
    let text = folder.run(&[&["check", "--format", "plain", "vendor"], arguments].concat()).out;
    let code = |line: &str| Some(line.split_once("warning[")?.1.split_once(']')?.0.to_owned());
    text.lines().filter_map(code).collect()
}

#[test]
fn a_warning_is_left_out_by_its_code() {
    let folder = fresh("codes");
    assert_eq!(codes(&folder, &[]), ["format-unrecognized", "rule-constant"]);
    assert_eq!(codes(&folder, &["--allow", "rule-constant"]), ["format-unrecognized"]);
    assert!(codes(&folder, &["--allow", "rule-constant", "--allow", "format-unrecognized"]).is_empty());
    assert!(codes(&folder, &["--allow", "lints"]).is_empty());
    for (name, said) in [
        ("rule-constan", "is not the code of a warning; did you mean `rule-constant`?"),
        ("rule-cost", "`rule-cost` is an error: only warnings can be allowed"),
    ] {
        let Ran { code, err, .. } = folder.run(&["check", "vendor", "--allow", name]);
        assert!(err.contains(said) && code == 2, "{err}");
    }
}

#[test]
fn entries_of_the_settings_cover_warnings_and_no_errors() {
    let folder = fresh("entries");
    let with = |entry: &str| {
        fs::write(folder.join(".crdc.yaml"), format!("ignore:\n- {{{entry}, reason: of others}}\n")).unwrap();
        codes(&folder, &[])
    };
    assert_eq!(with("id: rule-constant"), ["format-unrecognized"]);
    assert_eq!(with("id: rule-constant, file: vendor/"), ["format-unrecognized"]);
    assert_eq!(with("id: rule-constant, name: boxes.example.com"), ["format-unrecognized"]);
    assert!(with("file: vendor").is_empty());
    assert!(with("kind: CustomResourceDefinition").is_empty());
    for other in
        ["id: rule-absent-field", "file: crds/", "name: balls.example.com", "kind: Box", "field: spec"]
    {
        assert_eq!(with(other).len(), 2, "{other}");
    }
    fs::write(folder.join("vendor/crd.yaml"), CRD.replace("1 < 2", "1 <")).unwrap();
    fs::write(folder.join(".crdc.yaml"), "ignore: [{file: vendor/, reason: of others}]\n").unwrap();
    let Ran { code, out: text, .. } = folder.run(&["check", "--format", "plain", "vendor"]);
    assert!(text.contains("error[rule-compile]") && code == 1, "{text}");
}

#[test]
fn generate_is_limited_to_versions_and_leaves_out_warnings() {
    let folder = fresh("versions");
    let generate = |arguments: &[&str]| {
        let _ = fs::remove_dir_all(folder.join("out"));
        let ran = folder.run(&[&["generate", "vendor", "-o", "out"], arguments].concat());
        let files = fs::read_dir(folder.join("out/boxes.example.com")).map_or(0, Iterator::count);
        (files, ran.err, ran.code)
    };
    assert_eq!(generate(&[]).0, 2);
    let (files, said, code) = generate(&["--version", "v1", "--allow", "lints"]);
    assert_eq!((files, said.contains("warning["), code), (1, false, 0), "{said}");
    assert_eq!(generate(&["--version", "v1", "--version", "v1beta1"]).0, 2);
    let (files, said, code) = generate(&["--version", "v1", "--version", "v2"]);
    let known = "no document has this version; known: boxes.example.com/v1, boxes.example.com/v1beta1";
    assert!(said.contains(known) && files == 0 && code == 2, "{said}");
    let (files, said, code) = generate(&["--version", "v2"]);
    assert!(said.contains("choose from its versions (`v1`, `v1beta1`)"), "{said}");
    assert_eq!((files, code), (0, 1));
}
