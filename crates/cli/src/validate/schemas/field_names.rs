//! Suggests names of fields for errors about custom resources. In: the CRD's document, and a path. Out: the
//! most similar field for an unknown field, or the fields of which one must be set. The schemas are read for
//! the first error.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::edit::member;
use crate::identity::Identity;
use crate::validate::findings::field_spans;
use crate::validate::manifests::manifest;
use crdc_source::diag::nearest;
use crdc_source::{Node, Source, Value, parse_json};

/// The fields of metadata.
// apimachinery: pkg/apis/meta/v1/types.go ObjectMeta
const METADATA: [&str; 15] = [
    "annotations",
    "creationTimestamp",
    "deletionGracePeriodSeconds",
    "deletionTimestamp",
    "finalizers",
    "generateName",
    "generation",
    "labels",
    "managedFields",
    "name",
    "namespace",
    "ownerReferences",
    "resourceVersion",
    "selfLink",
    "uid",
];

/// The number of branches of which the fields are listed; further branches are counted.
const MOST_BRANCHES: usize = 12;

/// The number of fields that are compared with an unknown name.
const MOST_FIELDS: usize = 2000;

/// The schemas of CRDs, by group, version and kind.
#[derive(Default)]
pub(crate) struct Fields {
    crds: Vec<Source>,
    /// The document of one kind, and the kind.
    published: Option<(Source, (String, String))>,
    schemas: OnceLock<HashMap<(String, String), Node>>,
}

impl Fields {
    pub(crate) fn of(crds: Vec<Source>) -> Fields {
        Fields { crds, ..Fields::default() }
    }

    /// The fields of one kind, of a published document whose schema has the name `root`.
    pub(crate) fn of_published(identity: &Identity, document: Source) -> Fields {
        let kind = (identity.api_version.clone(), identity.kind.clone());
        Fields { published: Some((document, kind)), ..Fields::default() }
    }

    fn schemas(&self) -> &HashMap<(String, String), Node> {
        self.schemas.get_or_init(|| match &self.published {
            Some((document, kind)) => {
                published(document).map(|schema| (kind.clone(), schema)).into_iter().collect()
            }
            None => schemas(&self.crds),
        })
    }

    /// The field that was probably meant by an unknown field.
    pub(crate) fn meant(&self, identity: &Identity, path: &str) -> Option<String> {
        let schema = self.schemas().get(&(identity.api_version.clone(), identity.kind.clone()))?;
        let (parent, name) = path.rsplit_once('.').unwrap_or(("", path));
        if parent == "metadata" {
            return nearest(name, METADATA.into_iter()).map(str::to_owned);
        }
        let mut known: Vec<&str> = keys(at(schema, parent)?).take(MOST_FIELDS).collect();
        if parent.is_empty() {
            known.extend(["apiVersion", "kind", "metadata"]);
        }
        nearest(name, known.into_iter()).map(str::to_owned)
    }

    /// Whether the schema has a field.
    pub(crate) fn has(&self, identity: &Identity, path: &str) -> bool {
        let schemas = self.schemas.get_or_init(|| schemas(&self.crds));
        let schema = schemas.get(&(identity.api_version.clone(), identity.kind.clone()));
        schema.is_some_and(|schema| at(schema, path).is_some())
    }

    /// The fields to write into an object that breaks `oneOf` or `anyOf` of required fields.
    pub(crate) fn one_of(&self, identity: &Identity, path: &str, object: &Node) -> Option<String> {
        let schema = at(self.schemas().get(&(identity.api_version.clone(), identity.kind.clone()))?, path)?;
        let is_set = |name: &&str| object.get(name).is_some_and(|value| value.value != Value::Null);
        for keyword in ["oneOf", "anyOf"] {
            let Some(Value::Array(branches)) = schema.get(keyword).map(|branches| &branches.value) else {
                continue;
            };
            let Some(branches) = branches.iter().map(required).collect::<Option<Vec<_>>>() else { continue };
            let set = branches.iter().filter(|names| names.iter().all(is_set)).count();
            if branches.len() < 2 || set == 1 || (keyword == "anyOf" && set > 0) {
                continue;
            }
            let all = |names: &Vec<&str>| {
                names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" with ")
            };
            let named: Vec<String> = branches.iter().take(MOST_BRANCHES).map(all).collect();
            let more = match branches.len().saturating_sub(MOST_BRANCHES) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let (count, set) = match (keyword, set) {
                ("anyOf", _) => ("at least one", "none is set".to_owned()),
                (_, 0) => ("exactly one", "none is set".to_owned()),
                (_, set) => ("exactly one", format!("{set} are set")),
            };
            return Some(format!("set {count} of {}{more}: {set}", named.join(", ")));
        }
        None
    }
}

/// The required fields of a branch, if the branch has no other keyword.
fn required(branch: &Node) -> Option<Vec<&str>> {
    let Value::Object(members) = &branch.value else { return None };
    let [only] = members.as_slice() else { return None };
    let Value::Array(names) = &only.value.value else { return None };
    if only.key != "required" || names.is_empty() {
        return None;
    }
    names.iter().map(Node::as_str).collect()
}

