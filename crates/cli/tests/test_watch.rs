//! `crdc test --watch`: a real process, whose suites and CRDs change.
#![allow(clippy::unwrap_used)]
#![cfg(unix)]

mod support;

use support::watch::{Watch, ended, line, lines, start};
use support::{Folder, note_crd};

fn crd(maximum: u32) -> String {
    note_crd(&format!("size: {{type: integer, maximum: {maximum}}}"))
}

fn suite(size: u32) -> String {
    format!(
        "crd: ../crd.yaml\nobject: {{apiVersion: example.com/v1, kind: Note}}\ntests: [{{name: a, create: {{size: {size}}}}}]\n"
    )
}

#[test]
fn changes_of_suites_and_of_their_crds_begin_another_round() {
    let folder = Folder::new("watch", &[("crd.yaml", &crd(9)), ("tests/t.yaml", &suite(9))]);
    let watch = Watch::new(&folder, &["test", "tests"]);
    watch.report("1 test", "all passed");
    folder.write("tests/t.yaml", suite(10));
    watch.report("1 test", "1 failed");
    // The CRD is outside of the folder that is named.
    folder.write("crd.yaml", crd(10));
    watch.report("1 test", "all passed");
    folder.write("tests/t.yaml", "a: b\n");
    watch.complains("no tests in tests");
    folder.write("tests/t.yaml", suite(10));
    watch.report("1 test", "all passed");
    folder.write("crd.yaml", crd(9).replace("integer", "number of them"));
    watch.report("1 test", "1 failed");
    folder.write("crd.yaml", crd(10));
    watch.report("1 test", "all passed");
}

#[test]
fn it_ends_with_its_reader() {
    let folder = Folder::new("reader", &[("crd.yaml", &crd(9)), ("tests/t.yaml", &suite(9))]);
    let mut process = start(&folder, &["test", "tests"]);
    let err = lines(process.stderr.take().unwrap());
    line(&err, "watching ", "2 files");
    drop(process.stdout.take());
    folder.write("tests/t.yaml", suite(10));
    assert_eq!(ended(&mut process).code(), Some(1));
}
