//! Keywords that document a schema and do not constrain values.

use crate::schema::model::Schema;
use crate::schema::reader::Reader;
use crate::schema::shape::{EXTERNAL_DOCS, verify};
use crdc_source::Member;

pub(in crate::schema) fn id<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.id = reader.string(member);
}

pub(in crate::schema) fn schema<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.schema = reader.string_of(member, "v1.JSONSchemaURL");
}

pub(in crate::schema) fn reference<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.reference = reader.string(member);
}

pub(in crate::schema) fn description<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.description = reader.string(member);
}

pub(in crate::schema) fn title<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.title = reader.string(member);
}

pub(in crate::schema) fn external_docs<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    verify(reader, &member.value, &EXTERNAL_DOCS);
    schema.external_docs = Reader::verbatim(member);
}

pub(in crate::schema) fn example(_: &mut Reader<'_>, member: &Member, schema: &mut Schema) {
    schema.example = Reader::verbatim(member);
}
