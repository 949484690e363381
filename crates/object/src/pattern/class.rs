//! Sets of bytes, and texts whose bytes are all in one set. Generated code writes a set as pairs of the first
//! and last byte of each range: `b"09az"` is digits and lower-case letters.

/// A table that has for each byte whether it is in one of the ranges of `pairs`.
#[doc(hidden)]
#[must_use]
pub const fn set(pairs: &[u8]) -> [bool; 256] {
    let classes = classes(&[pairs]);
    let mut set = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        set[byte] = classes[byte] == 1;
        byte += 1;
    }
    set
}

/// For each byte: 1 if it is in the first group of ranges, 2 if in the second, 0 if in neither.
#[doc(hidden)]
#[must_use]
pub const fn classes(groups: &[&[u8]]) -> [u8; 256] {
    let mut classes = [0; 256];
    let mut class = 0;
    while class < groups.len() {
        let pairs = groups[class];
        let mut pair = 0;
        while pair + 1 < pairs.len() {
            let mut byte = pairs[pair] as usize;
            while byte <= pairs[pair + 1] as usize {
                classes[byte] = class as u8 + 1;
                byte += 1;
            }
            pair += 2;
        }
        class += 1;
    }
    classes
}

/// Whether all bytes of `s` are in `set`.
#[doc(hidden)]
#[inline]
#[must_use]
pub fn all(set: &[bool; 256], s: &[u8]) -> bool {
    let (chunks, rest) = s.as_chunks::<8>();
    for chunk in chunks {
        // No branch per byte; exits only at the end of a chunk.
        if !chunk.iter().fold(true, |all, &byte| all & set[usize::from(byte)]) {
            return false;
        }
    }
    rest.iter().fold(true, |all, &byte| all & set[usize::from(byte)])
}

/// The number of characters in `s`.
#[doc(hidden)]
#[inline]
#[must_use]
pub fn chars(s: &[u8]) -> usize {
    s.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}
