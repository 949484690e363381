//! The stored objects, for updates. In: texts. Out: objects by the identity that a server uses: group, kind,
//! namespace and name. An object without a certain identity is reported as a problem.
//!
//! - Versions may differ: the server converts a stored object to the version of the request.
//! - Servers clear the namespace of cluster-scoped objects, so the scope decides whether the namespace
//!   counts.
//! - A manifest with `generateName` creates another object each time. It is never an update, and nothing is
//!   stored under it.
//
// apiserver: registry/rest/meta.go EnsureObjectNamespaceMatchesRequestNamespace

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

use crate::identity::Identity;
use crate::validate::findings::finding::{Finding, Level};
use crate::validate::folder::input::Input;
use crate::validate::folder::{Layout, Sort, document, template};
use crate::validate::manifests::manifest::{self, Manifest, without_kind};
use crate::validate::schemas::loader::Schemas;
use crate::validate::schemas::native_kinds;
use crate::validate::variables::{self, Unknown, Values};
use crdc::Scope;
use crdc_kubernetes::group_of;
use crdc_source::diag::Severity;
use crdc_source::{Node, Source, Span, Value};

/// The namespace of objects, unless another one is named.
const DEFAULT_NAMESPACE: &str = "default";

/// Group, kind, namespace, name.
type Key = (String, String, String, String);

/// A stored object. Its unknown values are treated like those of a new object.
pub(crate) struct StoredObject {
    pub(crate) node: Node,
    pub(crate) unknown: Unknown,
}

/// All stored objects.
#[derive(Default)]
pub(crate) struct Stored {
    objects: HashMap<Key, StoredObject>,
    /// The namespace of objects that name none.
    namespace: String,
    /// Texts that cannot be read, and objects without a certain identity.
    pub(crate) problems: Vec<(Source, Vec<Finding>)>,
    /// Whether there was any object, of whatever kind.
    pub(crate) has_objects: bool,
    /// Whether a text contains no stored objects on purpose: an empty list or text, or a kustomization, whose
    /// objects are in other files.
    pub(crate) says_none: bool,
    /// The documents that are not objects for a server: their number by sort, and the place of the first one.
    left_out: BTreeMap<Sort, (usize, String)>,
}

/// The sorts of the files of stored objects.
pub(crate) fn layout(inputs: &[Input]) -> Layout {
    let names: Vec<PathBuf> = inputs.iter().map(|input| path_of(&input.name())).collect();
    Layout::of(&names, |index| inputs[index].is_named, |index| inputs[index].read().into_owned())
}

impl Stored {
    /// Reads all stored objects. `layout` is the layout of the inputs, `namespace` the namespace of objects
    /// that name none, and `values` the values of variables.
    ///
    /// If an object occurs twice, the last one is stored, as if they were applied in their order. Objects of
    /// kinds without a schema are left out, since no object of such a kind is validated.
    pub(crate) fn read(
        inputs: &[Input],
        layout: &Layout,
        schemas: &Schemas,
        namespace: Option<&str>,
        values: &Values,
    ) -> Stored {
        let mut stored =
            Stored { namespace: namespace.unwrap_or(DEFAULT_NAMESPACE).to_owned(), ..Stored::default() };
        let scopes: HashMap<(&str, &str), Scope> = schemas
            .validators
            .all()
            .map(|known| ((group_of(known.api_version()), known.kind()), known.compiled().scope))
            .collect();
        let scope_of = |identity: &Identity| {
            let (group, kind) = (identity.group(), identity.kind.as_str());
            let native = || schemas.natives.has(group, kind).then(|| native_kinds::scope(group, kind));
            let catalogued = || schemas.catalogued(identity).and_then(|found| found.scope());
            scopes.get(&(group, kind)).copied().or_else(native).or_else(catalogued)
        };
        for (index, input) in inputs.iter().enumerate() {
            if let Some(sort) = layout.sort(index) {
                stored.leave_out(sort, &input.name());
                continue;
            }
            let mut source = input.read();
            let (mut manifests, mut found) = manifest::read(&source);
            let no_object = !input.is_named && !source.has_fault() && document::has_no_object(&source.text);
            let rest = template::rest(&source, layout.in_templates(index), &found);
            if let Some(rest) = rest.filter(|_| !found.is_empty() && !input.is_named) {
                rest.templates.iter().for_each(|_| stored.leave_out(Sort::Template, &source.name));
                (manifests, found) = manifest::read(&rest.source);
                source = Cow::Owned(rest.source);
                if manifests.is_empty() && found.is_empty() {
                    continue;
                }
            } else if !found.is_empty() && no_object {
                stored.leave_out(Sort::NoManifest, &source.name);
                continue;
            }
            stored.says_none |= found.is_empty() && manifests.is_empty();
            let may_have_patches = document::may_have_patches(&source.text);
            let errors = found.into_iter().filter(|problem| problem.severity() == Severity::Error);
            let mut problems: Vec<Finding> = errors.map(Finding::from).collect();
            let may_be_unknown = variables::may_be_in(&source.text);
            for mut manifest in manifests {
                let has_schema = |identity: &Identity| schemas.defines(identity);
                if let Some(sort) = document::sort(&manifest, input.is_named, may_have_patches, has_schema) {
                    stored.says_none |= sort == Sort::Kustomization;
                    stored.leave_out(sort, &source.name);
                    continue;
                }
                // The identity must be known, as for the new object, or it may be another object.
                if may_be_unknown {
                    manifest.unknown = variables::resolve(&mut manifest.node, &source.text, values);
                }
                stored.has_objects = true;
                let identity = manifest.identity();
                let scope = scope_of(&identity);
                match (unidentified(&manifest, &identity, scope.is_some()), scope) {
                    (Some(problem), _) => problems.push(problem),
                    (None, Some(scope)) if !identity.is_generated => {
                        let key = stored.key(&identity, scope);
                        let Manifest { node, unknown, .. } = manifest;
                        stored.objects.insert(key, StoredObject { node, unknown });
                    }
                    (None, _) => {}
                }
            }
            if !problems.is_empty() {
                stored.problems.push((source.into_owned(), problems));
            }
        }
        stored
    }

