//! Reads the objects of a text: its documents, and the items of its lists. In: a text. Out: objects with
//! their identity.
//!
//! Easy to break: the trees of a large text are never all in memory at once, so the objects of [`Objects`]
//! are taken one by one.
//
// apimachinery: pkg/apis/meta/v1/unstructured/unstructured.go IsList, helpers.go decodeToList;
// cli-runtime: pkg/resource/visitor.go StreamVisitor

use std::sync::Arc;

use crate::edit::{member, metadata, set, take, text};
use crate::identity::Identity;
use crate::validate::variables::Unknown;
use crdc_source::diag::Diagnostic;
use crdc_source::{Node, Pieces, Source, Span, Value, parse};

/// One object of a text.
pub(crate) struct Manifest {
    /// The object.
    pub(crate) node: Node,
    /// The file of a chart or a kustomization from which the object was rendered, as named in the comment `#
    /// Source:`.
    pub(crate) origin: Option<Arc<str>>,
    /// Whether the manifest is an item of a list.
    pub(crate) is_item: bool,
    /// The unknown values of the object.
    pub(crate) unknown: Unknown,
}

/// The objects and problems of documents.
#[derive(Default)]
struct Manifests {
    objects: Vec<Manifest>,
    /// Lists without their items. A list whose items have no type of their own is not here, since its items
    /// have all findings about it.
    lists: Vec<Manifest>,
}

/// Reads all objects of a text, and the problems of the text.
pub(crate) fn read(source: &Source) -> (Vec<Manifest>, Vec<Diagnostic>) {
    let (documents, problems) = parse(source);
    (objects(documents, &source.text, &mut 0).objects, problems)
}

/// The objects and lists of documents. `end` is the end of the document before them.
fn objects(documents: Vec<Node>, text: &str, end: &mut usize) -> Manifests {
    let mut manifests = Manifests::default();
    for document in documents {
        let origin = text.get(*end..document.span.start as usize).and_then(origin);
        *end = document.span.end as usize;
        // kubectl ignores an empty document.
        if document.value != Value::Null {
            flatten(document, origin, false, &mut manifests);
        }
    }
    manifests
}

/// The size of the piece of a large text whose objects are in memory at once. A larger document is one piece.
const PIECE: usize = 1 << 20;

/// The objects of a text. Those of a large text are not in memory all at once.
pub(crate) struct Objects<'s> {
    source: &'s Source,
    /// The manifests of a text that is not large.
    all: Manifests,
    pieces: Option<Pieces<'s>>,
    /// Whether any object has a kind that servers have.
    pub(crate) has_kind: bool,
}

impl<'s> Objects<'s> {
    /// Checks whether a text can be read. `is_meant` returns whether a kind is one of servers.
    pub(crate) fn read(
        source: &'s Source,
        is_meant: impl Fn(&Manifest) -> bool,
    ) -> (Objects<'s>, Vec<Diagnostic>) {
        let has_one = |manifest: &Manifest| without_kind(&manifest.node).is_none() && is_meant(manifest);
        let have_kind = |all: &Manifests| all.objects.iter().any(has_one);
        let (mut has_kind, mut end) = (false, 0);
        let (pieces, problems) = Pieces::of(source, PIECE, |documents| {
            has_kind = has_kind || have_kind(&objects(documents, &source.text, &mut end));
        });
        if pieces.len() > 1 {
            return (Objects { source, all: Manifests::default(), pieces: Some(pieces), has_kind }, problems);
        }
        let all = objects(pieces.into_documents().flatten().collect(), &source.text, &mut 0);
        let has_kind = have_kind(&all);
        (Objects { source, all, pieces: None, has_kind }, problems)
    }

    /// Passes each object, and each list without its items, to a function, with a flag for lists.
    pub(crate) fn each(self, mut use_it: impl FnMut(Manifest, bool)) {
        let Objects { source, all, pieces, .. } = self;
        // If a list is divided into pieces, each piece contains the list.
        let mut last = None;
        let mut use_all = |Manifests { objects, lists }: Manifests| {
            objects.into_iter().for_each(|object| use_it(object, false));
            for list in lists {
                if last.replace(list.span()) != Some(list.span()) {
                    use_it(list, true);
                }
            }
        };
        use_all(all);
        let mut end = 0;
        for documents in pieces.into_iter().flat_map(Pieces::into_documents) {
            use_all(objects(documents, &source.text, &mut end));
        }
    }
}

/// Adds an object, or the items of a list. The depth of nested lists is limited like the depth of documents.
fn flatten(mut node: Node, origin: Option<Arc<str>>, is_item: bool, into: &mut Manifests) {
    let kind = member(&node, "kind").strip_suffix("List").map(str::to_owned);
    let is_list = |items: &Node| matches!(items.value, Value::Array(_) | Value::Null);
    let Some(kind) = kind.filter(|_| node.get("items").is_some_and(is_list)) else {
        into.objects.push(Manifest { node, origin, is_item, unknown: Unknown::default() });
        return;
    };
    let api_version = member(&node, "apiVersion").to_owned();
    let mut is_of_kind = false;
    if let Some(Node { value: Value::Array(items), .. }) = take(&mut node, "items") {
        is_of_kind = !kind.is_empty() && items.iter().any(|item| !is_typed(item));
        for item in items {
            flatten(typed(item, &kind, &api_version), origin.clone(), true, into);
        }
    }
    if !is_of_kind {
        into.lists.push(Manifest { node, origin, is_item, unknown: Unknown::default() });
    }
}

