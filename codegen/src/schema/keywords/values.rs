//! Keywords that apply to values of any type.

use crate::schema::model::Schema;
use crate::schema::reader::{Reader, at};
use crdc_source::Member;

pub(in crate::schema) fn r#type<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.r#type = reader.string(member);
}

pub(in crate::schema) fn format<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.format = reader.string(member);
}

pub(in crate::schema) fn nullable<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.nullable = reader.boolean(member);
}

pub(in crate::schema) fn default(_: &mut Reader<'_>, member: &Member, schema: &mut Schema) {
    schema.default = Reader::verbatim(member);
}

pub(in crate::schema) fn enumeration<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.enumeration = reader.array(&member.value, "[]v1.JSON").map(|items| at(member, items.to_vec()));
}
