//! Objects of a text: its documents, and the items of its lists.
//
// apimachinery: pkg/apis/meta/v1/unstructured/unstructured.go IsList

use crdc_codegen::diag::Diagnostic;
use crdc_codegen::source::{Node, Source, Span, Value, parse};

/// One object of a text.
pub(crate) struct Manifest {
    /// The object.
    pub(crate) node: Node,
    /// The file of a chart or a kustomization that it comes from, as the comment `# Source:` says.
    pub(crate) origin: Option<String>,
}

/// The identity of an object.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Identity {
    pub(crate) api_version: String,
    pub(crate) kind: String,
    pub(crate) namespace: String,
    pub(crate) name: String,
}

/// Reads all objects of a text, and what is wrong with the text.
pub(crate) fn read(source: &Source) -> (Vec<Manifest>, Vec<Diagnostic>) {
    let (documents, problems) = parse(source);
    let mut manifests = Vec::new();
    let mut end = 0;
    for document in documents {
        let origin = origin(source, end, document.span.start as usize);
        end = document.span.end as usize;
        flatten(document, origin, &mut manifests);
    }
    (manifests, problems)
}

/// Adds an object, or the items of a list. Lists within lists are as deep as documents may be.
fn flatten(node: Node, origin: Option<String>, into: &mut Vec<Manifest>) {
    let is_list = node.get("kind").and_then(Node::as_str).is_some_and(|kind| kind.ends_with("List"));
    let items = is_list.then(|| node.get("items")).flatten();
    let Some(Node { value: Value::Array(items), .. }) = items else {
        into.push(Manifest { node, origin });
        return;
    };
    for item in items.clone() {
        flatten(item, origin.clone(), into);
    }
}

/// Helm and kustomize name the template of a document in a comment above it.
fn origin(source: &Source, from: usize, to: usize) -> Option<String> {
    let above = source.text.get(from..to)?;
    let comment = above.lines().rev().find_map(|line| line.trim().strip_prefix("# Source: "))?;
    Some(comment.trim().to_owned()).filter(|origin| !origin.is_empty())
}

impl Manifest {
    /// The identity of the object. Fields that it does not have are empty.
    pub(crate) fn identity(&self) -> Identity {
        let text = |node: Option<&Node>, key: &str| {
            node.and_then(|node| node.get(key)).and_then(Node::as_str).unwrap_or_default().to_owned()
        };
        let (node, metadata) = (Some(&self.node), self.node.get("metadata"));
        let name = Some(text(metadata, "name")).filter(|name| !name.is_empty());
        Identity {
            api_version: text(node, "apiVersion"),
            kind: text(node, "kind"),
            namespace: text(metadata, "namespace"),
            name: name.unwrap_or_else(|| text(metadata, "generateName")),
        }
    }

    /// Where the object is shown: its kind, or its first byte.
    pub(crate) fn span(&self) -> Span {
        self.node
            .get("kind")
            .map_or_else(|| Span { end: self.node.span.start, ..self.node.span }, |kind| kind.span)
    }
}

impl Identity {
    /// The group of the API version; empty for the core group.
    pub(crate) fn group(&self) -> &str {
        self.api_version.split_once('/').map_or("", |(group, _)| group)
    }

    /// `Database default/orders`
    pub(crate) fn words(&self) -> String {
        let kind = if self.kind.is_empty() { "object" } else { &self.kind };
        match (self.namespace.as_str(), self.name.as_str()) {
            (_, "") => format!("{kind} without a name"),
            ("", name) => format!("{kind} {name}"),
            (namespace, name) => format!("{kind} {namespace}/{name}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::read;
    use crdc_codegen::source::Source;

    #[test]
    fn lists_are_flattened_and_templates_named() {
        let text = "---\n# Source: chart/templates/a.yaml\nkind: A\nmetadata: {name: a, namespace: x}\n---\n# a comment\n\
                    kind: List\nitems:\n- kind: B\n- kind: CList\n  items: [{kind: C}]\n---\nkind: DList\nitems: 3\n";
        let (manifests, problems) = read(&Source::new("a.yaml", text));
        assert!(problems.is_empty());
        let found: Vec<_> =
            manifests.iter().map(|one| (one.identity().words(), one.origin.as_deref())).collect();
        let expected = [
            ("A x/a", Some("chart/templates/a.yaml")),
            ("B without a name", None),
            ("C without a name", None),
            ("DList without a name", None),
        ];
        assert_eq!(found, expected.map(|(words, origin)| (words.to_owned(), origin)));
    }
}
