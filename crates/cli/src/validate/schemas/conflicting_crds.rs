//! Resolves CRDs with one name and different specs. In: sources, the most important one last. Out: the
//! sources with only one CRD of each name, and a note for each removed CRD.
//!
//! The last CRD stays, unless it is in a folder of tests and another one is not: CRDs for a repository's own
//! tests are often old. A copy is no conflict (`duplicate_crds`). A removed CRD is replaced by `null`, so
//! that the places of other documents stay the same.

use std::collections::BTreeMap;

use crate::validate::manifests::manifest;
use crdc_source::{Lines, Node, Source, Span};

/// A CRD whose name occurs in another place too.
struct OtherCrd {
    source: usize,
    span: Span,
    /// The offset at which the finding is shown.
    at: u32,
    spec: String,
}

/// The names of folders of tests, whose CRDs do not replace others.
const OF_TESTS: [&str; 5] = ["test", "tests", "testdata", "fixtures", "examples"];

/// Removes the CRDs that another CRD replaces. The first `inputs` sources are the validated ones; the other
/// sources were given as CRDs, and their CRDs replace those of inputs. Returns a note for each name.
pub(crate) fn resolve(sources: &mut [Source], inputs: usize) -> Vec<String> {
    let mut by_name: BTreeMap<String, Vec<OtherCrd>> = BTreeMap::new();
    for (index, source) in sources.iter().enumerate() {
        for crd in manifest::read(source).0.iter().filter(|manifest| manifest.identity().is_crd()) {
            let spec = crd.node.get("spec").map(Node::to_json).unwrap_or_default();
            let found = OtherCrd { source: index, span: crd.node.span, at: crd.span().start, spec };
            by_name.entry(crd.identity().name).or_default().push(found);
        }
    }
    // The lines of each text are computed once, and each text is changed once.
    let lines: Vec<Lines<'_>> = sources.iter().map(Source::lines).collect();
    let place = |found: &OtherCrd| {
        let name = sources.get(found.source).map_or("", |source| &source.name);
        let line = lines.get(found.source).map_or(1, |lines| lines.line_column(found.at).0);
        format!("{name}:{line}")
    };
    let mut notes = Vec::new();
    let mut gone: BTreeMap<usize, Vec<Span>> = BTreeMap::new();
    for (name, mut all) in by_name {
        let names = all.iter().map(|found| sources.get(found.source).map_or("", |source| &source.name));
        let is_given = all.last().is_some_and(|last| last.source >= inputs);
        let first = if is_given { all.partition_point(|found| found.source < inputs) } else { 0 };
        let names: Vec<&str> = names.collect();
        let at = first + chosen(names.get(first..).unwrap_or_default());
        let is_last = at + 1 == all.len();
        if at >= all.len() {
            continue;
        }
        let last = all.remove(at);
        let others: Vec<&OtherCrd> = all.iter().filter(|other| other.spec != last.spec).collect();
        if others.is_empty() {
            continue;
        }
        let places: Vec<String> = others.iter().map(|other| place(other)).collect();
        let one = match is_last {
            true => "the last one counts, in",
            false => "the one counts that is not below a folder of tests, in",
        };
        notes.push(format!(
            "note: {name} is there several times with different specs: {one} {}, not that in {}",
            place(&last),
            places.join(", ")
        ));
        for other in others {
            gone.entry(other.source).or_default().push(other.span);
        }
    }
    drop(lines);
    for (source, spans) in gone {
        if let Some(source) = sources.get_mut(source) {
            source.text = erased(std::mem::take(&mut source.text), &spans);
        }
    }
    notes
}

/// The index of the file whose CRD stays: the last file that is not in a folder of tests, or the last file. A
/// folder that contains all of them is ignored.
fn chosen(names: &[&str]) -> usize {
    let parts = |name: &&str| -> Vec<String> { name.split(['/', '\\', ':']).map(str::to_owned).collect() };
    let all: Vec<Vec<String>> = names.iter().map(parts).collect();
    let folders = |parts: &Vec<String>| parts.len().saturating_sub(1);
    let shortest = all.iter().map(folders).min().unwrap_or_default();
    let is_common = |index: &usize| all.iter().all(|parts| parts.get(*index) == all[0].get(*index));
    let common = (0..shortest).take_while(is_common).count();
    let is_of_tests = |parts: &Vec<String>| {
        let own = parts.get(common..folders(parts)).unwrap_or_default();
        own.iter().any(|folder| OF_TESTS.contains(&folder.as_str()))
    };
    all.iter().rposition(|parts| !is_of_tests(parts)).unwrap_or(all.len().saturating_sub(1))
}

