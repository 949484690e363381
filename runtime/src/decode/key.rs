//! Reads object keys, with the separators before and after them.
//!
//! In: the text after a brace or a member. Out: the bytes of a key, or the end of the object. Easy to break:
//! a key is validated only if it is not the name of a field ([`Decoder::verified`]), and callers must move
//! past it ([`Decoder::pass_key`]).

use super::{DecodeError, DecodeResult, Decoder, StopReason};
use crdc_object::json::scan;

/// A key as written between quotes, and its position.
#[derive(Clone, Copy, Debug)]
pub struct Key<'t> {
    /// The bytes between the quotes. They contain no needless escapes, so equal keys are equal bytes.
    pub bytes: &'t [u8],
    /// The offset of the opening quote.
    pub(crate) at: u32,
    /// The offset that `at` would have if only the colon were between the key and what follows. Equal to `at`
    /// unless there is white space before the colon.
    pub(super) base: u32,
}

impl Key<'_> {
    /// The offsets of the first byte of the key and of one past the last.
    #[inline(always)]
    pub(super) fn range(self) -> [u32; 2] {
        let start = self.at + 1;
        [start, start + self.bytes.len() as u32]
    }
}

/// A plain key of at most fifteen bytes, if there is one after the first two bytes of the window and these
/// are `before`. The window fixes the length of the text, so no access is bounds-checked.
///
/// Only the quote is searched for: a key that equals the name of a field needs no validation, and
/// [`Decoder::verified`] validates any other.
#[inline(always)]
pub(super) fn plain_key<'t>(window: &'t [u8; 19], before: &[u8; 2]) -> Option<&'t [u8]> {
    let (start, rest) = window.split_first_chunk::<2>()?;
    // Both bytes are compared in one step.
    if start != before {
        return None;
    }
    let rest: &[u8; 17] = rest.first_chunk()?;
    let (block, _) = rest.split_first_chunk::<16>()?;
    let length = scan::bytes_to_quote(block).filter(|length| rest[length + 1] == b':')?;
    Some(&rest[..length])
}

