//! What documents, names of files and messages of the server may do to reports: nothing. In: texts that would
//! command a terminal or a service, break a line, or hide what they are. Out: every report for people has
//! them as escapes; JSON has them exactly.
#![allow(clippy::unwrap_used)]

mod support;

use std::fs;

use serde_json::Value;
use support::Folder;

/// A command of GitHub after every kind of line break, commands inside of a line, colours of terminals, text
/// in another order, what XML forbids.
const HOSTILE: &str = "a\n::error::x\r::error::x\u{85}::error::x\u{2028}::error::x\u{1b}[31m\u{9b}31m\u{202e}b\u{2066}\u{200f}\u{61c}\u{fffe}\u{b}c##[error]x##vso[task.logissue]x";

fn run(folder: &Folder, arguments: &[&str]) -> String {
    folder.run(arguments).text()
}

/// Whether a text is free of what HOSTILE has.
fn is_clean(text: &str) -> bool {
    let breaks = ['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'];
    let hidden = |c: char| {
        (c.is_control() && c != '\n') || HOSTILE.chars().skip(1).any(|bad| bad == c && !bad.is_ascii())
    };
    let begins = |line: &str| line.trim_start().starts_with("::error::x");
    !text.split(breaks).any(begins)
        && !["##[", "##vso["].iter().any(|command| text.contains(command))
        && !text.contains(hidden)
}

/// A CRD whose names, keys, defaults, rules and descriptions are hostile; with `errors`, a server refuses it.
fn crd(errors: bool) -> Value {
    let description = if errors { serde_json::json!(3) } else { HOSTILE.into() };
    serde_json::json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": "ts.x.example.com", "annotations": if errors { serde_json::json!({HOSTILE: "b"}) } else { serde_json::json!({}) }},
        "spec": {
            "group": "x.example.com", "scope": "Namespaced",
            "names": {"plural": "ts", "singular": "t", "kind": "T", "listKind": "TList"},
            "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {
                "type": "object", "description": HOSTILE,
                "properties": {
                    "spec": {
                        "type": "object", "description": description,
                        "required": [HOSTILE],
                        "properties": {
                            HOSTILE: {"type": "string", "enum": [HOSTILE], "default": if errors { "x" } else { HOSTILE }, "description": HOSTILE},
                            "fixed": {"type": "string", "x-kubernetes-immutable": true},
                        },
                        "x-kubernetes-validations": [{
                            "rule": if errors { "(self.fixed != 'a' ||\n::error::x" } else { "!has(self.fixed) ||\n  self.fixed != 'a'" },
                            "message": "no\u{202e}",
                        }],
                    },
                },
            }}}],
        },
    })
}

