//! Extensions of the design documents. No server reads them today, so nothing about their
//! values is judged here: they are kept as written, under the name they were written with.

use crate::schema::model::{Schema, Seed};
use crate::schema::reader::Reader;
use crate::source::Member;

pub(in crate::schema) fn seed(_: &mut Reader<'_>, member: &Member, schema: &mut Schema) {
    schema.seeds.push(Seed { name: member.key.clone(), key: member.key_span, value: member.value.clone() });
}
