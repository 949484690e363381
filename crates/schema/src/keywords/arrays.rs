//! Reads keywords of lists.

use super::{one, schema_list, schema_or_bool};
use crate::model::{Items, Schema};
use crate::reader::{Reader, at};
use crdc_source::{Member, Value};

pub(crate) fn items<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    reader.decodes_itself();
    let items = match &member.value.value {
        Value::Null => return,
        Value::Object(_) => Items::One(one(reader, &member.value)),
        Value::Array(nodes) => Items::Each(schema_list(reader, nodes)),
        // v1/marshal.go: anything else decodes to an empty value.
        _ => {
            reader.ignored(&member.value, "a schema");
            Items::Each(Vec::new())
        }
    };
    schema.items = Some(at(member, items));
}

pub(crate) fn additional_items<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.additional_items = schema_or_bool(reader, member);
}

pub(crate) fn max_items<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.max_items = reader.integer(member);
}

pub(crate) fn min_items<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.min_items = reader.integer(member);
}

pub(crate) fn unique_items<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.unique_items = reader.boolean(member);
}
