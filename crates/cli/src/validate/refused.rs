//! Finds the value that the server could not decode. In: the message of a 400, and the object. Out: a span.
//!
//! The server decodes metadata into Go's types, that of the object and that of embedded objects, whose path
//! is in the message. Go names the field, but neither the key of a map nor the index of an item, so the
//! object decides: the first value, in Go's order, of the JSON type that the message has.
//
// apimachinery: pkg/apis/meta/v1/{types,time}.go; encoding/json: decode.go;
// apiextensions-apiserver: pkg/apiserver/schema/objectmeta/coerce.go

use super::place::{At, Places};
use crdc_codegen::source::{Node, Span, Value};

/// Fields whose members or items have a type of their own.
const CONTAINERS: [&str; 5] = ["labels", "annotations", "finalizers", "ownerReferences", "managedFields"];

/// The fields that are times.
const TIMES: [&str; 3] = ["creationTimestamp", "deletionTimestamp", "managedFields.time"];

/// The span of the value that a message is about. None if it is not about a value of the object.
pub(super) fn place(message: &str, object: &Node) -> Option<Span> {
    let said = message.split_once(" cannot be handled as a ")?.1.split_once(": ")?.1;
    if message.starts_with("the old object does not decode: ") {
        return None;
    }
    let mut places = Places::new(object);
    let Some((path, said)) = said.split_once(": Invalid value: ") else {
        let metadata = places.find("metadata");
        return Some(in_metadata(said, metadata).unwrap_or(metadata).span());
    };
    let at = places.find(path);
    Some(if path.ends_with("metadata") { in_metadata(said, at).unwrap_or(at).span() } else { at.span() })
}

/// The value in metadata that Go could not decode.
fn in_metadata<'n>(said: &str, metadata: At<'n>) -> Option<At<'n>> {
    // The value is shown before the reason, and may have any text.
    if let Some((_, error)) = said.rsplit_once("json: cannot unmarshal ") {
        let (found, target) = error.split_once(" into Go ")?;
        let found = found.split(' ').next()?;
        return match target.strip_prefix("struct field ") {
            Some(field) => {
                let (field, of_type) = field.split_once(" of type ")?;
                wrong_field(metadata, field.split_once('.')?.1, of_type, found)
            }
            // Times read a string on their own, and the metadata is a value itself.
            None if target.starts_with("value of type string") => {
                times(metadata).find(|at| json_type(at.node) == found)
            }
            None => None,
        };
    }
    let (_, time) = said.rsplit_once("parsing time \"")?;
    let fits = |at: &At<'_>| {
        at.node.as_str().is_some_and(|text| time.strip_prefix(text).is_some_and(|rest| rest.starts_with('"')))
    };
    times(metadata).find(fits)
}

/// The first value at a field that has the wrong type.
fn wrong_field<'n>(metadata: At<'n>, path: &str, of_type: &str, found: &str) -> Option<At<'n>> {
    let mut fields = below(metadata, path);
    let is_whole = of_type.starts_with("map[") || of_type.starts_with("[]") || !CONTAINERS.contains(&path);
    if is_whole {
        return fields.find(|at| json_type(at.node) == found);
    }
    let mut inner: Vec<At<'n>> = fields.flat_map(|at| children(at.node)).collect();
    inner.retain(|at| json_type(at.node) == found);
    // Go writes maps in the order of their keys.
    inner.into_iter().min_by_key(|at| at.name)
}

/// The values of the fields that are times, in Go's order.
fn times(metadata: At<'_>) -> impl Iterator<Item = At<'_>> {
    TIMES.into_iter().flat_map(move |path| below(metadata, path))
}

/// The values at a path, in all items of the lists on the way.
fn below<'n>(at: At<'n>, path: &str) -> impl Iterator<Item = At<'n>> + use<'n> {
    let step = |at: At<'n>, name: &str| -> Vec<At<'n>> {
        let parents = if matches!(at.node.value, Value::Array(_)) { children(at.node) } else { vec![at] };
        let members = parents.into_iter().filter_map(|parent| parent.node.member(name));
        members.map(At::of_member).collect()
    };
    path.split('.')
        .fold(vec![at], |all, name| all.into_iter().flat_map(|at| step(at, name)).collect())
        .into_iter()
}