    fn leave_out(&mut self, sort: Sort, name: &str) {
        self.left_out.entry(sort).or_insert_with(|| (0, name.to_owned())).0 += 1;
    }

    /// A note about documents that are not compared, so that their updates are validated as creates; `None`
    /// if there are no such documents.
    pub(crate) fn not_compared(&self) -> Option<String> {
        let sort = |(sort, (count, name)): (&Sort, &(usize, String))| {
            let more = if *count > 1 { ", …" } else { "" };
            format!("{} ({name}{more})", sort.words(*count))
        };
        let sorts: Vec<String> = self.left_out.iter().map(sort).collect();
        (!sorts.is_empty()).then(|| format!("note: --old: not compared: {}", sorts.join(", ")))
    }

    /// The stored object that an object of this scope replaces.
    pub(crate) fn get(&self, identity: &Identity, scope: Scope) -> Option<&StoredObject> {
        if self.objects.is_empty() || identity.is_generated {
            return None;
        }
        self.objects.get(&self.key(identity, scope))
    }

    fn key(&self, identity: &Identity, scope: Scope) -> Key {
        let namespace = match scope {
            Scope::Cluster => "",
            Scope::Namespaced if identity.namespace.is_empty() => &self.namespace,
            Scope::Namespaced => &identity.namespace,
        };
        (identity.group().to_owned(), identity.kind.clone(), namespace.to_owned(), identity.name.clone())
    }
}

/// The path of a file; for `REF:PATH`, the path in the commit.
fn path_of(name: &str) -> PathBuf {
    PathBuf::from(name.split_once(':').map_or(name, |(_, path)| path))
}