impl<'t, 'p> Decoder<'t, 'p> {
    /// Reads the first key, with the brace before it and the colon after it; `None` after the closing brace.
    ///
    /// The usual case is inlined and does not move the decoder: the caller moves past the key (`pass_key`).
    /// The length of a field's name is a constant there, so the next read does not have to wait for it.
    #[inline(always)]
    pub fn first_key(&mut self) -> DecodeResult<Option<Key<'t>>> {
        let at = self.place() as u32 + 1;
        if let Some(bytes) = self.window().and_then(|window| plain_key(window, b"{\"")) {
            return Ok(Some(Key { bytes, at, base: at }));
        }
        let key = self.unusual_first_key();
        self.key_or_end(key)
    }

    /// Reads the key after a member; `None` after the closing brace.
    #[inline(always)]
    pub fn next_key(&mut self) -> DecodeResult<Option<Key<'t>>> {
        let at = self.place() as u32 + 1;
        let window = self.window::<19>();
        if let Some(bytes) = window.and_then(|window| plain_key(window, b",\"")) {
            return Ok(Some(Key { bytes, at, base: at }));
        }
        if let Some([b'}', ..]) = window {
            self.at = self.place() + 1;
            self.levels += 1;
            return Ok(None);
        }
        let key = self.unusual_key();
        self.key_or_end(key)
    }

    /// Reads the next key in loops that are not generated. `first` says whether it is the first one.
    pub(crate) fn key(&mut self, first: &mut bool) -> DecodeResult<Option<Key<'t>>> {
        if core::mem::replace(first, false) { self.first_key() } else { self.next_key() }
    }

    /// Reads the next key of a map, validated; `None` after the closing brace. Such keys are often long, as
    /// those of labels are, so one search finds both their end and bytes that need more care.
    pub(super) fn map_key(&mut self, first: bool) -> DecodeResult<Option<Key<'t>>> {
        let (text, at) = (self.text, self.place() + 1);
        let before = if first { b"{\"" } else { b",\"" };
        if self.window::<2>() == Some(before) {
            let end = scan::special(text, at + 1);
            if text.get(end..end + 2) == Some(b"\":") {
                let (bytes, at) = (text.get(at + 1..end).unwrap_or_default(), at as u32);
                return Ok(Some(Key { bytes, at, base: at }));
            }
        }
        match if first { self.first_key()? } else { self.next_key()? } {
            Some(key) => self.verified(key).map(Some),
            None => Ok(None),
        }
    }

    #[inline(always)]
    pub(super) fn key_or_end(&mut self, bytes: Option<&'t [u8]>) -> DecodeResult<Option<Key<'t>>> {
        match bytes {
            Some(bytes) => Ok(Some(Key { bytes, at: self.key_at, base: self.key_base })),
            None if self.halt == StopReason::Nothing => Ok(None),
            None => Err(DecodeError),
        }
    }

    /// Moves past the colon of a key.
    #[inline(always)]
    pub(crate) fn pass_key(&mut self, key: Key<'t>) {
        self.at = key.base as usize + key.bytes.len() + 3;
    }

    #[inline(never)]
    pub(super) fn unusual_first_key(&mut self) -> Option<&'t [u8]> {
        // The brace.
        self.at += 1;
        match self.peek() {
            b'"' => self.irregular_key(self.at + 1),
            b'}' => self.end_of_object(),
            _ => self.no_key(),
        }
    }

    /// A long key, one with white space around it, the end of an object, or malformed text.
    #[inline(never)]
    fn unusual_key(&mut self) -> Option<&'t [u8]> {
        if let Some(key) = self.long_key() {
            return Some(key);
        }
        match self.peek() {
            b',' => {
                self.at += 1;
                match self.peek() {
                    b'"' => self.irregular_key(self.at + 1),
                    _ => self.no_key(),
                }
            }
            b'}' => self.end_of_object(),
            _ => self.no_key(),
        }
    }

    /// A key of sixteen to 31 bytes after a comma, found as [`plain_key`] finds shorter ones: only its quote
    /// is searched.
    #[inline(always)]
    fn long_key(&mut self) -> Option<&'t [u8]> {
        let at = self.place();
        let window = self.window::<35>()?;
        let (start, rest) = window.split_first_chunk::<2>()?;
        let (first, rest) = rest.split_first_chunk::<16>()?;
        let rest: &[u8; 17] = rest.first_chunk()?;
        let (second, _) = rest.split_first_chunk::<16>()?;
        if start != b",\"" || scan::bytes_to_quote(first).is_some() {
            return None;
        }
        let length = scan::bytes_to_quote(second).filter(|length| rest[length + 1] == b':')?;
        self.key_at = at as u32 + 1;
        self.key_base = self.key_at;
        window.get(2..18 + length)
    }

    /// Moves past the closing brace, if it is next.
    #[inline(always)]
    pub(super) fn ends_object(&mut self) -> bool {
        let ends = self.byte() == b'}';
        if ends {
            self.end_of_object();
        }
        ends
    }

    #[inline(always)]
    fn end_of_object(&mut self) -> Option<&'t [u8]> {
        self.at += 1;
        self.levels += 1;
        None
    }

    /// A key that is long, has escapes, is followed by white space, or is near the end of the text.
    #[inline(never)]
    fn irregular_key(&mut self, start: usize) -> Option<&'t [u8]> {
        let end = scan::special(self.text, start);
        // A long key is mostly a plain one.
        if self.text.get(end..end + 2) != Some(b"\":") {
            return self.odd_key(start, end);
        }
        self.at = end + 1;
        self.key_at = start as u32 - 1;
        self.key_base = self.key_at;
        self.text.get(start..end)
    }

    /// A key that has more than plain bytes, the first of them at `special`, or is followed by white space.
    #[inline(never)]
    fn odd_key(&mut self, start: usize, special: usize) -> Option<&'t [u8]> {
        let text = self.text;
        let end = scan::string_end(text, special);
        if text.get(end) != Some(&b'"') {
            return self.no_key();
        }
        self.at = end + 1;
        if self.peek() != b':' {
            return self.no_key();
        }
        self.key_at = start as u32 - 1;
        self.key_base = self.key_at + (self.at - end) as u32 - 1;
        text.get(start..end)
    }

    #[cold]
    fn no_key(&mut self) -> Option<&'t [u8]> {
        let _ = self.refuse::<()>();
        None
    }

    /// Whether a key is certainly plain: if the sixteen bytes from its first on are plain up to a quote, that
    /// quote ends it.
    #[inline(always)]
    pub(super) fn is_short_and_plain(&self, key: Key<'t>) -> bool {
        let start = key.at as usize + 1;
        let plain = self.text.get(start..).and_then(<[u8]>::first_chunk).and_then(scan::plain_bytes);
        plain == Some(key.bytes.len())
    }

    /// Validates a key that is not the name of a field.
    #[inline]
    pub(crate) fn verified(&mut self, key: Key<'t>) -> DecodeResult<Key<'t>> {
        if self.is_short_and_plain(key) || scan::special(key.bytes, 0) == key.bytes.len() {
            Ok(key)
        } else {
            self.verify(key)
        }
    }

    #[cold]
    #[inline(never)]
    fn verify(&mut self, key: Key<'t>) -> DecodeResult<Key<'t>> {
        // The quote that was found may be escaped.
        let Some(bytes) = self.irregular_key(key.at as usize + 1) else { return Err(DecodeError) };
        if bytes.iter().any(|byte| *byte < 0x20) {
            return self.refuse();
        }
        if !crdc_object::json::normalize::is_canonical(bytes) {
            return self.ask_normalize();
        }
        Ok(Key { bytes, at: key.at, base: self.key_base })
    }
}
