//! Finds suites and CRDs among files. In: paths of the command line. Out: the suites in order, and the CRDs
//! that were found beside them.
//!
//! A document with a key `tests` is a suite. Its tests are a list in crdc's format, and lists by operation in
//! the format of openshift. Documents of other tools may have such a key too. So in a folder, a document with
//! a list counts as a suite only if it, or one of its tests, has another key of crdc's format. A file without
//! the word `tests` is not parsed: most files of a repository are no suites.
//!
//! Easy to break: an author of a suite may name any file of the machine in it, so suites must not read files
//! outside of their folder.

use super::model::{Crds, Problem, Suite};
use super::openshift::Openshift;
use super::{openshift, plain};
use crdc_source::diag::{Code, Diagnostic, Severity};
use crdc_source::{Node, Source, Trust, Value, parse, tree, walk};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The suites and CRDs found among files.
#[derive(Default)]
pub(crate) struct SuiteFiles {
    pub(crate) suites: Vec<Suite>,
    /// The texts with CRDs.
    pub(crate) crds: Vec<Source>,
    /// Texts that look like suites and cannot be read, with the reasons.
    pub(crate) unreadable: Vec<(Source, Vec<Diagnostic>)>,
}

impl SuiteFiles {
    /// The files of CRDs that suites name, each once.
    pub(crate) fn named_crds(&self) -> Vec<PathBuf> {
        let named = self.suites.iter().flat_map(|suite| match &suite.crds {
            Crds::Each(files) => files.as_slice(),
            Crds::Named(_) | Crds::Found => &[],
        });
        let all: BTreeSet<&PathBuf> = named.collect();
        all.into_iter().cloned().collect()
    }
}

/// Searches files and folders.
pub(crate) fn find(paths: &[PathBuf]) -> Result<SuiteFiles, String> {
    let mut found = SuiteFiles::default();
    let mut openshift = Openshift::default();
    for (path, walked) in paths.iter().zip(walk(paths, Trust::Tree)) {
        let walked = walked.map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        let tree = tree(path, Trust::Tree).ok();
        for file in walked.files {
            let place = TextPlace { file: &file, is_named: file == *path, tree: tree.as_deref() };
            // An unreadable file is an error if the command line names it; in a folder, it could be anything.
            match Source::read(&file) {
                Ok(source) => add(place, source, &mut openshift, &mut found),
                Err(error) if place.is_named => {
                    return Err(format!("cannot read {}: {error}", path.display()));
                }
                Err(error) => {
                    let source = Source::unreadable(file.display().to_string(), &error);
                    let problems = parse(&source).1;
                    found.unreadable.push((source, problems));
                }
            }
        }
    }
    Ok(found)
}

/// The origin of a text.
#[derive(Clone, Copy)]
struct TextPlace<'p> {
    file: &'p Path,
    /// Whether the command line names the file.
    is_named: bool,
    /// The folder outside of which a suite in the file must not read files.
    tree: Option<&'p Path>,
}

fn add(place: TextPlace<'_>, source: Source, openshift: &mut Openshift, found: &mut SuiteFiles) {
    let TextPlace { file, is_named, tree } = place;
    if source.text.contains("CustomResourceDefinition") {
        found.crds.push(source.clone());
    }
    if !source.text.contains("tests") {
        return;
    }
    let (documents, problems) = parse(&source);
    let suites: Vec<Node> = documents.into_iter().filter(|document| is_suite(document, is_named)).collect();
    let (errors, mut warnings): (Vec<Diagnostic>, Vec<Diagnostic>) =
        problems.into_iter().partition(|problem| problem.severity() == Severity::Error);
    // A text that cannot be read to its end may have lost tests.
    if !errors.is_empty() && (!suites.is_empty() || looks_like_suite(&source)) {
        found.unreadable.push((source, errors));
        return;
    }
    warnings.sort_by_key(|problem| problem.span.start);
    let source = Arc::new(source);
    for document in suites {
        let of_openshift = matches!(document.get("tests"), Some(Node { value: Value::Object(_), .. }));
        let mut suite = if of_openshift {
            openshift::read(&document, file, &source, openshift)
        } else {
            plain::read(&document, file, tree, &source)
        };
        suite.problems.extend(lost(&warnings, &document));
        if suite.cases.is_empty() && suite.problems.is_empty() {
            let span = document.member("tests").map_or(document.span, |tests| tests.key_span);
            let words = "the suite has no tests: write one, or remove the file".to_owned();
            suite.problems.push(Problem { span, words });
        }
        found.suites.push(suite);
    }
}

/// The duplicate keys of a suite, as problems. `warnings` are those of the text, in order. Only the last
/// value of a duplicate key counts, so the tests in the other values would be lost.
fn lost(warnings: &[Diagnostic], suite: &Node) -> Vec<Problem> {
    let is_lost =
        |problem: &&Diagnostic| matches!(problem.code, Code::YamlDuplicateKey | Code::JsonDuplicateKey);
    let first = warnings.partition_point(|problem| problem.span.start < suite.span.start);
    let end = warnings.partition_point(|problem| problem.span.start < suite.span.end);
    let of_suite = warnings.get(first..end).unwrap_or_default();
    let problem = |problem: &Diagnostic| {
        let words = format!("{}: only the last one would count, so remove the others", problem.message);
        Problem { span: problem.span, words }
    };
    of_suite.iter().filter(is_lost).map(problem).collect()
}

fn is_suite(document: &Node, named: bool) -> bool {
    let has = |node: &Node, keys: &[&str]| keys.iter().any(|key| node.get(key).is_some());
    let Some(tests) = document.get("tests") else { return false };
    named
        || has(document, &["crdName", "crd", "object"])
        || match &tests.value {
            Value::Object(_) => has(tests, &["onCreate", "onUpdate"]),
            Value::Array(items) => items.iter().any(|item| has(item, &["create", "update", "updateStatus"])),
            _ => false,
        }
}

/// Whether a text that is no YAML has a line with the key `tests`.
fn looks_like_suite(source: &Source) -> bool {
    source.text.lines().any(|line| line.starts_with("tests:"))
}

#[cfg(test)]
mod tests {
    use super::{Openshift, SuiteFiles, TextPlace, add};
    use crdc_source::Source;
    use std::path::Path;
    use std::sync::Arc;

    #[test]
    fn suites_of_a_text_share_it_and_have_their_own_problems() {
        let suite = |name: &str, more: &str| format!("name: {name}\ntests: [{{name: a{more}}}]\n");
        let text = [("one", ""), ("two", ", name: b, name: c"), ("three", ""), ("four", ", name: d")]
            .map(|(name, more)| suite(name, more))
            .join("---\n");
        let mut found = SuiteFiles::default();
        let path = Path::new("a.yaml");
        let place = TextPlace { file: path, is_named: true, tree: None };
        add(place, Source::new("a.yaml", text), &mut Openshift::default(), &mut found);
        let lost = |suite: &super::Suite| {
            let is_lost = |problem: &&super::Problem| problem.words.contains("only the last one would count");
            (suite.name.clone(), suite.problems.iter().filter(is_lost).count())
        };
        let problems: Vec<(String, usize)> = found.suites.iter().map(lost).collect();
        let expected = [("one", 0), ("two", 2), ("three", 0), ("four", 1)];
        assert_eq!(problems, expected.map(|(name, count)| (name.to_owned(), count)));
        assert!(found.suites.windows(2).all(|two| Arc::ptr_eq(&two[0].source, &two[1].source)));
    }
}
