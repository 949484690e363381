//! `crdc validate`: transcripts. Each folder of `tests/validate` but `input` has a `command`, which runs in
//! `input`, and what it prints: `stdout`, `stderr` and `code`. `BLESS=1 cargo test -p crdc-cli --test
//! validate` writes them.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/validate")
}

fn validate(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crdc"));
    command.current_dir(root().join("input")).arg("validate").args(arguments);
    command.stdin(Stdio::null()).env("NO_COLOR", "1").output().unwrap()
}

#[test]
fn transcripts() {
    let bless = std::env::var_os("BLESS").is_some();
    let (mut ran, mut failed) = (0, Vec::new());
    for folder in fs::read_dir(root()).unwrap().map(|entry| entry.unwrap().path()) {
        if folder.ends_with("input") {
            continue;
        }
        ran += 1;
        let command = fs::read_to_string(folder.join("command")).unwrap();
        let output = validate(&command.split_whitespace().collect::<Vec<_>>());
        let code = format!("{}\n", output.status.code().unwrap());
        let parts = [("stdout", output.stdout), ("stderr", output.stderr), ("code", code.into_bytes())];
        for (name, now) in parts {
            let (file, now) = (folder.join(name), String::from_utf8(now).unwrap());
            let expected = fs::read_to_string(&file).unwrap_or_default();
            match (now == expected, bless, now.is_empty()) {
                (true, ..) => {}
                (false, true, true) => fs::remove_file(&file).unwrap(),
                (false, true, false) => fs::write(&file, now).unwrap(),
                (false, false, _) => {
                    failed.push(format!("{}: now\n{now}\nexpected\n{expected}", file.display()))
                }
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(ran > 15, "{ran}");
}

/// The order of reports does not depend on the number of threads.
#[test]
fn threads() {
    let with = |threads: &str| validate(&[".", "--format", "json", "--verbose", "-n", threads]).stdout;
    assert!(!with("1").is_empty());
    for threads in ["2", "7", "64"] {
        assert_eq!(with("1"), with(threads), "{threads} threads");
    }
}

/// A thousand damaged files, and what breaks parsers: each ends in a report.
#[test]
fn hostile() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("inner")).unwrap();
    let mut count = 0;
    let mut file = |bytes: &[u8], below: &str| {
        count += 1;
        fs::write(folder.join(below).join(format!("{count:04}.yaml")), bytes).unwrap();
    };
    let text = fs::read(root().join("input/databases.yaml")).unwrap();
    for at in 0..text.len() {
        file(&text[..at], "");
    }
    for (at, byte) in (0..text.len()).zip(b"\t\0\xff{[&*!|>'\"%@`#:-?,]}".iter().cycle()).take(400) {
        let mut damaged = text.clone();
        damaged[at] = *byte;
        file(&damaged, "");
    }
    let bomb: String = (1..40).map(|n| format!("a{n}: &a{n} [*a{0}, *a{0}, *a{0}]\n", n - 1)).collect();
    for strange in [
        format!("a0: &a0 [x]\n{bomb}"),
        "a: &a [*a]\n".to_owned(),
        "[".repeat(100_000),
        "- ".repeat(100_000),
        "{a: ".repeat(100_000),
        format!("kind: List\nitems: {}1{}\n", "[{kind: List, items: ".repeat(90), "}]".repeat(90)),
        format!("kind: {}\napiVersion: v1\n", "x".repeat(1_000_000)),
        format!(
            "apiVersion: example.com/v1\nkind: Database\nmetadata: {{name: a}}\nspec:\n{}",
            "  k: 1\n".repeat(5_000)
        ),
        "---\n".repeat(100_000),
        format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a}}\ndata:\n  a: {}\n", "${A".repeat(300_000)),
        format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a}}\ndata:\n  a: {}}}\n", "${".repeat(300_000)),
        format!(
            "apiVersion: example.com/v1\nkind: Database\nmetadata: {{name: a}}\nspec:\n  engine: ${{E}}\n{}",
            (0..2_000).map(|n| format!("  k{n}: ${{A}}\n")).collect::<String>()
        ),
        "# crdc:ignore no-kind: each of them is searched for\nkind: x\n---\n".repeat(5_000),
        "# Source: \u{1b}[31m\nkind: \u{7f}\n".to_owned(),
        "kind: \"\\e[31m\\n::error::x\"\napiVersion: v1\nmetadata: {name: \"\\n::error::y\"}\n".to_owned(),
        "kind: Database\napiVersion: example.com/v1\nmetadata: {name: a}\nspec: {engine: pg, \"\\n::error::x\": 1}\n".to_owned(),
        "\u{feff}\u{feff}a: 1".to_owned(),
        "a: 1\r\n\tb: 2\r\n".to_owned(),
        String::new(),
    ] {
        file(strange.as_bytes(), "inner");
    }
    file(&vec![0; 5_000_000], "inner");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.join("inner"), folder.join("inner/cycle")).unwrap();
        std::os::unix::fs::symlink("nowhere", folder.join("inner/dangling.yaml")).unwrap();
        // What has no end, and what waits for somebody.
        std::os::unix::fs::symlink("/dev/zero", folder.join("inner/endless.yaml")).unwrap();
        fs::copy(root().join("input/databases.yaml"), folder.join("inner/\n::error::z.yaml")).unwrap();
        assert!(Command::new("mkfifo").arg(folder.join("inner/pipe.yaml")).status().unwrap().success());
    }
    assert!(count > 1_000, "{count}");
    let output = validate(&["--format", "json", "--crd", "crd.yaml", folder.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(report["summary"]["files"].as_u64().unwrap() >= count, "{}", report["summary"]);
    for format in ["text", "junit", "tap", "sarif", "github"] {
        let inner = folder.join("inner");
        let output =
            validate(&["--format", format, "--verbose", "--crd", "crd.yaml", inner.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(1), "{format}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(!output.stdout.contains(&0x1b), "{format} has an escape of a terminal");
        // A name that commands the service that shows the report.
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.contains("::error"), "{format}");
        assert!(!text.lines().any(|line| line.trim_start().starts_with("::error::")), "{format}");
    }
}

/// What the server cannot decode, and what it calls bad in a map or a list, is underlined itself.
#[test]
fn refused_values_are_underlined() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("places");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let crd = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ts.x.example.com}
spec:
  group: x.example.com
  names: {plural: ts, singular: t, kind: T, listKind: TList}
  scope: Namespaced
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, properties: {spec: {
      type: object, x-kubernetes-preserve-unknown-fields: true, properties: {
        t: &t {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true},
        l: {type: array, items: *t}}}}}}}
