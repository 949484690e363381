//! Objects and maps: keys one after the other, which fields were there, what is missing.

use super::{Decoder, Halt, Member, Shape, Step, Why};
use crate::error::Rule;
use crate::json::scan;
use crate::tape::{CHANGED, DEAD, Kind, MAP_KEY, NO_FIELD, PRUNED, present, settle};

/// An object that is being decoded. `N` words hold one bit per field of its schema.
// Nothing that is called is given a reference to one, only copies of what is in it: so it stays in
// registers, and not on the stack.
#[derive(Debug)]
pub struct Object<const N: usize> {
    pub(crate) at: u32,
    changes: u32,
    irregular: u32,
    /// Where the last key that is no field of the schema begins and ends; 0 before there is one.
    others: [u32; 2],
    pub(super) seen: [u64; N],
}

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
    base: u32,
}

/// A key with nothing unusual about it, of at most fifteen bytes, which begins the window, if it is
/// one. The text is measured once, since every place looked at is within the window.
///
/// Nothing but the quote is looked for: a key that equals a field's name is that name, and any
/// other is looked at closely by [`Decoder::verified`].
#[inline(always)]
fn plain_key(window: &[u8; 17]) -> Option<&[u8]> {
    let (block, _) = window.split_first_chunk::<16>()?;
    let length = scan::bytes_to_quote(block).filter(|length| window[length + 1] == b':')?;
    Some(&window[..length])
}

/// Whether a field is among those that were seen.
#[inline(always)]
pub(super) fn has(seen: &[u64], field: u16) -> bool {
    seen.get(usize::from(field) / 64).is_some_and(|word| word & (1 << (field % 64)) != 0)
}

impl<const N: usize> Object<N> {
    /// An object that is yet to be opened.
    #[inline(always)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Object { at: 0, changes: 0, irregular: 0, others: [0; 2], seen: [0; N] }
    }
}

