//! Simulates `kubectl apply` without `--server-side`: computes the patch that it sends. In: the object, and
//! the stored object. Out: the patched object, and findings.
//!
//! - It writes the object into an annotation of the object, whose length servers limit.
//! - It changes the stored object: members that only the stored object has stay, unless the annotation
//!   contains them, since they were applied before. Lists are replaced by the lists of the new object.
//
// kubectl: pkg/util/apply.go GetModifiedConfiguration; pkg/cmd/apply/patcher.go patchSimple; apimachinery:
// pkg/util/jsonmergepatch/patch.go CreateThreeWayJSONMergePatch; pkg/api/validation/objectmeta.go
// ValidateAnnotationsSize

use std::collections::HashMap;

use crate::edit::metadata;
use crate::validate::findings::finding::{Finding, Level};
use crdc::Scope;
use crdc_source::{Member, Node, Source, Span, Value, parse_json};

/// The name of findings that occur only with client-side apply.
pub(crate) const ID: &str = "client-side-apply";

/// The annotation with the object that was applied last.
const ANNOTATION: &str = "kubectl.kubernetes.io/last-applied-configuration";

/// The largest size of the keys and values of all annotations, in bytes.
const MOST_ANNOTATION_BYTES: usize = 256 << 10;

/// The largest size of a namespace's name and of the annotation's key, in bytes.
const MOST_NAME_BYTES: usize = 512;

/// The fields of metadata that a client sets. Servers set the other fields.
const METADATA: [&str; 4] = ["annotations", "finalizers", "labels", "ownerReferences"];

/// The warning that the annotation would be too long. `namespace` is the namespace of objects that name none.
pub(crate) fn too_long(object: &Node, scope: Scope, namespace: Option<&str>, at: Span) -> Option<Finding> {
    let annotations = object.get("metadata").and_then(|metadata| metadata.get("annotations"));
    let others: usize = members(annotations).iter().filter(|one| one.key != ANNOTATION).map(length_of).sum();
    let is_named = metadata(object, "namespace").is_some_and(|namespace| !namespace.is_empty());
    let namespace = match scope {
        Scope::Namespaced if !is_named => r#""namespace":"","#.len() + namespace.unwrap_or("default").len(),
        Scope::Namespaced | Scope::Cluster => 0,
    };
    let empty = if annotations.is_none() { r#""annotations":{},"#.len() } else { 0 };
    // The annotation ends with a line break.
    let applied = length(object) + namespace + empty + 1;
    let is_too_long =
        others <= MOST_ANNOTATION_BYTES && others + ANNOTATION.len() + applied > MOST_ANNOTATION_BYTES;
    is_too_long.then(|| {
        let message = format!(
            "kubectl apply writes the object into its annotation {ANNOTATION}, and the server refuses that: metadata.annotations: Too \
             long: may not be more than {MOST_ANNOTATION_BYTES} bytes"
        );
        Finding::new(ID, Level::Warning, at, message)
            .field("metadata.annotations".to_owned())
            .help("apply it with kubectl apply --server-side, which writes no such annotation, and check that with --server-side")
    })
}

/// Whether an object may be too long, by its JSON.
pub(crate) fn may_be_too_long(json: &str) -> bool {
    // JSON contains all of Go's escapes but these.
    let more = |byte: u8| match byte {
        b'<' | b'>' | b'&' => 5,
        // The first byte of a line separator.
        0xe2 => 3,
        _ => 0,
    };
    json.len() > MOST_ANNOTATION_BYTES / 6 - MOST_NAME_BYTES
        && json.len() + json.bytes().map(more).sum::<usize>() > MOST_ANNOTATION_BYTES - MOST_NAME_BYTES
}

fn members(node: Option<&Node>) -> &[Member] {
    match node.map(|node| &node.value) {
        Some(Value::Object(members)) => members,
        _ => &[],
    }
}

fn length_of(member: &Member) -> usize {
    member.key.len() + member.value.as_str().map_or(0, str::len)
}

/// The length of a value as Go writes it, without the annotation itself: `<`, `>` and `&` have six
/// characters.
// encoding/json: encode.go appendString
fn length(node: &Node) -> usize {
    // The commas and both brackets are counted.
    let list = |lengths: &mut dyn Iterator<Item = usize>| {
        let (count, sum) = lengths.fold((0, 0), |(count, sum), length| (count + 1, sum + length));
        sum + usize::max(count, 1) + 1
    };
    match &node.value {
        Value::Null => 4,
        Value::Bool(true) => 4,
        Value::Bool(false) => 5,
        Value::String(text) => text_length(text),
        Value::Int(_) | Value::Float(_) => node.to_json().len(),
        Value::Array(items) => list(&mut items.iter().map(length)),
        Value::Object(members) => {
            let members = members.iter().filter(|one| one.key != ANNOTATION);
            list(&mut members.map(|one| text_length(&one.key) + 1 + length(&one.value)))
        }
    }
}

fn text_length(text: &str) -> usize {
    let one = |c: char| match c {
        '"' | '\\' | '\n' | '\r' | '\t' | '\u{8}' | '\u{c}' => 2,
        '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => 6,
        c if c < ' ' => 6,
        c => c.len_utf8(),
    };
    2 + text.chars().map(one).sum::<usize>()
}

/// The object that the server gets as an update: the new object with the members that it keeps of the stored
/// one, shown at `at`. `None` if it keeps nothing.
pub(crate) fn kept(new: &Node, stored: &Node, at: Span) -> Option<Node> {
    let applied = metadata_text(stored, ANNOTATION);
    let before = match applied {
        Some(applied) => parse_json(&Source::new("", applied)).0.pop()?,
        // Only a server sets a uid, and the object has no annotation, so nothing was applied before.
        None if metadata(stored, "uid").is_some() => Node { span: at, value: Value::Null },
        // A manifest itself was applied before.
        None => return None,
    };
    let mut object = new.clone();
    let mut is_changed = false;
    let is_own = |key: &str| !["apiVersion", "kind", "status", "metadata"].contains(&key);
    is_changed |= keep(&mut object, (stored, &is_own), Some(&before), at);
    if let (Some(target), Some(stored)) = (member_of(&mut object, "metadata"), stored.get("metadata")) {
        is_changed |= keep(target, (stored, &|key| METADATA.contains(&key)), before.get("metadata"), at);
    }
    is_changed.then_some(object)
}

fn member_of<'n>(node: &'n mut Node, key: &str) -> Option<&'n mut Node> {
    let Value::Object(members) = &mut node.value else { return None };
    members.iter_mut().find(|member| member.key == key).map(|member| &mut member.value)
}