/// An item with the type of its list, if it has none: servers omit the type in lists of one kind.
fn typed(mut item: Node, kind: &str, api_version: &str) -> Node {
    if is_typed(&item) || kind.is_empty() || api_version.is_empty() {
        return item;
    }
    // Findings are shown where the item begins.
    let span = Span { end: item.span.start, ..item.span };
    for (key, value) in [("apiVersion", api_version), ("kind", kind)] {
        set(&mut item, key, Node { span, ..text(value) });
    }
    item
}

fn is_typed(item: &Node) -> bool {
    ["apiVersion", "kind"].iter().any(|key| !member(item, key).is_empty())
}

/// The origin in the comment above a document, where Helm and kustomize name its template.
pub(crate) fn origin(above: &str) -> Option<Arc<str>> {
    let comments =
        above.lines().rev().map(str::trim).take_while(|line| line.is_empty() || line.starts_with('#'));
    let origin = comments.filter_map(|line| line.strip_prefix("# Source: ")).next()?.trim();
    Some(origin).filter(|origin| !origin.is_empty()).map(Arc::from)
}

/// The start of each document of a text, with the origin that the comment above it names.
pub(crate) fn origins(text: &str) -> Vec<(usize, Option<Arc<str>>)> {
    let mut found = vec![(0, None)];
    let (mut at, mut is_head) = (0, true);
    for line in text.split_inclusive('\n') {
        if line.starts_with("---") {
            found.push((at, None));
            is_head = true;
        } else if let Some((_, origin)) =
            found.last_mut().filter(|_| is_head && line.starts_with("# Source: "))
        {
            *origin = self::origin(line);
        } else {
            is_head &= line.trim().is_empty() || line.starts_with('#');
        }
        at += line.len();
    }
    found
}

/// The reason why a document is no object of Kubernetes.
pub(crate) fn without_kind(node: &Node) -> Option<&'static str> {
    if !matches!(node.value, Value::Object(_)) {
        return Some("the document is not an object: it needs apiVersion, kind and metadata");
    }
    let is_set = |key: &str| node.get(key).and_then(Node::as_str).is_some_and(|text| !text.is_empty());
    match (is_set("apiVersion"), is_set("kind")) {
        (true, true) => None,
        (true, false) => Some("the object has no kind"),
        (false, true) => Some("the object has no apiVersion"),
        (false, false) => Some("the object has neither apiVersion nor kind"),
    }
}

impl Manifest {
    /// The identity of the object. Missing fields are empty.
    pub(crate) fn identity(&self) -> Identity {
        let metadata = |key: &str| metadata(&self.node, key).unwrap_or_default().to_owned();
        let of = |key: &str| member(&self.node, key).to_owned();
        Identity {
            api_version: of("apiVersion"),
            kind: of("kind"),
            namespace: metadata("namespace"),
            ..Identity::default()
        }
        .named(metadata("name"), || metadata("generateName"))
    }

    /// The span at which findings about the whole object are shown: its kind, or its first byte.
    pub(crate) fn span(&self) -> Span {
        self.node
            .get("kind")
            .map_or_else(|| Span { end: self.node.span.start, ..self.node.span }, |kind| kind.span)
    }
}

#[cfg(test)]
mod tests {
    use super::read;
    use crdc_source::Source;

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

    #[test]
    fn items_have_the_type_of_their_list() {
        for (text, expected) in [
            ("{kind: AList, apiVersion: x/v1, items: [{a: 1}]}", &["x/v1 A"] as &[_]),
            ("{kind: AList, apiVersion: x/v1, items: [{kind: '', apiVersion: null}]}", &["x/v1 A"]),
            // One of both is a mistake, and an item of `List` has no other type.
            ("{kind: AList, apiVersion: x/v1, items: [{kind: B}, {apiVersion: y/v1}]}", &[" B", "y/v1 "]),
            ("{kind: AList, apiVersion: x/v1, items: [{kind: B, apiVersion: y/v1}]}", &["y/v1 B"]),
            ("{kind: AList, items: [{a: 1}]}", &[" "]),
            ("{kind: List, apiVersion: v1, items: [{a: 1}]}", &[" "]),
            (
                "{kind: List, apiVersion: v1, items: [{kind: AList, apiVersion: x/v1, items: [{a: 1}]}]}",
                &["x/v1 A"],
            ),
            ("{kind: AList, apiVersion: x/v1, items: [3, null]}", &[" ", " "]),
            ("{kind: AList, apiVersion: x/v1, items: null}", &[]),
            ("{kind: AList, apiVersion: x/v1}", &["x/v1 AList"]),
            ("null\n---\n~\n---\n{kind: A, apiVersion: x/v1}", &["x/v1 A"]),
        ] {
            let manifests = read(&Source::new("a.yaml", text)).0;
            let found: Vec<String> = manifests
                .iter()
                .map(|one| one.identity())
                .map(|identity| format!("{} {}", identity.api_version, identity.kind))
                .collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn generated_names_are_no_names() {
        for (metadata, expected) in [
            ("{name: a}", ("a", false)),
            ("{name: a, generateName: b-}", ("a", false)),
            ("{generateName: b-}", ("b-", true)),
            ("{name: '', generateName: b-}", ("b-", true)),
            ("{name: 3}", ("", false)),
            ("{}", ("", false)),
        ] {
            let manifests = read(&Source::new("a.yaml", format!("metadata: {metadata}"))).0;
            let identity = manifests[0].identity();
            assert_eq!((identity.name.as_str(), identity.is_generated), expected, "{metadata}");
        }
    }
}
