//! The topology of a schema: how a value is compared with its old value, which children it has and how they
//! are identified. A schema without a type has the topology of its structural keywords.

use super::model::{Schema, SchemaOrBool};

/// The children of a schema's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Topology {
    /// Named fields, or no known children.
    Object,
    /// Entries by key (`additionalProperties`).
    Map,
    /// Items identified by their key fields (`x-kubernetes-list-type: map`).
    ListMap,
    /// Items that are their own keys (`x-kubernetes-list-type: set`).
    Set,
    /// Items by index, or the list as a whole.
    List,
    /// No children: strings, numbers, booleans.
    Scalar,
    /// Any value.
    Any,
}

impl Topology {
    /// The name used in messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Topology::Object => "object",
            Topology::Map => "map",
            Topology::ListMap => "list map",
            Topology::Set => "set",
            Topology::List => "list",
            Topology::Scalar => "scalar",
            Topology::Any => "any value",
        }
    }

    /// Whether the children have keys that can be added and removed.
    #[must_use]
    pub fn has_keys(self) -> bool {
        matches!(self, Topology::Map | Topology::ListMap | Topology::Set)
    }
}

impl Schema {
    /// The topology of its values.
    #[must_use]
    pub fn topology(&self) -> Topology {
        let entries = match self.additional_properties.as_ref().map(|at| &*at.value) {
            Some(SchemaOrBool::Schema(_) | SchemaOrBool::Bool(true)) => true,
            Some(SchemaOrBool::Bool(false)) | None => false,
        };
        match self.type_name() {
            _ if self.is_int_or_string() => Topology::Scalar,
            "array" => self.list(),
            "object" if entries => Topology::Map,
            "object" => Topology::Object,
            "" if self.properties.is_some() => Topology::Object,
            "" if entries => Topology::Map,
            "" if self.items.is_some() => self.list(),
            "" => Topology::Any,
            _ => Topology::Scalar,
        }
    }

    fn list(&self) -> Topology {
        match self.x_list_type.as_ref().map(|at| at.value.as_str()) {
            Some("map") => Topology::ListMap,
            Some("set") => Topology::Set,
            _ => Topology::List,
        }
    }
}
