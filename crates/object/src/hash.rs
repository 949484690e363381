//! A fast hash of bytes, to find equal values in long lists.
//!
//! The hash deliberately has no key. Colliding values are sorted by content, which is still n log n, so an
//! attacker gains nothing from collisions; without global state there is no source for a key either. The hash
//! only needs to be fast and to distinguish names that differ in a few bytes. `tests/hostile/` creates
//! collisions with this file.

/// The hash of bytes: eight at a time, then the rest.
#[inline]
pub fn of_bytes(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let hash = words.iter().fold(bytes.len() as u64, |hash, word| mix(hash, u64::from_le_bytes(*word)));
    let last = rest.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
    mix(hash, last)
}

/// The multiplication spreads a word upwards, the shift brings the high bits down again.
#[inline]
pub fn mix(hash: u64, word: u64) -> u64 {
    let hash = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    hash ^ (hash >> 32)
}