/// A text with some parts replaced by `null`; line breaks stay.
fn erased(text: String, spans: &[Span]) -> String {
    let mut bytes = text.into_bytes();
    for span in spans {
        let Some(part) = bytes.get_mut(span.start as usize..span.end as usize) else { continue };
        part.iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
        // A document on one line is longer than that, too.
        if let Some(first) = part.get_mut(..4) {
            first.copy_from_slice(b"null");
        }
    }
    // A document ends between characters, so the text stays valid UTF-8.
    String::from_utf8(bytes).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{chosen, resolve};
    use crdc_source::{Source, parse};

    #[test]
    fn folders_of_tests_lose() {
        for (names, expected) in [
            (&["config/a.yaml", "internal/testdata/a.yaml"] as &[_], 0),
            (&["internal/testdata/a.yaml", "config/a.yaml"], 1),
            (&["a/x.yaml", "b/x.yaml"], 1),
            (&["a/x.yaml", "b/x.yaml", "e/examples/x.yaml", "e/fixtures/x.yaml"], 1),
            (&["test/a.yaml", "tests/a.yaml"], 1),
            // The names of files, and folders that all of them are in.
            (&["a/x.yaml", "a/test"], 1),
            (&["/home/tests/a/x.yaml", "/home/tests/b/x.yaml"], 1),
            (&["/home/tests/a/x.yaml", "/home/tests/b/tests/x.yaml"], 0),
            (&["attest/a.yaml", "latests/a.yaml"], 1),
            (&["main:crds/x.yaml", "main:test/x.yaml"], 0),
        ] {
            assert_eq!(chosen(names), expected, "{names:?}");
        }
    }

    #[test]
    fn given_crds_count_before_those_of_inputs() {
        let crd = |x: usize| {
            format!(
                "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {{name: a}}\nspec: {{x: {x}}}\n"
            )
        };
        let mut sources = [Source::new("crds/a", crd(1)), Source::new("tests/a", crd(2))];
        assert!(resolve(&mut sources, 1)[0].contains("the last one counts, in tests/a:"));
        let mut sources = [Source::new("crds/a", crd(1)), Source::new("tests/a", crd(2))];
        let notes = resolve(&mut sources, 2);
        assert!(
            notes[0].contains("not below a folder of tests, in crds/a:2, not that in tests/a:2"),
            "{notes:?}"
        );
        assert!(sources[0].text.contains("spec") && !sources[1].text.contains("spec"));
    }

    #[test]
    fn the_last_one_counts() {
        let crd = |name: &str, spec: &str| {
            format!(
                "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {{name: {name}}}\nspec: {spec}\n"
            )
        };
        let list = format!(
            "{{\"kind\": \"List\", \"apiVersion\": \"v1\", \"items\": [{}]}}",
            r#"{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "b"}, "spec": {"x": 1}}"#
        );
        let mut sources = [
            Source::new("one", crd("a", "{x: 1}") + "---\n" + &crd("c", "{x: 1}")),
            Source::new("list", list),
            Source::new("two", crd("b", "{x: 2}") + "---\n" + &crd("a", "{x: 2}")),
            Source::new("three", crd("c", "{\"x\": 1}")),
        ];
        let notes = resolve(&mut sources, 4);
        assert_eq!(notes.len(), 2, "{notes:?}");
        assert!(notes[0].contains("the last one counts, in two:7, not that in one:2"), "{notes:?}");
        let left: Vec<usize> = sources
            .iter()
            .map(|source| {
                let (documents, problems) = parse(source);
                assert!(problems.is_empty(), "{}", source.text);
                documents.iter().map(|document| document.to_json().matches("\"spec\"").count()).sum()
            })
            .collect();
        assert_eq!(left, [1, 0, 2, 1]);
    }
}
