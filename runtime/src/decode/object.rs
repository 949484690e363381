//! Decodes objects and maps: which fields are present, and which are missing. Keys are in `key.rs`.

use super::key::{Key, plain_key};
use super::{DecodeResult, Decoder, Member, Shape};
use crate::error::Rule;
use crdc_object::tape::{CHANGED, DEAD, Kind, MAP_KEY, NO_FIELD, PRUNED, dedup, present};

/// An object that is being decoded. `N` words hold one bit per field of its schema.
// Calls get copies of its fields, never a reference to it, so that it stays in registers.
#[derive(Debug)]
pub struct Object<const N: usize> {
    pub(crate) at: u32,
    /// Start and end of the last key that is not a field of the schema; 0 before there is one.
    pub(super) others: [u32; 2],
    pub(super) seen: [u64; N],
}

/// Whether the bit of a field is set.
#[inline(always)]
pub(super) fn has(seen: &[u64], field: u16) -> bool {
    seen.get(usize::from(field) / 64).is_some_and(|word| word & (1 << (field % 64)) != 0)
}

impl<const N: usize> Object<N> {
    /// An object that is not open yet.
    #[inline(always)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Object { at: 0, others: [0; 2], seen: [0; N] }
    }
}

impl<'t, 'p> Decoder<'t, 'p> {
    /// Opens an object and reads its first key, as [`Decoder::first_key`] does. Any other value is handled
    /// here and returns `None`.
    #[inline(always)]
    pub fn object<const N: usize>(
        &mut self,
        object: &mut Object<N>,
        member: Member,
        shape: &'p Shape<'p>,
    ) -> DecodeResult<Option<Option<Key<'t>>>> {
        let at = self.place() as u32 + 1;
        if let Some(bytes) = self.window().and_then(|window| plain_key(window, b"{\"")) {
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

    /// Opens an object; its brace must be next. [`Decoder::first_key`] skips the brace.
    #[inline(always)]
    pub fn open_object<const N: usize>(&mut self, object: &mut Object<N>, member: Member) -> DecodeResult {
        self.descend()?;
        let at = self.place();
        object.at = self.push(member, Kind::Object, at, 0);
        // `at` has this value already, but now the compiler knows it.
        self.at = at;
        Ok(())
    }

    /// Records that the key is the field with number `field`.
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
        self.note_irregular();
        self.note_change();
    }

    /// Like `field`, for the key of a list map: also records its position.
    #[inline(always)]
    pub fn key_field<const N: usize>(&mut self, object: &mut Object<N>, key: Key<'t>, field: u16) -> Member {
        self.keyed = (object.at, self.mark());
        self.field(object, key, field)
    }

    /// Like `field`, for the replicas of the scale subresource: also records their position.
    #[inline(always)]
    pub fn replicas_field<const N: usize>(
        &mut self,
        object: &mut Object<N>,
        key: Key<'t>,
        field: u16,
    ) -> Member {
        self.side.replicas = self.mark();
        self.field(object, key, field)
    }

    /// Like `field`, for a key of a map that has a number because it is required.
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

    /// Records the key of a map. There can be duplicates only if keys are not in ascending order; this is
    /// resolved at the end of the object.
    #[inline(always)]
    pub fn entry<const N: usize>(&mut self, object: &mut Object<N>, key: Key<'t>) -> DecodeResult<Member> {
        let mut last = object.others;
        self.other_key(&mut last, key.bytes, key.at, key.base)?;
        object.others = last;
        Ok(Member { key: key.at, field: NO_FIELD })
    }

    // Takes the parts of a key, since a whole one would be built on the stack for every key. The first key of
    // an object is not compared with others, so that it needs no calls and no stack.
    #[inline(never)]
    fn other_key(&mut self, last: &mut [u32; 2], bytes: &'t [u8], at: u32, base: u32) -> DecodeResult {
        let key = Key { bytes, at, base };
        if *last == [0; 2] && self.is_short_and_plain(key) {
            self.pass_key(key);
            *last = key.range();
            return Ok(());
        }
        self.later_key(last, bytes, at, base)
    }

    #[inline(never)]
    fn later_key(&mut self, last: &mut [u32; 2], bytes: &'t [u8], at: u32, base: u32) -> DecodeResult {
        let key = self.verified(Key { bytes, at, base })?;
        self.pass_map_key(last, key);
        Ok(())
    }

    /// Like [`Decoder::entry`], for a key that was validated.
    pub(super) fn verified_entry<const N: usize>(&mut self, object: &mut Object<N>, key: Key<'t>) -> Member {
        self.pass_map_key(&mut object.others, key);
        Member { key: key.at, field: NO_FIELD }
    }

    #[inline(always)]
    fn pass_map_key(&mut self, last: &mut [u32; 2], key: Key<'t>) {
        self.pass_key(key);
        let [start, end] = *last;
        if start != 0 {
            let previous = self.text.get(start as usize..end as usize).unwrap_or(b"");
            if previous >= key.bytes {
                self.note_irregular();
            }
        }
        *last = key.range();
    }

