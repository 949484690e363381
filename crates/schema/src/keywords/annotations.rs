//! Reads keywords that document a schema and do not constrain values.

use crate::model::Schema;
use crate::reader::Reader;
use crate::shape::{EXTERNAL_DOCS, verify};
use crdc_source::Member;

pub(crate) fn id<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.id = reader.string(member);
}

pub(crate) fn schema<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.schema = reader.string_of(member, "v1.JSONSchemaURL");
}

pub(crate) fn reference<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.reference = reader.string(member);
}

pub(crate) fn description<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.description = reader.string(member);
}

pub(crate) fn title<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.title = reader.string(member);
}

pub(crate) fn external_docs<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    verify(reader, &member.value, &EXTERNAL_DOCS);
    schema.external_docs = Reader::verbatim(member);
}

pub(crate) fn example(_: &mut Reader<'_>, member: &Member, schema: &mut Schema) {
    schema.example = Reader::verbatim(member);
}
