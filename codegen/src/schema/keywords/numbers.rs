//! Keywords that constrain numbers.

use crate::schema::model::Schema;
use crate::schema::reader::Reader;
use crdc_source::Member;

pub(in crate::schema) fn maximum<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.maximum = reader.number(member);
}

pub(in crate::schema) fn exclusive_maximum<'n>(
    reader: &mut Reader<'n>,
    member: &'n Member,
    schema: &mut Schema,
) {
    schema.exclusive_maximum = reader.boolean(member);
}

pub(in crate::schema) fn minimum<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.minimum = reader.number(member);
}

pub(in crate::schema) fn exclusive_minimum<'n>(
    reader: &mut Reader<'n>,
    member: &'n Member,
    schema: &mut Schema,
) {
    schema.exclusive_minimum = reader.boolean(member);
}

pub(in crate::schema) fn multiple_of<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.multiple_of = reader.number(member);
}
