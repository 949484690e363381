//! Reads the `x-kubernetes-*` keywords that the server reads, except CEL rules.

use crate::model::Schema;
use crate::reader::Reader;
use crdc_source::Member;

pub(crate) fn preserve_unknown_fields<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.x_preserve_unknown_fields = reader.boolean(member);
}

pub(crate) fn embedded_resource<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.x_embedded_resource = reader.boolean(member);
}

pub(crate) fn int_or_string<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.x_int_or_string = reader.boolean(member);
}

pub(crate) fn list_map_keys<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.x_list_map_keys = reader.strings(member);
}

pub(crate) fn list_type<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.x_list_type = reader.string(member);
}

pub(crate) fn map_type<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    schema.x_map_type = reader.string(member);
}
