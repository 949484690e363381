//! What rules see of values, in the runtime's form: types that are borrowed from an arena, where generated code has constants.

use std::collections::HashMap;

use bumpalo::Bump;
use crdc::__private::cel::{Form, RuleType, ValueField, ValueType};
use crdc_codegen::cel::program::{self, ValueTypeId, ValueTypes};

/// Types in an arena.
pub(crate) struct Types<'t> {
    list: Vec<Known<'t>>,
}

struct Known<'t> {
    of: &'t ValueType<'t>,
    each: Option<ValueTypeId>,
    /// The number and the type of each field.
    fields: HashMap<&'t str, (u16, ValueTypeId)>,
}

impl<'t> Types<'t> {
    /// The types come after those that they name.
    pub(crate) fn new(arena: &'t Bump, types: &'t ValueTypes) -> Self {
        let mut list: Vec<Known<'t>> = Vec::with_capacity(types.all().len());
        for of in types.all() {
            let known = |id: ValueTypeId| list.get(id).map_or(RuleType::RAW, |known| known.of);
            let fields = arena.alloc_slice_fill_iter(of.fields.iter().map(|field| ValueField {
                name: &field.name,
                escaped: &field.in_rules,
                of: field.of.map(known),
            }));
            let keys = arena.alloc_slice_fill_iter(of.keys.iter().map(String::as_str));
            let made = arena.alloc(ValueType {
                form: form(of.form),
                nullable: of.nullable,
                fields,
                each: of.each.map(known),
                keys,
            });
            let numbers = (0..u16::MAX).zip(&of.fields);
            let fields =
                numbers.filter_map(|(number, field)| Some((field.name.as_str(), (number, field.of?))));
            let fields = fields.collect();
            list.push(Known { of: made, each: of.each, fields });
        }
        Types { list }
    }

    /// A type. Values of one that is not known are read by what they are.
    pub(crate) fn get(&self, id: ValueTypeId) -> &'t ValueType<'t> {
        self.list.get(id).map_or(RuleType::RAW, |known| known.of)
    }

    /// The type of items or of the values of a map.
    pub(crate) fn each(&self, id: ValueTypeId) -> Option<ValueTypeId> {
        self.list.get(id)?.each
    }

    /// The number and the type of a field.
    pub(crate) fn field(&self, id: ValueTypeId, name: &str) -> Option<(u16, ValueTypeId)> {
        self.list.get(id)?.fields.get(name).copied()
    }
}

/// How a value is read.
pub(crate) fn form(form: program::Form) -> Form {
    match form {
        program::Form::Object => Form::Object,
        program::Form::Map => Form::Map,
        program::Form::List => Form::List,
        program::Form::Set => Form::Set,
        program::Form::ListMap => Form::ListMap,
        program::Form::String => Form::String,
        program::Form::Bytes => Form::Bytes,
        program::Form::Duration => Form::Duration,
        program::Form::Date => Form::Date,
        program::Form::DateTime => Form::DateTime,
        program::Form::Int => Form::Int,
        program::Form::Double => Form::Double,
        program::Form::Bool => Form::Bool,
        program::Form::IntOrString => Form::IntOrString,
        program::Form::Preserved => Form::Preserved,
    }
}
