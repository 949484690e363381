//! Restores the schemas of a CRD from a document of `crdc publish --extensions`. In: a document that `crdc
//! publish --extensions` wrote. Out: the document of v3 with the schemas of the CRD. Other documents stay as
//! they are.
//!
//! Such a document has a mark. Its schemas have what the form cannot say, or servers replace, as extensions.
//! Easy to break: only schemas are restored, not values such as defaults, which may have any keys.

use std::collections::HashSet;

use crdc_source::{Member, Node, Span, Value};

/// The mark of a document. `crates/documents/src/publish/openapi/documents` writes it.
pub const MARK: &str = "x-crdc-extensions";

/// In a schema of v2: the keywords that v2 cannot say. `crates/documents/src/publish/openapi/lossless.rs`
/// writes it.
pub const DROPPED: &str = "x-crdc-v3";

/// Beside a reference to ObjectMeta: the schema of the CRD. `crates/documents/src/publish/openapi/meta.rs`
/// writes it.
pub const METADATA: &str = "x-crdc-metadata";

/// Restores a document that has the mark.
pub(super) fn restore(document: &mut Node) {
    let span = document.span;
    let is_marked = document.get(MARK).is_some_and(|mark| mark.value == Value::Bool(true));
    let is_v2 = document.get("swagger").and_then(Node::as_str) == Some("2.0");
    let Value::Object(members) = &mut document.value else { return };
    if !is_marked {
        return;
    }
    members.retain(|member| member.key != MARK);
    if !is_v2 {
        let components = members.iter_mut().find(|member| member.key == "components");
        if let Some(Value::Object(kinds)) = components.map(|member| &mut member.value.value) {
            kinds.iter_mut().filter(|kind| kind.key == "schemas").for_each(|kind| schemas(&mut kind.value));
        }
        return;
    }
    for member in members.iter_mut() {
        if member.key == "swagger" {
            "openapi".clone_into(&mut member.key);
            member.value.value = Value::String("3.0.0".to_owned());
        }
    }
    if let Some(index) = members.iter().position(|member| member.key == "definitions") {
        let mut definitions = members.remove(index);
        schemas(&mut definitions.value);
        "schemas".clone_into(&mut definitions.key);
        let value = Node { span, value: Value::Object(vec![definitions]) };
        members.push(Member { key: "components".to_owned(), key_span: Span::default(), value });
    }
}

fn schemas(named: &mut Node) {
    if let Value::Object(members) = &mut named.value {
        members.iter_mut().for_each(|member| schema(&mut member.value));
    }
}

/// The recursion is bounded by the depth of documents.
fn schema(node: &mut Node) {
    let Value::Object(members) = &mut node.value else { return };
    if let Some(index) = members.iter().position(|member| member.key == METADATA) {
        *node = members.swap_remove(index).value;
        return;
    }
    let mark = members.iter().position(|member| member.key == DROPPED);
    if let Some(Value::Object(dropped)) = mark.map(|index| members.remove(index).value.value) {
        let names: HashSet<&str> = dropped.iter().map(|member| member.key.as_str()).collect();
        members.retain(|member| !names.contains(member.key.as_str()));
        members.extend(dropped);
    }
    for member in members {
        match member.key.as_str() {
            "items" | "additionalProperties" | "not" => schema(&mut member.value),
            "properties" => schemas(&mut member.value),
            "allOf" | "anyOf" | "oneOf" => {
                if let Value::Array(branches) = &mut member.value.value {
                    branches.iter_mut().for_each(schema);
                }
            }
            "$ref" => {
                if let Value::String(reference) = &mut member.value.value
                    && let Some(name) = reference.strip_prefix("#/definitions/")
                {
                    *reference = format!("#/components/schemas/{name}");
                }
            }
            _ => {}
        }
    }
}
