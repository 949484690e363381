//! `crdc check --old`: which exit code, and what of it is JSON.
#![allow(clippy::unwrap_used)]

use std::path::PathBuf;
use std::process::{Command, Output};

fn crdc(topic: &str, arguments: &[&str]) -> Output {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/compare").join(topic);
    Command::new(env!("CARGO_BIN_EXE_crdc"))
        .arg("check")
        .arg(folder.join("new.yaml"))
        .args(arguments)
        .arg("--old")
        .arg(folder.join("old.yaml"))
        .output()
        .unwrap()
}

#[test]
fn the_exit_code_is_that_of_the_check_unless_denied() {
    for (topic, deny, code) in [
        ("enums", "", 0),
        ("enums", "--deny=breaks", 1),
        ("enums", "--deny=may-break", 1),
        ("defaults", "--deny=breaks", 0),
        ("defaults", "--deny=may-break", 1),
        ("enums", "--deny=harmless", 2),
    ] {
        let arguments: Vec<&str> = [deny].into_iter().filter(|text| !text.is_empty()).collect();
        let output = crdc(topic, &arguments);
        assert_eq!(output.status.code(), Some(code), "{topic} {deny}: {output:?}");
    }
}

#[test]
fn a_policy_replaces_the_option() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("policy.yaml");
    for (policy, deny, code) in [
        ("changes: {enum: allow}", "--deny=breaks", 0),
        ("changes: {enum: breaks}", "", 1),
        ("changes: {pattern: breaks}", "", 0),
        ("changes: {enums: allow}", "", 2),
    ] {
        std::fs::write(&path, policy).unwrap();
        let named = ["--config", path.to_str().unwrap(), deny];
        let arguments: Vec<&str> = named.into_iter().filter(|text| !text.is_empty()).collect();
        let output = crdc("enums", &arguments);
        assert_eq!(output.status.code(), Some(code), "{policy} {deny}: {output:?}");
    }
}

#[test]
fn changes_follow_what_the_check_says() {
    let text = String::from_utf8(crdc("enums", &[]).stdout).unwrap();
    let checked = text.find("checked 1 document: no errors, ").unwrap();
    assert!(text[checked..].contains("breaks[enum]: `spec.engine` no longer allows \"oracle\"\n"), "{text}");
    assert!(text.ends_with("for stored objects: 3 changes break some of them, 2 are harmless\n"), "{text}");
    let json = String::from_utf8(crdc("enums", &["--format", "json"]).stdout).unwrap();
    assert!(json.lines().all(|line| line.starts_with("{\"c") && line.ends_with('}')), "{json}");
    assert_eq!(json.lines().filter(|line| line.starts_with("{\"change\":\"enum\"")).count(), 5);
}

#[test]
fn what_is_denied_needs_an_old_document() {
    let output =
        Command::new(env!("CARGO_BIN_EXE_crdc")).args(["check", "x.yaml", "--deny", "breaks"]).output();
    assert_eq!(output.unwrap().status.code(), Some(2));
}

#[test]
fn served_versions_are_compared() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join("served.yaml");
    let version = |name: &str, stored: bool, most: u8| {
        format!(
            "  - name: {name}
    served: true
    storage: {stored}
    schema:
      openAPIV3Schema: {{type: object, properties: {{spec: {{type: object, properties: {{size: {{type: integer, maximum: {most}}}}}}}}}}}
"
        )
    };
    let text = format!(
        "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: sizes.example.com}}
spec:
  group: example.com
  scope: Cluster
  names: {{plural: sizes, kind: Size, listKind: SizeList, singular: size}}
  versions:
{}{}",
        version("v1", true, 5),
        version("v1beta1", false, 7)
    );
    std::fs::write(&path, text).unwrap();
    for (arguments, code, said) in [
        (&[][..], 0, ""),
        (&["--served"], 0, "breaks[maximum]: `spec.size` must be at most 5; it was at most 7"),
        (&["--served", "--deny", "breaks"], 1, "from v1beta1 to v1"),
    ] {
        let output =
            Command::new(env!("CARGO_BIN_EXE_crdc")).arg("check").arg(&path).args(arguments).output();
        let output = output.unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments:?} {text}");
        assert!(
            text.contains(said) && text.contains("breaks") != arguments.is_empty(),
            "{arguments:?} {text}"
        );
    }
}

#[test]
fn changes_are_tables_in_markdown() {
    let text = String::from_utf8(crdc("enums", &["--format", "markdown"]).stdout).unwrap();
    let header = "| for stored objects | change | on updates | place |\n|---|---|---|---|\n| **breaks** | `spec.engine` no longer allows \"oracle\" |";
    assert!(text.starts_with("checked 1 document: no errors") || text.starts_with("- warning `"), "{text}");
    assert!(text.contains(header), "{text}");
    assert!(
        text.ends_with("\n\nfor stored objects: 3 changes break some of them, 2 are harmless\n"),
        "{text}"
    );
    let rows = || text.lines().filter(|line| line.starts_with("| "));
    // Four cells in each row.
    assert!(
        rows().count() > 2 && rows().all(|row| row.replace("\\|", "").matches('|').count() == 5),
        "{text}"
    );
}
