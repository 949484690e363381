//! Texts that are larger than what is read at once: every object is found, at its place, whatever the form of
//! the text.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

/// Enough for several pieces.
const OBJECTS: usize = 1_500;

/// Which objects have an error.
const WRONG: [usize; 4] = [0, 950, 951, OBJECTS - 1];

fn yaml(index: usize) -> String {
    let value = if WRONG.contains(&index) { "1" } else { "\"1\"" };
    let text = "a text of some length, so that the whole is large".repeat(24);
    format!(
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c{index}\ndata:\n  text: {text}\n  a: {value}\n"
    )
}

fn lines(text: &str) -> Vec<usize> {
    text.lines()
        .enumerate()
        .filter(|(_, line)| line.trim_end().ends_with(": 1"))
        .map(|(at, _)| at + 1)
        .collect()
}

#[test]
fn objects_of_large_texts_are_at_their_places() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("large");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let documents: String =
        (0..OBJECTS).map(|index| format!("# Source: c/{index}.yaml\n{}---\n", yaml(index))).collect();
    let item = |index| {
        let text = yaml(index);
        let (first, rest) = text.split_once('\n').unwrap();
        format!("- {first}\n{}", rest.lines().map(|line| format!("  {line}\n")).collect::<String>())
    };
    let items: String = (0..OBJECTS).map(item).collect();
    let object = |index: usize| {
        let value = if WRONG.contains(&index) { json!(1) } else { json!("1") };
        json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": format!("c{index}")}, "data": {"text": "x".repeat(1_200), "a": value}})
    };
    let list =
        json!({"apiVersion": "v1", "kind": "List", "items": (0..OBJECTS).map(object).collect::<Vec<_>>()});
    let list =
        serde_json::to_string_pretty(&list).unwrap().replace("\"a\": 1,", "\"text2\": \"\",\n \"a\": 1\n,");
    for (name, text, kind_of) in [
        ("documents.yaml", documents.clone(), "plain"),
        // Not in the form that is read at once, and with an error somewhere.
        ("anchors.yaml", documents.replace("c952\n", "&x c952\n"), "anchors"),
        ("error.yaml", format!("{documents}a: [\n"), "error"),
        ("list.yaml", format!("apiVersion: v1\nitems:\n{items}kind: List\n"), "plain"),
        (
            "typed.yaml",
            format!(
                "kind: ConfigMapList\napiVersion: v1\nitems:\n{}",
                items.replace("apiVersion: v1\n  kind: ConfigMap\n  ", "")
            ),
            "plain",
        ),
        ("list.json", list, "plain"),
    ] {
        assert!(text.len() > 3 << 19, "{name}");
        fs::write(folder.join(name), &text).unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_crdc"))
            .current_dir(&folder)
            .args(["validate", name, "--format", "json"])
            .output()
            .unwrap();
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["summary"]["objects"], OBJECTS, "{name}");
        let results = report["results"].as_array().unwrap();
        let wrong: Vec<&Value> = results.iter().filter(|one| one["kind"] == "ConfigMap").collect();
        assert_eq!(wrong.len(), WRONG.len(), "{name}: {results:?}");
        let found: Vec<u64> = wrong.iter().map(|one| one["findings"][0]["line"].as_u64().unwrap()).collect();
        let expected: Vec<u64> = lines(&text).into_iter().map(|line| line as u64).collect();
        assert_eq!(found, expected, "{name}");
        let names: Vec<String> = WRONG.iter().map(|index| format!("c{index}")).collect();
        assert_eq!(
            wrong.iter().map(|one| one["name"].as_str().unwrap()).collect::<Vec<_>>(),
            names,
            "{name}"
        );
        if text.contains("# Source") {
            assert_eq!(wrong[1]["origin"], "c/950.yaml", "{name}");
        }
        assert_eq!(results.len() > wrong.len(), kind_of == "error", "{name}");
    }
}
