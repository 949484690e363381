//! `--old` compares with what is there, and says what it does not compare.
#![allow(clippy::unwrap_used)]

mod support;

use std::fs;

use support::Folder;

const CRD: &str = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: stores.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: stores, singular: store, kind: Store, listKind: StoreList}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, properties: {engine: {type: string, x-kubernetes-validations: [{rule: self == oldSelf}]}}}}
";

fn store(engine: &str) -> String {
    format!("apiVersion: example.com/v1\nkind: Store\nmetadata: {{name: a}}\nengine: {engine}\n")
}

fn folder(name: &str) -> Folder {
    Folder::new(name, &[("crd.yaml", CRD)])
}

fn validate(folder: &Folder, arguments: &[&str]) -> (i32, String) {
    folder.said(&[&["validate"], arguments].concat())
}

#[test]
fn no_commit_has_the_standard_input() {
    let folder = folder("old-stdin");
    fs::write(folder.join("a.yaml"), store("p")).unwrap();
    folder.commit("before");
    for (arguments, code) in [
        (&["-", "--crd", "crd.yaml", "--old", "git:HEAD"] as &[_], 2),
        (&["a.yaml", "-", "--crd", "crd.yaml", "--old", "git:HEAD"], 2),
        (&["-", "--crd", "crd.yaml", "--old", "git:HEAD:a.yaml"], 0),
        (&["-", "--crd", "git:HEAD:crd.yaml", "--old", "git:HEAD:."], 0),
    ] {
        let ran = folder.given("a.yaml", &[&["validate"], arguments].concat());
        let (found, text) = (ran.code, ran.text());
        assert_eq!(found, code, "{arguments:?}: {text}");
        assert_eq!(text.contains("no commit has the standard input (-)"), code == 2, "{arguments:?}: {text}");
    }
}

#[test]
fn paths_that_a_commit_lacks_are_named() {
    let folder = folder("old-moved");
    fs::create_dir(folder.join("deploy")).unwrap();
    fs::write(folder.join("deploy/a.yaml"), store("p")).unwrap();
    fs::write(folder.join("deploy/a.md"), "no document").unwrap();
    folder.commit("before");
    folder.git(&["mv", "deploy", "k8s"]);
    fs::write(folder.join("k8s/a.yaml"), store("q")).unwrap();
    for (files, missing) in [
        (&["k8s"] as &[_], Some("at k8s\n")),
        (&["k8s/a.yaml", "crd.yaml"], Some("at k8s/a.yaml\n")),
        (&["./k8s/"], Some("at ./k8s/\n")),
        (&["crd.yaml"], None),
    ] {
        let arguments = [files, &["--crd", "crd.yaml", "--old", "git:HEAD"]].concat();
        let (code, text) = validate(&folder, &arguments);
        assert_eq!(code, 0, "{files:?}: {text}");
        let note = "note: git:HEAD has no .yaml, .yml or .json file ";
        assert_eq!(text.contains(note), missing.is_some(), "{files:?}: {text}");
        assert!(missing.is_none_or(|missing| text.contains(missing)), "{files:?}: {text}");
        assert_eq!(
            text.contains("everything is validated as created"),
            files.len() == 1 && missing.is_some(),
            "{text}"
        );
    }
    let (code, text) = validate(&folder, &["k8s", "--crd", "crd.yaml", "--old", "git:HEAD:deploy"]);
    assert_eq!(code, 1, "{text}");
    // CRDs are compared with nothing anyway.
    let (code, text) = validate(&folder, &["k8s", "crd.yaml", "--crd", "git:HEAD"]);
    assert!(code == 0 && text.contains("json file at k8s\n") && !text.contains("compare"), "{text}");
}

