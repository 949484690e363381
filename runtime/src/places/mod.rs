//! The locations of extensions in an object: constants of generated code.
//!
//! An [`ExtensionNode`] describes the values of one node; [`Edge`]s lead from it to their children. Nodes and
//! edges without extensions are left out, so that a walk visits only paths to extensions.

mod mark;
mod union;

pub use crdc_vocabulary::{Dialect, Immutability, below};
pub use mark::ImmutabilityRule;
pub(crate) use mark::{Allows, Breach, DialectRules};
pub(crate) use union::{Given, Selected};
pub use union::{Member, Older, Union};

use crate::error::ListKey;

/// The extensions of the values of one node.
#[derive(Clone, Copy, Debug)]
pub struct ExtensionNode<'p> {
    /// Fields that lead to an extension, by ascending number.
    pub fields: &'p [Edge<'p>],
    /// Other members, if they lead to an extension.
    pub each: Option<&'p Edge<'p>>,
    /// Items, if they lead to an extension.
    pub items: Option<&'p Edge<'p>>,
    /// The identity of items.
    pub list: ItemKind<'p>,
    /// Unions of the object itself.
    pub unions: &'p [Union<'p>],
}

/// The longest chain of links between types. Only a type that links to itself has a longer one.
pub(crate) const LONGEST: usize = 256;

/// The identity of a list's items.
#[derive(Clone, Copy, Debug)]
pub enum ItemKind<'p> {
    /// Items correspond by index.
    Index,
    /// Items correspond by value: a set.
    Value,
    /// Items correspond by these keys, sorted by name: a list map.
    Keys(&'p [ListKey<'p>]),
    /// The identity of the node of a Rust type, which this function returns.
    Type(fn() -> &'static ExtensionNode<'static>),
    /// Items do not correspond. The values have a Rust type that cannot be inspected, so they are compared as
    /// a whole, lists or not.
    Whole,
}

/// The edge from a value to a child.
#[derive(Clone, Copy, Debug)]
pub struct Edge<'p> {
    /// Field number in the object; unused for other members and items.
    pub field: u16,
    /// Name of the field if it can be reported while neither object has it; otherwise empty.
    pub name: &'p str,
    /// The node of the child.
    pub place: &'p ExtensionNode<'p>,
    /// The immutability rule of the child.
    pub mark: Option<ImmutabilityRule>,
    /// Whether null and empty values become absent.
    pub normalize: bool,
    /// The contents of the subtree: bits of [`below`].
    pub below: u8,
}

impl<'p> Edge<'p> {
    /// The node of the child.
    #[inline]
    pub(crate) fn place(&self) -> &'p ExtensionNode<'p> {
        let mut place = self.place;
        for _ in 0..LONGEST {
            match place.list {
                ItemKind::Type(of) => place = of(),
                _ => return place,
            }
        }
        ExtensionNode::NONE
    }
}

impl<'p> ExtensionNode<'p> {
    /// A node without extensions.
    pub const NONE: &'p ExtensionNode<'p> =
        &ExtensionNode { fields: &[], each: None, items: None, list: ItemKind::Index, unions: &[] };

    /// The edge to the field with this number.
    pub(crate) fn field(&self, field: u16) -> Option<&'p Edge<'p>> {
        let at = self.fields.binary_search_by_key(&field, |edge| edge.field).ok()?;
        self.fields.get(at)
    }
}
