//! The shape of a node: the handling that does not depend on the type of a value.

use super::builder::Builder;
use super::constants::DefaultText;
use super::number::{Fits, Numbers};
use crate::{Node, NodeId, Type};
use crdc_source::json::Json;

/// The handling of values of any type.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The names of the kinds of values that the type accepts; empty for all.
    pub accepts: Vec<&'static str>,
    /// The types as the server's message shows them.
    pub types: String,
    /// The format that changes the message, or an empty text.
    pub format: String,
    /// `nullable`
    pub nullable: bool,
    /// Whether the decoder keeps a null that is not allowed.
    pub keeps_null: bool,
    /// Whether unknown fields are kept.
    pub preserve: bool,
    /// The default, which replaces null.
    pub default: Option<DefaultText>,
    /// `enum`
    pub values: Vec<Json>,
}

impl Builder<'_> {
    /// The shape of a node.
    pub(super) fn shape_of(&mut self, id: NodeId) -> Shape {
        let node = &self.plan.nodes[id];
        Shape {
            accepts: kinds(node),
            types: node.types.iter().map(|kind| kind.as_str()).collect::<Vec<_>>().join(","),
            format: node.format.clone().unwrap_or_default(),
            nullable: node.nullable,
            keeps_null: node.keeps_null,
            preserve: node.preserve,
            default: node.default.as_ref().map(|default| self.constants.place("", default)),
            values: node.values.clone(),
        }
    }
}

/// The names of the kinds of values that a node's type accepts; empty for all.
///
/// A string node with a format accepts lists, and a node with a format and no type accepts strings and lists:
/// the server's type check ends early for them.
// kube-openapi: pkg/validation/validate/type.go
fn kinds(node: &Node) -> Vec<&'static str> {
    let has = |kind| node.types.contains(&kind);
    let formatted = node.format.is_some() && !has(Type::Integer) && !has(Type::Number);
    if node.types.is_empty() && !formatted {
        return Vec::new();
    }
    let rows: [(bool, &[&'static str]); 7] = [
        (node.types.is_empty(), &["NULL"]),
        (has(Type::Boolean), &["BOOL"]),
        (has(Type::Integer) || has(Type::Number), &["INT", "WHOLE"]),
        (has(Type::Number), &["FLOAT"]),
        (has(Type::String) || formatted, &["STRING"]),
        (has(Type::Array) || formatted, &["ARRAY"]),
        (has(Type::Object), &["OBJECT"]),
    ];
    rows.into_iter().filter(|(accepted, _)| *accepted).flat_map(|(_, names)| names).copied().collect()
}

/// The names of the kinds of values that a node accepts, if it only constrains the type; otherwise `None`.
pub(crate) fn settled(node: &Node) -> Option<Vec<&'static str>> {
    let bare = Node {
        types: node.types.clone(),
        preserve: node.preserve,
        keeps_null: node.keeps_null,
        ..Node::default()
    };
    if node.types.is_empty() || *node != bare {
        return None;
    }
    let mut kinds = kinds(node);
    if let Some(fits) = Numbers::of(node).fits {
        // Integers beyond 64 bits are floats.
        debug_assert_eq!(fits, Fits::I64, "a node without format");
        kinds.retain(|kind| *kind == "INT");
    }
    Some(kinds)
}
