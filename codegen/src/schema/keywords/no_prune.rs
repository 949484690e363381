//! `x-kubernetes-no-prune` and its other spellings. Stored as written, under the name used; `check` validates
//! the value.

use crate::schema::extensions::NoPrune;
use crate::schema::model::Schema;
use crate::schema::reader::Reader;
use crdc_source::Member;

pub(in crate::schema) fn no_prune(_: &mut Reader<'_>, member: &Member, schema: &mut Schema) {
    let (name, key, value) = (member.key.clone(), member.key_span, member.value.clone());
    schema.no_prune.push(NoPrune { name, key, value });
}
