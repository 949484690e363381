//! Where in an object the extensions are: constants of generated code.
//!
//! An [`ExtensionNode`] describes the values of one node; [`Edge`]s lead from it to their children. Nodes and
//! edges without extensions are left out, so that a walk visits only paths to extensions.

use super::{ImmutabilityRule, Union};
use crate::error::ListKey;

/// The extensions of the values of one node.
#[derive(Debug)]
pub struct ExtensionNode {
    /// Fields that lead to an extension, by ascending number.
    pub fields: &'static [Edge],
    /// Other members, if they lead to an extension.
    pub each: Option<&'static Edge>,
    /// Items, if they lead to an extension.
    pub items: Option<&'static Edge>,
    /// How items are identified.
    pub list: ItemKind,
    /// Unions of the object itself.
    pub unions: &'static [Union],
}

/// How the items of a list are identified.
#[derive(Clone, Copy, Debug)]
pub enum ItemKind {
    /// By their index.
    Index,
    /// By their value: a set.
    Value,
    /// By these keys, sorted by name: a list map.
    Keys(&'static [ListKey]),
}

/// The edge from a value to a child.
#[derive(Debug)]
pub struct Edge {
    /// Field number in the object; unused for other members and items.
    pub field: u16,
    /// Name of the field if it can be reported while neither object has it; otherwise empty.
    pub name: &'static str,
    /// The node of the child.
    pub place: &'static ExtensionNode,
    /// The immutability rule of the child.
    pub mark: Option<ImmutabilityRule>,
    /// Whether null and empty values become absent.
    pub normalise: bool,
    /// What the subtree contains: bits of [`below`](super::below).
    pub below: u8,
}

impl ExtensionNode {
    /// A node without extensions.
    pub const NONE: &'static ExtensionNode =
        &ExtensionNode { fields: &[], each: None, items: None, list: ItemKind::Index, unions: &[] };

    /// The edge to the field with this number.
    pub(crate) fn field(&self, field: u16) -> Option<&'static Edge> {
        let at = self.fields.binary_search_by_key(&field, |edge| edge.field).ok()?;
        self.fields.get(at)
    }
}