    /// Decodes the value of an unknown key and prunes it.
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
        self.other_key(last, bytes, at, base)?;
        let member = Member { key: at, field: NO_FIELD };
        if self.options.verbatim { self.any(member) } else { self.prune(member) }
    }

    /// Decodes a value and flags it as pruned.
    #[cold]
    pub(crate) fn prune(&mut self, member: Member) -> DecodeResult {
        let at = self.mark();
        self.any(member)?;
        if let Some(entry) = self.tape.get_mut(at as usize) {
            entry.flags |= DEAD | PRUNED;
        }
        self.side.pruned += 1;
        self.note_change();
        Ok(())
    }

    /// Decodes the value of an unknown key and preserves it.
    #[inline(always)]
    pub fn preserve<const N: usize>(&mut self, object: &mut Object<N>, key: Key<'t>) -> DecodeResult {
        let member = self.entry(object, key)?;
        self.any(member)
    }

    /// Ends an object after its last member. Defaults may be added after that.
    #[inline(always)]
    pub fn end<const N: usize>(&mut self, object: &mut Object<N>) {
        let end = self.at as u32;
        if let Some(entry) = self.tape.get_mut(object.at as usize) {
            entry.end = end;
        }
        if self.latest.irregular_in(object.at) {
            self.dedup(object);
        }
    }

    #[inline(always)]
    fn dedup<const N: usize>(&mut self, object: &mut Object<N>) {
        let mut seen = object.seen;
        self.settle_fields(object.at, &mut seen);
        object.seen = seen;
    }

    /// Handles duplicate keys and dropped nulls: computes again which fields are present.
    #[cold]
    #[inline(never)]
    fn settle_fields(&mut self, at: u32, seen: &mut [u64]) {
        let texts = super::texts(self.text, self.defaults, &self.side.fragments);
        let died = dedup(&mut self.tape, texts, at, &mut self.side.order);
        if died > 0 {
            self.side.repeated += died;
            self.note_change();
            self.note_irregular();
        }
        present(&self.tape, at, seen);
    }

    /// Closes an object. Only now can the tape be walked across it.
    #[inline(always)]
    pub fn close<const N: usize>(&mut self, object: &Object<N>) {
        let next = self.mark();
        let changed = self.latest.change_in(object.at);
        if let Some(entry) = self.tape.get_mut(object.at as usize) {
            entry.next = next;
            if changed {
                entry.flags |= CHANGED;
            }
        }
    }

    /// Ends and closes an object without defaults.
    #[inline(always)]
    pub fn finish<const N: usize>(&mut self, object: &mut Object<N>) {
        let (end, next) = (self.at as u32, self.mark());
        if let Some(entry) = self.tape.get_mut(object.at as usize) {
            entry.end = end;
            entry.next = next;
        }
        if self.latest.any_in(object.at) {
            let mut seen = object.seen;
            self.finish_eventful(object.at, &mut seen);
            object.seen = seen;
        }
    }

    /// Ends and closes an object in which something happened.
    #[cold]
    #[inline(never)]
    fn finish_eventful(&mut self, at: u32, seen: &mut [u64]) {
        if self.latest.irregular_in(at) {
            self.settle_fields(at, seen);
        }
        if self.latest.change_in(at)
            && let Some(entry) = self.tape.get_mut(at as usize)
        {
            entry.flags |= CHANGED;
        }
    }

    #[cold]
    #[inline(never)]
    fn raise_missing(&mut self, at: u32, seen: &[u64], required: &'p [(u16, Rule<'p>)]) {
        for (field, rule) in required {
            if !has(seen, *field) {
                self.raise_at(at, rule);
            }
        }
    }

    /// The number of members of the stored object.
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
    /// Whether all fields of a bit set are present.
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

    /// Whether a field is present.
    #[inline(always)]
    pub fn has(&self, field: u16) -> bool {
        has(&self.seen, field)
    }

    /// Records that this object breaks `rule`.
    #[inline(always)]
    pub fn raise<'p>(&self, decoder: &mut Decoder<'_, 'p>, rule: &'p Rule<'p>) {
        decoder.raise_at(self.at, rule);
    }

    /// Records each missing field of a table, which has field numbers and rules.
    #[inline(always)]
    pub fn missing<'p>(&self, decoder: &mut Decoder<'_, 'p>, required: &'p [(u16, Rule<'p>)]) {
        let seen = self.seen;
        decoder.raise_missing(self.at, &seen, required);
    }

    /// Validates this closed object against an `enum`.
    #[inline(always)]
    pub fn check_values<'p>(&self, decoder: &mut Decoder<'_, 'p>, rule: &'p Rule<'p>) {
        decoder.check_values(self.at, rule);
    }
}
