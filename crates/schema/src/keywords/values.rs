//! Reads keywords that apply to values of any type.

use crate::model::Schema;
use crate::reader::{Reader, at};
use crdc_source::Member;

pub(crate) fn r#type<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.r#type = reader.string(member);
}

pub(crate) fn format<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.format = reader.string(member);
}

pub(crate) fn nullable<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.nullable = reader.boolean(member);
}

pub(crate) fn default(_: &mut Reader<'_>, member: &Member, schema: &mut Schema) {
    schema.default = Reader::verbatim(member);
}

pub(crate) fn enumeration<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.enumeration = reader.array(&member.value, "[]v1.JSON").map(|items| at(member, items.to_vec()));
}