#[cfg(unix)]
#[test]
fn links_of_a_commit_are_followed() {
    use std::os::unix::fs::symlink;
    let folder = folder("old-links");
    for below in ["shared/deep", "deploy", "d2", "loop", "out"] {
        fs::create_dir_all(folder.join(below)).unwrap();
    }
    fs::write(folder.join("shared/a.yaml"), store("p")).unwrap();
    symlink("../shared/a.yaml", folder.join("deploy/a.yaml")).unwrap();
    symlink("../shared", folder.join("d2/base")).unwrap();
    symlink("d2/base", folder.join("d3")).unwrap();
    symlink("../../shared/a.yaml", folder.join("shared/deep/b.yaml")).unwrap();
    symlink("../shared/a.yaml", folder.join("loop/a.yaml")).unwrap();
    symlink("..", folder.join("loop/up")).unwrap();
    symlink("/nowhere/a.yaml", folder.join("out/a.yaml")).unwrap();
    symlink("round", folder.join("out/round")).unwrap();
    fs::write(folder.join("out/c.yaml"), "{apiVersion: v1, kind: ConfigMap, metadata: {name: c}}\n").unwrap();
    folder.commit("before");
    fs::write(folder.join("shared/a.yaml"), store("q")).unwrap();
    for path in [
        "shared",
        "deploy",
        "deploy/a.yaml",
        "d2",
        "d2/base",
        "d2/base/a.yaml",
        "d3",
        "d3/a.yaml",
        "loop/a.yaml",
        "d2/base/deep",
    ] {
        let (code, text) = validate(&folder, &[path, "--crd", "crd.yaml", "--old", "git:HEAD"]);
        assert_eq!(code, 1, "{path}: {text}");
        assert!(text.contains("failed rule: self == oldSelf"), "{path}: {text}");
    }
    // From a folder, and with a folder of the commit.
    let (code, text) = validate(&folder.below("deploy"), &[".", "--crd", "../crd.yaml", "--old", "git:HEAD"]);
    assert_eq!(code, 1, "{text}");
    let (code, text) = validate(&folder, &["shared", "--crd", "crd.yaml", "--old", "git:HEAD:loop"]);
    assert_eq!(code, 1, "{text}");
    // What cannot be followed is said.
    let (code, text) = validate(&folder, &["out/c.yaml", "--old", "git:HEAD:out"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("note: git:HEAD:out: not read: out/a.yaml, out/round: links"), "{text}");
}

#[test]
fn what_is_not_compared_is_said_in_one_line() {
    let folder = folder("old-left-out");
    let old = folder.join("old");
    fs::create_dir(&old).unwrap();
    fs::write(folder.join("new.yaml"), store("q")).unwrap();
    let template = "a: {{ x }} b\n";
    let kept = "{apiVersion: v1, kind: ConfigMap, metadata: {name: c}}\n";
    for (texts, code, said) in [
        (&[("a.yaml", kept)] as &[_], 0, None),
        (&[("a.yaml", kept), ("t.yaml", template)], 0, Some("not compared: 1 template (old/t.yaml)")),
        (
            &[("a.yaml", kept), ("p.yaml", "foo: 1\n")],
            0,
            Some("not compared: 1 document that is no manifest"),
        ),
        (
            &[("a.yaml", kept), ("t.yaml", template), ("p.yaml", "foo: 1\n"), ("q.yaml", "foo: 1\n")],
            0,
            Some(
                "not compared: 1 template (old/t.yaml), 2 documents that are no manifests (without apiVersion or kind) (old/p.yaml, …)",
            ),
        ),
        (&[("t.yaml", template)], 2, Some("no object in old: there is nothing to compare with")),
        (&[("p.yaml", "foo: 1\n")], 2, Some("no object in old: there is nothing to compare with")),
        (&[], 2, Some("cannot read old: it contains no .yaml, .yml or .json file")),
        (
            &[("a.yaml", "{apiVersion: v1, kind: List, items: []}\n")],
            0,
            Some("everything is validated as created"),
        ),
        (&[("a.yaml", "")], 0, Some("everything is validated as created")),
    ] {
        fs::remove_dir_all(&old).unwrap();
        fs::create_dir(&old).unwrap();
        for (name, text) in texts {
            fs::write(old.join(name), text).unwrap();
        }
        let (found, text) = validate(&folder, &["new.yaml", "--crd", "crd.yaml", "--old", "old"]);
        assert_eq!(found, code, "{texts:?}: {text}");
        assert_eq!(text.contains("crdc: "), said.is_some(), "{texts:?}: {text}");
        assert!(said.is_none_or(|said| text.contains(said)), "{texts:?}: {text}");
    }
}
