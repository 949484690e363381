//! Gives the compiler of rules the schemas of a document.

use std::collections::{HashMap, HashSet};

use super::schemas::{Schemas, Seen, list_form, text_form};
use super::types::RuleTypes;
use crdc_cel::Form;
use crdc_cel::compile::program::{ValueTypeId, ValueTypes};
use crdc_schema::{At, Schema};
use crdc_source::Value;

/// A schema and all schemas below it. The number of a schema is its index here; a schema comes after the
/// schema around it.
pub(crate) struct Written<'s> {
    list: Vec<&'s Schema>,
    /// For each schema the number of the schema around it, and the step from there.
    steps: Vec<Option<(usize, SchemaStep<'s>)>>,
    ids: HashMap<*const Schema, usize>,
    /// Whether values of the root schema are resources.
    resource: bool,
}

/// The step from a schema to one below it.
#[derive(Clone, Copy)]
enum SchemaStep<'s> {
    Field(&'s str),
    Items,
    Values,
}

impl<'s> Written<'s> {
    pub(crate) fn of(root: &'s Schema, resource: bool) -> Written<'s> {
        let mut written = Written { list: Vec::new(), steps: Vec::new(), ids: HashMap::new(), resource };
        let mut open = vec![(root, None)];
        while let Some((schema, step)) = open.pop() {
            let id = written.list.len();
            written.ids.insert(std::ptr::from_ref(schema), id);
            written.list.push(schema);
            written.steps.push(step);
            let values = schema.additional_schema().map(|(values, _)| (values, SchemaStep::Values));
            let items = schema.one_item().map(|(items, _)| (items, SchemaStep::Items));
            let fields = schema.property_list().iter().rev();
            let fields = fields.map(|field| (&field.schema, SchemaStep::Field(&field.name)));
            // The schema that is pushed last is visited first.
            let inner = values.into_iter().chain(items).chain(fields);
            open.extend(inner.map(|(schema, step)| (schema, Some((id, step)))));
        }
        written
    }

    /// The schemas, each with its number.
    pub(crate) fn schemas(&self) -> impl Iterator<Item = (usize, &'s Schema)> {
        self.list.iter().copied().enumerate()
    }

    /// The value of each schema for rules, regardless of the schemas around it.
    pub(super) fn all(&self) -> impl Iterator<Item = (*const Schema, Seen)> {
        self.schemas().map(|(id, schema)| (std::ptr::from_ref(schema), self.see(id)))
    }

    /// The numbers of the schemas around a schema, the innermost first.
    pub(crate) fn around(&self, id: usize) -> impl Iterator<Item = usize> {
        let around = |id: usize| Some((*self.steps.get(id)?)?.0);
        std::iter::successors(around(id), move |id| around(*id))
    }

    /// The path of the values of a schema, such as `.spec.items[*]`.
    pub(crate) fn path(&self, id: usize) -> String {
        let ids: Vec<usize> = std::iter::once(id).chain(self.around(id)).collect();
        let mut path = String::new();
        for (_, step) in ids.into_iter().rev().filter_map(|id| self.steps[id]) {
            match step {
                SchemaStep::Field(name) => {
                    path.push('.');
                    path.push_str(name);
                }
                SchemaStep::Items => path.push_str("[*]"),
                SchemaStep::Values => path.push_str(".*"),
            }
        }
        path
    }

    /// The schema with this number.
    pub(crate) fn schema(&self, id: usize) -> &'s Schema {
        self.list[id]
    }

    /// The number of a schema.
    pub(crate) fn id(&self, schema: &Schema) -> Option<usize> {
        self.ids.get(&std::ptr::from_ref(schema)).copied()
    }
}

impl Schemas for Written<'_> {
    fn form(&self, id: usize) -> Form {
        let schema = self.list[id];
        if schema.is_int_or_string() {
            return Form::IntOrString;
        }
        match schema.type_name() {
            "array" => list_form(schema.x_list_type.as_ref().map(|at| at.value.as_str())),
            "object" if schema.additional_schema().is_some() => Form::Map,
            "object" => Form::Object,
            "string" => text_form(schema.format.as_ref().map(|format| format.value.as_str())),
            "boolean" => Form::Bool,
            "number" => Form::Double,
            "integer" => Form::Int,
            _ => Form::Preserved,
        }
    }

    fn is_nullable(&self, id: usize) -> bool {
        self.list[id].is_nullable()
    }

    fn is_resource(&self, id: usize) -> bool {
        if id == 0 { self.resource } else { self.list[id].is_embedded_resource() }
    }

    fn each(&self, id: usize) -> Option<usize> {
        let schema = self.list[id];
        let each = match self.form(id) {
            Form::List | Form::Set | Form::ListMap => schema.one_item(),
            Form::Map => schema.additional_schema(),
            _ => None,
        };
        self.id(each?.0)
    }

    fn fields(&self, id: usize) -> Vec<(&str, usize)> {
        let fields = self.list[id].property_list().iter();
        fields.filter_map(|field| Some((field.name.as_str(), self.id(&field.schema)?))).collect()
    }

    fn field(&self, id: usize, name: &str) -> Option<usize> {
        self.id(&self.list[id].property(name)?.schema)
    }

    fn keys(&self, id: usize) -> Vec<&str> {
        let keys = self.list[id].x_list_map_keys.iter().flat_map(|keys| &keys.value);
        keys.map(|key| key.value.as_str()).collect()
    }

    fn limit(&self, id: usize) -> Option<u64> {
        let schema = self.list[id];
        let limit: &Option<At<i64>> = match self.form(id) {
            Form::List | Form::Set | Form::ListMap => &schema.max_items,
            Form::Map => &schema.max_properties,
            _ => &schema.max_length,
        };
        limit.as_ref().map(|at| u64::try_from(at.value).unwrap_or_default())
    }

    fn longest_value(&self, id: usize) -> Option<u64> {
        let values = self.list[id].enumeration.iter().flat_map(|values| &values.value);
        let lengths = values.map(|node| match &node.value {
            Value::String(text) => text.len() as u64,
            _ => 0,
        });
        lengths.max()
    }

    fn required(&self, id: usize) -> HashSet<&str> {
        let required = self.list[id].required.iter().flat_map(|list| &list.value);
        required.map(|name| name.value.as_str()).collect()
    }

    fn has_default(&self, id: usize) -> bool {
        self.list[id].default.is_some()
    }
}

/// The types by which rules read the values of a document's schema, and of all schemas below it.
#[derive(Clone, Debug, Default)]
pub struct SchemaValues {
    /// The types.
    pub types: ValueTypes,
    ids: HashMap<*const Schema, ValueTypeId>,
}

impl SchemaValues {
    /// The types of a schema. `resource` is whether its values are resources.
    #[must_use]
    pub fn of(root: &Schema, resource: bool) -> SchemaValues {
        let (written, mut types) = (Written::of(root, resource), RuleTypes::default());
        let ids = written.all().filter_map(|(schema, seen)| Some((schema, types.of(&written, seen)?)));
        let ids = ids.collect();
        SchemaValues { types: types.all, ids }
    }

    /// The type of a schema. `None` if the schema is not below the root schema.
    #[must_use]
    pub fn id(&self, schema: &Schema) -> Option<ValueTypeId> {
        self.ids.get(&std::ptr::from_ref(schema)).copied()
    }
}
