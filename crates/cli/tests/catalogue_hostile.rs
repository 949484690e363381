//! `crdc catalogue add` and `export` with names, files and processes that do harm. In: catalogues and CRDs
//! whose author may be anybody. Out: files below the named folder only, catalogues that are whole, errors.
#![allow(clippy::unwrap_used)]

mod support;

use std::fs;
use std::process::{Command, Stdio};

use crdc_catalogue::{About, Builder, Catalogue};
use serde_json::{Value, json};
use support::Folder;

/// A CRD without a check of its names.
fn crd(group: &str, kind: &str, plural: &str) -> Value {
    json!({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": format!("{plural}.{group}")},
        "spec": {"group": group, "scope": "Namespaced",
            "names": {"kind": kind, "listKind": format!("{kind}List"), "plural": plural, "singular": kind.to_lowercase()},
            "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {"type": "object"}}}]}})
}

/// A catalogue with one project of this name.
fn catalogue(name: &str, releases: &[(&str, Vec<Value>)]) -> Vec<u8> {
    let mut builder = Builder::new();
    builder.project(About { name: name.into(), ..About::default() }).unwrap();
    for (version, crds) in releases {
        builder.release(version, "c", crds.clone()).unwrap();
    }
    builder.finish()
}

/// The paths below a folder, sorted.
fn paths(folder: &Folder) -> Vec<String> {
    let (mut all, mut open) = (Vec::new(), vec![folder.0.clone()]);
    while let Some(below) = open.pop() {
        for entry in fs::read_dir(below).unwrap().map(Result::unwrap) {
            match entry.file_type().unwrap().is_dir() {
                true => open.push(entry.path()),
                false => all.push(entry.path().strip_prefix(&folder.0).unwrap().to_str().unwrap().to_owned()),
            }
        }
    }
    all.sort();
    all
}

const EXPORT: [&str; 7] = ["catalogue", "export", "p", "--catalogue", "c.bin", "--no-catalogue", "--output"];

#[test]
fn exported_files_stay_in_their_folder() {
    for (name, group, kind, plural) in [
        ("group", "..", "A", "as"),
        ("groups", "../..", "A", "as"),
        ("absolute", "/tmp/x", "A", "/tmp/x"),
        ("kind", "x.io", "../../A", "../../as"),
        ("version", "x.io", "..", ".."),
        ("backslash", "..\\..", "A", "..\\as"),
    ] {
        let bytes = catalogue("p", &[("1.0", vec![crd(group, kind, plural)])]);
        let folder = Folder::of_bytes(&format!("export-{name}"), &[("a/b/c.bin", &bytes)]);
        for options in [&["out"] as &[&str], &["out", "--json-schema"]] {
            let ran = folder.below("a/b").run(&[&EXPORT, options].concat());
            assert!(ran.code < 3, "{name}: {}", ran.text());
            let is_below = |path: &String| path == "a/b/c.bin" || path.starts_with("a/b/out/");
            assert!(paths(&folder).iter().all(is_below), "{name} {options:?}: {:?}", paths(&folder));
        }
    }
}

#[test]
fn files_that_some_systems_take_for_one_are_not_exported() {
    let twice = |one: Value, other: Value| catalogue("p", &[("1.0", vec![one, other])]);
    for (name, bytes) in [
        ("case", twice(crd("x.io", "A", "as"), crd("x.io", "B", "As"))),
        ("group", twice(crd("x.io", "A", "as"), crd("X.io", "B", "as"))),
        ("slash", twice(crd("x.io", "A", "a/s"), crd("x.io", "B", "a_s"))),
    ] {
        let folder = Folder::of_bytes(&format!("same-{name}"), &[("c.bin", &bytes)]);
        let (code, text) = folder.said(&[&EXPORT as &[&str], &["out"]].concat());
        assert!(code == 2 && text.contains("two documents have the path "), "{name}: {text}");
        assert_eq!(paths(&folder), ["c.bin"], "{name}");
    }
}

#[test]
fn a_release_itself_counts_before_one_of_its_minor_version() {
    let (old, new) = (crd("x.io", "Old", "olds"), crd("x.io", "New", "news"));
    let files = [
        ("c.bin", catalogue("p", &[("1.2.0", vec![old])])),
        ("d.bin", catalogue("p", &[("1.2.5", vec![new])])),
    ];
    let folder = Folder::of_bytes("exact", &[(files[0].0, &files[0].1), (files[1].0, &files[1].1)]);
    let options = ["--catalogue", "c.bin", "--catalogue", "d.bin", "--no-catalogue"];
    for (release, group, notes) in
        [("1.2.5", "kind: New\n", 0), ("1.2.0", "kind: Old\n", 0), ("1.2.3", "kind: Old\n", 1)]
    {
        let ran = folder.run(&[&["catalogue", "export", "p", release] as &[&str], &options].concat());
        assert!(ran.code == 0 && ran.out.contains(group), "{release}: {}", ran.text());
        assert_eq!(ran.err.matches("the catalogue has").count(), notes, "{release}: {}", ran.err);
    }
}

#[test]
fn the_list_as_json_has_no_commands_of_services() {
    let bytes = catalogue("##[error]\u{202e}", &[("1.0", vec![crd("x.io", "A", "as")])]);
    let folder = Folder::of_bytes("list", &[("c.bin", &bytes)]);
    let arguments = ["catalogue", "list", "--format", "json", "--catalogue", "c.bin", "--no-catalogue"];
    let (code, text) = folder.said(&arguments);
    assert!(code == 0 && !text.contains("##[") && !text.contains('\u{202e}'), "{text}");
    let list: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(list["projects"][0]["name"], "##[error]\u{202e}");
}

fn add<'a>(files: &'a str, release: &'a str, output: &'a str) -> [&'a str; 9] {
    ["catalogue", "add", files, "--name", "p", "--release", release, "--output", output]
}

#[test]
fn crds_with_hostile_names_are_not_added() {
    let folder = Folder::new("add-names", &[]);
    for (group, kind, plural) in [
        ("x.io", "A", "../../as"),
        ("x.io", "../A", "as"),
        ("..", "A", "as"),
        ("x/y.io", "A", "as"),
        ("x.io", "A", "As"),
        ("x.io", "A\u{202e}", "as"),
        ("x.io", "A\nB", "as"),
    ] {
        folder.write("a.json", crd(group, kind, plural).to_string());
        let (code, text) = folder.said(&add("a.json", "1.0", "own.bin"));
        assert!(code == 1 && text.contains("own.bin is not written"), "{group} {kind} {plural}: {text}");
        assert_eq!(paths(&folder), ["a.json"]);
    }
    // The name of the CRD itself.
    let mut other = crd("x.io", "A", "as");
    other["metadata"]["name"] = json!("../../as.x.io");
    folder.write("a.json", other.to_string());
    let (code, text) = folder.said(&add("a.json", "1.0", "own.bin"));
    assert!(code == 1 && !folder.join("own.bin").exists(), "{text}");
}

#[test]
fn the_catalogue_is_replaced_as_a_whole() {
    let folder = Folder::new("replace", &[("a.json", &crd("x.io", "A", "as").to_string())]);
    assert_eq!(folder.run(&add("a.json", "1.0", "own.bin")).code, 0);
    let first = fs::read(folder.join("own.bin")).unwrap();
    // Another name of the same file, which a write in place would change.
    fs::hard_link(folder.join("own.bin"), folder.join("first.bin")).unwrap();
    assert_eq!(folder.run(&add("a.json", "1.1", "own.bin")).code, 0);
    assert_eq!(fs::read(folder.join("first.bin")).unwrap(), first);
    let releases = |file: &str| {
        let catalogue = Catalogue::read(fs::read(folder.join(file)).unwrap()).unwrap();
        catalogue.projects()[0].releases.iter().map(|release| release.version.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(releases("own.bin"), ["1.0", "1.1"]);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{PermissionsExt, symlink};
        symlink("own.bin", folder.join("link.bin")).unwrap();
        fs::set_permissions(folder.join("own.bin"), PermissionsExt::from_mode(0o640)).unwrap();
        assert_eq!(folder.run(&add("a.json", "1.2", "link.bin")).code, 0);
        assert_eq!(releases("own.bin"), ["1.0", "1.1", "1.2"]);
        assert!(folder.join("link.bin").is_symlink());
        assert_eq!(fs::metadata(folder.join("own.bin")).unwrap().permissions().mode() & 0o777, 0o640);
    }
    fs::create_dir(folder.join("folder")).unwrap();
    for place in ["folder", "/dev/null"] {
        let (code, text) = folder.said(&add("a.json", "1.0", place));
        assert!(code == 2 && text.contains("it is no file"), "{place}: {text}");
    }
}

#[test]
fn processes_that_add_at_once_leave_a_whole_catalogue() {
    let folder = Folder::new("at-once", &[("a.json", &crd("x.io", "A", "as").to_string())]);
    let start = |release: usize| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_crdc"));
        let release = format!("1.{release}");
        command.current_dir(&folder.0).args(add("a.json", &release, "own.bin")).stdout(Stdio::null());
        command.spawn().unwrap()
    };
    let all: Vec<_> = (0..8).map(start).collect();
    for mut process in all {
        assert!(process.wait().unwrap().success());
    }
    let catalogue = Catalogue::read(fs::read(folder.join("own.bin")).unwrap()).unwrap();
    assert!(!catalogue.projects()[0].releases.is_empty());
    assert_eq!(paths(&folder), ["a.json", "own.bin"]);
}

/// A file of a few kilobytes can have so many releases and kinds that their table fills the memory.
#[test]
fn a_catalogue_with_too_many_releases_and_kinds_is_not_added_to() {
    let mut builder = Builder::new();
    builder.project(About { name: "p".into(), ..About::default() }).unwrap();
    let kinds = (0..2001).map(|at| crd("x.io", &format!("A{at}"), &format!("a{at}s"))).collect();
    builder.release("1.0.0", "c", kinds).unwrap();
    for minor in 1..2000 {
        builder.release(&format!("1.{minor}.0"), "c", Vec::new()).unwrap();
    }
    let one = crd("x.io", "A", "as").to_string();
    let folder = Folder::of_bytes("many", &[("own.bin", &builder.finish()), ("a.json", one.as_bytes())]);
    let (code, text) = folder.said(&add("a.json", "2.0", "own.bin"));
    let words = "own.bin: p has 2000 releases and 2001 kinds, which is too much";
    assert!(code == 2 && text.contains(words), "{text}");
}
