//! How the values of a schema are read in rules that run on defaults.
//
// apiserver: pkg/cel/common/valuesunstructured.go; apiextensions-apiserver: pkg/apiserver/schema/cel/model/schemas.go
// (WithTypeAndObjectMeta)

use std::collections::HashMap;

use super::declare::{escape, has_resource_fields};
use crate::schema::Schema;
use crdc_cel::Form;
use crdc_cel::compile::program::{ValueField, ValueType, ValueTypeId, ValueTypes};

/// The types of a schema and all schemas below it.
#[derive(Clone, Debug, Default)]
pub struct SchemaValues {
    /// The types.
    pub types: ValueTypes,
    ids: HashMap<*const Schema, ValueTypeId>,
    text: Option<ValueTypeId>,
}

impl SchemaValues {
    /// The types of a schema. `resource` is whether its values are resources.
    #[must_use]
    pub fn of(root: &Schema, resource: bool) -> SchemaValues {
        let mut values = SchemaValues::default();
        values.schema(root, resource);
        values
    }

    /// The type of a schema; none if it is not one of these.
    #[must_use]
    pub fn id(&self, schema: &Schema) -> Option<ValueTypeId> {
        self.ids.get(&std::ptr::from_ref(schema)).copied()
    }

    fn schema(&mut self, schema: &Schema, resource: bool) -> ValueTypeId {
        let form = form(schema);
        let items = schema.one_item().map(|(items, _)| self.schema(items, items.is_embedded_resource()));
        let additional = schema.additional_schema();
        let values = additional.map(|(values, _)| self.schema(values, values.is_embedded_resource()));
        let mut of = ValueType { nullable: schema.is_nullable(), ..ValueType::of(form) };
        let server = resource && !has_resource_fields(schema);
        for property in schema.property_list() {
            let inner = self.schema(&property.schema, property.schema.is_embedded_resource());
            let replaced = server && ["apiVersion", "kind", "metadata"].contains(&property.name.as_str());
            if form == Form::Object && !replaced {
                of.fields.push(field(&property.name, inner));
            }
        }
        match form {
            Form::Object if server => {
                let (text, metadata) = self.resource_fields();
                of.fields.extend([
                    field("apiVersion", text),
                    field("kind", text),
                    field("metadata", metadata),
                ]);
            }
            Form::List | Form::Set | Form::ListMap => of.each = items,
            Form::Map => of.each = values,
            _ => {}
        }
        if form == Form::ListMap {
            // The server looks for escaped names in the objects.
            let keys = schema.x_list_map_keys.iter().flat_map(|keys| &keys.value);
            of.keys = keys.map(|key| escape(&key.value).unwrap_or_else(|| key.value.clone())).collect();
        }
        let id = self.types.add(of);
        self.ids.insert(std::ptr::from_ref(schema), id);
        id
    }

    /// The types of what every resource has.
    fn resource_fields(&mut self) -> (ValueTypeId, ValueTypeId) {
        let types = &mut self.types;
        let text = *self.text.get_or_insert_with(|| types.add(ValueType::of(Form::String)));
        let fields = vec![field("name", text), field("generateName", text)];
        (text, types.add(ValueType { fields, ..ValueType::of(Form::Object) }))
    }
}

fn field(name: &str, of: ValueTypeId) -> ValueField {
    ValueField {
        name: name.to_owned(),
        in_rules: escape(name).unwrap_or_else(|| name.to_owned()),
        of: Some(of),
    }
}

fn form(schema: &Schema) -> Form {
    if schema.is_int_or_string() {
        return Form::IntOrString;
    }
    match schema.type_name() {
        "array" => match schema.x_list_type.as_ref().map(|at| at.value.as_str()) {
            Some("set") => Form::Set,
            Some("map") => Form::ListMap,
            _ => Form::List,
        },
        "object" if schema.additional_schema().is_some() => Form::Map,
        "object" => Form::Object,
        "string" => match schema.format.as_ref().map(|format| format.value.as_str()) {
            Some("byte") => Form::Bytes,
            Some("duration") => Form::Duration,
            Some("date") => Form::Date,
            Some("date-time") => Form::DateTime,
            _ => Form::String,
        },
        "boolean" => Form::Bool,
        "number" => Form::Double,
        "integer" => Form::Int,
        _ => Form::Preserved,
    }
}
