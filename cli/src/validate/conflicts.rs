//! CRDs of one name with different specs. In: sources, the most important one last. Out: the sources without all but the last of them,
//! and a note for each that is gone.
//!
//! A copy is no conflict (`copies`). What is removed becomes `null`, so that the places of everything else stay.

use std::collections::BTreeMap;

use super::manifest;
use crdc_codegen::source::{Lines, Node, Source, Span};

/// A CRD that stands elsewhere too.
struct Found {
    source: usize,
    span: Span,
    /// Where it is shown.
    at: u32,
    spec: String,
}

/// Removes the CRDs that a later one replaces. Returns a note for each name.
pub(super) fn resolve(sources: &mut [Source]) -> Vec<String> {
    let mut by_name: BTreeMap<String, Vec<Found>> = BTreeMap::new();
    for (index, source) in sources.iter().enumerate() {
        for crd in manifest::read(source).0.iter().filter(|manifest| manifest.identity().is_crd()) {
            let spec = crd.node.get("spec").map(Node::to_json).unwrap_or_default();
            let found = Found { source: index, span: crd.node.span, at: crd.span().start, spec };
            by_name.entry(crd.identity().name).or_default().push(found);
        }
    }
    // Each text is searched for its lines once, and changed once.
    let lines: Vec<Lines<'_>> = sources.iter().map(Source::lines).collect();
    let place = |found: &Found| {
        let name = sources.get(found.source).map_or("", |source| &source.name);
        let line = lines.get(found.source).map_or(1, |lines| lines.line_column(found.at).0);
        format!("{name}:{line}")
    };
    let mut notes = Vec::new();
    let mut gone: BTreeMap<usize, Vec<Span>> = BTreeMap::new();
    for (name, mut all) in by_name {
        let Some(last) = all.pop() else { continue };
        let others: Vec<&Found> = all.iter().filter(|other| other.spec != last.spec).collect();
        if others.is_empty() {
            continue;
        }
        let places: Vec<String> = others.iter().map(|other| place(other)).collect();
        notes.push(format!(
            "note: {name} is there several times with different specs: the last one counts, in {}, not that in {}",
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

/// A text with `null` instead of some parts; line breaks stay.
fn erased(text: String, spans: &[Span]) -> String {
    let mut bytes = text.into_bytes();
    for span in spans {
        let Some(part) = bytes.get_mut(span.start as usize..span.end as usize) else { continue };
        part.iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
        // A document of one line is longer than that, too.
        if let Some(first) = part.get_mut(..4) {
            first.copy_from_slice(b"null");
        }
    }
    // Documents are whole characters.
    String::from_utf8(bytes).unwrap_or_default()
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
