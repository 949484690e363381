//! The suites of docs/testing-crds.md pass, with the CRD that the page is about.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn the_page_has_suites_that_pass() {
    let page = include_str!("../../../docs/testing-crds.md");
    let suites = page.split("```yaml\n").skip(1).filter_map(|rest| rest.split("```").next());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("testing-page");
    fs::create_dir_all(&folder).unwrap();
    for (number, suite) in suites.enumerate() {
        fs::write(folder.join(format!("{number}.test.yaml")), suite).unwrap();
    }
    fs::write(folder.join("databases.yaml"), include_str!("suites/plain/databases.yaml")).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_crdc")).arg("test").arg(&folder).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "9 tests: all passed\n");
}
