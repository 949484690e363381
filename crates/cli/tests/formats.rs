//! `-o` and `--output` are the place, `--format` is the format, in every command.
#![allow(clippy::unwrap_used)]

mod support;

use std::fs;

use support::Folder;

fn folder(name: &str) -> Folder {
    let crd = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: as.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: as, singular: a, kind: A, listKind: AList}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, properties: {a: {type: strin}}}}}]
";
    let object = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a}]}\n";
    let suite = "crd: good.yaml\nobject: {apiVersion: example.com/v1, kind: A}\ntests:\n- {name: a, create: {metadata: {name: A}}}\n";
    let good = crd.replace("strin}", "string}");
    Folder::new(name, &[("crd.yaml", crd), ("a.yaml", object), ("t.test.yaml", suite), ("good.yaml", &good)])
}

#[test]
fn formats_are_formats_and_places_are_places() {
    let folder = folder("names");
    for (command, formats) in [
        (&["check", "crd.yaml"] as &[_], &["text", "human", "pretty", "plain", "json", "markdown"] as &[_]),
        (&["explain", "crd.yaml"], &["text", "human", "plain", "json", "markdown"]),
        (&["skeleton", "crd.yaml"], &["text", "human", "plain", "json", "markdown"]),
        (&["types", "crd.yaml"], &["text", "human", "plain", "json", "markdown"]),
        (
            &["validate", "a.yaml"],
            &["text", "human", "pretty", "plain", "markdown", "json", "junit", "tap", "sarif", "github"],
        ),
        (&["test", "t.test.yaml"], &["text", "human", "pretty", "junit"]),
    ] {
        for format in formats {
            let with = |more: &[&str]| folder.run(&[command, &["--format", format], more].concat());
            let plain = with(&[]);
            assert_eq!(plain.code, 1, "{command:?} {format}: {}", plain.text());
            for option in ["-o", "--output"] {
                assert_eq!(with(&[option, "-"]), plain, "{command:?} {format}");
                let placed = with(&[option, "report"]);
                let report = fs::read_to_string(folder.join("report")).unwrap();
                assert_eq!((report, placed.out), (plain.out.clone(), String::new()), "{command:?} {format}");
                // As the option was in older versions.
                let (code, text) = folder.said(&[command, &[option, format]].concat());
                assert!(code == 2 && text.contains(&format!("written --format {format};")), "{text}");
            }
        }
        let (code, text) = folder.said(&[command, &["--format", "yaml"]].concat());
        assert!(
            code == 2 && text.contains("invalid value 'yaml'") && text.contains("[possible values: text"),
            "{text}"
        );
        // Two of them contradict each other.
        let (code, text) = folder.said(&[command, &["--format", "text", "--format", "text"]].concat());
        assert!(code == 2 && text.contains("cannot be used multiple times"), "{text}");
        // A file that is read would be lost.
        let (code, text) = folder.said(&[command, &["-o", &format!("./{}", command[1])]].concat());
        assert!(code == 2 && text.contains("the file is read, and would be lost"), "{text}");
        let (code, text) = folder.said(&[command, &["-o", "none/report"]].concat());
        assert!(code == 2 && text.contains("cannot write none/report"), "{command:?}: {text}");
    }
    // A file may be named so.
    assert_eq!(folder.said(&["check", "good.yaml", "-o", "./json"]), (0, String::new()));
    assert!(folder.join("json").is_file());
}

#[test]
fn commands_that_print_have_a_place() {
    let folder = folder("printed");
    for command in [
        &["types", "good.yaml"] as &[_],
        &["skeleton", "good.yaml"],
        &["explain", "--html", "good.yaml"],
        &["webhook", "manifests", "--image", "a", "--crds", "good.yaml"],
        &["webhook", "dockerfile"],
        &["man", "check"],
        &["completions", "bash"],
        &["check", "--from", "1.36", "good.yaml"],
        &["check", "--old", "good.yaml", "crd.yaml"],
        &["check", "--style", "--served", "--dialects", "good.yaml"],
    ] {
        let printed = folder.run(command).out;
        folder.run(&[command, &["-o", "file.rs"]].concat());
        assert_eq!(fs::read_to_string(folder.join("file.rs")).unwrap(), printed, "{command:?}");
    }
}

/// With one dash it is kubeconform's, with two it is a place.
#[test]
fn kubeconforms_output_is_a_format() {
    let folder = folder("kubeconform");
    let json = folder.said(&["validate", "a.yaml", "--format", "json"]);
    for arguments in [&["-output", "json"] as &[_], &["-output=json"]] {
        assert_eq!(folder.said(&[&["validate", "a.yaml"], arguments].concat()), json);
    }
    assert_eq!(folder.said(&["validate", "a.yaml", "-output", "junit", "-o", "report.xml"]).0, 1);
    assert!(fs::read_to_string(folder.join("report.xml")).unwrap().starts_with("<?xml"));
    for arguments in [&["--output=json"] as &[_], &["-ojson"], &["-o=json"], &["--output", "JUnit"]] {
        let (code, text) = folder.said(&[&["validate", "a.yaml"], arguments].concat());
        assert!(code == 2 && text.contains("a format is written --format "), "{arguments:?} {text}");
    }
    let (code, text) = folder.said(&["validate", "a.yaml", "--watch", "-o", "report"]);
    assert!(code == 2 && text.contains("cannot be used with"), "{text}");
}

