//! Documents with mistakes in, what `crdc check` says of them out: `reject/<code>/crd.yaml`
//! and `expected.txt`, found by looking. With an `old.yaml` beside it, the document is checked as
//! an update of that one. `BLESS=1` writes what is said now; read the diff.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use crdc_codegen::diag::{self, Code, Diagnostic, Format};
use crdc_codegen::source::Source;
use crdc_tests::golden;

/// How a document is called that is no CRD; `kinds.txt` beside it has the kinds to look for.
const OPENAPI: &str = "openapi.yaml";

#[test]
fn messages_are_as_expected() {
    let mut wrong = Vec::new();
    for folder in folders() {
        let source = read(&folder);
        wrong.extend(golden::differs(&folder.join("expected.txt"), &said(&folder, &source)));
    }
    golden::none(&wrong);
}

/// The name of a folder is the code that it is about.
#[test]
fn every_folder_shows_its_code() {
    for folder in folders() {
        let name = folder.file_name().unwrap().to_str().unwrap();
        let code = Code::from_name(name).unwrap_or_else(|| panic!("there is no code {name}"));
        let found = problems(&folder, &read(&folder));
        assert!(found.iter().any(|problem| problem.code == code), "{name} is not reported");
    }
}

/// Whoever made the mistake is told what to write instead, and where.
#[test]
fn every_problem_has_a_place_and_a_help() {
    for folder in folders() {
        let source = read(&folder);
        for problem in problems(&folder, &source) {
            let span = problem.span;
            assert!(span.start <= span.end && span.end as usize <= source.text.len(), "{problem:?}");
            assert!(problem.code == Code::DocumentSkipped || problem.help.is_some(), "{problem:?}");
        }
    }
}

fn folders() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("reject");
    let mut folders: Vec<PathBuf> = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.retain(|path| path.is_dir());
    folders.sort();
    assert!(folders.len() >= 10);
    folders
}

/// The CRD of a folder, or its OpenAPI document.
fn read(folder: &Path) -> Source {
    let name = if folder.join("crd.yaml").is_file() { "crd.yaml" } else { OPENAPI };
    Source::new(name, fs::read_to_string(folder.join(name)).unwrap())
}

fn said(folder: &Path, source: &Source) -> String {
    let found = problems(folder, source);
    let (plain, human) =
        (diag::render(source, &found, Format::Plain), diag::render(source, &found, Format::Human));
    format!("{plain}\n{}", human.trim_end_matches('\n').to_owned() + "\n")
}

/// What is refused; what is only not compiled yet has its own tests, and goes with time.
fn problems(folder: &Path, source: &Source) -> Vec<Diagnostic> {
    if source.name == OPENAPI {
        let kinds = fs::read_to_string(folder.join("kinds.txt")).unwrap_or_default();
        let kinds: Vec<String> = kinds.lines().map(str::to_owned).collect();
        return crdc_codegen::check_openapi(source, &kinds).diagnostics;
    }
    let old = fs::read_to_string(folder.join("old.yaml")).ok().map(|text| Source::new("old.yaml", text));
    let checked = crdc_codegen::check_source(source, old.as_ref());
    checked.diagnostics.into_iter().filter(|problem| !problem.code.name().starts_with("not-yet")).collect()
}

/// A code that no folder shows has its reason here.
#[test]
fn every_code_of_a_check_has_a_folder() {
    // What cannot be read has tests beside the readers; what is too large is not kept in files.
    // Items have theirs in tests/ui, published documents in tests/publish.
    const ELSEWHERE: [&str; 12] = [
        "source-",
        "number-",
        "yaml-",
        "json-",
        "not-yet-",
        "default-unchecked",
        "runtime-path",
        "marker-",
        "attribute-",
        "presence-",
        "publish-",
        "written-twice",
    ];
    let shown: Vec<String> =
        folders().iter().map(|path| path.file_name().unwrap().to_str().unwrap().to_owned()).collect();
    let missing: Vec<&str> = Code::all()
        .iter()
        .map(|code| code.name())
        .filter(|name| !ELSEWHERE.iter().any(|start| name.starts_with(start)))
        .filter(|name| !shown.iter().any(|shown| shown == name) && *name != "schema-too-deep")
        .collect();
    assert!(missing.is_empty(), "no folder in tests/reject: {missing:?}");
}
