//! Builds the decoder of a node's values, with checks for each type of value.

use super::alternatives::Alternatives;
use super::array::List;
use super::builder::Builder;
use super::number::Numbers;
use super::object::Objects;
use super::shape::Shape;
use super::string::Texts;
use crate::{NodeId, Type};

/// The decoder of a node's values.
#[derive(Clone, Debug)]
pub struct Decoded {
    /// The handling of values of any kind.
    pub shape: Shape,
    /// The kinds of values that are decoded, each with its checks.
    pub form: Form,
    /// Whether the node is a recursive definition, whose function checks the depth.
    pub is_definition: bool,
    /// The alternatives that are validated when the value is closed.
    pub alternatives: Option<Alternatives>,
}

/// The kinds of values that are decoded, with their checks.
#[derive(Clone, Debug)]
pub enum Form {
    /// Objects alone.
    Object(Box<Objects>),
    /// Lists alone.
    Array(List),
    /// Strings alone.
    String(Texts),
    /// Numbers alone.
    Number(Numbers),
    /// Booleans alone.
    Boolean,
    /// Several kinds.
    Mixed(Box<Mixed>),
}

/// The checks of several kinds of values. `None` for kinds that are kept without a check. The flag of a kind
/// is whether the type admits it.
#[derive(Clone, Debug, Default)]
pub struct Mixed {
    /// Objects, and whether the type admits them.
    pub object: Option<(Objects, bool)>,
    /// Lists.
    pub array: Option<(List, bool)>,
    /// Strings.
    pub string: Option<(Texts, bool)>,
    /// Numbers.
    pub number: Option<Numbers>,
}

impl Builder<'_> {
    /// The decoder of a node's values.
    pub(super) fn decoded(&mut self, id: NodeId) -> Decoded {
        let node = &self.plan.nodes[id];
        Decoded {
            shape: self.shape_of(id),
            form: self.form(id),
            is_definition: id != self.plan.root && node.definition.is_some(),
            alternatives: if id == self.plan.root { None } else { self.alternatives_of(node) },
        }
    }

    fn form(&mut self, id: NodeId) -> Form {
        let node = &self.plan.nodes[id];
        match node.types.as_slice() {
            _ if id == self.plan.root => Form::Object(Box::new(self.objects(id))),
            _ if node.looks_elsewhere() => Form::Mixed(Box::new(self.mixed_of(id))),
            [Type::Object] => Form::Object(Box::new(self.objects(id))),
            [Type::Array] => Form::Array(self.list(node)),
            [Type::String] => Form::String(Texts::of(node)),
            [Type::Integer | Type::Number] => Form::Number(Numbers::of(node)),
            [Type::Boolean] => Form::Boolean,
            _ => Form::Mixed(Box::new(self.mixed_of(id))),
        }
    }

    /// The decoders of values of each type.
    fn mixed_of(&mut self, id: NodeId) -> Mixed {
        let node = &self.plan.nodes[id];
        let admits = |kind| node.types.is_empty() && node.format.is_none() || node.types.contains(&kind);
        let number = node.types.contains(&Type::Integer) || node.types.contains(&Type::Number);
        // See `shape.rs`.
        let formatted = node.format.is_some() && !number;
        Mixed {
            object: node.looks_into_objects().then(|| (self.objects(id), admits(Type::Object))),
            array: node.looks_into_arrays().then(|| (self.list(node), admits(Type::Array) || formatted)),
            string: node.looks_into_strings().then(|| (Texts::of(node), admits(Type::String) || formatted)),
            number: node.looks_into_numbers().then(|| Numbers::of(node)),
        }
    }
}
