//! Numbers the values of the expressions in a schema's rules. Equal expressions have equal numbers, whatever
//! the names of their variables. Values that come from objects know their schema.

use std::collections::HashMap;

use crdc_cel::compile::ast::Name;
use crdc_cel::compile::{RESERVED, unescape};

use crdc_schema::{Property, Schema};

/// The number of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct ValueId(u32);

/// A value of an expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Value {
    /// `self`
    New,
    /// `oldSelf`
    Old,
    /// A field of an object or an entry of a map.
    Field(ValueId, Name),
    /// An item of a list, or a value of a map, in a loop. Nested loops over the same list have different
    /// elements: the second number counts the loops around this one over that list.
    Element(ValueId, u32),
    /// The index of such an item, or the key of such a value.
    Key(ValueId, u32),
    /// An optional with this value, if it is present.
    Optional(ValueId),
    /// The variable in which the loop at this depth collects its result.
    Accumulator(usize),
    /// A literal: its type and text.
    Literal(&'static str, String),
    /// A type.
    Type(Name),
    /// The result of a function, or of any other expression.
    Call(Name, Vec<ValueId>),
}

/// All values.
pub(super) struct Values<'s> {
    list: Vec<(Value, Option<&'s Schema>)>,
    index: HashMap<Value, ValueId>,
    /// The schema of `self`.
    schema: &'s Schema,
    /// Whether `schema` is that of a resource.
    resource: bool,
}

impl<'s> Values<'s> {
    pub(super) fn new(schema: &'s Schema, resource: bool) -> Values<'s> {
        Values { list: Vec::new(), index: HashMap::new(), schema, resource }
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn get(&self, id: ValueId) -> &Value {
        &self.list[id.0 as usize].0
    }

    /// The schema of a value, or of the value in an optional.
    pub(super) fn schema(&self, id: ValueId) -> Option<&'s Schema> {
        self.list[id.0 as usize].1
    }

    /// The number of a value.
    pub(crate) fn of(&mut self, value: Value) -> ValueId {
        if let Some(known) = self.index.get(&value) {
            return *known;
        }
        let schema = self.schema_of(&value);
        // There is at most one value for each node of the rules of a schema.
        let id = ValueId(u32::try_from(self.list.len()).unwrap_or(u32::MAX));
        self.list.push((value.clone(), schema));
        self.index.insert(value, id);
        id
    }

    pub(super) fn call(&mut self, function: impl Into<Name>, args: Vec<ValueId>) -> ValueId {
        self.of(Value::Call(function.into(), args))
    }

    fn schema_of(&self, value: &Value) -> Option<&'s Schema> {
        match value {
            Value::New | Value::Old => Some(self.schema),
            Value::Field(of, name) => {
                let schema = self.schema(*of)?;
                match schema.additional_schema() {
                    Some((values, _)) => Some(values),
                    None => self.property(*of, name).map(|property| &property.schema),
                }
            }
            Value::Element(of, _) => element(self.schema(*of)?),
            Value::Optional(of) => self.schema(*of),
            Value::Call(function, args) => match (function.as_ref(), args.as_slice()) {
                ("_[_]" | "_[?_]", [of, _]) | ("first" | "last", [of]) => element(self.schema(*of)?),
                ("value" | "optional.of", [of]) => self.schema(*of),
                ("orValue", [of, _]) => self.schema(*of),
                _ => None,
            },
            _ => None,
        }
    }

    /// The property that a field of an object means; none if the server declares it instead of the schema.
    pub(super) fn property(&self, of: ValueId, name: &str) -> Option<&'s Property> {
        let schema = self.schema(of)?;
        let resource = schema.is_embedded_resource() || (self.is_self(of) && self.resource);
        if resource && is_resource_field(name) {
            return None;
        }
        schema.property(&unescape(name)?)
    }

    /// Whether a field of metadata is declared by the server, and may be absent. The name of the object
    /// itself is set before its rules run.
    // apiextensions-apiserver: pkg/apiserver/schema/cel/model/schemas.go; apiserver:
    // pkg/registry/rest/create.go
    pub(super) fn is_optional_metadata(&self, of: ValueId, name: &str) -> bool {
        let Value::Field(resource, metadata) = self.get(of) else { return false };
        let own = self.is_self(*resource) && self.resource;
        let embedded = self.schema(*resource).is_some_and(Schema::is_embedded_resource);
        metadata.as_ref() == "metadata"
            && (own || embedded)
            && (name == "generateName" || name == "name" && !own)
    }

    /// The property of a field; none if the server declares it.
    pub(super) fn property_of(&self, field: ValueId) -> Option<&'s Property> {
        let Value::Field(of, name) = self.get(field) else { return None };
        self.property(*of, name)
    }

    /// The name under which a field is declared: reserved words are escaped, and may be written as they are.
    pub(super) fn declared_name(&self, of: ValueId, name: &Name) -> Name {
        if RESERVED.contains(&name.as_ref()) {
            let escaped = format!("__{name}__");
            if self.property(of, &escaped).is_some() {
                return escaped.into();
            }
        }
        name.clone()
    }

    fn is_self(&self, id: ValueId) -> bool {
        matches!(self.get(id), Value::New | Value::Old)
    }

    /// The value in an optional.
    pub(super) fn content(&mut self, of: ValueId) -> ValueId {
        match self.get(of) {
            Value::Optional(inner) => *inner,
            _ => self.call("value", vec![of]),
        }
    }

    pub(super) fn is_literal(&self, id: ValueId) -> bool {
        matches!(self.get(id), Value::Literal(..) | Value::Type(_))
    }

    /// Whether a value is part of another.
    pub(super) fn is_within(&self, mut id: ValueId, of: ValueId) -> bool {
        while id != of {
            match self.get(id) {
                Value::Field(around, _) | Value::Element(around, _) => id = *around,
                _ => return false,
            }
        }
        true
    }

    /// Whether a value is part of `self`, and not of `oldSelf` or computed.
    pub(super) fn is_new(&self, mut id: ValueId) -> bool {
        loop {
            match self.get(id) {
                Value::New => return true,
                Value::Field(of, _) | Value::Element(of, _) => id = *of,
                _ => return false,
            }
        }
    }
}

/// Whether every resource has this field.
pub(super) fn is_resource_field(name: &str) -> bool {
    matches!(name, "apiVersion" | "kind" | "metadata")
}

fn element(schema: &Schema) -> Option<&Schema> {
    schema.one_item().or_else(|| schema.additional_schema()).map(|(schema, _)| schema)
}
