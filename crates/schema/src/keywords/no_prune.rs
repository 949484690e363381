//! Reads `x-kubernetes-no-prune` and its other spellings. They are stored as written, under the name used;
//! crdc-check validates the value.

use crate::extensions::NoPrune;
use crate::model::Schema;
use crate::reader::Reader;
use crdc_source::Member;

pub(crate) fn no_prune(_: &mut Reader<'_>, member: &Member, schema: &mut Schema) {
    let (name, key, value) = (member.key.clone(), member.key_span, member.value.clone());
    schema.no_prune.push(NoPrune { name, key, value });
}
