//! Kinds of the catalogue: CRDs of projects by release. In: a catalogue, and objects of which nobody gives
//! the CRD. Out: what the command says, if the release is known and if it is not.
#![allow(clippy::unwrap_used)]

mod support;

use crdc_catalogue::{AGGREGATED, About, Builder};
use serde_json::json;
use support::Folder;
use support::things::{RELEASE, catalogue, crd, thing};

/// Runs the command in a folder with an object.
fn said(name: &str, object: &str, options: &[&str]) -> (i32, String) {
    let folder = Folder::of_bytes(name, &[("things.bin", &catalogue()), ("a.yaml", object.as_bytes())]);
    folder.said(&[&["validate", "a.yaml", "--catalogue", "things.bin", "--no-catalogue"], options].concat())
}

#[test]
fn a_known_release_decides_alone() {
    let size = thing("v1", "{size: 3}");
    for (release, code, expected) in [
        ("1.2", 0, "release: things 1.2 (--release)\nvalidated 1 object in 1 file: no errors\n"),
        ("v1.3.1", 0, "release: things 1.3.1 (--release)\nvalidated 1 object in 1 file: no errors\n"),
        // The newest patch of a minor version answers for all of them.
        ("1.2.7", 0, "no errors\n"),
        ("1.1", 1, "unknown field \"spec.size\""),
        ("1.1", 1, "help: things knows it since 1.2.0\n"),
        ("1.0", 1, "example.com/v1 Thing is not served: things 1.0.4 has no such version"),
        ("1.0", 1, "help: write `apiVersion: example.com/v1beta1`"),
    ] {
        let (found, text) = said("known", &size, &["--release", &format!("things={release}")]);
        assert!(found == code && text.contains(expected), "{release}: {text}");
    }
}

#[test]
fn an_unknown_release_is_an_error_only_if_all_releases_refuse() {
    for (version, spec, code, expected) in [
        (
            "v1",
            "{name: a}",
            0,
            "release: things: unknown, validated against 1.0.4 to 1.3.1\nvalidated 1 object in 1 file: no errors\n",
        ),
        (
            "v1",
            "{size: 3}",
            0,
            "warning[releases-differ]: refused by things up to 1.1.2, accepted since 1.2.0\n",
        ),
        ("v1", "{size: 3}", 0, "server: unknown field \"spec.size\"\n"),
        (
            "v1",
            "{width: 3}",
            0,
            "warning[releases-differ]: accepted by things up to 1.1.2, refused since 1.2.0\n",
        ),
        (
            "v1",
            "{size: 10}",
            1,
            "error[invalid-value]: spec.size: Invalid value: 10: spec.size in body should be less than or equal to 9\n",
        ),
        (
            "v1beta1",
            "{width: 3}",
            0,
            "warning[releases-differ]: things serves example.com/v1beta1 Thing up to 1.2.0, and 1.3.1 does not\n",
        ),
        (
            "v1beta1",
            "{width: 3}",
            0,
            "help: write `apiVersion: example.com/v1`, or name the release with --release things=VERSION",
        ),
        (
            "v2",
            "{}",
            0,
            "warning[missing-schema]: no schema for example.com/v2 Thing: the catalogue has things 1.0.4 to 1.3.1: 1 object",
        ),
    ] {
        let (found, text) = said("unknown", &thing(version, spec), &[]);
        assert!(found == code && text.contains(expected), "{version} {spec}: {text}");
    }
}

#[test]
fn a_release_beyond_the_catalogue_makes_warnings() {
    for (release, spec, expected) in [
        ("2.0", "{width: 3}", "warning[unknown-field]: unknown field \"spec.width\""),
        ("2.0", "{width: 3}", "things 1.3.1 says so, which may not be the release in use\n"),
        (
            "2.0",
            "{name: a}",
            "release: things 2.0 (--release): not in the catalogue, validated against 1.3.1\n",
        ),
        ("1.2.0-rc.1", "{size: 3}", "no errors\n"),
    ] {
        let (code, text) = said("beyond", &thing("v1", spec), &["--release", &format!("things={release}")]);
        assert!(code == 0 && text.contains(expected), "{release} {spec}: {text}");
    }
}

