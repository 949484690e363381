//! Links of a checkout that is named from outside of it. In: a checkout with links beside a folder with a
//! secret. Out: the exit code, and what is left out.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod support;

use std::fs;
use std::os::unix::fs::symlink;

use support::Folder;

const BROKEN: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\nimmutable: s3cr3t\n";

const CRD: &str = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: as.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: as, singular: a, kind: A, listKind: AList}
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
";

/// A pipeline that has several checkouts beside each other names one of them.
#[test]
fn a_checkout_is_a_tree_wherever_the_command_runs() {
    let folder = Folder::new("links-checkouts", &[("outside/x.yaml", BROKEN)]);
    let fine = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";
    folder.write("pr/deep/a.yaml", fine);
    folder.write("pr/base/b.yaml", fine);
    folder.write("pr/base/crd.yaml", CRD);
    fs::create_dir(folder.join("pr/.git")).unwrap();
    symlink("../../outside", folder.join("pr/deep/folder")).unwrap();
    symlink("folder/x.yaml", folder.join("pr/deep/file.yaml")).unwrap();
    symlink("folder", folder.join("pr/deep/again")).unwrap();
    symlink("../base", folder.join("pr/deep/base")).unwrap();
    let hidden = |arguments: &[&str], code: i32, words: &str| {
        let (found, text) = folder.said(&[&["validate"], arguments].concat());
        assert!(found == code && text.contains(words) && !text.contains("s3cr3t"), "{arguments:?}: {text}");
    };
    hidden(&["pr"], 0, "left out: 3 links that lead out of the folder");
    hidden(&["pr/deep"], 0, "left out: 3 links that lead out of the folder");
    hidden(&["pr/deep"], 0, "validated 3 objects");
    hidden(&["pr", "--untrusted"], 1, "error[not-checked]");
    for found in ["pr/deep/file.yaml", "pr/deep/folder/x.yaml", "pr/deep/again/x.yaml"] {
        hidden(&["--as-found", found], 0, "left out: 1 link that leads out of the folder");
    }
    hidden(&["--as-found", "pr/deep/base/b.yaml"], 0, "validated 1 object");
    hidden(&["pr/base/b.yaml", "--crd", "pr/deep"], 0, "not read: 3 links out of the folder");
    hidden(&["pr/base/b.yaml", "--old", "pr/deep"], 0, "validated 1 object");
}

/// Nothing is read, so nothing passes.
#[test]
fn links_alone_are_no_documents() {
    let folder = Folder::new("links-alone", &[("outside/crd.yaml", CRD), ("pr/crd.yaml", CRD)]);
    fs::create_dir_all(folder.join("pr/.git")).unwrap();
    fs::create_dir_all(folder.join("pr/links")).unwrap();
    symlink("../../outside/crd.yaml", folder.join("pr/links/crd.yaml")).unwrap();
    for command in [&["check"][..], &["explain"], &["skeleton"], &["generate", "--output", "out"], &["test"]]
    {
        let (code, text) = folder.said(&[command, &["pr/links"]].concat());
        assert!(code == 2 && text.contains("pr/links"), "{command:?} {code}: {text}");
    }
    // What leads to another part of the checkout is read.
    symlink("../crd.yaml", folder.join("pr/links/own.yaml")).unwrap();
    for command in [&["check"][..], &["explain"], &["skeleton"]] {
        let (code, text) = folder.said(&[command, &["pr/links"]].concat());
        assert!(
            code == 0 && text.contains("not read: 1 link out of the folder"),
            "{command:?} {code}: {text}"
        );
    }
}
