//! How values of an old and a new object are matched.

use crate::plan::NodeId;

/// Which parts of the values of a node have counterparts of their own.
#[derive(Clone, Debug)]
pub struct Topology {
    /// The fields by their numbers; empty if the schema has none.
    pub fields: Vec<Counterparts>,
    /// The values of a map.
    pub each: Option<Counterparts>,
    /// The items of a list map.
    pub items: Option<Counterparts>,
    /// Its keys, as written between quotes.
    pub keys: Vec<String>,
}

/// What a value is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counterparts {
    /// It is compared as one value, and its members have no counterparts.
    Whole,
    /// It has no parts with counterparts.
    Leaf,
    /// The schema does not specify it.
    Unknown,
    /// By the topology of a node.
    Node(NodeId),
    /// The metadata: whether the schema specifies its `name` and `generateName`.
    Metadata([bool; 2]),
}

/// The paths of the scale subresource: those of the replicas in spec and status, and of the selector.
#[derive(Clone, Debug)]
pub struct Scale {
    /// `specReplicasPath`
    pub spec: ScalePath,
    /// `statusReplicasPath`
    pub status: ScalePath,
    /// `labelSelectorPath`
    pub selector: Option<ScalePath>,
}

/// A path of the scale subresource.
#[derive(Clone, Debug)]
pub struct ScalePath {
    /// As the CRD spells it.
    pub path: String,
    /// Its keys, as written between quotes.
    pub keys: Vec<String>,
    /// The numbers of the fields, as far as the schema has them.
    pub fields: Vec<usize>,
}
