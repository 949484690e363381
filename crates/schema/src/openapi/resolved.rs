//! A schema with its references replaced one level deep: enough to say what a field is, whatever its name.
//!
//! In: a schema. Out: the same schema without references, except those inside the replacements. Unions in
//! replacements are dropped: they are validated at their definition. Replacements are counted, so that many
//! references to a large definition stay references.

use super::resolve::for_each;
use crate::Schema;
use crate::references::{Definitions, Parts};

/// The maximum number of schemas inserted for references: far more than any server's document needs.
const MOST_SCHEMAS: usize = 1 << 20;

/// The schema with each reference replaced once.
pub fn resolved(schema: &Schema, definitions: &Definitions) -> Schema {
    let mut copy = schema.clone();
    let mut left = MOST_SCHEMAS;
    for_each(&mut copy, |inner| replace(inner, definitions, &mut left));
    copy
}

fn replace(schema: &mut Schema, definitions: &Definitions, left: &mut usize) {
    if *left == 0 {
        return;
    }
    let mut size = 0;
    for definition in definitions.chain(schema) {
        definition.schema.visit(&mut |_| size += 1);
    }
    if size == 0 {
        for_each(schema, |inner| replace(inner, definitions, left));
    } else if let Some(rest) = left.checked_sub(size) {
        *left = rest;
        let mut laid = Parts::of(schema, definitions).laid();
        for_each(&mut laid, forget_unions);
        *schema = laid;
    } else {
        *left = 0;
    }
}

fn forget_unions(schema: &mut Schema) {
    schema.unions = None;
    for_each(schema, forget_unions);
}
