//! Finds copies of one CRD in several files. An installer repeats the CRDs of the folder from which it is
//! made, and a folder may be named twice. Copies make no difference to a server, as long as their specs are
//! equal.

use std::collections::{BTreeMap, BTreeSet};

use crate::validate::manifests::manifest;
use crdc_source::{Node, Source, Span};

/// The CRDs that repeat the first CRD of their name: the indices of their sources, and the offsets of their
/// names.
pub(crate) struct Copies(BTreeSet<(usize, u32)>);

impl Copies {
    /// Compares the CRDs of all sources.
    pub(crate) fn among<'s>(sources: impl Iterator<Item = &'s Source>) -> Copies {
        let (mut first, mut copies) = (BTreeMap::new(), BTreeSet::new());
        for (index, source) in sources.enumerate() {
            let manifests = manifest::read(source).0;
            for crd in manifests.iter().filter(|manifest| manifest.identity().is_crd()) {
                let Some(name) = crd.node.get("metadata").and_then(|metadata| metadata.get("name")) else {
                    continue;
                };
                let spec = crd.node.get("spec").map(Node::to_json).unwrap_or_default();
                match first.get(&crd.identity().name) {
                    Some(known) if *known == spec => drop(copies.insert((index, name.span.start))),
                    Some(_) => {}
                    None => drop(first.insert(crd.identity().name, spec)),
                }
            }
        }
        Copies(copies)
    }

    /// Whether the CRD with this name in a source is a copy.
    pub(crate) fn contains(&self, source: usize, name: Span) -> bool {
        self.0.contains(&(source, name.start))
    }
}

#[cfg(test)]
mod tests {
    use super::Copies;
    use crdc_source::{Source, Span};

    #[test]
    fn equal_specs_are_copies() {
        let crd = |spec: &str| {
            format!(
                "kind: CustomResourceDefinition\napiVersion: apiextensions.k8s.io/v1\nmetadata: {{name: a}}\nspec: {spec}\n"
            )
        };
        let first = Source::new("a", crd("{group: b}"));
        let second = Source::new("b", crd("{ \"group\": b } # the same") + "---\n" + &crd("{group: c}"));
        let copies = Copies::among([&first, &second].into_iter());
        for (source, nth, expected) in [(0, 0, false), (1, 0, true), (1, 1, false)] {
            let text = if source == 0 { &first.text } else { &second.text };
            let start = text.match_indices("a}").nth(nth).expect("the name is there").0 as u32;
            assert_eq!(copies.contains(source, Span { start, end: start + 1 }), expected, "{source} {nth}");
        }
    }
}
