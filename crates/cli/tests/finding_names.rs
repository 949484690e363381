//! The names of findings are the same in the code that gives them, in the list that names in ignores are
//! looked up in, and in the page.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crdc_source::diag::Code;
use regex::Regex;

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// The list of the names that are no codes of diagnostics.
fn listed() -> BTreeSet<String> {
    let text = read("src/finding_names.rs");
    let list = text.split("const NAMES").nth(1).unwrap().split("];").next().unwrap();
    let names = list.lines().filter_map(|line| line.trim().strip_prefix('"')?.strip_suffix("\","));
    let names: BTreeSet<String> = names.map(str::to_owned).collect();
    assert!(names.len() > 20, "{names:?}");
    names
}

fn sources(folder: &Path, all: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, all);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            *all += &fs::read_to_string(&path).unwrap();
        }
    }
}

/// The names that code gives to findings, by the forms that it has for that.
fn of_code() -> BTreeSet<String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = String::new();
    ["src/upgrade", "src/validate", "../kubernetes/src"]
        .iter()
        .for_each(|folder| sources(&here.join(folder), &mut all));
    let forms = [
        r#"(?:Finding::new|Problem::error|self\.add|\.refused)\(\s*"([a-z-]+)""#,
        r#"const [A-Z_]+: &str = "([a-z]+(?:-[a-z]+)+)";"#,
        r#"finding\.id = "([a-z-]+)""#,
        r#"\(_?(?:ErrorSource::\w+)?, _?(?:ErrorType::\w+)?\) => "([a-z-]+)""#,
        r#"        _ => "([a-z]+-value)""#,
    ];
    let found = forms.iter().flat_map(|form| {
        let form = Regex::new(form).unwrap();
        form.captures_iter(&all).map(|found| found[1].to_owned()).collect::<Vec<_>>()
    });
    // Extensions of schemas have such names, too.
    let is_extension = |name: &String| name.starts_with("x-kubernetes-");
    found.filter(|name| Code::from_name(name).is_none() && !is_extension(name)).collect()
}

#[test]
fn the_names_are_those_of_the_code() {
    assert_eq!(of_code(), listed());
}

#[test]
fn the_page_has_all_names_and_no_others() {
    let (page, listed) = (read("../../docs/validate.md"), listed());
    let section = page.split("\n## ").find(|section| section.starts_with("Findings\n")).unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let cells = rows.filter_map(|row| row.split('|').nth(1));
    let table: BTreeSet<&str> = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    let absent: Vec<&String> = listed.iter().filter(|name| !table.contains(name.as_str())).collect();
    assert!(absent.is_empty(), "the page has not {absent:?}");
    let wrong: Vec<&&str> =
        table.iter().filter(|name| !listed.contains(**name) && Code::from_name(name).is_none()).collect();
    assert!(wrong.is_empty(), "no finding is {wrong:?}");
}