/// The members of an object, or the items of a list.
fn children(node: &Node) -> Vec<At<'_>> {
    match &node.value {
        Value::Object(members) => members.iter().map(At::of_member).collect(),
        Value::Array(items) => items.iter().map(At::of_item).collect(),
        _ => Vec::new(),
    }
}

/// The type as Go's decoder names it.
fn json_type(node: &Node) -> &'static str {
    match &node.value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Int(_) | Value::Float(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

#[cfg(test)]
mod tests {
    use super::place;
    use crdc_codegen::source::{Source, parse};

    #[test]
    fn the_value_is_underlined() {
        const JSON: &str = "A in version \"v1\" cannot be handled as a A: json: cannot unmarshal";
        const TIME: &str = "A in version \"v1\" cannot be handled as a A: parsing time";
        const BELOW: &str = "A in version \"v1\" cannot be handled as a A: spec.t[0].metadata: Invalid value: {\"x\":\"json: cannot unmarshal x into Go struct field a.b of type c\"}: json: cannot unmarshal";
        for (metadata, start, rest, expected) in [
            (
                "{labels: {b: 1, a: true}}",
                JSON,
                "bool into Go struct field ObjectMeta.labels of type string",
                "true",
            ),
            (
                "{labels: {b: 1, a: 2}}",
                JSON,
                "number into Go struct field ObjectMeta.labels of type string",
                "2",
            ),
            ("{labels: {a: {}}}", JSON, "object into Go struct field ObjectMeta.labels of type string", "a"),
            (
                "{labels: [a]}",
                JSON,
                "array into Go struct field ObjectMeta.labels of type map[string]string",
                "labels",
            ),
            (
                "{finalizers: [a, 7]}",
                JSON,
                "number into Go struct field ObjectMeta.finalizers of type string",
                "7",
            ),
            (
                "{generation: 1.5}",
                JSON,
                "number 1.5 into Go struct field ObjectMeta.generation of type int64",
                "1.5",
            ),
            ("{name: {x: {}}}", JSON, "object into Go struct field ObjectMeta.name of type string", "name"),
            (
                "{ownerReferences: [{name: a}, {name: 3}]}",
                JSON,
                "number into Go struct field OwnerReference.ownerReferences.name of type string",
                "3",
            ),
            (
                "{ownerReferences: [x]}",
                JSON,
                "string into Go struct field ObjectMeta.ownerReferences of type v1.OwnerReference",
                "x",
            ),
            ("{creationTimestamp: 2020}", JSON, "number into Go value of type string", "2020"),
            ("{managedFields: [{time: true}]}", JSON, "bool into Go value of type string", "true"),
            ("5", JSON, "number into Go value of type v1.ObjectMeta", "5"),
            ("[a]", JSON, "array into Go value of type v1.ObjectMeta", "metadata"),
            (
                "{creationTimestamp: x, deletionTimestamp: today}",
                TIME,
                "\"today\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"today\" as \"2006\"",
                "today",
            ),
            (
                "{labels: {b: 1, a: true}}",
                BELOW,
                "number into Go struct field ObjectMeta.labels of type string",
                "1",
            ),
        ] {
            let below = start == BELOW;
            let text = if below {
                format!("spec: {{t: [{{metadata: {metadata}}}]}}")
            } else {
                format!("metadata: {metadata}")
            };
            let (documents, _) = parse(&Source::new("a.yaml", text.as_str()));
            let span = place(&format!("{start} {rest}"), &documents[0]).expect("there is a place");
            assert_eq!(&text[span.start as usize..span.end as usize], expected, "{metadata} {rest}");
        }
        let (documents, _) = parse(&Source::new("a.yaml", "spec: {t: {apiVersion: 3}}"));
        let said = "A in version \"v1\" cannot be handled as a A: spec.t.apiVersion: Invalid value: 3: must be a string";
        assert_eq!(place(said, &documents[0]).map(|span| span.start), Some(23));
        for other in [
            "the object is of another kind",
            "the old object does not decode: A in version \"v1\" cannot be handled as a A: json: cannot unmarshal x",
        ] {
            assert_eq!(place(other, &documents[0]), None);
        }
    }
}
