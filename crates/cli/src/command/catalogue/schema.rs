//! Schemas of CRDs as trees. In: the tree of a CRD. Out: the schemas of its versions, the schema at a field's
//! path, its type in words and its default, and the fields that one schema has and another has not.
//!
//! Easy to break: properties have dots in their names, and hostile schemas have a million properties, so
//! names are looked up in maps, and no path is written that is not shown.

use std::collections::{BTreeMap, BTreeSet};

use crdc_source::{Node, Value, cut_path};

/// The most values of an enumeration, and the most bytes of a default, that are shown.
const MOST_VALUES: usize = 12;
const MOST_BYTES: usize = 100;

/// Fields of the root that every object has, whether its schema says so or not.
const OF_ALL: [&str; 3] = ["apiVersion", "kind", "metadata"];

/// The schemas of a CRD, by version.
pub(super) fn by_version(crd: &Node) -> BTreeMap<&str, &Node> {
    let versions = crd.get("spec").and_then(|spec| spec.get("versions")).map(|versions| &versions.value);
    let Some(Value::Array(versions)) = versions else { return BTreeMap::new() };
    let schema = |version| {
        let name = Node::get(version, "name").and_then(Node::as_str)?;
        Some((name, version.get("schema")?.get("openAPIV3Schema")?))
    };
    versions.iter().filter_map(schema).collect()
}

/// A path that leads to no schema: the schema that has no such field, and the rest of the path.
pub(super) struct Lost<'n, 'p> {
    pub(super) schema: &'n Node,
    pub(super) rest: &'p str,
}

/// The schema at a path such as `spec.hosts[].name`; the brackets may have a number or be left out.
pub(super) fn at<'n, 'p>(mut schema: &'n Node, path: &'p str) -> Result<&'n Node, Lost<'n, 'p>> {
    let mut rest = path.strip_prefix('.').unwrap_or(path);
    while !rest.is_empty() {
        let lost = Lost { schema, rest };
        let brackets = rest.starts_with(['[', '{']).then(|| rest.split_once([']', '}'])).flatten();
        if let Some((_, after)) = brackets {
            schema = items(schema).or_else(|| additional(schema)).ok_or(lost)?;
            rest = after.strip_prefix('.').unwrap_or(after);
            continue;
        }
        let named = members(schema).filter_map(|(name, below)| Some((below, after(rest, name)?)));
        // Of `a` and `a.b`, the longer name has less of the path left.
        match named.min_by_key(|(_, rest)| rest.len()) {
            Some((below, after)) => (schema, rest) = (below, after.strip_prefix('.').unwrap_or(after)),
            None => match (items(schema), additional(schema)) {
                (Some(below), _) => schema = below,
                (_, Some(below)) => {
                    schema = below;
                    let after = &rest[rest.find(['.', '[', '{']).unwrap_or(rest.len())..];
                    rest = after.strip_prefix('.').unwrap_or(after);
                }
                _ => return Err(lost),
            },
        }
    }
    Ok(schema)
}

/// The path after a name.
fn after<'p>(path: &'p str, name: &str) -> Option<&'p str> {
    path.strip_prefix(name).filter(|rest| rest.is_empty() || rest.starts_with(['.', '[', '{']))
}

/// The properties of a schema, by name.
pub(super) fn members(schema: &Node) -> impl Iterator<Item = (&str, &Node)> {
    let members = match schema.get("properties").map(|properties| &properties.value) {
        Some(Value::Object(members)) => members.as_slice(),
        _ => &[],
    };
    members.iter().map(|member| (member.key.as_str(), &member.value))
}

fn items(schema: &Node) -> Option<&Node> {
    schema.get("items").filter(|items| matches!(items.value, Value::Object(_)))
}

fn additional(schema: &Node) -> Option<&Node> {
    schema.get("additionalProperties").filter(|below| matches!(below.value, Value::Object(_)))
}

/// What a schema says of a field.
#[derive(PartialEq, Eq)]
pub(super) struct Says {
    /// Its type in words.
    pub(super) kind: String,
    /// Its default as JSON.
    pub(super) default: Option<String>,
}

impl Says {
    pub(super) fn of(schema: &Node) -> Says {
        Says { kind: kind_of(schema), default: schema.get("default").map(Node::to_json) }
    }

    /// The type and the default for people.
    pub(super) fn words(&self) -> String {
        let Says { kind, default } = self;
        let Some(text) = default else { return kind.clone() };
        let shown = &text[..crdc_source::floor_boundary(text, MOST_BYTES)];
        format!("{kind}, default {shown}{}", if shown.len() < text.len() { "…" } else { "" })
    }
}

fn kind_of(schema: &Node) -> String {
    let is_set = |keyword: &str| schema.get(keyword).is_some_and(|value| value.value == Value::Bool(true));
    if is_set("x-kubernetes-int-or-string") {
        return "integer or string".to_owned();
    }
    match (items(schema), additional(schema)) {
        (Some(items), _) => return format!("list of {}", plain(items)),
        (_, Some(below)) => return format!("map of {}", plain(below)),
        _ => {}
    }
    let mut words = plain(schema);
    if let Some(Value::Array(values)) = schema.get("enum").map(|values| &values.value) {
        let shown: Vec<String> = values.iter().take(MOST_VALUES).map(Node::to_json).collect();
        let more = values.len() - shown.len();
        let more = if more == 0 { String::new() } else { format!(" and {more} more") };
        words += &format!(", one of {}{more}", shown.join(", "));
    }
    words
}

