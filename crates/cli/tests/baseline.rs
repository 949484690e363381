//! `--baseline`, `--write-baseline`: what is known does not fail, and only what is new does.
#![allow(clippy::unwrap_used)]

mod support;

use std::fs;

use serde_json::Value;
use support::Folder;

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name, &[]);
    fs::create_dir_all(folder.join("deploy/deep")).unwrap();
    folder
}

/// The exit code, and what is printed.
fn run(folder: &Folder, arguments: &str) -> (i32, String) {
    folder.said(&arguments.split(' ').collect::<Vec<_>>())
}

fn known(folder: &Folder, file: &str) -> Vec<Value> {
    let text = fs::read_to_string(folder.join(file)).unwrap();
    let known: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(known["version"], "v1");
    known["findings"].as_array().unwrap().clone()
}

fn config(name: &str, data: &str) -> String {
    format!(
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: {name}, namespace: team}}\ndata: {{{data}}}\n---\n"
    )
}

#[test]
fn only_new_findings_fail() {
    let folder = folder("new");
    folder.write("deploy/a.yaml", &(config("one", "a: 1") + &config("two", "a: 1, b: true")));
    assert_eq!(run(&folder, "validate deploy").0, 1);
    let (code, text) = run(&folder, "validate deploy --write-baseline known.json");
    assert!(code == 0 && text.ends_with("wrote 3 known findings to known.json\n"), "{text}");
    let (code, text) = run(&folder, "validate deploy --baseline known.json --summary");
    assert!(
        code == 0
            && text
                .contains("0 invalid, 2 known, 0 without a schema, 0 skipped; no errors, 3 known findings"),
        "{text}"
    );
    assert!(!text.contains("error["), "{text}");
    // Moved lines, another order, and another way to name the file.
    let moved = format!("# more\n\n{}{}", config("two", "b: true, a: 1"), config("one", "a: 1"));
    folder.write("deploy/a.yaml", &moved);
    for (below, files) in [
        (".", "./deploy/../deploy/a.yaml"),
        ("deploy", "a.yaml"),
        ("deploy/deep", "../a.yaml"),
        ("deploy", "."),
    ] {
        let known = "../".repeat(if below == "." { 0 } else { below.split('/').count() });
        let (code, text) =
            run(&folder.below(below), &format!("validate {files} --baseline {known}known.json"));
        assert!(code == 0 && text.contains("no errors, 3 known findings\n"), "{below} {files}: {text}");
    }
    let absolute = folder.join("deploy").display().to_string();
    assert_eq!(run(&folder, &format!("validate {absolute} --baseline known.json")).0, 0);
    // A value, an object, a field that are new.
    for (text, words) in [
        (config("one", "a: 1, c: 2") + &config("two", "a: 1, b: true"), "ConfigMap team/one"),
        (config("one", "a: 1") + &config("three", "a: 1"), "ConfigMap team/three"),
        (config("one", "a: {}"), "cannot unmarshal object"),
    ] {
        folder.write("deploy/a.yaml", &text);
        let (code, text) = run(&folder, "validate deploy --baseline known.json");
        assert!(code == 1 && text.contains(words) && text.contains(": 1 error"), "{text}");
    }
    // Another file has other findings.
    folder.write("deploy/a.yaml", "");
    folder.write("deploy/b.yaml", config("one", "a: 1"));
    assert_eq!(run(&folder, "validate deploy --baseline known.json").0, 1);
}

#[test]
fn the_third_of_two_known_findings_is_new() {
    let folder = folder("counts");
    let twice = config("one", "a: 1").repeat(2);
    folder.write("a.yaml", &twice);
    run(&folder, "validate a.yaml --write-baseline known.json");
    assert_eq!(known(&folder, "known.json").iter().map(|one| one["count"].clone()).collect::<Vec<_>>(), [2]);
    for (count, code, words) in [
        (1, 0, "no longer found: 1 known finding of known.json; --write-baseline known.json removes it"),
        (2, 0, ""),
        (3, 1, "1 error, 2 known findings"),
    ] {
        folder.write("a.yaml", config("one", "a: 1").repeat(count));
        for threads in ["1", "4"] {
            let (found, text) = run(&folder, &format!("validate a.yaml --baseline known.json -n {threads}"));
            assert!(found == code && text.contains(words), "{count}: {text}");
        }
    }
}

