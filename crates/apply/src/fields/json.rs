//! FieldsV1: sets of fields as JSON.
//!
//! An empty object is a member; `.` marks an element with members below it as a member. The text has the
//! server's order, in which the key 80 is before 443; a JSON value has the order of its map.
//
// structured-merge-diff: fieldpath/serialize.go

use crdc_vocabulary::go::{Escapes, append_json_string};
use serde_json::{Map, Value};

use super::set::{FieldSet, Node};
use crate::path::{PathElement, Unreadable};

impl FieldSet {
    /// The set as the text of FieldsV1, byte for byte as the server writes it.
    pub fn to_json(&self) -> String {
        let mut out = String::new();
        self.write(false, &mut out);
        out
    }

    fn write(&self, itself: bool, out: &mut String) {
        out.push('{');
        if itself {
            out.push_str("\".\":{}");
        }
        for (index, node) in self.nodes.iter().enumerate() {
            if itself || index > 0 {
                out.push(',');
            }
            append_json_string(out, &node.element.to_text(), Escapes::IteratorWithoutHtml);
            out.push(':');
            node.children.write(node.member && !node.children.is_empty(), out);
        }
        out.push('}');
    }

    /// The set as the JSON value of FieldsV1, which objects contain.
    pub fn to_value(&self) -> Value {
        Value::Object(self.to_map(false))
    }

    fn to_map(&self, itself: bool) -> Map<String, Value> {
        let mut map = Map::new();
        if itself {
            map.insert(".".to_owned(), Value::Object(Map::new()));
        }
        for node in &self.nodes {
            let children = node.children.to_map(node.member && !node.children.is_empty());
            map.insert(node.element.to_text(), Value::Object(children));
        }
        map
    }

    /// Reads FieldsV1. Names of kinds that are unknown here are skipped, as by the server; null is the empty
    /// set.
    ///
    /// # Errors
    ///
    /// The name of a field is malformed, or the value is not an object.
    pub fn from_value(value: &Value) -> Result<Self, String> {
        if crate::depth::are_fields_too_deep(value) {
            return Err(crate::depth::too_deep());
        }
        read(value).map(|(set, _)| set)
    }
}

/// The members below an element, and whether the element itself is a member.
fn read(value: &Value) -> Result<(FieldSet, bool), String> {
    let map = match value {
        Value::Object(map) => map,
        Value::Null => return Ok((FieldSet::new(), true)),
        other => return Err(format!("expected an object of fields, got {other}")),
    };
    let mut itself = false;
    let mut nodes = Vec::with_capacity(map.len());
    for (name, below) in map {
        if name == "." {
            itself = true;
            continue;
        }
        match PathElement::read(name) {
            Ok(element) => {
                let (children, member) = read(below)?;
                nodes.push(Node { element, member, children });
            }
            Err(Unreadable::Unknown) => {}
            Err(Unreadable::Broken(problem)) => {
                return Err(format!("parsing key as path element: {problem}"));
            }
        }
    }
    let set = FieldSet::from_nodes(nodes);
    let itself = itself || set.is_empty();
    Ok((set, itself))
}
