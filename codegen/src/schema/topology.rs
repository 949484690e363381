//! What a value is to those who compare it with its old self: what it has below it, and by what that is
//! told apart. A schema without a type has the topology of its structural keywords.

use super::model::{Schema, SchemaOrBool};

/// What a schema's values have below them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Topology {
    /// Named fields, or nothing that is known.
    Object,
    /// Entries by key (`additionalProperties`).
    Map,
    /// Items by the keys in them (`x-kubernetes-list-type: map`).
    ListMap,
    /// Items that are their own keys (`x-kubernetes-list-type: set`).
    Set,
    /// Items by their index, or as a whole.
    List,
    /// Nothing: strings, numbers, booleans.
    Scalar,
    /// Whatever is given.
    Any,
}

impl Topology {
    /// A word or two for people.
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

    /// Whether what is below has keys that can come and go.
    #[must_use]
    pub fn has_keys(self) -> bool {
        matches!(self, Topology::Map | Topology::ListMap | Topology::Set)
    }
}

impl Schema {
    /// What its values have below them.
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
