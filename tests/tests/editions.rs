//! Generated code compiles without a warning under every edition, with the runtime under
//! another name, in a crate that denies all warnings and has names of its own that clash.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crdc_codegen::source::Source;
use crdc_codegen::{Options, generate, generate_openapi};

/// Names that generated code must not take from where it is included.
const CLASHES: &str = "
#![allow(dead_code)]
pub struct Option; pub struct Result; pub struct Vec; pub struct String; pub struct Box;
pub struct Default; pub trait Iterator {} pub trait From {} pub trait Into {}
pub mod core {} pub mod std {} pub mod alloc {} pub mod crdc {} pub mod machinery {}
";

#[test]
fn editions() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let options = Options { runtime_path: "::machinery".to_owned(), ..Options::default() };
    let mut sources = Vec::new();
    for folder in ["keywords", "record/crds"] {
        read(&root.join(folder), &mut sources);
    }
    let mut generated = generate(&sources, &options);
    // Definitions that lead back to themselves: functions and constants that name each other.
    let recursive = Source::read(&root.join("openapi/recursive/document.yaml")).unwrap();
    generated.files.extend(generate_openapi(&recursive, &[], &options).files);
    assert!(generated.files.len() > 40);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("editions");
    for edition in ["2018", "2021", "2024"] {
        let krate = folder.join(edition);
        fs::create_dir_all(krate.join("src")).unwrap();
        let mut lib = String::from(
            "#![deny(warnings, rust_2018_idioms, unreachable_pub, missing_docs)]\n//! Generated.\n",
        );
        for (index, file) in generated.files.iter().enumerate() {
            fs::write(krate.join(format!("src/crd{index}.rs")), &file.text).unwrap();
            let path = format!("crd{index}.rs");
            lib.push_str(&format!("#[allow(missing_docs)] pub mod m{index} {{ include!({path:?}); }}\n"));
        }
        lib.push_str(&format!(
            "#[allow(missing_docs)] pub mod clashes {{ {} }}\n",
            clashing(&generated.files[0].text)
        ));
        fs::write(krate.join("src/lib.rs"), lib).unwrap();
        let runtime = root.join("../runtime").canonicalize().unwrap();
        let manifest = format!(
            "[package]\nname = \"edition\"\nversion = \"0.0.0\"\nedition = \"{edition}\"\n\
             [workspace]\n[dependencies]\nmachinery = {{ package = \"crdc\", path = {runtime:?} }}\n"
        );
        fs::write(krate.join("Cargo.toml"), manifest).unwrap();
        // The versions that the workspace has, so that nothing is looked up.
        if let Ok(lock) = fs::read(root.join("../Cargo.lock")) {
            fs::write(krate.join("Cargo.lock"), lock).unwrap();
        }
        let output = Command::new(env!("CARGO"))
            .args(["check", "--offline", "--quiet"])
            .current_dir(&krate)
            .env("CARGO_TARGET_DIR", folder.join("target"))
            .env_remove("RUSTFLAGS")
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success(),
            "edition {edition}\n{}",
            text.chars().take(6000).collect::<String>()
        );
    }
}

fn clashing(code: &str) -> String {
    let names = CLASHES.replace("#![allow(dead_code)]", "");
    format!("#![allow(dead_code, unused_imports)] {names} \n{code}")
}

fn read(folder: &Path, sources: &mut Vec<Source>) {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            read(&path, sources);
        } else if path.extension().is_some_and(|extension| extension == "yaml") {
            sources.push(Source::new(path.display().to_string(), fs::read_to_string(&path).unwrap()));
        }
    }
}