fn metadata_text<'n>(object: &'n Node, annotation: &str) -> Option<&'n str> {
    object.get("metadata")?.get("annotations")?.get(annotation)?.as_str()
}

/// Keeps the members of the stored object with these keys, and members in them, unless they were applied
/// before. Members of wide objects are looked up by key.
fn keep(
    object: &mut Node,
    (stored, is_meant): (&Node, &dyn Fn(&str) -> bool),
    before: Option<&Node>,
    at: Span,
) -> bool {
    let Value::Object(own) = &mut object.value else { return false };
    let mut places: HashMap<String, usize> = HashMap::with_capacity(own.len());
    for (index, member) in own.iter().enumerate() {
        places.entry(member.key.clone()).or_insert(index);
    }
    let before: HashMap<&str, &Node> =
        members(before).iter().map(|member| (member.key.as_str(), &member.value)).collect();
    let mut is_changed = false;
    let stored = members(Some(stored)).iter().filter(|member| member.key != ANNOTATION);
    for member in stored.filter(|member| is_meant(&member.key)) {
        let before = before.get(member.key.as_str()).copied();
        if let Some(own) = places.get(&member.key).and_then(|index| own.get_mut(*index)) {
            is_changed |= keep(&mut own.value, (&member.value, &|_| true), before, at);
        } else if before.is_none() && member.value.value != Value::Null {
            let mut kept = member.clone();
            kept.key_span = at;
            place(&mut kept.value, at);
            places.insert(kept.key.clone(), own.len());
            own.push(kept);
            is_changed = true;
        }
    }
    is_changed
}

