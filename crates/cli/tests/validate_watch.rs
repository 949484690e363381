//! `crdc validate --watch`: a real process, whose files change.
#![allow(clippy::unwrap_used)]
#![cfg(unix)]

mod support;

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use support::Folder;

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

/// Long enough for any machine.
const LIMIT: Duration = Duration::from_secs(600);

fn object(name: &str, replicas: i64) -> String {
    format!(
        "apiVersion: example.com/v1\nkind: Database\nmetadata: {{name: {name}}}\nspec: {{replicas: {replicas}}}\n"
    )
}

/// A new folder with a CRD and an object.
fn folder(name: &str) -> Folder {
    Folder::new(name, &[("crd.yaml", CRD), ("deploy/a.yaml", &object("a", 1))])
}

/// A process that ends with its test.
struct Watch {
    process: Child,
    out: Receiver<String>,
    err: Receiver<String>,
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn start(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crdc"));
    command.current_dir(folder).args(["validate", "--watch"]).args(arguments).env("NO_COLOR", "1");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn lines(from: impl Read + Send + 'static) -> Receiver<String> {
    let (send, lines) = channel();
    thread::spawn(move || {
        BufReader::new(from).lines().map_while(Result::ok).try_for_each(|line| send.send(line))
    });
    lines
}

fn ended(process: &mut Child) -> ExitStatus {
    let started = Instant::now();
    loop {
        if let Some(status) = process.try_wait().unwrap() {
            return status;
        }
        assert!(started.elapsed() < LIMIT, "it goes on");
        thread::sleep(Duration::from_millis(20));
    }
}

impl Watch {
    fn new(folder: &Path, arguments: &[&str]) -> Watch {
        let mut process = start(folder, arguments);
        let (out, err) = (lines(process.stdout.take().unwrap()), lines(process.stderr.take().unwrap()));
        Watch { process, out, err }
    }

    /// The line that ends a report.
    fn report(&self, expected: &str) {
        line(&self.out, "validated ", expected);
        self.waits();
    }

    fn complains(&self, expected: &str) {
        line(&self.err, "crdc: ", expected);
        self.waits();
    }

    /// The round is over, and the next change begins another one.
    fn waits(&self) {
        line(&self.err, "watching ", "file");
    }
}

/// The next line that begins so.
fn line(of: &Receiver<String>, begins: &str, expected: &str) {
    loop {
        let line = of.recv_timeout(LIMIT).unwrap();
        if line.starts_with(begins) {
            assert!(line.contains(expected), "{line}\nexpected: {expected}");
            return;
        }
    }
}

#[test]
fn changes_begin_another_round() {
    let folder = folder("watch");
    let write = |file: &str, text: &str| fs::write(folder.join(file), text).unwrap();
    let watch = Watch::new(&folder, &["deploy", "--crd", "crd.yaml", "--old", "old"]);
    watch.complains("cannot read old");
    // What is read is not only the inputs.
    fs::create_dir(folder.join("old")).unwrap();
    write("old/a.yaml", &object("a", 1));
    watch.report("validated 1 object in 1 file: no errors");
    write("deploy/a.yaml", &object("a", 0));
    watch.report("validated 1 object in 1 file: 1 error");
    write("old/a.yaml", &object("a", 0));
    watch.report("no errors, 1 note");
    write("deploy/b.yaml", &object("b", -1));
    watch.report("validated 2 objects in 2 files: 1 error, 1 note");
    write(".crdc.yaml", "ignore: [{id: invalid-value, name: b, reason: it is a test}]\n");
    watch.report("validated 2 objects in 2 files: no errors, 1 note, 1 ignored");
    write("crd.yaml", &CRD.replace("minimum: 1", "minimum: -1"));
    watch.report("validated 2 objects in 2 files: no errors");
    // What is broken is reported, and does not end it.
    write("crd.yaml", &CRD.replace("minimum: 1", "minimum: x"));
    line(&watch.err, "checked the schemas", "1 error");
    watch.report("validated 0 of 2 objects in 2 files: 3 errors; 2 without a schema");
    write("crd.yaml", CRD);
    watch.report("no errors, 1 note, 1 ignored");
    write(".crdc.yaml", "ignored: []\n");
    watch.complains(".crdc.yaml has errors");
    fs::remove_file(folder.join(".crdc.yaml")).unwrap();
    watch.report("validated 2 objects in 2 files: 1 error, 1 note");
    write("deploy/b.yaml", "kind: Database\na: [\n");
    watch.report("validated 1 object in 2 files: 1 error, 1 note");
    fs::remove_file(folder.join("deploy/b.yaml")).unwrap();
    watch.report("validated 1 object in 1 file: no errors, 1 note");
    fs::remove_dir_all(folder.join("deploy")).unwrap();
    watch.complains("cannot read deploy");
    fs::create_dir(folder.join("deploy")).unwrap();
    write("deploy/c.yaml", &object("c", 1));
    watch.report("validated 1 object in 1 file: no errors");
}

#[test]
fn commits_are_watched() {
    let folder = folder("watch-git");
    folder.commit("one");
    fs::write(folder.join("deploy/a.yaml"), object("a", 0)).unwrap();
    let watch = Watch::new(&folder, &["deploy", "--crd", "crd.yaml", "--old", "git:main"]);
    watch.report("1 error");
    folder.commit("two");
    watch.report("no errors, 1 note");
}

/// Not an interrupt, which processes in the background ignore.
#[test]
fn a_signal_ends_it() {
    let folder = folder("watch-interrupt");
    let mut watch = Watch::new(&folder, &["deploy", "--crd", "crd.yaml"]);
    watch.report("no errors");
    let killed = Command::new("kill").args(["-TERM", &watch.process.id().to_string()]).status().unwrap();
    assert!(killed.success());
    assert_eq!(ended(&mut watch.process).signal(), Some(15));
}

/// `crdc validate --watch … | head` does not stay behind.
#[test]
fn it_ends_with_its_reader() {
    let folder = folder("watch-pipe");
    let mut process = start(&folder, &["deploy", "--crd", "crd.yaml", "--format", "json"]);
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
        let mut process = start(&folder, arguments);
        let err = lines(process.stderr.take().unwrap());
        assert_eq!(ended(&mut process).code(), Some(2), "{arguments:?}");
        line(&err, "crdc: --watch cannot read ", "again");
    }
}
