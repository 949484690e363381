//! Finds the end of strings, sixteen bytes at a time. This is the inner loop of decoding.

/// Index of the first byte at or after `from` that is a quote, a backslash, a control
/// character or not ASCII; the length of the text if there is none.
#[inline]
pub fn special(text: &[u8], from: usize) -> usize {
    let (mut at, mut rest) = (from, text.get(from..).unwrap_or(b""));
    while let Some((bytes, tail)) = rest.split_first_chunk::<16>() {
        let found = block::special(bytes);
        if found != 0 {
            return at + block::first(found);
        }
        (at, rest) = (at + 16, tail);
    }
    at + plain_bytes_near_end(rest)
}

/// The number of plain bytes in less than sixteen, without a copy of them in memory: reading back what was
/// just written takes longer than the rest.
#[inline(never)]
fn plain_bytes_near_end(rest: &[u8]) -> usize {
    // The first and the last chunk overlap.
    let bytes = if let (Some(begin), Some(end)) = (rest.first_chunk(), rest.last_chunk()) {
        u128::from(u64::from_le_bytes(*begin))
            | u128::from(u64::from_le_bytes(*end)) << (8 * (rest.len() - 8))
    } else if let (Some(begin), Some(end)) = (rest.first_chunk(), rest.last_chunk()) {
        u128::from(u32::from_le_bytes(*begin))
            | u128::from(u32::from_le_bytes(*end)) << (8 * (rest.len() - 4))
    } else {
        rest.iter().rev().fold(0, |bytes, byte| bytes << 8 | u128::from(*byte))
    };
    // The zero bytes after the text count as special.
    plain_bytes(&bytes.to_le_bytes()).map_or(rest.len(), |plain| plain.min(rest.len()))
}

/// The number of bytes before the first special one of sixteen; `None` if none is special. At most 15, so
/// that indexing by it needs no check.
#[inline(always)]
pub fn plain_bytes(bytes: &[u8; 16]) -> Option<usize> {
    let found = block::special(bytes);
    (found != 0).then(|| block::first(found) & 15)
}

/// The number of bytes before the first quote of sixteen; `None` if there is none. At most 15.
#[inline(always)]
pub fn bytes_to_quote(bytes: &[u8; 16]) -> Option<usize> {
    let found = block::quote(bytes);
    (found != 0).then(|| block::first(found) & 15)
}

/// Offset of the closing quote of the key or string whose first byte is at `from`; the length of the text if
/// there is none.
#[inline]
pub fn string_end(text: &[u8], from: usize) -> usize {
    let mut at = from;
    loop {
        at = special(text, at);
        match text.get(at) {
            Some(b'\\') => at += 2,
            Some(b'"') | None => return at.min(text.len()),
            Some(_) => at += 1,
        }
    }
}

/// With this bit flipped, the quote is 0x20, while a space, `!` and `#` are 0x22, 0x23 and 0x21: one
/// comparison finds quotes and control characters.
const FLIPPED: u8 = 0x02;
/// After flipping, a byte below this one ends a plain run.
const LEAST: u8 = 0x21;

/// Sixteen bytes in an SSE2 register, which every x86-64 machine has.
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
mod block {
    use safe_arch::{
        bitor_m128i, bitxor_m128i, cmp_eq_mask_i8_m128i, cmp_lt_mask_i8_m128i, m128i, move_mask_i8_m128i,
        set_splat_i8_m128i,
    };

    use super::{FLIPPED, LEAST};

    /// A set of bytes, with a bit for each byte.
    pub(super) type Marks = i32;

    /// The bytes that end a plain run.
    #[inline(always)]
    pub(super) fn special(bytes: &[u8; 16]) -> Marks {
        let bytes = m128i::from(*bytes);
        let backslash = cmp_eq_mask_i8_m128i(bytes, set_splat_i8_m128i(b'\\' as i8));
        // Signed comparison: bytes beyond ASCII are less too.
        let flipped = bitxor_m128i(bytes, set_splat_i8_m128i(FLIPPED as i8));
        let low = cmp_lt_mask_i8_m128i(flipped, set_splat_i8_m128i(LEAST as i8));
        move_mask_i8_m128i(bitor_m128i(backslash, low))
    }

