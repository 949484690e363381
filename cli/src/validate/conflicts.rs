//! CRDs of one name with different specs. In: sources, the most important one last. Out: the sources without all but the last of them,
//! and a note for each that is gone.
//!
//! A copy is no conflict (`copies`). What is removed becomes `null`, so that the places of everything else stay.

use std::collections::BTreeMap;

use super::manifest;
use super::object::is_crd;
use crdc_codegen::source::{Node, Source, Span};

/// A CRD that stands elsewhere too.
struct Found {
    source: usize,
    span: Span,
    spec: String,
    line: usize,
}

/// Removes the CRDs that a later one replaces. Returns a note for each name.
pub(super) fn resolve(sources: &mut [Source]) -> Vec<String> {
    let mut by_name: BTreeMap<String, Vec<Found>> = BTreeMap::new();
    for (index, source) in sources.iter().enumerate() {
        for crd in manifest::read(source).0.iter().filter(|manifest| is_crd(&manifest.identity())) {
            let spec = crd.node.get("spec").map(Node::to_json).unwrap_or_default();
            let (line, _) = source.line_column(crd.span().start);
            let found = Found { source: index, span: crd.node.span, spec, line };
            by_name.entry(crd.identity().name).or_default().push(found);
        }
    }
    let mut notes = Vec::new();
    for (name, mut all) in by_name {
        let Some(last) = all.pop().filter(|last| all.iter().any(|other| other.spec != last.spec)) else {
            continue;
        };
        let place = |found: &Found| format!("{}:{}", sources[found.source].name, found.line);
        let others: Vec<String> = all.iter().filter(|other| other.spec != last.spec).map(place).collect();
        notes.push(format!(
            "note: {name} is there several times with different specs: the last one counts, in {}, not that in {}",
            place(&last),
            others.join(", ")
        ));
        for found in all.iter().filter(|other| other.spec != last.spec) {
            erase(&mut sources[found.source], found.span);
        }
    }
    notes
}

/// Replaces a part of a text by `null`; line breaks stay.
fn erase(source: &mut Source, span: Span) {
    let (start, end) = (span.start as usize, span.end as usize);
    let Some(text) = source.text.get(start..end) else { return };
    let blank: Vec<u8> = text.bytes().map(|byte| if byte == b'\n' { byte } else { b' ' }).collect();
    let mut blank = blank;
    // A document of one line is longer than that, too.
    if let Some(first) = blank.get_mut(..4) {
        first.copy_from_slice(b"null");
    }
    let blank = String::from_utf8(blank).unwrap_or_default();
    source.text.replace_range(start..end, &blank);
}

#[cfg(test)]
mod tests {
    use super::resolve;
    use crdc_codegen::source::{Source, parse};

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
        let notes = resolve(&mut sources);
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
