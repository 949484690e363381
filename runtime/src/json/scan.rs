//! Where a string ends: the inner loop of decoding. Eight bytes at a time, one by one near
//! the end of the text.

/// Index of the first byte at or after `from` that is a quote, a backslash, a control
/// character or not ASCII; the length of the text if there is none.
#[inline(always)]
pub(crate) fn special(text: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some([low, high]) = pair(text, at) {
        let found = word::special(low);
        if found != 0 {
            return at + word::first(found);
        }
        let found = word::special(high);
        if found != 0 {
            return at + 8 + word::first(found);
        }
        at += 16;
    }
    special_near_end(text, at)
}

#[inline(never)]
fn special_near_end(text: &[u8], mut at: usize) -> usize {
    while let Some(&byte) = text.get(at) {
        if byte == b'"' || byte == b'\\' || !(0x20..0x80).contains(&byte) {
            return at;
        }
        at += 1;
    }
    at
}

/// Index of the first quote at or after `from`; the length of the text if there is none.
#[inline(always)]
pub(crate) fn quote(text: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some([low, high]) = pair(text, at) {
        let found = word::quote(low);
        if found != 0 {
            return at + word::first(found);
        }
        let found = word::quote(high);
        if found != 0 {
            return at + 8 + word::first(found);
        }
        at += 16;
    }
    quote_near_end(text, at)
}

#[inline(never)]
fn quote_near_end(text: &[u8], mut at: usize) -> usize {
    while text.get(at).is_some_and(|&byte| byte != b'"') {
        at += 1;
    }
    at.min(text.len())
}

/// The sixteen bytes at `at` as two words.
#[inline(always)]
fn pair(text: &[u8], at: usize) -> Option<[u64; 2]> {
    let block = text.get(at..)?.first_chunk::<16>()?;
    let (low, high) = (block.first_chunk::<8>()?, block.last_chunk::<8>()?);
    Some([u64::from_le_bytes(*low), u64::from_le_bytes(*high)])
}

/// Offset of the closing quote of the key whose first byte is at `from`.
pub(crate) fn key_end(text: &[u8], from: usize) -> usize {
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

/// Eight bytes at once in one word. Wider registers would need `unsafe` and gain little:
/// most strings of Kubernetes objects end within two words.
mod word {
    const ONES: u64 = u64::MAX / 255;
    const TOPS: u64 = ONES * 0x80;

    /// The top bit of each byte that ends a plain run. Borrows may mark bytes after the
    /// first true one, never before it.
    #[inline(always)]
    pub(super) fn special(word: u64) -> u64 {
        // A byte is below a bound, or equal to a character, where subtracting borrows. A byte
        // whose own top bit is set ends the run anyway, so nothing needs to be masked out.
        let quote = (word ^ (ONES * b'"' as u64)).wrapping_sub(ONES);
        let backslash = (word ^ (ONES * b'\\' as u64)).wrapping_sub(ONES);
        let control = word.wrapping_sub(ONES * 0x20);
        (quote | backslash | control | word) & TOPS
    }

    /// The top bit of each byte that is a quote, and maybe of bytes after it.
    #[inline(always)]
    pub(super) fn quote(word: u64) -> u64 {
        let zero = word ^ (ONES * b'"' as u64);
        zero.wrapping_sub(ONES) & !zero & TOPS
    }

    #[inline(always)]
    pub(super) fn first(found: u64) -> usize {
        found.trailing_zeros() as usize / 8
    }
}

#[cfg(test)]
mod tests {
    use super::{key_end, quote, special};

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
        assert_eq!(quote(&text, 0), 67);
        text[50] = b'"';
        assert_eq!((quote(&text, 0), quote(&text, 50), quote(&text, 51)), (50, 50, 67));
        text[50] = b'a';
        assert_eq!(special(&text, 0), 67);
        assert_eq!(special(&text, 99), 99);
    }

    #[test]
    fn keys_end_at_their_own_quote() {
        assert_eq!(key_end(br#"a\"b":1"#, 0), 4);
        assert_eq!(key_end(br"a\", 0), 2);
        assert_eq!(key_end("é\"".as_bytes(), 0), 2);
    }
}
