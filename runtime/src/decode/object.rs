//! Objects and maps: which fields were there, what is missing; their keys are in `key.rs`.

use super::key::{Key, plain_key};
use super::{DecodeResult, Decoder, Member, Shape};
use crate::error::Rule;
use crate::tape::{CHANGED, DEAD, Kind, MAP_KEY, NO_FIELD, PRUNED, dedup, present};

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
    ) -> DecodeResult<Option<Option<Key<'t>>>> {
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
    pub fn open_object<const N: usize>(&mut self, object: &mut Object<N>, member: Member) -> DecodeResult {
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
    fn make_room(&mut self) -> DecodeResult {
        if self.depth >= super::MAX_DEPTH {
            return self.refuse();
        }
        self.tape.reserve(1);
        Ok(())
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
    pub fn entry<const N: usize>(&mut self, object: &mut Object<N>, key: Key<'t>) -> DecodeResult<Member> {
        let mut last = object.others;
        let member = self.other_key(&mut last, key.bytes, key.at, key.base);
        object.others = last;
        member
    }

    // The parts of a key and not the whole, which would be put together on the stack for every key.
    #[inline(never)]
    fn other_key(
        &mut self,
        last: &mut [u32; 2],
        bytes: &'t [u8],
        at: u32,
        base: u32,
    ) -> DecodeResult<Member> {
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
    pub fn unknown<const N: usize>(&mut self, object: &mut Object<N>, key: Key<'t>) -> DecodeResult {
        let mut last = object.others;
        let done = self.unknown_key(&mut last, key.bytes, key.at, key.base);
        object.others = last;
        done
    }

    #[cold]
    #[inline(never)]
    fn unknown_key(&mut self, last: &mut [u32; 2], bytes: &'t [u8], at: u32, base: u32) -> DecodeResult {
        let member = self.other_key(last, bytes, at, base)?;
        if self.verbatim { self.any(member) } else { self.prune(member) }
    }

    /// Decodes a value that is not stored.
    #[cold]
    pub(crate) fn prune(&mut self, member: Member) -> DecodeResult {
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
    pub fn preserve<const N: usize>(&mut self, object: &mut Object<N>, key: Key<'t>) -> DecodeResult {
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
            self.dedup(object);
        }
    }

    #[inline(always)]
    fn dedup<const N: usize>(&mut self, object: &mut Object<N>) {
        let mut seen = object.seen;
        self.settle_fields(object.at, &mut seen);
        object.seen = seen;
    }

    /// Repeated keys and dropped nulls: which fields are there is worked out again.
    #[cold]
    #[inline(never)]
    fn settle_fields(&mut self, at: u32, seen: &mut [u64]) {
        let texts = super::texts(self.text, self.origin, self.defaults, &self.fragments);
        let died = dedup(&mut self.tape, texts, at, &mut self.order);
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
            self.dedup(object);
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
