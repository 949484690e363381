//! `Config` as build scripts use it: folders, and the index that `crdc::include_crd!` looks into.
#![cfg(feature = "documents")]
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crdc_codegen::{Config, Error, Ratcheting};

fn crd(plural: &str, version: &str) -> String {
    format!(
        "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: {plural}.example.com}}
spec:
  group: example.com
  names: {{plural: {plural}, kind: K{plural}}}
  scope: Namespaced
  versions: [{{name: {version}, served: true, storage: true, schema: {{openAPIV3Schema: {{type: object}}}}}}]
"
    )
}

fn fresh(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("build-script").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs this test's own binary as a build script would be run: a process of its own for each run.
fn run(out: &Path, inputs: &Path, calls: &str) {
    let status = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "as_a_build_script", "--nocapture"])
        .env("OUT_DIR", out)
        .env("INPUTS", inputs)
        .env("CALLS", calls)
        .output()
        .unwrap();
    assert!(status.status.success(), "{status:?}");
}

/// What `run` starts; without its variables it does nothing. Each call is `SUBFOLDER=INPUT`.
#[test]
fn as_a_build_script() {
    let (Some(out), Some(inputs)) = (std::env::var_os("OUT_DIR"), std::env::var_os("INPUTS")) else { return };
    let calls = std::env::var("CALLS").unwrap();
    for (folder, input) in calls.split_whitespace().filter_map(|call| call.split_once('=')) {
        let out = PathBuf::from(&out).join(folder);
        Config::new().out_dir(out).compile(&[PathBuf::from(&inputs).join(input)]).unwrap();
    }
}

/// All files below a folder, by their paths from there.
fn files(root: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut waiting = vec![root.to_owned()];
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                waiting.push(path);
            } else {
                found.push(path.strip_prefix(root).unwrap().display().to_string());
            }
        }
    }
    found.sort();
    found
}

#[test]
fn a_folder_is_compiled_and_what_leaves_it_is_removed() {
    let (out, inputs) = (fresh("stale-out"), fresh("stale-in"));
    for plural in ["foos", "bars"] {
        fs::write(inputs.join(format!("{plural}.yaml")), crd(plural, "v1")).unwrap();
    }
    fs::write(inputs.join("notes.txt"), "no document").unwrap();
    fs::write(out.join("of-another.rs"), "").unwrap();
    run(&out, &inputs, "=.");
    assert_eq!(
        files(&out),
        ["bars.example.com/v1.rs", "crdc-index.rs", "foos.example.com/v1.rs", "of-another.rs"]
    );
    fs::remove_file(inputs.join("bars.yaml")).unwrap();
    fs::write(inputs.join("foos.yaml"), crd("foos", "v2")).unwrap();
    run(&out, &inputs, "=.");
    assert_eq!(files(&out), ["crdc-index.rs", "foos.example.com/v2.rs", "of-another.rs"]);
}

#[test]
fn several_calls_of_one_build_script_share_the_index() {
    let (out, inputs) = (fresh("calls-out"), fresh("calls-in"));
    fs::write(inputs.join("foos.yaml"), crd("foos", "v1")).unwrap();
    fs::write(inputs.join("bars.yaml"), crd("bars", "v1")).unwrap();
    for _ in 0..2 {
        run(&out, &inputs, "before=foos.yaml after=bars.yaml =bars.yaml");
        let all = [
            "after/bars.example.com/v1.rs",
            "bars.example.com/v1.rs",
            "before/foos.example.com/v1.rs",
            "crdc-index.rs",
        ];
        assert_eq!(files(&out), all);
    }
}

#[test]
fn a_name_that_is_not_compiled_is_an_error_that_names_the_others() {
    let (out, inputs) = (fresh("names-out"), fresh("names-in"));
    fs::write(inputs.join("foos.yaml"), crd("foos", "v1")).unwrap();
    fs::write(inputs.join("bars.yaml"), crd("bars", "v1")).unwrap();
    run(&out, &inputs, "=.");
    let program = out.join("main.rs");
    let include = r#"mod a { include!(concat!(env!("OUT_DIR"), "/crdc-index.rs")); __crdc_include!("foos.example.com/v2"); } fn main() {}"#;
    fs::write(&program, include).unwrap();
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc)
        .args(["--edition=2024", "--emit=metadata", "--out-dir"])
        .args([&out, &program])
        .env("OUT_DIR", &out)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    let expected = "error: the build script does not compile `foos.example.com/v2`; \
                    it compiles `bars.example.com/v1`, `foos.example.com/v1`";
    assert!(said.contains(expected), "{said}");
}

#[test]
fn names_that_no_document_has_are_an_error() {
    let inputs = fresh("policy-in");
    fs::write(inputs.join("foos.yaml"), crd("foos", "v1")).unwrap();
    let mut config = Config::new();
    config.out_dir(fresh("policy-out")).quiet(true).ratcheting_of("fos.example.com", Ratcheting::Off);
    let error = config.compile(&[&inputs]).unwrap_err();
    assert!(matches!(&error, Error::UnknownName { name, .. } if name == "fos.example.com"), "{error}");
    assert!(error.to_string().ends_with("known: foos.example.com"), "{error}");
}