";
    fs::write(folder.join("crd.yaml"), crd).unwrap();
    let root = |metadata: &str| format!("metadata: {metadata}\n");
    let below = |metadata: &str| {
        format!(
            "metadata: {{name: a}}\nspec: {{l: [{{apiVersion: v1, kind: P}}, {{apiVersion: v1, kind: P, metadata: {metadata}}}]}}\n"
        )
    };
    for (metadata, expected) in [
        ("{name: a, creationTimestamp: yesterday}", "yesterday"),
        (
            "{name: a, creationTimestamp: null, deletionTimestamp: '2020-13-01T00:00:00Z'}",
            "'2020-13-01T00:00:00Z'",
        ),
        ("{name: a, deletionTimestamp: 3}", "3"),
        ("{name: a, managedFields: [{time: now}]}", "now"),
        ("{name: a, labels: {b: c, a: 1}}", "1"),
        ("{name: a, labels: [b]}", "labels"),
        ("{name: a, annotations: {b: true}}", "true"),
        ("{name: a, finalizers: [x/y, 7]}", "7"),
        ("{name: a, ownerReferences: [{apiVersion: v1, kind: P, name: x, uid: 7}]}", "7"),
        ("{name: {b: 1}}", "name"),
        ("7", "7"),
        ("{name: a, labels: {\"a b\": c}}", "\"a b\""),
        ("{name: a, labels: {a: x y, b: z}}", "x y"),
        ("{name: a, annotations: {\"a b\": c}}", "\"a b\""),
    ] {
        for object in [root(metadata), below(metadata)] {
            let text = format!("apiVersion: x.example.com/v1\nkind: T\n{object}");
            fs::write(folder.join("o.yaml"), &text).unwrap();
            let crd = folder.join("crd.yaml");
            let file = folder.join("o.yaml");
            let output =
                validate(&["--format", "json", "--crd", crd.to_str().unwrap(), file.to_str().unwrap()]);
            let report: Value = serde_json::from_slice(&output.stdout).unwrap();
            let finding = &report["results"][0]["findings"][0];
            let number = |key: &str| usize::try_from(finding[key].as_u64().unwrap()).unwrap();
            let line = text.lines().nth(number("line") - 1).unwrap();
            let shown = &line[number("column") - 1..number("endColumn") - 1];
            assert_eq!(shown, expected, "{text}{finding}");
        }
    }
}

/// Every member of the JSON reports is in their schema, and every required one in the reports.
#[test]
fn schema() {
    let text =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/validate.schema.json"))
            .unwrap();
    let schema: Value = serde_json::from_str(&text).unwrap();
    let mut seen = BTreeSet::new();
    for case in [
        "output-json",
        "ignored-json",
        "show",
        "show-diff-json",
        "folder-sorts-json",
        "unknown-values-json",
        "baseline-json",
        "max-findings-json",
    ] {
        let text = fs::read_to_string(root().join(case).join("stdout")).unwrap();
        let report: Value = serde_json::from_str(&text).unwrap();
        fits(&schema, &schema, &report, case, &mut seen);
    }
    // The origin, the verdict, the rule, the reason: nothing is compared in vain.
    for member in [
        "origin",
        "verdict",
        "rule",
        "ignored",
        "stored",
        "diff",
        "help",
        "field",
        "type",
        "leftOut",
        "unknownValues",
        "known",
        "gone",
        "notShown",
    ] {
        assert!(seen.contains(member), "no report has {member}");
    }
}

fn fits(root: &Value, schema: &Value, value: &Value, at: &str, seen: &mut BTreeSet<String>) {
    if let Some(name) = schema["$ref"].as_str() {
        return fits(root, root.pointer(&name[1..]).unwrap(), value, at, seen);
    }
    for name in schema["required"].as_array().into_iter().flatten() {
        assert!(value.get(name.as_str().unwrap()).is_some(), "{at} lacks {name}");
    }
    if let Some(allowed) = schema["enum"].as_array() {
        assert!(allowed.contains(value), "{at}: {value}");
    }
    match value {
        Value::Object(members) if schema["properties"].is_object() => {
            for (name, value) in members {
                seen.insert(name.clone());
                let property = &schema["properties"][name];
                assert!(property.is_object(), "{at}.{name} is not in the schema");
                fits(root, property, value, &format!("{at}.{name}"), seen);
            }
        }
        Value::Object(_) => assert_eq!(schema["type"], "object", "{at}"),
        Value::Array(items) => items.iter().for_each(|item| fits(root, &schema["items"], item, at, seen)),
        Value::String(_) => assert!(
            schema["type"] == "string" || schema["enum"].is_array() || schema["const"] == *value,
            "{at}"
        ),
        Value::Number(_) => assert_eq!(schema["type"], "integer", "{at}"),
        Value::Bool(_) => assert_eq!(schema["const"], *value, "{at}"),
        Value::Null => panic!("{at}: {value}"),
    }
}
