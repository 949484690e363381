//! `crdc validate --watch`: a real process, whose files change.
#![allow(clippy::unwrap_used)]
#![cfg(unix)]

mod support;

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::process::Command;

use support::Folder;
use support::watch::{Watch, ended, line, lines, start};

const CRD: &str = "
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: databases.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: databases, singular: database, kind: Database, listKind: DatabaseList}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties: {spec: {type: object, properties: {replicas: {type: integer, minimum: 1}}}}
";

fn object(name: &str, replicas: i64) -> String {
    format!(
        "apiVersion: example.com/v1\nkind: Database\nmetadata: {{name: {name}}}\nspec: {{replicas: {replicas}}}\n"
    )
}

/// A new folder with a CRD and an object.
fn folder(name: &str) -> Folder {
    Folder::new(name, &[("crd.yaml", CRD), ("deploy/a.yaml", &object("a", 1))])
}

#[test]
fn changes_begin_another_round() {
    let folder = folder("watch");
    let write = |file: &str, text: &str| fs::write(folder.join(file), text).unwrap();
    let watch = Watch::new(&folder, &["validate", "deploy", "--crd", "crd.yaml", "--old", "old"]);
    watch.complains("cannot read old");
    // What is read is not only the inputs.
    fs::create_dir(folder.join("old")).unwrap();
    write("old/a.yaml", &object("a", 1));
    watch.report("validated ", "1 object in 1 file: no errors");
    write("deploy/a.yaml", &object("a", 0));
    watch.report("validated ", "1 object in 1 file: 1 error");
    write("old/a.yaml", &object("a", 0));
    watch.report("validated ", "no errors, 1 note");
    write("deploy/b.yaml", &object("b", -1));
    watch.report("validated ", "2 objects in 2 files: 1 error, 1 note");
    write(".crdc.yaml", "ignore: [{id: invalid-value, name: b, reason: it is a test}]\n");
    watch.report("validated ", "2 objects in 2 files: no errors, 1 note, 1 ignored");
    write("crd.yaml", &CRD.replace("minimum: 1", "minimum: -1"));
    watch.report("validated ", "2 objects in 2 files: no errors");
    // What is broken is reported, and does not end it.
    write("crd.yaml", &CRD.replace("minimum: 1", "minimum: x"));
    line(&watch.err, "checked the schemas", "1 error");
    watch.report("validated ", "0 of 2 objects in 2 files: 3 errors; 2 without a schema");
    write("crd.yaml", CRD);
    watch.report("validated ", "no errors, 1 note, 1 ignored");
    write(".crdc.yaml", "ignored: []\n");
    watch.complains(".crdc.yaml has errors");
    fs::remove_file(folder.join(".crdc.yaml")).unwrap();
    watch.report("validated ", "2 objects in 2 files: 1 error, 1 note");
    write("deploy/b.yaml", "kind: Database\na: [\n");
    watch.report("validated ", "1 object in 2 files: 1 error, 1 note");
    fs::remove_file(folder.join("deploy/b.yaml")).unwrap();
    watch.report("validated ", "1 object in 1 file: no errors, 1 note");
    fs::remove_dir_all(folder.join("deploy")).unwrap();
    watch.complains("cannot read deploy");
    fs::create_dir(folder.join("deploy")).unwrap();
    write("deploy/c.yaml", &object("c", 1));
    watch.report("validated ", "1 object in 1 file: no errors");
}

#[test]
fn commits_are_watched() {
    let folder = folder("watch-git");
    folder.commit("one");
    fs::write(folder.join("deploy/a.yaml"), object("a", 0)).unwrap();
    let watch = Watch::new(&folder, &["validate", "deploy", "--crd", "crd.yaml", "--old", "git:main"]);
    watch.report("validated ", "1 error");
    folder.commit("two");
    watch.report("validated ", "no errors, 1 note");
}

/// Not an interrupt, which processes in the background ignore.
#[test]
fn a_signal_ends_it() {
    let folder = folder("watch-interrupt");
    let mut watch = Watch::new(&folder, &["validate", "deploy", "--crd", "crd.yaml"]);
    watch.report("validated ", "no errors");
    let killed = Command::new("kill").args(["-TERM", &watch.process.id().to_string()]).status().unwrap();
    assert!(killed.success());
    assert_eq!(ended(&mut watch.process).signal(), Some(15));
}

/// `crdc validate --watch … | head` does not stay behind.
#[test]
fn it_ends_with_its_reader() {
    let folder = folder("watch-pipe");
    let mut process = start(&folder, &["validate", "deploy", "--crd", "crd.yaml", "--format", "json"]);
    let err = lines(process.stderr.take().unwrap());
    line(&err, "watching ", "2 files");
    drop(process.stdout.take());
    fs::write(folder.join("deploy/a.yaml"), object("a", 0)).unwrap();
    assert_eq!(ended(&mut process).code(), Some(1));
}

#[test]
fn what_can_be_read_once_is_refused() {
    let folder = folder("watch-once");
    assert!(Command::new("mkfifo").arg(folder.join("pipe")).status().unwrap().success());
    for arguments in
        [["-", "--verbose"].as_slice(), &["deploy", "--crd", "-"], &["pipe"], &["deploy", "--config", "-"]]
    {
        let mut process = start(&folder, &[&["validate"], arguments].concat());
        let err = lines(process.stderr.take().unwrap());
        assert_eq!(ended(&mut process).code(), Some(2), "{arguments:?}");
        line(&err, "crdc: --watch cannot read ", "again");
    }
}
