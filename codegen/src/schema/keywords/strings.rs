//! Keywords that constrain strings.

use crate::schema::model::Schema;
use crate::schema::reader::Reader;
use crdc_source::Member;

pub(in crate::schema) fn max_length<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.max_length = reader.integer(member);
}

pub(in crate::schema) fn min_length<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.min_length = reader.integer(member);
}

pub(in crate::schema) fn pattern<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.pattern = reader.string(member);
}
