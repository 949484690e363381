//! Keys of maps as strings: scalars without quotes, numbers in full.

use alloc::string::String;

use serde::Serialize;

use super::caught::look_key;
use super::decoded::text;
use super::failed::Failed;

/// Passes the string of a key to `look`. `write` appends the JSON of any other value, such as a list or an object, which serde_json
/// rejects as a key: that is passed.
pub(super) fn key<T: Serialize + ?Sized>(
    value: &T,
    look: &mut dyn FnMut(&str),
    write: impl FnOnce(&mut String) -> Result<(), Failed>,
) {
    if look_key(value, look) {
        return;
    }
    let mut written = String::new();
    let _ = write(&mut written);
    look(&text(&written).unwrap_or(written));
}
