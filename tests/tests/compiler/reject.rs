//! `reject/<code>/`. In: `crd.yaml` with mistakes. Out: the output of `crdc check`, `expected.txt`. With an
//! `old.yaml`, the document is checked as its update, with a `server.txt` for that server; folders of style
//! ask for it. `BLESS=1` writes the current output; review the diff.

use std::fs;
use std::path::{Path, PathBuf};

use crdc_check::{CheckOptions, check_sources_with};
use crdc_check::{style_codes, usual_style_codes};
use crdc_oracle::golden;
use crdc_source::Source;
use crdc_source::diag::{Code, Diagnostic};
use crdc_source::render::{self, Format};

/// The name of documents that are not CRDs; `kinds.txt` next to it lists the requested kinds.
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

/// A folder is named after the code that it shows, with a topic after a dot if there are several.
#[test]
fn every_folder_shows_its_code() {
    for folder in folders() {
        let name = folder.file_name().unwrap().to_str().unwrap();
        let code = name.split('.').next().and_then(Code::from_name);
        let code = code.unwrap_or_else(|| panic!("there is no code {name}"));
        let found = problems(&folder, &read(&folder));
        assert!(found.iter().any(|problem| problem.code == code), "{name} is not reported");
    }
}

/// Every diagnostic has a span and a help text.
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
        (render::render(source, &found, Format::Plain), render::render(source, &found, Format::Human));
    format!("{plain}\n{}", human.trim_end_matches('\n').to_owned() + "\n")
}

/// Codes except those for unsupported features, which have their own tests.
fn problems(folder: &Path, source: &Source) -> Vec<Diagnostic> {
    if source.name == OPENAPI {
        let kinds = fs::read_to_string(folder.join("kinds.txt")).unwrap_or_default();
        let kinds: Vec<String> = kinds.lines().map(str::to_owned).collect();
        return crdc_plan::check_openapi(source, &kinds).diagnostics;
    }
    let old = fs::read_to_string(folder.join("old.yaml")).ok().map(|text| Source::new("old.yaml", text));
    let sources = std::slice::from_ref(source);
    let name = folder.file_name().unwrap().to_string_lossy();
    let mut style = if name.starts_with("style-") { usual_style_codes() } else { Vec::new() };
    style.extend(Code::from_name(&name).filter(|code| style_codes().contains(code) && !style.contains(code)));
    let server = fs::read_to_string(folder.join("server.txt")).ok().map(|text| text.trim().parse().unwrap());
    let options = CheckOptions { style: &style, server, ..CheckOptions::default() };
    let checked = check_sources_with(sources, old.as_slice(), options).remove(0);
    checked.diagnostics.into_iter().filter(|problem| !problem.code.name().starts_with("not-yet")).collect()
}

/// Every code without a folder is listed here with its reason.
#[test]
fn every_code_of_a_check_has_a_folder() {
    // Errors of the readers are tested next to the readers; documents that are too large are not stored.
    // Those of items are in tests/ui, those of published documents in tests/publish; `rule-skipped` and
    // `version-absent` need options.
    const ELSEWHERE: [&str; 17] = [
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
        "rule-invalid",
        "rule-skipped",
        "rule-unchecked",
        "schema-unchecked",
        "version-absent",
        "written-twice",
    ];
    let shown: Vec<String> =
        folders().iter().map(|path| path.file_name().unwrap().to_str().unwrap().to_owned()).collect();
    let missing: Vec<&str> = Code::all()
        .iter()
        .map(|code| code.name())
        .filter(|name| {
            !ELSEWHERE.iter().any(|code| code == name || code.ends_with('-') && name.starts_with(code))
        })
        .filter(|name| !shown.iter().any(|shown| shown == name) && *name != "schema-too-deep")
        .collect();
    assert!(missing.is_empty(), "no folder in tests/reject: {missing:?}");
}