#[test]
fn what_is_not_found_any_more_is_named() {
    let folder = folder("gone");
    for file in ["a", "b", "c"] {
        folder.write(&format!("deploy/{file}.yaml"), config(file, "a: 1"));
    }
    run(&folder, "validate deploy --write-baseline known.json");
    folder.write("deploy/a.yaml", config("a", "a: x"));
    fs::remove_file(folder.join("deploy/c.yaml")).unwrap();
    let gone = |text: &str, files: &[&str]| {
        let named = text.lines().filter(|line| line.starts_with("  deploy/")).count();
        let all = files
            .iter()
            .all(|file| text.contains(&format!("  deploy/{file}.yaml: ConfigMap team/{file}: wrong-type: ")));
        assert!(named == files.len() && all, "{files:?}: {text}");
    };
    let (code, text) = run(&folder, "validate deploy --baseline known.json");
    assert!(code == 0 && text.contains("no longer found: 2 known findings of known.json; --write-baseline known.json removes them from the file:\n"), "{text}");
    gone(&text, &["a", "c"]);
    // A run that does not see a file says nothing about it, but one that is deleted is gone.
    gone(&run(&folder, "validate deploy/b.yaml --baseline known.json").1, &["c"]);
    // What was not seen is kept.
    let (code, text) =
        run(&folder, "validate deploy/a.yaml --baseline known.json --write-baseline known.json");
    assert!(code == 0 && text.ends_with("wrote 1 known finding to known.json\n"), "{text}");
    assert_eq!(known(&folder, "known.json")[0]["file"], "deploy/b.yaml");
    assert_eq!(run(&folder, "validate deploy --baseline known.json").0, 0);
}

#[test]
fn findings_of_texts_warnings_and_schemas_are_known_too() {
    let folder = folder("all");
    folder.write("deploy/a.yaml", "kind: [\n");
    folder.write("deploy/b.yaml", "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a, image: a, env: [{name: A}, {name: A}]}]}\n");
    folder.write("deploy/c.yaml", "apiVersion: unknown.example.com/v1\nkind: A\nmetadata: {name: a}\n");
    folder.write("crd.yaml", "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: as.example.com}\nspec: {group: example.com}\n");
    let (code, text) = run(&folder, "validate deploy --crd crd.yaml");
    assert!(code == 1 && text.contains("warning[") && text.contains("missing-schema"), "{text}");
    run(&folder, "validate deploy --crd crd.yaml --write-baseline known.json");
    let (code, text) = run(&folder, "validate deploy --crd crd.yaml --baseline known.json");
    assert!(code == 0 && !text.contains('['), "{text}");
    // What is ignored needs no entry.
    let ignored =
        config("a", "a: 1").replace("namespace: team", "annotations: {crdc/ignore-wrong-type: why}");
    folder.write("ignored.yaml", &ignored);
    let (_, text) = run(&folder, "validate ignored.yaml --write-baseline none.json");
    assert!(
        text.contains("1 ignored, 0 known findings\n") && known(&folder, "none.json").is_empty(),
        "{text}"
    );
}

const BROKEN: &str = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: as.example.com}\nspec: {group: example.com}\n";

fn openapi(of_type: &str) -> String {
    format!(
        r#"{{"openapi": "3.0.0", "info": {{"title": "x", "version": "1"}}, "paths": {{}}, "components": {{"schemas": {{
        "com.example.v1.Note": {{"type": "{of_type}", "properties": {{"metadata": {{"type": "object"}}}},
          "x-kubernetes-group-version-kind": [{{"group": "example.com", "version": "v1", "kind": "Note"}}]}}}}}}}}"#
    )
}