#[test]
fn the_configuration_names_releases_and_catalogues() {
    let files = [
        ("things.bin", catalogue()),
        ("a.yaml", thing("v1", "{size: 3}").into_bytes()),
        // A number for YAML, whose zero would be lost.
        (".crdc.yaml", b"releases: {things: 1.10}\ncatalogues: [things.bin]\n".to_vec()),
    ];
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (*name, bytes.as_slice())).collect();
    let folder = Folder::of_bytes("configuration", &files);
    let (code, text) = folder.said(&["validate", "a.yaml"]);
    assert!(code == 0 && text.contains("release: things 1.10 (.crdc.yaml): not in the catalogue"), "{text}");
    folder.write(".crdc.yaml", "releases: {things: \"1.1\"}\ncatalogues: [things.bin]\n");
    let (code, text) = folder.said(&["validate", "a.yaml"]);
    assert!(code == 1 && text.contains("release: things 1.1 (.crdc.yaml)\n"), "{text}");
    // The command line counts more.
    let (code, text) = folder.said(&["validate", "a.yaml", "--release", "things=1.2"]);
    assert!(code == 0 && text.contains("release: things 1.2 (--release)\n"), "{text}");
    for (config, expected) in [
        (
            "releases: {thing: 1}\ncatalogues: [things.bin]\n",
            "no project thing is in the catalogue: did you mean `things`?",
        ),
        ("releases: [things]\n", "this is not a mapping"),
        ("releases: {things: {}}\n", "`things` has no version"),
        ("catalogues: things.bin\n", "this is not a list"),
        ("catalogues: [a.yaml]\n", "a.yaml: "),
        ("catalogues: [none.bin]\n", "cannot read none.bin"),
    ] {
        folder.write(".crdc.yaml", config);
        let (code, text) = folder.said(&["validate", "a.yaml"]);
        assert!(code == 2 && text.contains(expected), "{config}: {text}");
    }
}

/// Group and ImageStream of OpenShift have names that no custom resource has.
#[test]
fn names_of_kinds_of_aggregated_servers_are_not_checked() {
    let mut crd = crd(&[("v1", json!({"size": {"type": "integer"}}))]);
    for (is_aggregated, code) in [(false, 1), (true, 0)] {
        if is_aggregated {
            crd["metadata"]["annotations"] = json!({AGGREGATED: "true"});
        }
        let mut builder = Builder::new();
        builder
            .project(About { name: "things".into(), repository: "a/b".into(), ..About::default() })
            .unwrap();
        builder.release("1.0.0", "0123456789", vec![crd.clone()]).unwrap();
        let object = thing("v1", "{size: 3}").replace("name: a,", "name: a_team,");
        let files: [(&str, &[u8]); 2] = [("things.bin", &builder.finish()), ("a.yaml", object.as_bytes())];
        let folder = Folder::of_bytes("aggregated", &files);
        let (found, text) =
            folder.said(&["validate", "a.yaml", "--catalogue", "things.bin", "--no-catalogue"]);
        assert!(found == code && text.contains("a_team") != is_aggregated, "{text}");
    }
}

/// CRDs that are given count more than the catalogue, in all of their versions.
/// A kind that no release has may be misspelt.
#[test]
fn a_misspelt_kind_of_a_known_group_is_named() {
    let object = thing("v1", "{name: a}").replace("kind: Thing", "kind: Thnig");
    let (code, text) = said("misspelt", &object, &[]);
    assert!(code == 0 && text.contains("help: did you mean `Thing`?"), "{text}");
}

#[test]
fn crds_of_the_folder_count_more() {
    let crd = crd(&[("v1", json!({"mine": {"type": "string"}}))]);
    let files = [
        ("things.bin", catalogue()),
        ("crd.yaml", serde_json::to_vec(&crd).unwrap()),
        ("a.yaml", thing("v1", "{mine: a}").into_bytes()),
        ("b.yaml", thing("v1beta1", "{width: 1}").into_bytes()),
    ];
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (*name, bytes.as_slice())).collect();
    let folder = Folder::of_bytes("own", &files);
    let (code, text) = folder.said(&["validate", ".", "--catalogue", "things.bin", "--no-catalogue"]);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("example.com/v1beta1 Thing is not served: its CRD has no such version"), "{text}");
    assert!(!text.contains("release:") && text.contains("1 error"), "{text}");
}

