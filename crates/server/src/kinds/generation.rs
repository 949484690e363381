//! Corrects the generation after updates whose stored form changes in another way than the object of the
//! request. In: an object before it is stored, and the stored object. Out: the object with its generation.

use crdc_admission::Object;
use serde_json::Value;

use crate::storage::history::Text;

const PATH: [&str; 2] = ["metadata", "generation"];

/// Keeps the generation of the stored definition if its specification does not change apart from empty
/// fields.
pub(super) fn kept(written: Text, stored: &[u8]) -> Text {
    let (mut new, old) = (Object::of(&written), Object::of(stored));
    let spec = |object: &Object<'_>| serde_json::from_slice::<Value>(object.get(&["spec"])?).ok();
    let generation = old.get(&PATH).filter(|generation| new.get(&PATH) != Some(generation));
    let Some(generation) = generation.filter(|_| spec(&new) == spec(&old)) else { return written };
    new.set(&PATH, generation);
    new.bytes().into()
}

/// Raises the generation of an object by one if it would stay the same: only fields change that are pruned
/// when the object is read.
pub(super) fn raised(written: Text, stored: &[u8]) -> Text {
    let generation = |object: &Object<'_>| serde_json::from_slice::<i64>(object.get(&PATH)?).ok();
    let (mut new, old) = (Object::of(&written), generation(&Object::of(stored)));
    let Some(old) = old.filter(|old| generation(&new) == Some(*old)) else { return written };
    new.set(&PATH, old.saturating_add(1).to_string().as_bytes());
    new.bytes().into()
}
