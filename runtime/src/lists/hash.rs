//! A cheap hash of bytes, to find equals in long lists.
//!
//! It has no key, on purpose: nothing is stored under it. Who makes values collide gets them
//! sorted by content instead, which is n log n as well, and pays with the bytes of the
//! contents; a secret would buy nothing, and without global state there is nowhere to get one.
//! For the same reason it need not be good, only fast, and fair to names that differ in a
//! few bytes. `tests/tests/hostile.rs` makes collisions with this very file.

/// The hash of bytes: eight at a time, the last ones by themselves.
pub(crate) fn of_bytes(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let hash = words.iter().fold(bytes.len() as u64, |hash, word| mix(hash, u64::from_le_bytes(*word)));
    let last = rest.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
    mix(hash, last)
}

/// The multiplication spreads a word upwards, the shift brings it down again.
pub(crate) fn mix(hash: u64, word: u64) -> u64 {
    let hash = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    hash ^ (hash >> 32)
}