#[test]
fn findings_of_schemas_are_counted_as_those_of_inputs() {
    let folder = folder("schemas");
    folder.write("a.yaml", config("a", "a: x"));
    folder.write("crd.yaml", BROKEN);
    folder.write("openapi.json", openapi("strin"));
    let validate = "validate a.yaml --crd crd.yaml --openapi openapi.json";
    let (_, text) = run(&folder, &format!("{validate} --write-baseline known.json"));
    assert!(
        text.contains("no errors, 5 known findings\n")
            && text.ends_with("wrote 5 known findings to known.json\n"),
        "{text}"
    );
    let (code, text) = run(&folder, &format!("{validate} --baseline known.json"));
    assert!(
        code == 0 && text.ends_with("no errors, 5 known findings\n") && !text.contains("schemas"),
        "{text}"
    );
    for (format, words) in [("json", "\"known\":true"), ("sarif", "\"suppressions\"")] {
        let (_, text) = run(&folder, &format!("{validate} --baseline known.json --format {format}"));
        assert_eq!(text.matches(words).count(), 5, "{text}");
    }
    // What is repaired is gone from all of them.
    folder.write("openapi.json", openapi("object"));
    let (_, text) = run(&folder, &format!("{validate} --baseline known.json"));
    assert!(text.contains("no longer found: 1 known finding of known.json; --write-baseline known.json removes it from the file:\n  openapi.json: type-unknown"), "{text}");
    run(&folder, &format!("{validate} --baseline known.json --write-baseline known.json"));
    assert!(known(&folder, "known.json").iter().all(|one| one["file"] == "crd.yaml"));
    for (most, shown) in [(0, 0), (3, 3), (4, 4), (9, 4)] {
        let (code, text) = run(&folder, &format!("{validate} --max-findings {most}"));
        assert!(code == 1 && text.matches("error[").count() == shown, "{most}: {text}");
        assert!(text.contains("checked the schemas: 4 errors\n"), "{most}: {text}");
        let rest = format!("{} more finding", 4 - shown);
        assert_eq!(text.contains(&rest), shown < 4, "{most}: {text}");
    }
}

/// Those of a server that does not do all of a CRD.
#[test]
fn warnings_of_schemas_are_known_too() {
    let folder = folder("schema-warnings");
    let crd = BROKEN.replace(
        "spec: {group: example.com}",
        "spec: {group: example.com, scope: Cluster, names: {plural: as, singular: a, kind: A, listKind: AList}, versions: [\
         {name: v1, served: true, storage: true, selectableFields: [{jsonPath: .a}], schema: {openAPIV3Schema: \
         {type: object, properties: {a: {type: string}}}}}]}",
    );
    folder.write("crd.yaml", &crd);
    folder.write("a.yaml", "{apiVersion: example.com/v1, kind: A, metadata: {name: a}}\n");
    let validate = "validate a.yaml --crd crd.yaml --kubernetes 1.30";
    let (_, text) = run(&folder, validate);
    assert!(text.contains("checked the schemas: no errors, 1 warning\n"), "{text}");
    run(&folder, &format!("{validate} --write-baseline known.json"));
    assert_eq!(known(&folder, "known.json")[0]["id"], "field-server");
    let (code, text) = run(&folder, &format!("{validate} --baseline known.json"));
    assert!(
        code == 0 && text.ends_with("no errors, 1 known finding\n") && !text.contains("warning["),
        "{text}"
    );
}

