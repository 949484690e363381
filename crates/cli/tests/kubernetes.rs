//! `crdc kubernetes`: a file of the kinds of a server, and its use.
#![allow(clippy::unwrap_used)]

mod support;

use std::fs;

use support::{Folder, Ran};

fn document(version: &str) -> String {
    let definition = |group: &str, kind: &str| {
        format!(
            r#"{{"type": "object", "description": "long", "properties": {{"metadata": {{"type": "object"}}}},
            "x-kubernetes-group-version-kind": [{{"group": "{group}", "version": "v1", "kind": "{kind}"}}]}}"#
        )
    };
    let (pod, rock) = (definition("", "Pod"), definition("apps", "Rock"));
    format!(
        r#"{{"swagger": "2.0", "info": {{{version}}}, "paths": {{}},
        "definitions": {{"io.k8s.api.core.v1.Pod": {pod}, "io.k8s.api.apps.v1.Rock": {rock}}}}}"#
    )
}

#[test]
fn a_file_of_kinds_is_made_and_used() {
    let folder = Folder::new("kubernetes-made", &[]);
    fs::write(folder.join("openapi.json"), document(r#""version": "v1.37.2""#)).unwrap();
    let objects = "{apiVersion: apps/v1, kind: Rock, metadata: {name: a}}\n---\n{apiVersion: apps/v1, kind: Deployment, metadata: {name: b}}\n";
    fs::write(folder.join("objects.yaml"), objects).unwrap();
    let made = folder.run(&["kubernetes", "openapi.json", "-o", "kubernetes-1.37.json"]);
    assert_eq!(made.code, 0, "{made:?}");
    let text = fs::read_to_string(folder.join("kubernetes-1.37.json")).unwrap();
    assert!(text.contains("v1.37") && !text.contains("description") && !text.contains("paths"), "{text}");
    let check = |arguments: &[&str]| {
        let output =
            folder.run(&[&["validate", "objects.yaml", "--summary", "--format", "text"], arguments].concat());
        assert_eq!(output.code, 1, "{output:?}");
        let text = output.out;
        assert!(text.contains("no matches for kind \"Deployment\" in version \"apps/v1\""), "{text}");
        assert!(text.contains("1 valid against Kubernetes 1.37"), "{text}");
    };
    check(&["--kubernetes", "kubernetes-1.37.json"]);
    // What a server publishes is as good, in both options.
    check(&["--kubernetes", "openapi.json"]);
    check(&["--openapi", "openapi.json"]);
    fs::write(folder.join(".crdc.yaml"), "kubernetes: kubernetes-1.37.json\n").unwrap();
    check(&[]);
}

#[test]
fn the_version_is_known_or_asked_for() {
    let folder = Folder::new("kubernetes-version", &[]);
    fs::write(folder.join("openapi.json"), document(r#""version": "unversioned""#)).unwrap();
    fs::write(folder.join("other.json"), "{}").unwrap();
    let said = |arguments: &[&str]| {
        let Ran { code, err, .. } = folder.run(arguments);
        (code, err)
    };
    let (code, why) = said(&["kubernetes", "openapi.json"]);
    assert!(code == 2 && why.contains("--server 1.37"), "{why}");
    let (code, why) = said(&["kubernetes", "openapi.json", "other.json", "--server", "1.37"]);
    assert!(code == 2 && why.contains("other.json"), "{why}");
    assert_eq!(said(&["kubernetes", "openapi.json", "--server", "1.37"]).0, 0);
}
