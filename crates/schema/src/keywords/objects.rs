//! Reads keywords of objects.

use super::{named, named_of, one, schema_or_bool};
use crate::at::At;
use crate::model::{Dependency, Schema};
use crate::reader::{Reader, at};
use crate::required::RequiredNames;
use crdc_source::{Member, Value};

pub(crate) fn properties<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.properties = named(reader, member);
}

pub(crate) fn pattern_properties<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.pattern_properties = named(reader, member);
}

pub(crate) fn definitions<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.definitions = named_of(reader, member, "v1.JSONSchemaDefinitions");
}

pub(crate) fn additional_properties<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.additional_properties = schema_or_bool(reader, member);
}

pub(crate) fn required<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.required = reader.strings(member).map(|at| At {
        value: RequiredNames::from(at.value),
        span: at.span,
        key: at.key,
    });
}

pub(crate) fn max_properties<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.max_properties = reader.integer(member);
}

pub(crate) fn min_properties<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.min_properties = reader.integer(member);
}

pub(crate) fn dependencies<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    let Some(members) = reader.object(&member.value, "v1.JSONSchemaDependencies") else {
        return;
    };
    let mut list = Vec::with_capacity(members.len());
    for entry in members {
        reader.enter_key(&entry.key);
        reader.decodes_itself();
        list.push(dependency(reader, entry));
        reader.leave();
    }
    schema.dependencies = Some(at(member, list));
}

fn dependency<'n>(reader: &mut Reader<'n>, entry: &'n Member) -> Dependency {
    let (name, key) = (entry.key.clone(), entry.key_span);
    match &entry.value.value {
        Value::Object(_) => Dependency::Schema { name, key, schema: *one(reader, &entry.value) },
        Value::Array(_) => {
            let needs = reader.strings(entry).map_or_else(Vec::new, |list: At<Vec<At<String>>>| list.value);
            Dependency::Names { name, key, needs }
        }
        // v1/marshal.go: anything else decodes to an empty value.
        value => {
            if *value != Value::Null {
                reader.ignored(&entry.value, "a schema or a list of property names");
            }
            Dependency::Names { name, key, needs: Vec::new() }
        }
    }
}
