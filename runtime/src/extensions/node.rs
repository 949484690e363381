//! Where in an object something was marked: constants of generated code.
//!
//! A [`ExtensionNode`] is what is known of the values of one node; [`Edge`]s lead from it to what they
//! hold. Places and edges without anything to say are left out, so that a walk over them costs what
//! was marked and no more.

use super::{ImmutabilityRule, Union};
use crate::error::ListKey;

/// What extensions say of the values of one node.
#[derive(Debug)]
pub struct ExtensionNode {
    /// Fields that lead somewhere, by ascending number.
    pub fields: &'static [Edge],
    /// Other members, where they lead somewhere.
    pub each: Option<&'static Edge>,
    /// Items, where they lead somewhere.
    pub items: Option<&'static Edge>,
    /// How items are told apart.
    pub list: ItemKind,
    /// Unions of the object itself.
    pub unions: &'static [Union],
}

/// How the items of a list are told apart.
#[derive(Clone, Copy, Debug)]
pub enum ItemKind {
    /// By their index.
    Index,
    /// They are told apart by nothing but themselves: a set.
    Value,
    /// By these keys, sorted by name: a list map.
    Keys(&'static [ListKey]),
}

/// The way from a value to one that it holds.
#[derive(Debug)]
pub struct Edge {
    /// Number of the field among those of the object; means nothing for other members and items.
    pub field: u16,
    /// Name of the field, where it may be reported though neither object has it; else empty.
    pub name: &'static str,
    /// What is there.
    pub place: &'static ExtensionNode,
    /// What updates may not do to it.
    pub mark: Option<ImmutabilityRule>,
    /// Null and empty become absent.
    pub normalise: bool,
    /// What is found there or further down: bits of [`below`](super::below).
    pub below: u8,
}

impl ExtensionNode {
    /// A place of which nothing is said.
    pub const NONE: &'static ExtensionNode =
        &ExtensionNode { fields: &[], each: None, items: None, list: ItemKind::Index, unions: &[] };

    /// The edge to the field of this number.
    pub(super) fn field(&self, field: u16) -> Option<&'static Edge> {
        let at = self.fields.binary_search_by_key(&field, |edge| edge.field).ok()?;
        self.fields.get(at)
    }
}