/// The finding why the identity of an object is unknown; `None` if it is known. `is_known` is whether its
/// kind has a schema.
fn unidentified(manifest: &Manifest, identity: &Identity, is_known: bool) -> Option<Finding> {
    let problem = |span: Span, message: &str, help: &str| {
        Some(Finding::new("old-object", Level::Error, span, message).help(help))
    };
    if let Some(message) = without_kind(&manifest.node) {
        return problem(
            manifest.span(),
            message,
            "old objects are manifests too: leave other files out of --old, or write what is missing",
        );
    }
    if !is_known {
        return None;
    }
    let metadata = manifest.node.get("metadata");
    for key in ["namespace", "name"] {
        if let Some(value) = metadata.and_then(|metadata| metadata.get(key))
            && !matches!(value.value, Value::String(_) | Value::Null)
        {
            return problem(value.span, &format!("`{key}` is not a string"), "put it in quotes");
        }
    }
    if identity.name.is_empty() {
        return problem(
            manifest.span(),
            "the old object has no name, so nobody knows which object it is",
            "write its metadata.name, or leave it out of --old",
        );
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Identity, Stored, layout};
    use crate::validate::folder::Layout;
    use crate::validate::folder::input::Input;
    use crate::validate::schemas::catalogue::Catalogued;
    use crate::validate::schemas::loader::{Documents, Schemas};
    use crate::validate::schemas::met_kinds::MetKinds;
    use crate::validate::schemas::native_kinds::Natives;
    use crate::validate::variables::Values;
    use crdc::Scope;
    use crdc_source::Source;

    fn schemas() -> Schemas {
        let crd = |kind: &str, scope: &str| {
            let plural = format!("{}s", kind.to_lowercase());
            Source::new(
                plural.clone(),
                format!(
                    "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {{name: {plural}.example.com}}\n\
                     spec:\n  group: example.com\n  scope: {scope}\n  names: {{plural: {plural}, kind: {kind}}}\n  versions:\n  \
                     - {{name: v1, served: true, storage: true, schema: {{openAPIV3Schema: {{type: object}}}}}}\n"
                ),
            )
        };
        let crds = vec![crd("Store", "Namespaced"), crd("Realm", "Cluster")];
        let values = &Values::default();
        let stored = MetKinds::of("kind: Store\nkind: Realm\n");
        let documents = Documents {
            crds,
            old: Vec::new(),
            stored,
            openapi: Vec::new(),
            values,
            catalogued: Catalogued::default(),
            reads_pins: false,
            around: &[],
        };
        Schemas::load(&mut [], &Layout::default(), documents, Natives::default(), 1)
    }

    fn stored(text: &str, namespace: Option<&str>) -> Stored {
        let inputs = [Input::text(Source::new("old.yaml", text), true)];
        Stored::read(&inputs, &layout(&inputs), &schemas(), namespace, &Values::default())
    }

    fn identity(kind: &str, namespace: &str) -> Identity {
        let (api_version, kind, namespace) = ("example.com/v2".into(), kind.into(), namespace.into());
        Identity { api_version, kind, namespace, name: "a".into(), is_generated: false }
    }

    #[test]
    fn objects_are_told_apart_by_scope_and_namespace() {
        // The namespace of the old object, `--namespace`, that of the new object, whether they are the same.
        for (old, given, new, is_same) in [
            ("", None, "", true),
            ("", None, "default", true),
            ("default", None, "", true),
            ("", None, "foo", false),
            ("", Some("foo"), "foo", true),
            ("foo", Some("foo"), "", true),
            ("default", Some("foo"), "", false),
            ("", Some("foo"), "default", false),
            ("default", Some("foo"), "default", true),
            ("foo", None, "bar", false),
        ] {
            let text = |kind: &str| {
                format!(
                    "{{apiVersion: example.com/v1, kind: {kind}, metadata: {{name: a, namespace: '{old}'}}}}\n"
                )
            };
            let found =
                |kind: &str, scope| stored(&text(kind), given).get(&identity(kind, new), scope).is_some();
            assert_eq!(found("Store", Scope::Namespaced), is_same, "{old} {given:?} {new}");
            assert!(found("Realm", Scope::Cluster), "{old} {given:?} {new}");
        }
    }

    #[test]
    fn objects_that_cannot_be_told_apart_are_problems() {
        for (text, expected) in [
            ("{apiVersion: example.com/v1, kind: Store, metadata: {name: a}}", None),
            ("{apiVersion: example.com/v1, kind: Store, metadata: {generateName: a-}}", None),
            ("{apiVersion: example.com/v1, kind: Other}", None),
            ("null", None),
            ("{apiVersion: example.com/v1, kind: StoreList, items: [{metadata: {name: a}}]}", None),
            ("{apiVersion: example.com/v1, kind: Store}", Some("Store")),
            ("{apiVersion: example.com/v1, kind: Store, metadata: {name: ''}}", Some("Store")),
            ("{apiVersion: example.com/v1, kind: Store, metadata: {name: 3}}", Some("3")),
            ("{apiVersion: example.com/v1, kind: Store, metadata: {name: a, namespace: 7}}", Some("7")),
            ("{apiVersion: example.com/v1, kind: Store, metadata: a}", Some("Store")),
            ("{apiVersion: example.com/v1, kind: StoreList, items: [{}]}", Some("")),
            ("{kind: Store, metadata: {name: a}}", Some("Store")),
            ("{foo: bar}", Some("")),
            ("[1]", Some("")),
        ] {
            let problems = stored(text, None).problems;
            let spans = problems.iter().flat_map(|(_, found)| found).map(|found| found.span);
            let found: Vec<&str> = spans.map(|span| &text[span.start as usize..span.end as usize]).collect();
            assert_eq!(found, Vec::from_iter(expected), "{text}");
        }
    }
}
