//! `-o`, `--output`, `--format`: the same in every command that reports.
#![allow(clippy::unwrap_used)]

mod support;

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
fn the_three_names_mean_the_same() {
    let folder = folder("names");
    for (command, formats) in [
        (&["check", "crd.yaml"] as &[_], &["text", "human", "pretty", "plain", "json", "markdown"] as &[_]),
        (&["explain", "crd.yaml"], &["text", "human", "plain", "json", "markdown"]),
        (&["skeleton", "crd.yaml"], &["text", "human", "plain", "json", "markdown"]),
        (
            &["validate", "a.yaml"],
            &["text", "human", "pretty", "plain", "markdown", "json", "junit", "tap", "sarif", "github"],
        ),
        (&["test", "t.test.yaml"], &["text", "human", "pretty", "junit"]),
    ] {
        for format in formats {
            let all = [["-o", format], ["--output", format], ["--format", format]];
            let [one, other, third] = all.map(|option| folder.said(&[command, &option].concat()));
            assert!(
                one.0 == 1 && one == other && one == third,
                "{command:?} {format}: {one:?} {other:?} {third:?}"
            );
        }
        let (code, text) = folder.said(&[command, &["--format", "yaml"]].concat());
        assert!(
            code == 2 && text.contains("invalid value 'yaml'") && text.contains("[possible values: text"),
            "{text}"
        );
        // Two of them contradict each other.
        let (code, text) = folder.said(&[command, &["-o", "text", "--format", "text"]].concat());
        assert!(code == 2 && text.contains("cannot be used multiple times"), "{text}");
    }
}

#[test]
fn what_people_read_has_a_form_for_each_format() {
    let folder = folder("people");
    for (format, begin) in [
        ("text", "error[required-value]: spec.containers[0].image: Required value\n --> a.yaml:4:22\n"),
        (
            "plain",
            "a.yaml:4:22: error[required-value]: spec.containers[0].image: Required value\nchecked 1 object",
        ),
        ("markdown", "- **error** `required-value` at `a.yaml:4:22`: spec.containers"),
        ("json", "{\"version\":\"v1\""),
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
    ] {
        for place in ["-o", "--out"] {
            let (found, text) = folder.said(&[command, &[place, "written"]].concat());
            assert_eq!(found, code, "{command:?}: {text}");
        }
        let (found, text) = folder.said(&[command, &["--output", "written"]].concat());
        assert!(found == 2 && text.contains("'--out'"), "{command:?}: {text}");
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
    let (_, text) = folder.said(&["validate", "a.yaml", "-summary", "-o", "github", "-skip", "Pod"]);
    assert!(text.starts_with("checked 1 object in 1 file"), "{text}");
    let (_, text) = folder.said(&["validate", "a.yaml", "-ignore-filename-pattern", "^a", "-skip", "Pod"]);
    assert!(text.ends_with("left out: 1 file that fits --ignore-filename-pattern\n"), "{text}");
}