/// Sets the span of a value, and of all values in it.
fn place(node: &mut Node, at: Span) {
    node.span = at;
    match &mut node.value {
        Value::Array(items) => items.iter_mut().for_each(|item| place(item, at)),
        Value::Object(members) => {
            for member in members {
                member.key_span = at;
                place(&mut member.value, at);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::{ANNOTATION, MOST_ANNOTATION_BYTES, kept, length, too_long};
    use crdc::Scope;
    use crdc_source::{Node, Source, Span, parse};

    fn node(text: &str) -> Node {
        parse(&Source::new("a.yaml", text)).0.remove(0)
    }

    #[test]
    fn lengths_are_those_of_go() {
        for (text, expected) in [
            ("{}", "{}"),
            ("[]", "[]"),
            ("{a: [1, true, null, false, -3], b: {c: d}}", r#"{"a":[1,true,null,false,-3],"b":{"c":"d"}}"#),
            (r#"{"<": "a\"\n\u0001&\u2028é"}"#, r#"{"\u003c":"a\"\n\u0001\u0026\u2028é"}"#),
            ("{a: 0.5}", r#"{"a":0.5}"#),
        ] {
            assert_eq!(length(&node(text)), expected.len(), "{text}");
        }
    }

    /// The annotation of kubectl is counted to the byte.
    #[test]
    fn annotations_are_limited() {
        let object = |count: usize, annotations: &str| {
            let text = "x".repeat(count);
            node(&format!(
                "{{apiVersion: v1, kind: ConfigMap, metadata: {{{annotations}name: a}}, data: {{a: {text}}}}}"
            ))
        };
        let written = r#"{"apiVersion":"v1","data":{"a":""},"kind":"ConfigMap","metadata":{"annotations":{},"name":"a","namespace":"default"}}"#;
        let most = MOST_ANNOTATION_BYTES - ANNOTATION.len() - written.len() - 1;
        let is_told =
            |object: &Node, scope, namespace| too_long(object, scope, namespace, Span::default()).is_some();
        for (count, scope, namespace, expected) in [
            (most, Scope::Namespaced, None, false),
            (most + 1, Scope::Namespaced, None, true),
            (most + 1, Scope::Cluster, None, false),
            (most + 4, Scope::Namespaced, Some("abc"), false),
            (most + 5, Scope::Namespaced, Some("abc"), true),
        ] {
            assert_eq!(is_told(&object(count, ""), scope, namespace), expected, "{count}");
        }
        // Other annotations count twice, and that of before does not.
        let other = object(most, "annotations: {b: c}, ");
        assert!(is_told(&other, Scope::Namespaced, None));
        let before = object(most, &format!("annotations: {{{ANNOTATION}: '{{}}'}}, "));
        assert!(!is_told(&before, Scope::Namespaced, None));
    }

    #[test]
    fn what_was_not_applied_stays() {
        let last = |applied: &str| {
            format!(
                "{{metadata: {{annotations: {{{ANNOTATION}: '{applied}'}}}}, spec: {{a: 1, b: {{c: 2, d: [3]}}}}}}"
            )
        };
        for (stored, new, expected) in [
            // A manifest, and an object that was created in another way.
            ("{spec: {a: 1}}".to_owned(), "{spec: {}}", None),
            ("{metadata: {uid: u}, spec: {a: 1}}".to_owned(), "{spec: {}}", Some(r#"{"spec":{"a":1}}"#)),
            (last(r#"{"spec":{"a":1}}"#), "{spec: {b: {c: 5}}}", Some(r#"{"spec":{"b":{"c":5,"d":[3]}}}"#)),
            (last(r#"{"spec":{"a":1,"b":{"c":2,"d":[3]}}}"#), "{spec: {}}", None),
            (last(r#"{"spec":{"b":{}}}"#), "{spec: {b: null}}", Some(r#"{"spec":{"b":null,"a":1}}"#)),
            (last("{}"), "{spec: {a: 7, b: {c: 7, d: []}}}", None),
            (last("{}"), "{spec: 3}", None),
            (
                "{metadata: {uid: u, generation: 3, labels: {x: z}}, status: {a: 1}}".to_owned(),
                "{metadata: {name: a}}",
                Some(r#"{"metadata":{"name":"a","labels":{"x":"z"}}}"#),
            ),
        ] {
            let kept = kept(&node(new), &node(&stored), Span::default());
            assert_eq!(kept.map(|node| node.to_json()).as_deref(), expected, "{stored} {new}");
        }
    }
}
