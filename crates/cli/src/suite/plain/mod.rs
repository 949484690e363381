//! crdc's own format: docs/testing-crds.md. In: a document. Out: a suite. Every key is read or reported.
//!
//! `case` reads a test and its requests, `expected` the answers that it expects, `base` completes objects by
//! the object of the suite, `reader` reads values.

mod base;
mod case;
mod expected;
mod reader;

use super::model::{Case, Crds, Suite};
use base::Base;
use crdc_source::{Member, Node, Source};
use reader::{Reader, members};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// Reads a suite, which reads no files outside of a folder.
pub(super) fn read(document: &Node, file: &Path, tree: Option<&Path>, source: &Arc<Source>) -> Suite {
    let mut reader = Reader::default();
    let mut suite = Suite {
        name: file.display().to_string(),
        source: Arc::clone(source),
        crds: Crds::Found,
        cases: Vec::new(),
        problems: Vec::new(),
    };
    let (mut tests, mut base) = (None, Base::default());
    for Member { key, key_span, value } in members(document) {
        match key.as_str() {
            "name" => suite.name = reader.text(value),
            "crd" => suite.crds = crds(&mut reader, value, file, tree),
            "object" => base = base.with_object(reader.object(value)),
            "tests" => tests = Some(value),
            // For editors, which find the schema of the file by it.
            "$schema" => {}
            _ => reader.unknown(key, *key_span, "a suite: name, crd, object, tests"),
        }
    }
    if let Some(tests) = tests {
        suite.cases = cases(&mut reader, tests, &base);
    }
    suite.problems = reader.problems;
    suite
}

/// The tests of a list. A group is an item with `tests` of its own; its name is before theirs.
fn cases(reader: &mut Reader, tests: &Node, base: &Base) -> Vec<Case> {
    let mut cases = Vec::new();
    for test in reader.list(tests) {
        match test.get("tests") {
            Some(_) => cases.extend(group(reader, test, base)),
            None => cases.extend(case::read(reader, test, base)),
        }
    }
    cases
}

fn group(reader: &mut Reader, group: &Node, base: &Base) -> Vec<Case> {
    let (mut name, mut base, mut tests) = (String::new(), base.clone(), None);
    for Member { key, key_span, value } in members(group) {
        match key.as_str() {
            "name" => name = reader.text(value),
            "object" => base = base.with_object(reader.object(value)),
            "patch" => {
                let patch = reader.object(value);
                base = base.patched(reader, patch.as_ref(), value.span);
            }
            "tests" => tests = Some(value),
            _ => reader.unknown(key, *key_span, "a group of tests: name, object, patch, tests"),
        }
    }
    let mut cases = tests.map_or_else(Vec::new, |tests| cases(reader, tests, &base));
    if !name.is_empty() {
        cases.iter_mut().for_each(|case| case.name = format!("{name}: {}", case.name));
    }
    cases
}

/// The files of the CRDs.
fn crds(reader: &mut Reader, value: &Node, file: &Path, tree: Option<&Path>) -> Crds {
    let folder = file.parent().unwrap_or(Path::new(""));
    let paths: Vec<PathBuf> =
        reader.texts(value).into_iter().map(|path| plainly(&folder.join(path))).collect();
    if paths.is_empty() {
        reader.problem(value.span, "no test runs without a CRD: name one, or leave `crd` out");
    }
    let (outside, paths): (Vec<_>, _) = paths.into_iter().partition(|path| leads_out(path, tree));
    for path in outside {
        let words =
            "leads out of the checked folder, and is not read: name it with --crd, and leave `crd` out";
        reader.problem(value.span, &format!("{} {words}", path.display()));
    }
    Crds::Each(paths)
}

/// Whether a file is outside of a folder, by its name or by links. One that is not there is none.
fn leads_out(path: &Path, tree: Option<&Path>) -> bool {
    let real = path.canonicalize().ok();
    real.zip(tree).is_some_and(|(real, tree)| !real.starts_with(tree))
}

/// A path without `..` after names. Links are not looked up: `link/..` is the folder that has the link.
pub(super) fn plainly(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match (part, plain.components().next_back()) {
            (Component::ParentDir, Some(Component::Normal(_))) => drop(plain.pop()),
            _ => plain.push(part),
        }
    }
    plain
}
