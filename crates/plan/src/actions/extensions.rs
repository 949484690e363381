//! The data of extensions: the steps for immutability, unions and normalized values, and the paths to such
//! values.
//!
//! Paths without extensions are left out.

use crdc_vocabulary::{Dialect, Immutability};

use crate::NodeId;

/// The extensions of a resource.
#[derive(Clone, Debug)]
pub struct Extensions {
    /// The extensions of each node that has extensions and is reachable from the root.
    pub nodes: Vec<Option<ExtensionNode>>,
    /// The steps that run, in their order.
    pub steps: Vec<Step>,
}

/// A step of extensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Null and empty values become absent.
    NormalizeFields,
    /// Members of unions that are not selected are cleared.
    NormalizeUnions,
    /// Numbers get their stored form.
    NormalizeNumbers,
    /// Immutable values are compared.
    Immutability,
    /// Unions are validated.
    Unions,
}

/// The extensions of the values of one node.
#[derive(Clone, Debug)]
pub struct ExtensionNode {
    /// Edges to fields, by ascending number.
    pub fields: Vec<Edge>,
    /// The edge to other members.
    pub each: Option<Edge>,
    /// The edge to items.
    pub items: Option<Edge>,
    /// The identity of items.
    pub list: ItemKind,
    /// Unions of the object itself.
    pub unions: Vec<Union>,
}

/// The identity of a list's items.
#[derive(Clone, Debug)]
pub enum ItemKind {
    /// Items correspond by index.
    Index,
    /// Items correspond by value.
    Value,
    /// Items correspond if these keys are equal: the keys as written between quotes, sorted by name, with
    /// their field numbers.
    Keys(Vec<(String, Option<usize>)>),
}

/// The edge from a value to a child.
#[derive(Clone, Debug)]
pub struct Edge {
    /// The number of a field; 0 for other members and items.
    pub field: usize,
    /// The name of the field if it can be reported while neither object has it; otherwise empty.
    pub name: String,
    /// The node of the child, if that has extensions.
    pub node: Option<NodeId>,
    /// The immutability rule of the child.
    pub mark: Option<Mark>,
    /// Whether null and empty values become absent.
    pub normalize: bool,
    /// The contents of the subtree: bits of [`crdc_vocabulary::below`].
    pub below: u8,
}

/// An immutability rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The extension.
    pub marked: Immutability,
    /// The dialect whose rules it follows.
    pub dialect: Dialect,
    /// Whether setting or removing a field is detected.
    pub presence: bool,
}

/// A union, with the numbers of its fields. A number is `None` if the schema of the object does not have the
/// field.
#[derive(Clone, Debug)]
pub struct Union {
    /// The union.
    pub of: crate::Union,
    /// The number of the discriminator.
    pub discriminator: Option<usize>,
    /// The numbers of the members.
    pub members: Vec<Option<usize>>,
    /// The discriminator with each member's value in the constant text, if it is deduced: key, value and end.
    pub deduced: Vec<[u32; 3]>,
}