#[test]
fn counts_of_any_size_are_read() {
    let folder = folder("large-counts");
    folder.write("a.yaml", config("a", "a: x"));
    let entry = |id: &str| format!(r#"{{"file":"a.yaml","id":"{id}","message":"m","count":{}}}"#, usize::MAX);
    let entries = ["rule", "rule", "union"].map(entry).join(",");
    folder.write("known.json", format!(r#"{{"version":"v1","findings":[{entries}]}}"#));
    let (code, text) = run(&folder, "validate a.yaml --baseline known.json");
    assert!(code == 0 && text.contains(&format!("no longer found: {} known findings", usize::MAX)), "{text}");
    folder.write("b.yaml", config("b", "a: x"));
    let (code, text) = run(&folder, "validate b.yaml --baseline known.json --write-baseline more.json");
    assert!(code == 0 && text.contains(&format!("wrote {} known findings", usize::MAX)), "{text}");
}

#[test]
fn the_standard_input_has_a_name() {
    let folder = folder("stdin");
    folder.write("a.yaml", config("one", "a: 1"));
    let run = |below: &str, arguments: &[&str]| {
        let input = folder.join("a.yaml");
        folder.below(below).given(input, &[&["validate"], arguments].concat()).code
    };
    assert_eq!(run(".", &["-", "--write-baseline", "known.json"]), 0);
    assert_eq!(known(&folder, "known.json")[0]["file"], "<stdin>");
    assert_eq!(run("deploy", &["-", "--baseline", "../known.json"]), 0);
    // Without files, it is read too, as kubeconform does.
    assert_eq!(run("deploy", &["--baseline", "../known.json"]), 0);
    assert_eq!(run(".", &[]), 1);
}

#[test]
fn definitions_have_known_findings() {
    let folder = folder("check");
    let crd = |kind: &str, default: &str| {
        let plural = kind.to_lowercase() + "s";
        format!(
            "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {{name: {plural}.example.com}}\nspec:
  group: example.com
  scope: Namespaced
  names: {{plural: {plural}, kind: {kind}}}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {{openAPIV3Schema: {{type: object, properties: {{size: {{type: integer, default: {default}}}}}}}}}
---
"
        )
    };
    folder.write("deploy/a.yaml", &(crd("Aa", "x") + &crd("Bb", "1")));
    assert_eq!(run(&folder, "check deploy").0, 1);
    let (code, text) = run(&folder, "check deploy --write-baseline known.json");
    assert!(
        code == 0
            && text.contains(
                "checked 2 documents, 1 known finding: no errors\nwrote 1 known finding to known.json\n"
            ),
        "{text}"
    );
    assert_eq!(known(&folder, "known.json")[0]["object"], "CustomResourceDefinition aas.example.com");
    folder.write("deploy/a.yaml", &(crd("Bb", "1") + &crd("Aa", "x")));
    assert_eq!(run(&folder, "check deploy --baseline known.json").0, 0);
    folder.write("deploy/a.yaml", &(crd("Aa", "x") + &crd("Bb", "x")));
    let (code, text) = run(&folder, "check deploy --baseline known.json");
    assert!(code == 1 && text.contains("1 known finding: 1 error"), "{text}");
    let (code, text) = run(&folder, "check deploy --max-findings 1");
    assert!(code == 1 && text.matches("error[").count() == 1, "{text}");
    assert!(
        text.ends_with("checked 2 documents: 2 errors\n1 more finding not shown: --max-findings 1\n"),
        "{text}"
    );
    let (code, text) = run(&folder, "check deploy --max-findings 0 --format json");
    assert_eq!((code, text.as_str()), (1, "crdc: 2 more findings not shown: --max-findings 0\n"));
}

#[test]
fn files_that_are_no_baseline_are_refused() {
    let folder = folder("wrong");
    folder.write("a.yaml", config("one", "a: 1"));
    for (text, words) in [
        ("", "known.json was not written by --write-baseline"),
        ("{}", "missing field `version`"),
        ("{\"version\":\"v2\",\"findings\":[]}", "has the version \"v2\", and this crdc reads \"v1\""),
        ("{\"version\":\"v1\",\"findings\":[{\"file\":\"a\",\"id\":\"b\"}]}", "missing field `message`"),
        (
            "{\"version\":\"v1\",\"findings\":[{\"file\":\"a\",\"id\":\"b\",\"message\":\"c\",\"line\":3}]}",
            "unknown field `line`",
        ),
        (
            "{\"version\":\"v1\",\"findings\":[{\"file\":\"a\",\"id\":\"b\",\"message\":\"c\",\"count\":-1}]}",
            "invalid value",
        ),
        ("{\"version\":\"v1\",\"findings\":[3]}", "invalid type"),
    ] {
        folder.write("known.json", text);
        for command in ["validate a.yaml", "check a.yaml"] {
            let (code, said) = run(&folder, &format!("{command} --baseline known.json"));
            assert!(code == 2 && said.contains(words), "{text}: {said}");
        }
    }
    let (code, said) = run(&folder, "validate a.yaml --baseline none.json");
    assert!(code == 2 && said.contains("--write-baseline none.json makes it"), "{said}");
    // The first time.
    assert_eq!(run(&folder, "validate a.yaml --baseline none.json --write-baseline none.json").0, 0);
    for option in ["--watch", "--exit-on-error"] {
        let (code, said) = run(&folder, &format!("validate a.yaml --write-baseline x.json {option}"));
        assert!(code == 2 && said.contains(&format!("leave out {option}")), "{said}");
    }
}

/// It is no manifest, wherever it is.
#[test]
fn the_file_of_known_findings_is_not_read_as_a_manifest() {
    let folder = folder("inside");
    folder.write("deploy/a.yaml", config("one", "a: 1"));
    for (write, read) in [
        ("validate . --write-baseline known.json", "validate . --baseline known.json"),
        ("validate . --write-baseline deploy/x.yaml", "validate . --baseline ./deploy/x.yaml"),
        (
            "validate deploy --write-baseline deploy/y.json",
            "validate ./deploy/ --baseline deploy/../deploy/y.json",
        ),
    ] {
        for file in ["known.json", "deploy/x.yaml", "deploy/y.json"] {
            let _ = fs::remove_file(folder.join(file));
        }
        for command in [write, write, read] {
            let (code, text) = run(&folder, command);
            assert!(code == 0 && text.contains("validated 1 object in 1 file"), "{command}: {text}");
            assert!(!text.contains("left out"), "{command}: {text}");
        }
    }
}