/// The type with its format.
fn plain(schema: &Node) -> String {
    let text = |keyword: &str| schema.get(keyword).and_then(Node::as_str);
    match (text("type"), text("format")) {
        (Some(kind), Some(format)) => format!("{kind} ({format})"),
        (Some(kind), None) => kind.to_owned(),
        _ => "any value".to_owned(),
    }
}

/// The fields that two schemas do not have in common. Of a field that is new as a whole only its own path
/// counts.
#[derive(Default)]
pub(super) struct Difference {
    pub(super) added: Paths,
    pub(super) removed: Paths,
}

/// Paths, as many as are shown, and the number of all.
#[derive(Default)]
pub(super) struct Paths {
    pub(super) shown: Vec<String>,
    pub(super) count: usize,
}

impl Paths {
    fn add(&mut self, path: &str, most: usize) {
        self.count += 1;
        if self.shown.len() < most {
            self.shown.push(cut_path(path.to_owned()));
        }
    }
}

impl Difference {
    /// Compares two schemas of a version; at most so many paths of each kind are written.
    pub(super) fn of(old: &Node, new: &Node, most: usize) -> Difference {
        let mut found = Difference::default();
        found.compare(old, new, &mut String::new(), most);
        found
    }

    /// The depth of trees is bounded by their reader.
    fn compare(&mut self, old: &Node, new: &Node, path: &mut String, most: usize) {
        let [was, is] = [old, new].map(|schema| members(schema).collect::<BTreeMap<_, _>>());
        let is_root = path.is_empty();
        let dot = if is_root { "" } else { "." };
        let names: BTreeSet<&&str> = was.keys().chain(is.keys()).collect();
        for name in names.into_iter().filter(|name| !(is_root && OF_ALL.contains(name))) {
            self.child(was.get(*name).copied(), is.get(*name).copied(), [dot, name], path, most);
        }
        self.child(items(old), items(new), ["[]", ""], path, most);
        self.child(additional(old), additional(new), ["{}", ""], path, most);
    }

    fn child(
        &mut self,
        old: Option<&Node>,
        new: Option<&Node>,
        step: [&str; 2],
        path: &mut String,
        most: usize,
    ) {
        let length = path.len();
        path.extend(step);
        match (old, new) {
            (Some(old), Some(new)) => self.compare(old, new, path, most),
            (None, Some(_)) => self.added.add(path, most),
            (Some(_), None) => self.removed.add(path, most),
            (None, None) => {}
        }
        path.truncate(length);
    }
}

#[cfg(test)]
mod tests {
    use super::{Difference, Says, at};
    use crdc_source::json_value;

    #[test]
    fn fields_are_found_by_paths() {
        let text = r#"{"properties": {"spec": {"properties": {
            "a.b": {"type": "integer", "format": "int32", "default": 1},
            "a": {"properties": {"b": {"type": "string", "enum": ["x", "y"]}, "c": {"x-kubernetes-int-or-string": true}}},
            "hosts": {"type": "array", "items": {"type": "object", "properties": {"name": {"type": "string"}}}},
            "labels": {"type": "object", "additionalProperties": {"type": "string"}},
            "free": {"x-kubernetes-preserve-unknown-fields": true}}}}}"#;
        let schema = json_value(text).expect("the text is JSON");
        for (path, expected) in [
            ("spec.a.b", Some("integer (int32), default 1")),
            (".spec.a.c", Some("integer or string")),
            ("spec.hosts", Some("list of object")),
            ("spec.hosts[].name", Some("string")),
            ("spec.hosts[3].name", Some("string")),
            ("spec.hosts.name", Some("string")),
            ("spec.labels", Some("map of string")),
            ("spec.labels.app", Some("string")),
            ("spec.labels{}", Some("string")),
            ("spec.free", Some("any value")),
            ("spec.host", None),
            ("spec.hosts[", None),
            ("spec.free.x", None),
        ] {
            assert_eq!(
                at(&schema, path).ok().map(|field| Says::of(field).words()).as_deref(),
                expected,
                "{path}"
            );
        }
    }

    #[test]
    fn a_field_that_is_new_as_a_whole_is_one() {
        let old = json_value(
            r#"{"properties": {"kind": {}, "spec": {"properties": {"a": {}, "b": {"items": {"properties": {"x": {}}}}}}}}"#,
        );
        let new = json_value(
            r#"{"properties": {"metadata": {}, "spec": {"properties": {"c": {"properties": {"d": {}}},
            "b": {"items": {"properties": {"y": {}}}}}}}}"#,
        );
        let found = Difference::of(&old.expect("the text is JSON"), &new.expect("the text is JSON"), 1);
        assert_eq!((found.added.shown, found.added.count), (vec!["spec.b[].y".to_owned()], 2));
        assert_eq!((found.removed.shown, found.removed.count), (vec!["spec.a".to_owned()], 2));
    }
}
