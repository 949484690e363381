//! Reads keywords that constrain strings.

use crate::model::Schema;
use crate::reader::Reader;
use crdc_source::Member;

pub(crate) fn max_length<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.max_length = reader.integer(member);
}

pub(crate) fn min_length<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.min_length = reader.integer(member);
}

pub(crate) fn pattern<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.pattern = reader.string(member);
}