#[test]
fn what_people_read_has_a_form_for_each_format() {
    let folder = folder("people");
    for (format, begin) in [
        ("text", "error[required-value]: spec.containers[0].image: Required value\n --> a.yaml:4:22\n"),
        (
            "plain",
            "a.yaml:4:22: error[required-value]: spec.containers[0].image: Required value\nvalidated 1 object",
        ),
        ("markdown", "- **error** `required-value` at `a.yaml:4:22`: spec.containers"),
        ("json", "{\"version\":\"v2\""),
    ] {
        let (_, text) = folder.said(&["validate", "a.yaml", "--format", format]);
        assert!(text.starts_with(begin), "{format}: {text}");
    }
}

#[test]
fn commands_that_write_have_a_place_and_a_format() {
    let folder = folder("written");
    for (command, code) in [
        (&["generate", "crd.yaml", "--format", "plain"] as &[_], 1),
        (&["publish", "crd.yaml", "--as", "stock", "--format", "plain"], 1),
        (&["generate", "good.yaml", "--format", "json"], 0),
        (&["publish", "good.yaml", "--as", "stock", "--format", "json"], 0),
    ] {
        for place in ["-o", "--output"] {
            let (found, text) = folder.said(&[command, &[place, "written"]].concat());
            assert_eq!(found, code, "{command:?}: {text}");
            let (found, text) = folder.said(&[command, &[place, "-"]].concat());
            assert_eq!(found, code, "{command:?}: {text}");
            assert!(!folder.join("-").exists(), "{command:?}");
        }
    }
    for command in [
        &["generate", "good.yaml"] as &[_],
        &["publish", "good.yaml", "--as", "stock"],
        &["kubernetes", "good.yaml"],
    ] {
        let (found, text) = folder.said(&[command, &["--out", "written"]].concat());
        assert!(found == 2 && text.contains("write --output written"), "{command:?}: {text}");
    }
    // Several files are no text.
    folder.write("all/a.yaml", fs::read(folder.join("good.yaml")).unwrap());
    folder.write(
        "all/b.yaml",
        fs::read_to_string(folder.join("good.yaml"))
            .unwrap()
            .replace("as", "bs")
            .replace("kind: A,", "kind: B,"),
    );
    for command in [&["generate", "all"] as &[_], &["publish", "all", "--as", "stock"]] {
        let (found, text) = folder.said(&[command, &["-o", "-"]].concat());
        assert!(found == 2 && text.contains("several documents need --output DIR"), "{command:?}: {text}");
    }
}

/// Scripts have variables that may be empty, and wrappers append options.
#[test]
fn options_of_kubeconform_may_be_empty_or_there_twice() {
    let folder = folder("twice");
    for (arguments, code) in [
        (&["-skip", ""] as &[_], 1),
        (&["-skip="], 1),
        (&["-reject", "", "-skip", "Secret,,Deployment"], 1),
        (&["-skip", "Secret,,Pod,"], 0),
        (&["-skip", "", "-skip", "Pod"], 0),
        (&["-reject", "v1/"], 2),
        (&["-kubernetes-version", "1.31.0", "-kubernetes-version", "1.34.0"], 1),
        (&["-strict", "-summary", "-summary", "-strict", "-verbose", "--verbose", "-n", "2", "-n", "3"], 1),
        (&["-exit-on-error", "-exit-on-error", "-ignore-missing-schemas", "-ignore-missing-schemas"], 1),
        (&["-bogus"], 2),
    ] {
        let (found, text) = folder.said(&[&["validate", "a.yaml"], arguments].concat());
        assert_eq!(found, code, "{arguments:?}: {text}");
    }
    let (_, text) =
        folder.said(&["validate", "a.yaml", "--kubernetes", "1.31", "-kubernetes-version=1.34.0"]);
    assert!(text.contains("against Kubernetes 1.34"), "{text}");
    let (_, text) = folder.said(&["validate", "a.yaml", "-summary", "-output", "github", "-skip", "Pod"]);
    assert!(text.starts_with("validated 0 of 1 object in 1 file"), "{text}");
    let (_, text) = folder.said(&["validate", "a.yaml", "-ignore-filename-pattern", "^a", "-skip", "Pod"]);
    assert!(text.starts_with("left out: 1 file that fits --ignore-filename-pattern\n"), "{text}");
}
