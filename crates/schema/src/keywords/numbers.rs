//! Reads keywords that constrain numbers.

use crate::model::Schema;
use crate::reader::Reader;
use crdc_source::Member;

pub(crate) fn maximum<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.maximum = reader.number(member);
}

pub(crate) fn exclusive_maximum<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.exclusive_maximum = reader.boolean(member);
}

pub(crate) fn minimum<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.minimum = reader.number(member);
}

pub(crate) fn exclusive_minimum<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.exclusive_minimum = reader.boolean(member);
}

pub(crate) fn multiple_of<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.multiple_of = reader.number(member);
}
