//! `--openapi` of the command, and `Config::openapi` of build scripts.
#![allow(clippy::unwrap_used)]

use std::path::PathBuf;
use std::process::{Command, Output};

use crdc_codegen::{Config, Error};

fn document(folder: &str) -> PathBuf {
    let tests = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/openapi");
    tests.join(folder).join("document.yaml")
}

fn crdc(arguments: &[&str], folder: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crdc"));
    command.args(arguments).arg("--openapi").arg(document(folder)).output().unwrap()
}

fn out(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn check_looks_at_all_kinds_or_those_that_are_named() {
    let all = crdc(&["check"], "forms-v3");
    assert_eq!(all.status.code(), Some(0), "{all:?}");
    assert_eq!(String::from_utf8(all.stdout).unwrap(), "checked 1 kind: no errors\n");
    let unknown = crdc(&["check", "--kind", "v3.forms.example.com/v1/Work"], "forms-v3");
    assert_eq!(unknown.status.code(), Some(1));
    assert!(String::from_utf8(unknown.stdout).unwrap().contains("error[openapi-kind]"));
}

#[test]
fn explain_prints_the_plan_and_generate_writes_the_file() {
    let explained = crdc(&["explain", "--kind", "recursive.example.com/v1/Tree"], "recursive");
    let text = String::from_utf8(explained.stdout).unwrap();
    assert!(text.starts_with("recursive.example.com/v1 Tree (trees, namespaced)\n"), "{text}");
    let folder = out("openapi-command");
    let written = folder.to_str().unwrap();
    let arguments = ["generate", "--kind", "recursive.example.com/v1/Tree", "--output", written];
    let generated = crdc(&arguments, "recursive");
    assert_eq!(generated.status.code(), Some(0), "{generated:?}");
    assert!(folder.join("trees.recursive.example.com/v1.rs").is_file());
    // Which kinds are meant has to be said.
    assert_eq!(crdc(&["generate", "--output", written], "recursive").status.code(), Some(2));
}

#[test]
fn a_build_script_compiles_kinds_beside_crds() {
    let folder = out("openapi-config");
    let crd = document("forms-v2").with_file_name("crd.yaml");
    let config = Config::new()
        .out_dir(&folder)
        .quiet(true)
        .openapi(document("recursive"), &["recursive.example.com/v1/Tree"]);
    let generated = config.compile(&[crd]).unwrap();
    let paths: Vec<&str> = generated.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, ["workloads.v2.forms.example.com/v1.rs", "trees.recursive.example.com/v1.rs"]);
    assert!(paths.iter().all(|path| folder.join(path).is_file()));

    let config = config.openapi(document("go-types"), &["go.example.com/v1/Machin"]);
    let Err(Error::Documents(invalid)) = config.compile(&[] as &[&str]) else { panic!("no such kind") };
    let text = invalid.to_string();
    assert!(text.contains("did you mean `go.example.com/v1/Machine`?"), "{text}");
}