#[test]
fn every_format_names_the_releases() {
    let line = "release: things: unknown, validated against 1.0.4 to 1.3.1";
    for (format, expected) in [
        ("text", format!("{line}\nvalidated 1 object")),
        ("plain", format!("{line}\nvalidated 1 object")),
        ("markdown", line.to_owned()),
        ("tap", format!("# {line}\n1..1\n")),
        ("junit", format!("<property name=\"things\" value=\"{line}\"/>")),
        ("sarif", "\"project\": \"things\"".to_owned()),
        ("json", "\"releases\":[{\"project\":\"things\",\"versions\":[],\"validatedAgainst\":[\"1.0.4\",\"1.3.1\"],\"isKnown\":false}]".to_owned()),
        ("github", line.to_owned()),
    ] {
        let (code, text) = said("formats", &thing("v1", "{name: a}"), &["--format", format, "--summary"]);
        assert!(code == 0 && text.contains(&expected), "{format}: {text}");
    }
}

/// Objects are compared with stored ones, and values may be unknown, as for other custom resources.
#[test]
fn stored_objects_and_variables_work_as_for_other_kinds() {
    let folder = Folder::of_bytes(
        "stored",
        &[
            ("things.bin", &catalogue()),
            ("a.yaml", thing("v1", "{size: 10}").as_bytes()),
            ("old.yaml", thing("v1", "{size: 10}").as_bytes()),
            ("filled.yaml", thing("v1", "\n  size: ${SIZE}").as_bytes()),
        ],
    );
    let options = ["--catalogue", "things.bin", "--no-catalogue", "--release", "things=1.3"];
    let (code, text) = folder.said(&[&["validate", "a.yaml", "--old", "old.yaml"], &options[..]].concat());
    assert!(code == 0 && text.contains("note[old-error]"), "{text}");
    let (code, text) = folder.said(&[&["validate", "filled.yaml"], &options[..]].concat());
    assert!(code == 0 && text.contains("not checked: 1 value"), "{text}");
    let filled = ["validate", "filled.yaml", "--substitute", "SIZE=10"];
    let (code, text) = folder.said(&[&filled[..], &options[..]].concat());
    assert!(code == 1 && text.contains("Invalid value: 10"), "{text}");
}

#[test]
fn files_say_which_release_is_in_use() {
    let size = thing("v1", "{size: 3}");
    let release = |version: &str| RELEASE.replace("VERSION", version);
    for (version, options, code, expected) in [
        ("1.2.3", vec!["."], 0, "release: things 1.2.3 (./flux/things.yaml)\n"),
        ("v1.1.0", vec!["."], 1, "release: things 1.1.0 (./flux/things.yaml)\n"),
        (">=1.0 <1.2", vec!["."], 1, "release: things 1.1.2 (./flux/things.yaml)\n"),
        (
            "${THINGS}",
            vec![".", "--substitute", "THINGS=1.2.3"],
            0,
            "release: things 1.2.3 (./flux/things.yaml)\n",
        ),
        ("${THINGS}", vec!["."], 0, "release: things: unknown, validated against 1.0.4 to 1.3.1\n"),
        // The command line counts more, and only files that are read say anything.
        ("1.1.0", vec![".", "--release", "things=1.3"], 0, "release: things 1.3 (--release)\n"),
        ("1.1.0", vec!["a.yaml"], 0, "release: things: unknown"),
        ("1.1.0", vec!["a.yaml", "--around", "."], 1, "release: things 1.1.0 (./flux/things.yaml)\n"),
        // Nothing that a stranger's file says decides about a finding.
        ("1.2.0", vec![".", "--untrusted", "--ignore-missing-schemas"], 0, "release: things: unknown"),
    ] {
        let release = release(version);
        let files: [(&str, &[u8]); 3] = [
            ("catalogue/things.bin", &catalogue()),
            ("a.yaml", size.as_bytes()),
            ("flux/things.yaml", release.as_bytes()),
        ];
        let folder = Folder::of_bytes("pins", &files);
        let catalogue = ["--catalogue", "catalogue/things.bin", "--no-catalogue"];
        let (found, text) = folder.said(&[&["validate"], &options[..], &catalogue].concat());
        assert!(found == code && text.contains(expected), "{version} {options:?}: {text}");
    }
}