#[test]
fn checks_are_clean_in_every_format() {
    let folder = Folder::new("reports-check", &[]);
    // `::error::x` as the name of a file, with and without a folder.
    for (name, errors) in [("bad.json", true), ("::error::x.json", true), ("good.json", false)] {
        fs::write(folder.join(name), crd(errors).to_string()).unwrap();
    }
    let mut old = crd(false);
    old["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["x-kubernetes-validations"]
        [0]["rule"] = "true ||\n  false".into();
    old["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"][HOSTILE]["enum"] =
        serde_json::json!(["y", HOSTILE]);
    fs::write(folder.join("old.json"), old.to_string()).unwrap();
    for format in ["human", "plain", "markdown"] {
        for arguments in [
            &["check", "bad.json", "--format", format] as &[_],
            &["check", "::error::x.json", "--format", format],
            &["check", "good.json", "--style", "--format", format],
            &["check", "good.json", "--dialects", "--format", format],
            &["check", "--old", "old.json", "good.json", "--format", format],
            &["check", "missing\n::error::x", "--format", format],
            &["explain", "good.json", "--format", format],
            &["explain", "good.json", "--cost", "--format", format],
            &["explain", "bad.json", "--format", format],
            &["generate", "bad.json", "--format", format, "-o", "generated"],
            &["publish", "bad.json", "--as", "crd", "--format", format],
            &["publish", "good.json", "--as", "apply-safe", "--server", "1.30", "--report", "-o", "out"],
        ] {
            let shown = run(&folder, arguments);
            assert!(!shown.is_empty() && is_clean(&shown), "{arguments:?}: {shown:?}");
        }
        // Escaped, not left out.
        let shown = run(&folder, &["check", "bad.json", "--format", format]);
        assert!(shown.contains("u{202e}"), "{shown}");
    }
    let html = run(&folder, &["explain", "good.json", "--html"]);
    assert!(html.contains("</html>") && is_clean(&html), "{html:?}");
    // The text itself, for tools.
    let json = run(&folder, &["check", "bad.json", "--format", "json"]);
    let texts: Vec<Value> = json.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let has = |text: &Value| text["message"].as_str().is_some_and(|said| said.contains(HOSTILE));
    assert!(texts.iter().any(has) && is_clean(&json), "{json}");
}

#[test]
fn validations_are_clean_in_every_format() {
    let folder = Folder::new("reports-validate", &[]);
    fs::write(folder.join("crd.json"), crd(false).to_string()).unwrap();
    let object = serde_json::json!({
        "apiVersion": "x.example.com/v1", "kind": "T",
        "metadata": {"name": HOSTILE, "namespace": HOSTILE, "labels": {HOSTILE: HOSTILE}},
        "spec": {HOSTILE: format!("{HOSTILE}!"), "fixed": "a", format!("{HOSTILE}?"): HOSTILE},
    });
    let refused = serde_json::json!({
        "apiVersion": "x.example.com/v1", "kind": "T", "metadata": {"name": {HOSTILE: 1}, "labels": {"a": HOSTILE}},
    });
    for (name, text) in [
        ("a.json", object.to_string()),
        ("::error::x.json", object.to_string()),
        ("b\n::error::x.json", refused.to_string()),
        ("c.yaml", "a: 1\r::error::x\u{85}\u{2028}\u{202e}: {\n".to_owned()),
        ("d.json", serde_json::json!({"kind": HOSTILE, "apiVersion": HOSTILE}).to_string()),
        // Context lines of a diff.
        (
            "e.yaml",
            "apiVersion: x.example.com/v1\nkind: T\nmetadata: {name: a}\nspec:\n  extra: 1\n  fixed: |\n    x\n    ::error::x\n    y\n".to_owned(),
        ),
    ] {
        fs::write(folder.join(name), text).unwrap();
    }
    fs::write(
        folder.join("old.json"),
        serde_json::json!({"kind": "T", "apiVersion": "x.example.com/v1", "metadata": {HOSTILE: 1}})
            .to_string(),
    )
    .unwrap();
    for format in ["text", "junit", "tap", "sarif", "github"] {
        let shown = run(&folder, &["validate", "--crd", "crd.json", ".", "--format", format, "--verbose"]);
        assert!(!shown.is_empty() && is_clean(&shown), "{format}: {shown:?}");
    }
    for arguments in [
        &["validate", "--crd", "crd.json", "::error::x.json", "--verbose"] as &[_],
        &["validate", "--crd", "crd.json", ".", "--show", "diff"],
        &["validate", "--crd", "crd.json", ".", "--show"],
        &["validate", "--crd", "crd.json", "a.json", "--old", "old.json"],
        &["validate", "--crd", "crd.json", "a.json", "--config", "b\n::error::x.json"],
        &["validate", "--crd", "crd.json", "missing\n::error::x"],
    ] {
        let shown = run(&folder, arguments);
        assert!(!shown.is_empty() && is_clean(&shown), "{arguments:?}: {shown:?}");
    }
    let json = run(&folder, &["validate", "--crd", "crd.json", "a.json", "--format", "json"]);
    let report: Value = serde_json::from_str(&json).unwrap();
    assert!(is_clean(&json), "{json}");
    assert_eq!(report["results"][0]["name"], HOSTILE);
    let findings = report["results"][0]["findings"].as_array().unwrap();
    assert!(
        findings.iter().any(|one| one["field"].as_str().is_some_and(|field| field.contains(HOSTILE))),
        "{json}"
    );
}

#[test]
fn tests_of_crds_are_clean_in_every_format() {
    let folder = Folder::new("reports-test", &[]);
    fs::write(folder.join("crd.json"), crd(false).to_string()).unwrap();
    let create = |fixed: &str| serde_json::json!({"metadata": {"name": "a"}, "spec": {"fixed": fixed, HOSTILE: HOSTILE}});
    let suite = serde_json::json!({
        "name": HOSTILE, "crd": "crd.json",
        "object": {"apiVersion": "x.example.com/v1", "kind": "T"},
        "tests": [
            {"name": HOSTILE, "create": create("a"), "errors": [HOSTILE]},
            {"name": "stored", "create": create("x\n::error::x\ny"), "stored": create("x\n::error::x\nz")},
            {"name": "refused", "create": {"metadata": {"name": HOSTILE}, "spec": {}}},
        ],
    });
    for name in ["t.test.yaml", "::error::x.test.yaml"] {
        fs::write(folder.join(name), suite.to_string()).unwrap();
    }
    for report in ["text", "junit"] {
        let shown = run(&folder, &["test", ".", "--format", report, "--coverage"]);
        assert!(shown.contains("refused") && is_clean(&shown), "{report}: {shown:?}");
    }
}
