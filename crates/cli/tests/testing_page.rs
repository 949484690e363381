//! The suite of docs/testing-crds.md passes, with the CRD that the page is about.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn the_page_has_a_suite_that_passes() {
    let page = include_str!("../../../docs/testing-crds.md");
    let suite = page.split("```yaml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("testing-page");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("databases.test.yaml"), suite).unwrap();
    fs::write(folder.join("databases.yaml"), include_str!("suites/plain/databases.yaml")).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_crdc")).arg("test").arg(&folder).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "3 tests: all passed\n");
}
