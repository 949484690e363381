//! `skel(s) = merge(drop(s), skel of every element of allOf, anyOf, oneOf and not)`.

use super::{Keep, Skeleton, drop, merge};
use crate::schema::Schema;

/// The skeleton of a schema. `preserving` is the meaning of `x-kubernetes-preserve-unknown-fields`:
/// [`Keep::Unknown`] in structural schemas, as on today's servers; [`Keep::All`], another spelling of
/// no-prune, in others.
///
/// Takes time linear in the schema for each level of nested junctors, of which the reader allows 256. The
/// skeleton is never larger than the schema.
#[must_use]
pub fn skeleton(schema: &Schema, preserving: Keep) -> Skeleton {
    let mut parts = vec![drop::drop(schema, preserving)];
    let lists = [&schema.all_of, &schema.any_of, &schema.one_of];
    let branches = lists.into_iter().flatten().flat_map(|list| &list.value);
    let branches = branches.chain(schema.not.as_ref().map(|not| &*not.value));
    parts.extend(branches.map(|branch| skeleton(branch, preserving)));
    merge(parts)
}