    /// The bytes that are quotes.
    #[inline(always)]
    pub(super) fn quote(bytes: &[u8; 16]) -> Marks {
        move_mask_i8_m128i(cmp_eq_mask_i8_m128i(m128i::from(*bytes), set_splat_i8_m128i(b'"' as i8)))
    }

    #[inline(always)]
    pub(super) fn first(found: Marks) -> usize {
        found.trailing_zeros() as usize
    }
}

/// Sixteen bytes in an integer.
#[cfg(not(all(feature = "simd", target_arch = "x86_64")))]
mod block {
    use super::{FLIPPED, LEAST};

    const ONES: u128 = u128::MAX / 255;
    const TOPS: u128 = ONES * 0x80;

    /// The top bit of each byte, exact up to the first one that is set.
    pub(super) type Marks = u128;

    /// The bytes that end a plain run. Borrows may set bits after the first correct one, never before it.
    #[inline(always)]
    pub(super) fn special(bytes: &[u8; 16]) -> Marks {
        let word = u128::from_le_bytes(*bytes);
        // Subtraction borrows if a byte is below the bound or equal to the character. A byte whose top bit is
        // set ends the run anyway, so nothing needs to be masked.
        let backslash = (word ^ (ONES * b'\\' as u128)).wrapping_sub(ONES);
        let low = (word ^ (ONES * FLIPPED as u128)).wrapping_sub(ONES * LEAST as u128);
        (backslash | low | word) & TOPS
    }

    /// The bytes that are quotes.
    #[inline(always)]
    pub(super) fn quote(bytes: &[u8; 16]) -> Marks {
        let zero = u128::from_le_bytes(*bytes) ^ (ONES * b'"' as u128);
        zero.wrapping_sub(ONES) & !zero & TOPS
    }

    #[inline(always)]
    pub(super) fn first(found: Marks) -> usize {
        found.trailing_zeros() as usize / 8
    }
}

#[cfg(test)]
mod tests {
    use super::{bytes_to_quote, plain_bytes, special, string_end};

    #[test]
    fn every_byte_is_plain_or_not() {
        for around in [b'a', b' ', b'!', b'#', 0x7f] {
            for byte in 0..=u8::MAX {
                let mut block = [around; 16];
                block[7] = byte;
                let is_plain = |byte: &u8| !b"\"\\".contains(byte) && (0x20..0x80).contains(byte);
                let wanted = block.iter().take_while(|byte| is_plain(byte)).count();
                assert_eq!(plain_bytes(&block).unwrap_or(16), wanted, "{byte:#x} between {around:#x}");
            }
        }
    }

    #[test]
    fn agrees_with_one_by_one() {
        let mut text = [b'a'; 67];
        for at in 0..text.len() {
            for byte in [b'"', b'\\', 0, 0x1f, 0x80, 0xff, b'\n'] {
                text[at] = byte;
                for from in 0..=at {
                    assert_eq!(special(&text, from), at, "byte {byte} at {at} from {from}");
                }
                text[at] = b'a';
            }
        }
        for at in 0..16 {
            let mut block = [b'a'; 16];
            assert_eq!((plain_bytes(&block), bytes_to_quote(&block)), (None, None));
            block[at] = b'"';
            assert_eq!((plain_bytes(&block), bytes_to_quote(&block)), (Some(at), Some(at)));
            block[at] = b'\\';
            assert_eq!((plain_bytes(&block), bytes_to_quote(&block)), (Some(at), None));
        }
        assert_eq!(special(&text, 0), 67);
        assert_eq!(special(&text, 99), 99);
    }

    #[test]
    fn keys_end_at_their_own_quote() {
        assert_eq!(string_end(br#"a\"b":1"#, 0), 4);
        assert_eq!(string_end(br"a\", 0), 2);
        assert_eq!(string_end("é\"".as_bytes(), 0), 2);
    }
}
