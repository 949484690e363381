//! `Config` as build scripts use it: folders, and the index that `crdc::include_crd!` looks into.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crdc_check::allowed;
use crdc_codegen::{Config, Error, Generated, Options, Ratcheting, generate};
use crdc_source::Source;

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
    let config = Config::new()
        .out_dir(fresh("policy-out"))
        .quiet(true)
        .ratcheting_of("fos.example.com", Ratcheting::Off);
    let error = config.compile(&[&inputs]).unwrap_err();
    assert!(matches!(&error, Error::UnknownName { name, .. } if name == "fos.example.com"), "{error}");
    assert!(error.to_string().ends_with("known: foos.example.com"), "{error}");
}

/// A CRD whose rule is always true and whose field has a format that servers do not know.
fn with_lints(versions: &[&str]) -> String {
    let schema = "{type: object, properties: {spec: {type: object, properties: {a: {type: string, format: text}}, \
                  x-kubernetes-validations: [{rule: 1 < 2}]}}}";
    let version = |(index, name): (usize, &&str)| {
        format!(
            "  - {{name: {name}, served: true, storage: {}, schema: {{openAPIV3Schema: {schema}}}}}\n",
            index == 0
        )
    };
    let versions: String = versions.iter().enumerate().map(version).collect();
    let (before, _) =
        crd("foos", "v1").split_once("  versions:").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    format!("{before}  versions:\n{versions}")
}

#[test]
fn warnings_are_left_out_by_their_codes_and_errors_are_not() {
    let codes = |allow: &[&str], text: &str| -> Vec<&str> {
        let allow = allow.iter().flat_map(|name| allowed(name).unwrap()).collect();
        let generated = generate(&[Source::new("crd.yaml", text)], &Options { allow, ..Options::default() });
        generated.diagnostics.iter().map(|found| found.diagnostic.code.name()).collect()
    };
    let text = with_lints(&["v1"]);
    assert_eq!(codes(&[], &text), ["format-unrecognized", "rule-constant"]);
    assert_eq!(codes(&["rule-constant"], &text), ["format-unrecognized"]);
    assert_eq!(codes(&["rule-constant", "format-unrecognized"], &text), [""; 0]);
    assert_eq!(codes(&["lints"], &text), [""; 0]);
    // What crdc leaves out is no lint, and errors stay.
    assert_eq!(codes(&["lints"], "kind: ConfigMap\n"), ["document-skipped"]);
    assert_eq!(codes(&["document-skipped"], "kind: ConfigMap\n"), [""; 0]);
    assert_eq!(codes(&["lints"], &text.replace("1 < 2", "1 <")), ["rule-compile"]);
}

#[test]
fn what_cannot_be_allowed_is_an_error() {
    let inputs = fresh("allow-in");
    fs::write(inputs.join("foos.yaml"), with_lints(&["v1"])).unwrap();
    let said = |name: &str| {
        let config = Config::new().out_dir(fresh("allow-out")).quiet(true).allow(name);
        config.compile(&[&inputs]).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(said("rule-constant"), Ok(()));
    assert_eq!(said("lints"), Ok(()));
    assert_eq!(
        said("rule-constants"),
        Err("`allow`: `rule-constants` is not the code of a warning; did you mean `rule-constant`?".into())
    );
    assert_eq!(
        said("rule-cost"),
        Err("`allow`: `rule-cost` is an error: only warnings can be allowed".into())
    );
    let other = said("noise").unwrap_err();
    assert!(other.ends_with("write a name in the brackets of one, or `lints`"), "{other}");
}

#[test]
fn versions_limit_what_is_compiled() {
    let (inputs, out) = (fresh("versions-in"), fresh("versions-out"));
    fs::write(inputs.join("foos.yaml"), with_lints(&["v1", "v1beta1", "v1alpha1"])).unwrap();
    fs::write(inputs.join("bars.yaml"), crd("bars", "v1")).unwrap();
    let compile = |input: &str, names: &[&str]| {
        let config = Config::new().out_dir(&out).quiet(true).versions(names);
        let paths =
            |generated: Generated| generated.files.into_iter().map(|file| file.path).collect::<Vec<_>>();
        config.compile(&[inputs.join(input)]).map(paths)
    };
    let both = ["bars.example.com/v1.rs", "foos.example.com/v1.rs"];
    assert_eq!(compile(".", &["v1"]).unwrap(), both);
    assert_eq!(compile(".", &["v1", "v1beta1"]).unwrap(), [both[0], both[1], "foos.example.com/v1beta1.rs"]);
    assert_eq!(compile("foos.yaml", &["v1alpha1"]).unwrap(), ["foos.example.com/v1alpha1.rs"]);
    assert_eq!(compile("foos.yaml", &[]).unwrap().len(), 3);
    // A version that nobody has.
    let error = compile(".", &["v1", "v2"]).unwrap_err();
    assert!(matches!(&error, Error::UnknownVersion { name, .. } if name == "v2"), "{error}");
    let known =
        "bars.example.com/v1, foos.example.com/v1, foos.example.com/v1beta1, foos.example.com/v1alpha1";
    assert!(error.to_string().ends_with(known), "{error}");
    // A document that would silently have no file.
    let error = compile(".", &["v1beta1"]).unwrap_err().to_string();
    assert!(
        error.contains("bars.example.com has no version `v1beta1`, to which this build is limited"),
        "{error}"
    );
    assert!(error.contains("choose from its versions (`v1`)") && !error.contains("foos"), "{error}");
}