/// The schema at a path of fields.
fn at<'n>(mut schema: &'n Node, path: &str) -> Option<&'n Node> {
    let mut rest = path;
    while !rest.is_empty() {
        if let Some((_, after_step)) = rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            schema = schema.get("items").or_else(|| schema.get("additionalProperties"))?;
            rest = after_step;
            continue;
        }
        let name = rest.trim_start_matches('.');
        let properties = schema.get("properties").map(|properties| &properties.value);
        let members = if let Some(Value::Object(members)) = properties { members.as_slice() } else { &[] };
        let named =
            members.iter().filter_map(|member| Some((&member.value, field_spans::after(name, &member.key)?)));
        let (next, after_step) = match named.min_by_key(|(_, rest)| rest.len()) {
            Some(found) => found,
            None => {
                (schema.get("additionalProperties")?, &name[name.find(['.', '[']).unwrap_or(name.len())..])
            }
        };
        (schema, rest) = (next, after_step);
    }
    Some(schema)
}

fn keys(schema: &Node) -> impl Iterator<Item = &str> {
    let members = match schema.get("properties").map(|properties| &properties.value) {
        Some(Value::Object(members)) => members.as_slice(),
        _ => &[],
    };
    members.iter().map(|member| member.key.as_str())
}

fn published(document: &Source) -> Option<Node> {
    let document = parse_json(document).0.pop()?;
    document.get("components")?.get("schemas")?.get("root").cloned()
}

fn schemas(crds: &[Source]) -> HashMap<(String, String), Node> {
    let mut all = HashMap::new();
    for crd in crds.iter().flat_map(|source| manifest::read(source).0).filter(|one| one.identity().is_crd()) {
        let Some(spec) = crd.node.get("spec") else { continue };
        let kind = spec.get("names").map(|names| member(names, "kind")).unwrap_or_default();
        let Some(Value::Array(versions)) = spec.get("versions").map(|versions| &versions.value) else {
            continue;
        };
        for version in versions {
            let schema = version.get("schema").or_else(|| spec.get("validation"));
            if let Some(schema) = schema.and_then(|schema| schema.get("openAPIV3Schema")) {
                let api_version = format!("{}/{}", member(spec, "group"), member(version, "name"));
                all.insert((api_version, kind.to_owned()), schema.clone());
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::{Fields, Identity};
    use crdc_source::Source;

    #[test]
    fn one_of_several_fields() {
        let crd = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: as.x.y}\nspec:\n  group: x.y\n  \
                   names: {kind: A}\n  versions: [{name: v1, schema: {openAPIV3Schema: {oneOf: [{required: [e]}, {required: [f]}], \
                   properties: {one: {oneOf: [{required: [a]}, {required: [b, c]}]}, any: {anyOf: [{required: [a]}, {required: [b]}]}, \
                   more: {oneOf: [{required: [a]}, {}]}, list: {items: {oneOf: [{required: [a]}, {required: [b]}]}}}}}}]\n";
        let fields = Fields::of(vec![Source::new("crd", crd)]);
        let identity = Identity { api_version: "x.y/v1".into(), kind: "A".into(), ..Identity::default() };
        for (path, object, expected) in [
            ("one", "{}", Some("set exactly one of `a`, `b` with `c`: none is set")),
            ("one", "{a: 1, b: 1, c: 1}", Some("set exactly one of `a`, `b` with `c`: 2 are set")),
            ("one", "{a: 1, b: 1}", None),
            ("any", "{a: null}", Some("set at least one of `a`, `b`: none is set")),
            ("any", "{a: 1, b: 2}", None),
            ("more", "{}", None),
            ("list[2]", "{a: 1, b: 2}", Some("set exactly one of `a`, `b`: 2 are set")),
            ("", "{}", Some("set exactly one of `e`, `f`: none is set")),
            ("gone", "{}", None),
        ] {
            let object = crdc_source::parse(&Source::new("a.yaml", object)).0.remove(0);
            assert_eq!(fields.one_of(&identity, path, &object).as_deref(), expected, "{path}");
        }
    }

    #[test]
    fn fields_that_were_meant() {
        let crd = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: as.x.y}\nspec:\n  group: x.y\n  \
                   names: {kind: A}\n  versions: [{name: v1, schema: {openAPIV3Schema: {properties: {spec: {properties: {replicas: {}, \
                   a.b: {properties: {image: {}}}, list: {items: {properties: {name: {}}}}, \
                   map: {additionalProperties: {properties: {value: {}}}}}}}}}}]\n";
        let fields = Fields::of(vec![Source::new("crd", crd)]);
        let identity = Identity { api_version: "x.y/v1".into(), kind: "A".into(), ..Identity::default() };
        for (path, expected) in [
            ("spec.replica", Some("replicas")),
            ("spec.a.b.Image", Some("image")),
            ("spec.list[3].nam", Some("name")),
            ("spec.map.some.valu", Some("value")),
            ("spec.map[some].valu", Some("value")),
            ("specX", Some("spec")),
            ("metdata", Some("metadata")),
            ("metadata.label", Some("labels")),
            ("spec.other", None),
            ("status.a", None),
        ] {
            assert_eq!(fields.meant(&identity, path).as_deref(), expected, "{path}");
        }
    }
}