impl<'t> Decoder<'t> {
    /// Opens an object and reads its first key, as [`Decoder::first_key`] does; anything else is dealt
    /// with here and gives nothing.
    #[inline(always)]
    pub fn object<const N: usize>(
        &mut self,
        object: &mut Object<N>,
        member: Member,
        shape: &'static Shape,
    ) -> Step<Option<Option<Key<'t>>>> {
        let at = self.place() as u32 + 1;
        if let Some([b'{', b'"', rest @ ..]) = self.window::<19>()
            && let Some(bytes) = plain_key(rest)
        {
            self.open_object(object, member)?;
            return Ok(Some(Some(Key { bytes, at, base: at })));
        }
        if self.peek() != b'{' {
            self.unexpected(member, shape)?;
            return Ok(None);
        }
        self.open_object(object, member)?;
        let key = self.unusual_first_key();
        self.key_or_end(key).map(Some)
    }

    /// Opens an object whose brace is known to be next; [`Decoder::first_key`] goes over it.
    #[inline(always)]
    pub fn open_object<const N: usize>(&mut self, object: &mut Object<N>, member: Member) -> Step {
        object.changes = self.changes;
        object.irregular = self.irregular;
        if self.tape.len() == self.tape.capacity() || self.depth >= super::MAX_DEPTH {
            self.make_room()?;
        }
        self.depth += 1;
        let at = self.place();
        object.at = self.push(member, Kind::Object, at, at);
        // It stands there already; but whoever reads on from here knows it now.
        self.at = at;
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn make_room(&mut self) -> Step {
        if self.depth >= super::MAX_DEPTH {
            return self.refuse();
        }
        self.tape.reserve(1);
        Ok(())
    }

    /// The first key, with the brace before it and the colon behind it; `None` after the closing
    /// brace.
    ///
    /// What is usual stands in line, and leaves the decoder where it is: whoever takes the key goes
    /// behind it (`pass_key`). How long a field's name is, is then a constant and not a figure that
    /// the next read has to wait for.
    #[inline(always)]
    pub fn first_key(&mut self) -> Step<Option<Key<'t>>> {
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
    pub fn next_key(&mut self) -> Step<Option<Key<'t>>> {
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
    pub(crate) fn key(&mut self, first: &mut bool) -> Step<Option<Key<'t>>> {
        if core::mem::replace(first, false) { self.first_key() } else { self.next_key() }
    }

    #[inline(always)]
    fn key_or_end(&mut self, bytes: Option<&'t [u8]>) -> Step<Option<Key<'t>>> {
        match bytes {
            Some(bytes) => Ok(Some(Key { bytes, at: self.key_at, base: self.key_base })),
            None if self.halt == Why::Nothing => Ok(None),
            None => Err(Halt),
        }
    }

    /// Goes behind the colon of a key.
    #[inline(always)]
    pub(crate) fn pass_key(&mut self, key: Key<'t>) {
        self.at = key.base as usize + key.bytes.len() + 3;
    }

    #[inline(never)]
    fn unusual_first_key(&mut self) -> Option<&'t [u8]> {
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
    pub(crate) fn verified(&mut self, key: Key<'t>) -> Step<Key<'t>> {
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
    fn verify(&mut self, key: Key<'t>) -> Step<Key<'t>> {
        // The quote that was found may be an escaped one.
        let Some(bytes) = self.irregular_key(key.at as usize + 1) else { return Err(Halt) };
        if bytes.iter().any(|byte| *byte < 0x20) {
            return self.refuse();
        }
        if !crate::json::normalise::is_canonical(bytes) {
            return self.ask_normalise();
        }
        Ok(Key { bytes, at: key.at, base: self.key_base })
    }

    /// Notes that the key is the schema's field number `field`.
    #[inline(always)]
    pub fn field<const N: usize>(&mut self, object: &mut Object<N>, key: Key<'t>, field: u16) -> Member {
        self.pass_key(key);
        let bit = 1u64 << (field % 64);
        if let Some(word) = object.seen.get_mut(usize::from(field) / 64) {
            if *word & bit != 0 {
                self.repeated_field();
            }
            *word |= bit;
        }
        Member { key: key.at, field }
    }

    #[cold]
    #[inline(never)]
    fn repeated_field(&mut self) {
        self.irregular += 1;
        self.changes += 1;
    }

    /// The same for a field that is the key of a list map: takes down where it stands.
    #[inline(always)]
    pub fn key_field<const N: usize>(&mut self, object: &mut Object<N>, key: Key<'t>, field: u16) -> Member {
        self.keyed = (object.at, self.mark());
        self.field(object, key, field)
    }

    /// The same as `field` for a key of a map that has a number because it is required.
    #[inline]
    pub fn required_key<const N: usize>(
        &mut self,
        object: &mut Object<N>,
        key: Key<'t>,
        field: u16,
    ) -> Member {
        let member = self.field(object, key, field);
        Member { field: member.field | MAP_KEY, ..member }
    }

    /// Notes a key that is not a field: a key of a map. Two of them may be equal only where
    /// they do not ascend; that is worked out at the end.
    #[inline(always)]
    pub fn entry<const N: usize>(&mut self, object: &mut Object<N>, key: Key<'t>) -> Step<Member> {
        let mut last = object.others;
        let member = self.other_key(&mut last, key.bytes, key.at, key.base);
        object.others = last;
        member
    }

    // The parts of a key and not the whole, which would be put together on the stack for every key.
    #[inline(never)]
    fn other_key(&mut self, last: &mut [u32; 2], bytes: &'t [u8], at: u32, base: u32) -> Step<Member> {
        let key = self.verified(Key { bytes, at, base })?;
        self.pass_key(key);
        let [start, end] = *last;
        if start != 0 {
            let previous = self.text.get(start as usize..end as usize).unwrap_or(b"");
            if previous >= key.bytes {
                self.irregular += 1;
            }
        }
        let start = key.at + 1;
        *last = [start, start + key.bytes.len() as u32];
        Ok(Member { key: key.at, field: NO_FIELD })
    }

    /// Decodes the value of a key that the schema does not know, and prunes it.
    #[inline(always)]
    pub fn unknown<const N: usize>(&mut self, object: &mut Object<N>, key: Key<'t>) -> Step {
        let mut last = object.others;
        let done = self.unknown_key(&mut last, key.bytes, key.at, key.base);
        object.others = last;
        done
    }

    #[cold]
    #[inline(never)]
    fn unknown_key(&mut self, last: &mut [u32; 2], bytes: &'t [u8], at: u32, base: u32) -> Step {
        let member = self.other_key(last, bytes, at, base)?;
        if self.verbatim { self.any(member) } else { self.prune(member) }
    }

    /// Decodes a value that is not stored.
    #[cold]
    pub(crate) fn prune(&mut self, member: Member) -> Step {
        let at = self.mark();
        self.any(member)?;
        if let Some(entry) = self.tape.get_mut(at as usize) {
            entry.flags |= DEAD | PRUNED;
        }
        self.pruned += 1;
        self.changes += 1;
        Ok(())
    }

    /// Decodes the value of a key that the schema does not know, and keeps it as it is.
    #[inline(always)]
    pub fn preserve<const N: usize>(&mut self, object: &mut Object<N>, key: Key<'t>) -> Step {
        let member = self.entry(object, key)?;
        self.any(member)
    }

    /// Ends an object whose members have all been decoded; defaults may be added after it.
    #[inline(always)]
    pub fn end<const N: usize>(&mut self, object: &mut Object<N>) {
        let end = self.at as u32;
        if let Some(entry) = self.tape.get_mut(object.at as usize) {
            entry.end = end;
        }
        if self.irregular != object.irregular {
            self.settle(object);
        }
    }

    #[inline(always)]
    fn settle<const N: usize>(&mut self, object: &mut Object<N>) {
        let mut seen = object.seen;
        self.settle_fields(object.at, &mut seen);
        object.seen = seen;
    }

    /// Repeated keys and dropped nulls: which fields are there is worked out again.
    #[cold]
    #[inline(never)]
    fn settle_fields(&mut self, at: u32, seen: &mut [u64]) {
        let texts = super::texts(self.text, self.origin, self.defaults, &self.fragments);
        let died = settle(&mut self.tape, texts, at, &mut self.order);
        if died > 0 {
            self.repeated += died;
            self.changes += 1;
            self.irregular += 1;
        }
        present(&self.tape, at, seen);
    }

    /// Closes an object for good: from now on the tape can be walked across it.
    #[inline(always)]
    pub fn close<const N: usize>(&mut self, object: &Object<N>) {
        let next = self.mark();
        let changed = self.changes != object.changes;
        if let Some(entry) = self.tape.get_mut(object.at as usize) {
            entry.next = next;
            if changed {
                entry.flags |= CHANGED;
            }
        }
    }

    /// Ends and closes an object to which nothing is added.
    #[inline(always)]
    pub fn finish<const N: usize>(&mut self, object: &mut Object<N>) {
        if self.irregular != object.irregular {
            self.settle(object);
        }
        let (end, next) = (self.at as u32, self.mark());
        let changed = self.changes != object.changes;
        if let Some(entry) = self.tape.get_mut(object.at as usize) {
            entry.end = end;
            entry.next = next;
            if changed {
                entry.flags |= CHANGED;
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn raise_missing(&mut self, at: u32, seen: &[u64], required: &'static [(u16, Rule)]) {
        for (field, rule) in required {
            if !has(seen, *field) {
                self.raise_at(at, rule);
            }
        }
    }

    /// How many members the stored object has.
    #[inline(always)]
    pub fn count<const N: usize>(&self, object: &Object<N>) -> i64 {
        self.count_members(object.at)
    }

    fn count_members(&self, at: u32) -> i64 {
        let mut count = 0;
        let mut at = at as usize + 1;
        while let Some(entry) = self.tape.get(at) {
            count += i64::from(!entry.is_dead());
            at = if entry.is_container() { (entry.next as usize).max(at + 1) } else { at + 1 };
        }
        count
    }
}

impl<const N: usize> Object<N> {
    /// Whether every field of a set was there: `fields` has a bit for each.
    #[inline(always)]
    pub fn has_all(&self, fields: [u64; N]) -> bool {
        if let (1, Some(seen), Some(&wanted)) = (N, self.seen.first(), fields.first()) {
            return seen & wanted == wanted;
        }
        let mut all = true;
        for (seen, wanted) in self.seen.iter().zip(fields) {
            all &= seen & wanted == wanted;
        }
        all
    }

    /// Whether a field was there.
    #[inline(always)]
    pub fn has(&self, field: u16) -> bool {
        has(&self.seen, field)
    }

    /// Takes down that this object breaks `rule`.
    #[inline(always)]
    pub fn raise(&self, decoder: &mut Decoder<'_>, rule: &'static Rule) {
        decoder.raise_at(self.at, rule);
    }

    /// Takes down each missing field of a table of names by number.
    #[inline(always)]
    pub fn missing(&self, decoder: &mut Decoder<'_>, required: &'static [(u16, Rule)]) {
        let seen = self.seen;
        decoder.raise_missing(self.at, &seen, required);
    }

    /// Asks an `enum` of this object, which is closed.
    #[inline(always)]
    pub fn check_values(&self, decoder: &mut Decoder<'_>, rule: &'static Rule) {
        decoder.check_values(self.at, rule);
    }
}
