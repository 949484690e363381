//! Reads keywords that combine schemas.

use super::{one, schema_list};
use crate::at::At;
use crate::model::Schema;
use crate::reader::{Reader, at};
use crdc_source::{Member, Value};

pub(crate) fn all_of<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.all_of = elements(reader, member);
}

pub(crate) fn any_of<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.any_of = elements(reader, member);
}

pub(crate) fn one_of<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.one_of = elements(reader, member);
}

pub(crate) fn not<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    if member.value.value != Value::Null {
        schema.not = Some(at(member, one(reader, &member.value)));
    }
}

fn elements<'n>(reader: &mut Reader<'n>, member: &'n Member) -> Option<At<Vec<Schema>>> {
    let nodes = reader.array(&member.value, "[]v1.JSONSchemaProps")?;
    Some(at(member, schema_list(reader, nodes)))
}
