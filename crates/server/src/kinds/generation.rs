//! Generations of updates whose stored form changes otherwise than what was sent. In: an object that is to be
//! stored, and the stored one. Out: the object with its generation.

use crdc_admission::Object;
use serde_json::Value;

use crate::storage::history::Text;

const PATH: [&str; 2] = ["metadata", "generation"];

/// The generation of the stored definition, if nothing of the specification changes once empty fields are
/// left out.
pub(super) fn kept(written: Text, stored: &[u8]) -> Text {
    let (mut new, old) = (Object::of(&written), Object::of(stored));
    let spec = |object: &Object<'_>| serde_json::from_slice::<Value>(object.get(&["spec"])?).ok();
    let generation = old.get(&PATH).filter(|generation| new.get(&PATH) != Some(generation));
    let Some(generation) = generation.filter(|_| spec(&new) == spec(&old)) else { return written };
    new.set(&PATH, generation);
    new.bytes().into()
}

/// The one after that of the stored object, if it would stay: something changes that is pruned when it is
/// read.
pub(super) fn raised(written: Text, stored: &[u8]) -> Text {
    let generation = |object: &Object<'_>| serde_json::from_slice::<i64>(object.get(&PATH)?).ok();
    let (mut new, old) = (Object::of(&written), generation(&Object::of(stored)));
    let Some(old) = old.filter(|old| generation(&new) == Some(*old)) else { return written };
    new.set(&PATH, old.saturating_add(1).to_string().as_bytes());
    new.bytes().into()
}
