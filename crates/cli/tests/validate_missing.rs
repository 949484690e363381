//! Objects of kinds without a schema: a verdict of their own. In: objects of which some have a schema, and
//! options. Out: what every format says of them, and the exit code.
#![allow(clippy::unwrap_used)]

mod support;

use serde_json::Value;
use support::Folder;

const OBJECTS: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n---\n\
    apiVersion: nobody.example.com/v1\nkind: Thing\nmetadata: {name: b}\n---\n\
    apiVersion: nobody.example.com/v1\nkind: Thing\nmetadata: {name: c}\n";

const ENDS: [(&[&str], &str, i32); 8] = [
    (&[], "no errors, 2 warnings; 2 without a schema", 0),
    (&["--ignore-missing-schemas"], "no errors; 2 without a schema", 0),
    (&["-ignore-missing-schemas"], "no errors; 2 without a schema", 0),
    (&["--require-schemas"], "2 errors; 2 without a schema", 1),
    // The last one counts, so that a wrapper can append either.
    (&["--ignore-missing-schemas", "--require-schemas"], "2 errors; 2 without a schema", 1),
    (&["--require-schemas", "-ignore-missing-schemas"], "no errors; 2 without a schema", 0),
    // A stranger's object that cannot be validated is an error, if the command line does not say otherwise.
    (&["--untrusted"], "2 errors; 2 without a schema", 1),
    (&["--untrusted", "--ignore-missing-schemas"], "no errors; 2 without a schema", 0),
];

#[test]
fn options_decide_whether_a_missing_schema_is_an_error() {
    let folder = Folder::new("missing-options", &[("a.yaml", OBJECTS)]);
    for (options, end, code) in ENDS {
        let (found, text) = folder.said(&[&["validate", "a.yaml"], options].concat());
        assert_eq!(found, code, "{options:?}: {text}");
        let last = format!("validated 1 of 3 objects in 1 file against Kubernetes 1.36: {end}\n");
        assert!(text.ends_with(&last), "{options:?}: {text}");
        let is_silent = options.last().is_some_and(|option| option.contains("ignore"));
        assert_eq!(text.contains("[missing-schema]"), !is_silent, "{options:?}: {text}");
        let (_, text) =
            folder.said(&[&["validate", "a.yaml", "--format", "json", "--verbose"], options].concat());
        let json: Value = serde_json::from_str(&text).unwrap();
        let of = |member: &str| json["summary"][member].as_u64().unwrap();
        let counts = ["objects", "valid", "invalid", "withoutSchema", "skipped"].map(of);
        assert_eq!(counts, [3, 1, 0, 2, 0], "{options:?}: {text}");
        let verdicts: Vec<&str> =
            json["results"].as_array().unwrap().iter().map(|one| one["verdict"].as_str().unwrap()).collect();
        assert_eq!(verdicts, ["valid", "withoutSchema", "withoutSchema"], "{options:?}");
    }
}

#[test]
fn every_format_has_the_verdict() {
    let folder = Folder::new("missing-formats", &[("a.yaml", OBJECTS)]);
    for (format, by_default, required) in [
        ("text", "Thing b has no schema\n", "Thing b has no schema\n"),
        (
            "junit",
            "<skipped message=\"no schema for nobody.example.com/v1 Thing\" type=\"missing-schema\"",
            "<error message=\"no schema for nobody.example.com/v1 Thing\" type=\"missing-schema\"",
        ),
        ("tap", "\nok 2 - a.yaml: Thing b # SKIP no schema\n", "\nnot ok 2 - a.yaml: Thing b\n"),
        ("sarif", "\"kind\": \"open\",\n          \"level\": \"none\"", "\"level\": \"error\""),
        // One for all objects of the kind, at the first.
        (
            "github",
            "::warning file=a.yaml,line=6,col=7,endLine=6,endColumn=12,title=missing-schema::no schema for nobody.example.com/v1 Thing: 2 objects\n",
            "::error file=a.yaml,line=6,col=7,endLine=6,endColumn=12,title=missing-schema::no schema for nobody.example.com/v1 Thing: 2 objects\n",
        ),
    ] {
        for (options, words) in [(&[] as &[&str], by_default), (&["--require-schemas"], required)] {
            let arguments = ["validate", "a.yaml", "--verbose", "--format", format];
            let (_, text) = folder.said(&[&arguments, options].concat());
            assert!(text.contains(words), "{format} {options:?}: {text}");
        }
    }
    let (_, text) = folder.said(&["validate", "a.yaml", "--summary", "--format", "github"]);
    assert_eq!(text.matches("::warning ").count(), 1, "{text}");
    // It has no place of its own, as in the text.
    let (_, limited) = folder.said(&["validate", "a.yaml", "--max-findings", "1", "--format", "github"]);
    assert!(text.starts_with(&limited) && limited.ends_with(": 2 objects\n"), "{limited}");
    assert!(
        text.ends_with("1 valid against Kubernetes 1.36, 0 invalid, 2 without a schema, 0 skipped; no errors, 2 warnings\n"),
        "{text}"
    );
}

/// Where something is known of the group, a kind without a schema is most likely a mistake.
#[test]
fn a_group_of_which_something_is_known_makes_it_an_error() {
    let crd = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: as.example.com}\n\
        spec:\n  group: example.com\n  scope: Namespaced\n  names: {plural: as, singular: a, kind: A, listKind: AList}\n  \
        versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]\n";
    let object = "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a}\n";
    let map = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";
    let folder = Folder::new("missing-group", &[("crd.yaml", crd), ("a.yaml", object), ("map.yaml", map)]);
    for arguments in [&["crd.yaml", "a.yaml"] as &[_], &["map.yaml", "--kubernetes", "1.30"]] {
        for option in [&[] as &[&str], &["--ignore-missing-schemas"], &["--require-schemas"]] {
            let (code, text) = folder.said(&[&["validate"], arguments, option].concat());
            assert!(code == 1 && text.contains("error[missing-schema]"), "{arguments:?} {option:?}: {text}");
            assert!(text.contains("; 1 without a schema"), "{arguments:?} {option:?}: {text}");
        }
    }
}

/// What somebody accepts of it makes no object one that was validated.
#[test]
fn what_is_known_or_ignored_stays_without_a_schema() {
    let ignored = OBJECTS.replace("{name: b}", "{name: b, annotations: {crdc/ignore-missing-schema: later}}");
    let folder = Folder::new("missing-known", &[("a.yaml", &ignored)]);
    let (code, text) = folder.said(&["validate", "a.yaml", "--require-schemas"]);
    assert!(code == 1 && text.ends_with(": 1 error, 1 ignored; 2 without a schema\n"), "{text}");
    folder.said(&["validate", "a.yaml", "--write-baseline", "known.json"]);
    // A file that was written when it was a warning is good for the error too.
    let (code, text) =
        folder.said(&["validate", "a.yaml", "--require-schemas", "--summary", "--baseline", "known.json"]);
    assert!(
        code == 0 && text.contains("0 known, 2 without a schema, 0 skipped; no errors, 1 ignored, 1 known"),
        "{text}"
    );
}

#[test]
fn only_an_error_stops_at_the_first_file() {
    let folder = Folder::new("missing-stop", &[("a.yaml", OBJECTS), ("b.yaml", OBJECTS)]);
    for (options, files) in [(&[] as &[&str], "2 files"), (&["--require-schemas"], "1 file")] {
        let (_, text) = folder.said(&[&["validate", ".", "--exit-on-error", "-n", "1"], options].concat());
        assert!(text.contains(&format!("objects in {files} against")), "{options:?}: {text}");
    }
}
