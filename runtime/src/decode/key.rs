//! Keys: one after the other, with what stands between them, as far as the colon.
//!
//! In: the text behind a brace or a member. Out: the bytes of a key, or that the object ends. Easy to
//! break: a key is looked at closely only where it is no field's name ([`Decoder::verified`]), and
//! whoever takes a key goes behind it ([`Decoder::pass_key`]).

use super::{DecodeError, DecodeResult, Decoder, StopReason};
use crate::json::scan;

/// A key between its quotes, as written, and its place.
#[derive(Clone, Copy, Debug)]
pub struct Key<'t> {
    /// The bytes between the quotes. A needless escape never stands in them, so equal keys
    /// are equal bytes.
    pub bytes: &'t [u8],
    /// Where the quote stands that opens it.
    pub(crate) at: u32,
    /// Where that would stand if nothing but the colon were between the key and what follows: the
    /// same, unless white space comes before the colon.
    pub(super) base: u32,
}

/// A key with nothing unusual about it, of at most fifteen bytes, which begins the window, if it is
/// one. The text is measured once, since every place looked at is within the window.
///
/// Nothing but the quote is looked for: a key that equals a field's name is that name, and any
/// other is looked at closely by [`Decoder::verified`].
#[inline(always)]
pub(super) fn plain_key(window: &[u8; 17]) -> Option<&[u8]> {
    let (block, _) = window.split_first_chunk::<16>()?;
    let length = scan::bytes_to_quote(block).filter(|length| window[length + 1] == b':')?;
    Some(&window[..length])
}

impl<'t> Decoder<'t> {
    /// The first key, with the brace before it and the colon behind it; `None` after the closing
    /// brace.
    ///
    /// What is usual stands in line, and leaves the decoder where it is: whoever takes the key goes
    /// behind it (`pass_key`). How long a field's name is, is then a constant and not a figure that
    /// the next read has to wait for.
    #[inline(always)]
    pub fn first_key(&mut self) -> DecodeResult<Option<Key<'t>>> {
        let at = self.place() as u32 + 1;
        if let Some([b'{', b'"', rest @ ..]) = self.window::<19>()
            && let Some(bytes) = plain_key(rest)
        {
            return Ok(Some(Key { bytes, at, base: at }));
        }
        let key = self.unusual_first_key();
        self.key_or_end(key)
    }

    /// The key after a member; `None` after the closing brace.
    #[inline(always)]
    pub fn next_key(&mut self) -> DecodeResult<Option<Key<'t>>> {
        let at = self.place() as u32 + 1;
        let window = self.window::<19>();
        if let Some([b',', b'"', rest @ ..]) = window
            && let Some(bytes) = plain_key(rest)
        {
            return Ok(Some(Key { bytes, at, base: at }));
        }
        if let Some([b'}', ..]) = window {
            self.at = self.place() + 1;
            self.depth -= 1;
            return Ok(None);
        }
        let key = self.unusual_key();
        self.key_or_end(key)
    }

    /// The next key in a loop that is not generated: the first one where `first` says so.
    pub(crate) fn key(&mut self, first: &mut bool) -> DecodeResult<Option<Key<'t>>> {
        if core::mem::replace(first, false) { self.first_key() } else { self.next_key() }
    }

    #[inline(always)]
    pub(super) fn key_or_end(&mut self, bytes: Option<&'t [u8]>) -> DecodeResult<Option<Key<'t>>> {
        match bytes {
            Some(bytes) => Ok(Some(Key { bytes, at: self.key_at, base: self.key_base })),
            None if self.halt == StopReason::Nothing => Ok(None),
            None => Err(DecodeError),
        }
    }

    /// Goes behind the colon of a key.
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

    /// A long key, one with white space around it, the end of an object, or something malformed.
    #[inline(never)]
    fn unusual_key(&mut self) -> Option<&'t [u8]> {
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

    #[inline(always)]
    fn end_of_object(&mut self) -> Option<&'t [u8]> {
        self.at += 1;
        self.depth -= 1;
        None
    }

    /// A key that is long, has escapes in it or white space behind it, or stands near the end.
    #[inline(never)]
    fn irregular_key(&mut self, start: usize) -> Option<&'t [u8]> {
        let text = self.text;
        let end = scan::key_end(text, start);
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

    /// A key that is no field's name, once it is sure that it is well formed.
    #[inline]
    pub(crate) fn verified(&mut self, key: Key<'t>) -> DecodeResult<Key<'t>> {
        let start = key.at as usize + 1;
        // Where the first sixteen bytes are plain up to a quote, that is the key's own.
        let short = self.text.get(start..).and_then(<[u8]>::first_chunk).and_then(scan::plain_bytes);
        if short == Some(key.bytes.len()) || scan::special(key.bytes, 0) == key.bytes.len() {
            Ok(key)
        } else {
            self.verify(key)
        }
    }

    #[cold]
    #[inline(never)]
    fn verify(&mut self, key: Key<'t>) -> DecodeResult<Key<'t>> {
        // The quote that was found may be an escaped one.
        let Some(bytes) = self.irregular_key(key.at as usize + 1) else { return Err(DecodeError) };
        if bytes.iter().any(|byte| *byte < 0x20) {
            return self.refuse();
        }
        if !crate::json::normalise::is_canonical(bytes) {
            return self.ask_normalise();
        }
        Ok(Key { bytes, at: key.at, base: self.key_base })
    }
}
