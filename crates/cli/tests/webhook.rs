//! `crdc webhook`: what it prints, as transcripts in `webhook/`, and what it refuses. `BLESS=1` writes the
//! transcripts; review the diff.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/webhook")
}

fn crdc(arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = Command::new(env!("CARGO_BIN_EXE_crdc"))
        .arg("webhook")
        .args(arguments)
        .current_dir(folder())
        .output()
        .unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

/// Compares with a file, or writes it.
fn prints(name: &str, arguments: &[&str]) {
    let (code, out, err) = crdc(arguments);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{arguments:?}");
    let path = folder().join(name);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &out).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(out == expected, "{name} differs; BLESS=1 writes it\n{out}");
}

#[test]
fn manifests_have_rules_for_exactly_what_is_served() {
    prints("manifests.yaml", &["manifests", "--crds", "crds"]);
}

#[test]
fn manifests_have_the_names_that_are_given() {
    let names =
        ["--name", "notes", "--namespace", "notes-system", "--image", "registry.example.com/notes:1.2"];
    let arguments = [&["manifests", "--crds", "crds/note.yaml", "--replicas", "1"][..], &names].concat();
    prints("named.yaml", &arguments);
}

#[test]
fn a_dockerfile_has_the_package() {
    prints("Dockerfile.expected", &["dockerfile", "--package", "notes-webhook"]);
}

#[test]
fn names_that_no_document_can_have_are_refused() {
    let cases = [
        (&["manifests", "--crds", "crds", "--name", "A: b"][..], "--name \"A: b\": a name has at most 63"),
        (&["manifests", "--crds", "crds", "--namespace", "-"], "--namespace \"-\""),
        (&["manifests", "--crds", "crds", "--image", "a b"], "--image \"a b\" is no image"),
        (&["dockerfile", "--package", "a && b"], "--package \"a && b\" is no name of a package"),
    ];
    for (arguments, why) in cases {
        let (code, out, err) = crdc(arguments);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(err.contains(why), "{err}");
    }
}

#[test]
fn crds_with_errors_print_nothing() {
    let (code, out, err) = crdc(&["manifests", "--crds", "crds", "broken.yaml"]);
    assert_eq!((code, out.as_str()), (Some(1), ""));
    assert!(err.contains("no manifests"), "{err}");
    let (code, _, err) = crdc(&["manifests", "--crds", "manifests.yaml"]);
    assert_eq!(code, Some(1));
    assert!(err.contains("no CustomResourceDefinition in manifests.yaml"), "{err}");
}

#[test]
fn scales_that_a_webhook_cannot_check_are_warned_of() {
    let (code, out, err) = crdc(&["manifests", "--crds", "scaled.yaml"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("\"pools/scale\""), "{out}");
    assert!(err.contains("warning[scale-immutable]") && err.contains("specReplicasPath"), "{err}");
    // Of other warnings of a CRD `crdc check` tells.
    assert!(!err.contains("immutable-removable"), "{err}");
}
