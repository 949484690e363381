//! Converts the types of values to the form that evaluations use. Generated code has these types as
//! constants; here they are allocated in an arena.

use std::collections::HashMap;

use super::program::{ValueTypeId, ValueTypes};
use crate::document::schema::{RuleType, ValueField, ValueType};
use bumpalo::Bump;

/// Types in an arena.
#[derive(Debug)]
pub struct TypeTable<'t> {
    list: Vec<TypeRow<'t>>,
}

#[derive(Debug)]
struct TypeRow<'t> {
    of: &'t ValueType<'t>,
    each: Option<ValueTypeId>,
    /// The number and the type of each field.
    fields: HashMap<&'t str, (u16, ValueTypeId)>,
}

impl<'t> TypeTable<'t> {
    /// Converts types. Each type must come after the types that it refers to.
    #[must_use]
    pub fn new(arena: &'t Bump, types: &'t ValueTypes) -> Self {
        let mut list: Vec<TypeRow<'t>> = Vec::with_capacity(types.all().len());
        for of in types.all() {
            let known = |id: ValueTypeId| list.get(id).map_or(RuleType::RAW, |known| known.of);
            let fields = arena.alloc_slice_fill_iter(of.fields.iter().map(|field| ValueField {
                name: &field.name,
                escaped: &field.in_rules,
                of: field.of.map(known),
            }));
            let keys = arena.alloc_slice_fill_iter(of.keys.iter().map(String::as_str));
            let made = arena.alloc(ValueType {
                form: of.form,
                nullable: of.nullable,
                fields,
                each: of.each.map(known),
                keys,
            });
            let numbers = (0..u16::MAX).zip(&of.fields);
            let fields =
                numbers.filter_map(|(number, field)| Some((field.name.as_str(), (number, field.of?))));
            let fields = fields.collect();
            list.push(TypeRow { of: made, each: of.each, fields });
        }
        TypeTable { list }
    }

    /// The type with this index. For an unknown index it is a type whose values are read by their JSON types.
    #[must_use]
    pub fn get(&self, id: ValueTypeId) -> &'t ValueType<'t> {
        self.list.get(id).map_or(RuleType::RAW, |known| known.of)
    }

    /// The type of the items of a list or of the values of a map.
    #[must_use]
    pub fn each(&self, id: ValueTypeId) -> Option<ValueTypeId> {
        self.list.get(id)?.each
    }

    /// The number and the type of a field.
    #[must_use]
    pub fn field(&self, id: ValueTypeId, name: &str) -> Option<(u16, ValueTypeId)> {
        self.list.get(id)?.fields.get(name).copied()
    }
}
