//! `crdc upgrade`: what another release of a project would break. In: a folder that names its release, and a
//! catalogue. Out: the report.
#![allow(clippy::unwrap_used)]

mod support;

use crdc_catalogue::{About, Builder};
use serde_json::json;
use support::Folder;
use support::things::{RELEASE, catalogue, crd, thing};

/// A folder with objects, whose release of `things` is 1.1.
fn folder(name: &str, objects: &[(&str, &str)]) -> Folder {
    let release = RELEASE.replace("VERSION", "1.1.0");
    let catalogue = catalogue();
    let mut files: Vec<(&str, &[u8])> = vec![
        ("things.bin", &catalogue),
        (".crdc.yaml", b"catalogues: [things.bin]\n"),
        ("flux.yaml", release.as_bytes()),
        ("other.yaml", b"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: 1}\n"),
    ];
    files.extend(objects.iter().map(|(name, text)| (*name, text.as_bytes())));
    Folder::of_bytes(name, &files)
}

fn upgrade(folder: &Folder, options: &[&str]) -> (i32, String) {
    folder.said(&[&["upgrade", "--no-catalogue"], options].concat())
}

#[test]
fn what_the_upgrade_changes_is_reported_and_nothing_else() {
    let folder = folder(
        "changes",
        &[
            ("fine.yaml", &thing("v1", "{name: a}")),
            ("pruned.yaml", &thing("v1", "{width: 1}")),
            ("before.yaml", &thing("v1", "{name: 1}")),
            ("gone.yaml", &thing("v1beta1", "{width: 1}")),
        ],
    );
    let (code, text) = upgrade(&folder, &[".", "things=1.2"]);
    assert_eq!(code, 1, "{text}");
    assert!(
        text.contains("error[unknown-field]: unknown field \"spec.width\"\n --> ./pruned.yaml:4:8"),
        "{text}"
    );
    // The field of the other version is lost on the way through the version that is stored.
    assert!(text.contains("things 1.2.0 stores this object otherwise: spec.width is lost, since the version that is stored does not have it: 1 object, the first in ./gone.yaml:4\n"), "{text}");
    assert!(text.contains("upgrade: things 1.1.0 (./flux.yaml) to 1.2\n"), "{text}");
    // What is wrong before the upgrade is known, and objects of other kinds are not looked at.
    assert!(
        text.ends_with("validated 4 objects in 4 files: 1 error, 1 warning, 1 known finding\n"),
        "{text}"
    );
    let (code, text) = upgrade(&folder, &[".", "things=1.3.1"]);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("error[version-not-served]: things 1.3.1 does not serve example.com/v1beta1 Thing: 1 object, the first in ./gone.yaml:2\n"), "{text}");
    assert!(text.contains("help: write `apiVersion: example.com/v1`\n"), "{text}");
    // Without a target, the newest release.
    assert_eq!((code, text), upgrade(&folder, &[]));
}

#[test]
fn defaults_and_stored_versions_are_named() {
    let folder = folder("defaults", &[("a.yaml", &thing("v1beta1", "{name: a}"))]);
    let (code, text) = upgrade(&folder, &[".", "things=1.1", "--release", "things=1.0"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("note[upgrade-stored-version]: things 1.1.2 stores Thing.example.com as v1 and no longer as v1beta1: 1 object"), "{text}");
}

#[test]
fn an_upgrade_that_changes_nothing_is_an_error_of_the_command() {
    let folder = folder("nothing", &[("a.yaml", &thing("v1", "{name: a}"))]);
    for (options, expected) in [
        (&[".", "thing=1.2"][..], "no project thing is in the catalogue: did you mean `things`?"),
        (
            &["a.yaml", "things=1.2"],
            "no file says which release of things is in use: write --release things=VERSION for it",
        ),
        (
            &[".", "--release", "things=1.3.1"],
            "no project of the catalogue with objects here has a newer release",
        ),
        (&[".", "things=1.2", "--old", "a.yaml"], "give either NAME=VERSION or --old"),
        (&[".", "things=newest"], "`newest` is no release of things: write a version, such as things=1.18"),
        (&["other.yaml", "--release", "things=1.1", "things=1.2"], "no object here is of a kind of things"),
        (&["other.yaml", "--release", "things=1.1"], "no project of the catalogue with objects here"),
        (&[".", "--watch"], "--watch is an option of crdc validate: leave it out"),
    ] {
        let (code, text) = upgrade(&folder, options);
        assert!(code == 2 && text.contains(expected), "{options:?}: {text}");
    }
}

/// Most changes of a repository move no release, and a pipeline asks about all of them.
#[test]
fn a_change_that_moves_no_release_is_no_error() {
    let folder = folder("unmoved", &[("a.yaml", &thing("v1", "{name: a}"))]);
    let (code, text) = upgrade(&folder, &[".", "--old", "."]);
    let note = "note: no release of a project with objects here differs from --old";
    assert!(code == 0 && text.contains(note), "{text}");
}

/// A snapshot says what a project has today, and not what a release has.
#[test]
fn a_snapshot_is_not_compared() {
    let folder = folder("snapshot", &[("a.yaml", &thing("v1", "{name: a}"))]);
    let mut builder = Builder::new();
    builder.project(About { name: "things".into(), ..About::default() }).unwrap();
    let crd = crd(&[("v1", json!({"name": {"type": "string"}}))]);
    builder.release("@0123456789", "0123456789", vec![crd]).unwrap();
    folder.write("things.bin", builder.finish());
    let (code, text) = upgrade(&folder, &["a.yaml", "things=1.2", "--release", "things=1.1"]);
    assert!(code == 2 && text.contains("the catalogue has only a snapshot of things"), "{text}");
}

#[test]
fn a_file_that_cannot_be_read_is_not_passed_over_in_silence() {
    let objects = [("a.yaml", &*thing("v1", "{name: a}")), ("b.yaml", "kind: Thing\nspec: {name: [}\n")];
    let folder = folder("unread", &objects);
    let (code, text) = upgrade(&folder, &[".", "things=1.2"]);
    let note = "note: 1 file with errors outside of objects, which may hide some: see crdc validate";
    assert!(code == 0 && text.contains(note), "{text}");
}

/// The question of a pull request that changes a version.
#[test]
fn old_files_say_which_projects_move() {
    let folder = folder("moves", &[("a.yaml", &thing("v1", "{width: 1}"))]);
    folder.write("old/flux.yaml", RELEASE.replace("VERSION", "1.1.0"));
    folder.write("new/flux.yaml", RELEASE.replace("VERSION", "v1.2.0"));
    folder.write("new/a.yaml", thing("v1", "{width: 1}"));
    let (code, text) = upgrade(&folder, &["new", "--old", "old"]);
    assert!(code == 1 && text.contains("unknown field \"spec.width\""), "{text}");
    assert!(text.contains("upgrade: things 1.1.0 (old/flux.yaml) to 1.2.0 (new/flux.yaml)\n"), "{text}");
    let (code, text) = upgrade(&folder, &["new", "--old", "old", "--format", "markdown"]);
    assert!(code == 1 && text.contains("- **error** `unknown-field`"), "{text}");
    let (_, text) = upgrade(&folder, &["new", "--old", "old", "--format", "json"]);
    assert!(text.contains("\"upgradedFrom\":[{\"version\":\"1.1.0\",\"file\":\"old/flux.yaml\"}]"), "{text}");
}
