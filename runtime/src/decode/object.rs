//! Objects and maps: keys one after the other, which fields were there, what is missing.

use super::{Decoder, Member, Shape, Step};
use crate::error::Rule;
use crate::json::scan;
use crate::tape::{CHANGED, DEAD, Kind, NO_FIELD, PRUNED, present, settle};

/// An object that is being decoded. `N` words hold one bit per field of its schema.
#[derive(Debug)]
pub struct Object<const N: usize> {
    pub(crate) at: u32,
    changes: u32,
    irregular: u32,
    seen: [u64; N],
    /// Members so far that are not fields of the schema.
    others: u32,
    /// Place of the last such key, for telling whether they come in order.
    last: u32,
    last_end: u32,
    unsorted: bool,
    first: bool,
}

/// A key between its quotes, as written, and its place.
#[derive(Clone, Copy, Debug)]
pub struct Key<'t> {
    /// The bytes between the quotes. A needless escape never stands in them, so equal keys
    /// are equal bytes.
    pub bytes: &'t [u8],
    pub(crate) at: u32,
}

impl<'t> Decoder<'t> {
    /// Opens an object; anything else is dealt with here and gives `None`.
    #[inline]
    pub fn object<const N: usize>(&mut self, member: Member, shape: &'static Shape) -> Step<Option<Object<N>>> {
        if self.peek() != b'{' {
            self.unexpected(member, shape)?;
            return Ok(None);
        }
        self.open_object(member).map(Some)
    }

    /// Opens an object whose brace is known to be next.
    #[inline]
    pub fn open_object<const N: usize>(&mut self, member: Member) -> Step<Object<N>> {
        self.depth += 1;
        if self.depth > super::MAX_DEPTH {
            return self.refuse();
        }
        let at = self.push(member, Kind::Object, self.at, self.at);
        self.at += 1;
        Ok(Object {
            at,
            changes: self.changes,
            irregular: self.irregular,
            seen: [0; N],
            others: 0,
            last: 0,
            last_end: 0,
            unsorted: false,
            first: true,
        })
    }

    /// The next key, with the colon behind it read; `None` after the closing brace.
    #[inline]
    pub fn next_key<const N: usize>(&mut self, object: &mut Object<N>) -> Step<Option<Key<'t>>> {
        let first = core::mem::replace(&mut object.first, false);
        self.key(first)
    }

    #[inline(never)]
    pub(crate) fn key(&mut self, first: bool) -> Step<Option<Key<'t>>> {
        let mut byte = self.peek();
        if !first && byte == b',' {
            self.at += 1;
            byte = self.peek();
            if byte != b'"' {
                return self.refuse();
            }
        } else if byte == b'}' {
            self.at += 1;
            self.depth -= 1;
            return Ok(None);
        } else if !first || byte != b'"' {
            return self.refuse();
        }
        let start = self.at + 1;
        let text = self.text;
        let mut end = scan::special(text, start);
        if text.get(end) != Some(&b'"') {
            end = self.irregular_key(start, end)?;
        }
        self.at = end + 1;
        if self.byte() == b':' {
            self.at += 1;
        } else if self.peek() == b':' {
            self.at += 1;
        } else {
            return self.refuse();
        }
        match text.get(start..end) {
            Some(bytes) => Ok(Some(Key { bytes, at: start as u32 - 1 })),
            None => self.refuse(),
        }
    }

    /// Notes that the key is the schema's field number `field`.
    #[inline(always)]
    pub fn field<const N: usize>(&mut self, object: &mut Object<N>, key: Key<'t>, field: u16) -> Member {
        let bit = 1u64 << (field % 64);
        if let Some(word) = object.seen.get_mut(usize::from(field) / 64) {
            if *word & bit != 0 {
                self.irregular += 1;
                self.changes += 1;
            }
            *word |= bit;
        }
        Member { key: key.at, field }
    }

    /// Notes a key of a map.
    #[inline]
    pub fn entry<const N: usize>(&mut self, object: &mut Object<N>, key: Key<'t>) -> Member {
        let previous = self.text.get(object.last as usize..object.last_end as usize).unwrap_or(b"");
        object.unsorted |= object.others != 0 && previous >= key.bytes;
        object.others += 1;
        object.last = key.at + 1;
        object.last_end = key.at + 1 + key.bytes.len() as u32;
        Member { key: key.at, field: NO_FIELD }
    }

    /// Decodes the value of a key that the schema does not know, and prunes it.
    #[cold]
    #[inline(never)]
    pub fn unknown<const N: usize>(&mut self, object: &mut Object<N>, key: Key<'t>) -> Step {
        let member = self.entry(object, key);
        self.prune(member)
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
    #[inline(never)]
    pub fn preserve<const N: usize>(&mut self, object: &mut Object<N>, key: Key<'t>) -> Step {
        let member = self.entry(object, key);
        self.any(member)
    }

    /// Ends an object whose members have all been decoded; defaults may be added after it.
    #[inline]
    pub fn end<const N: usize>(&mut self, object: &mut Object<N>) {
        let end = self.at as u32;
        if let Some(entry) = self.tape.get_mut(object.at as usize) {
            entry.end = end;
        }
        if object.unsorted || self.irregular != object.irregular {
            self.settle(object);
        }
    }

    /// Repeated keys and dropped nulls: which fields are there is worked out again.
    #[cold]
    #[inline(never)]
    fn settle<const N: usize>(&mut self, object: &mut Object<N>) {
        let mut texts = [b"".as_slice(), self.defaults, &self.fragments, b""];
        texts[usize::from(self.origin)] = self.text;
        let died = settle(&mut self.tape, texts, object.at);
        if died > 0 {
            self.repeated += died;
            self.changes += 1;
            self.irregular += 1;
        }
        present(&self.tape, object.at, &mut object.seen);
    }

    /// Closes an object for good: from now on the tape can be walked across it.
    #[inline]
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

    /// How many members the stored object has.
    pub fn count<const N: usize>(&self, object: &Object<N>) -> i64 {
        let mut count = 0;
        let mut at = object.at as usize + 1;
        while let Some(entry) = self.tape.get(at) {
            count += i64::from(!entry.is_dead());
            at = if entry.is_container() { (entry.next as usize).max(at + 1) } else { at + 1 };
        }
        count
    }

    #[cold]
    #[inline(never)]
    fn irregular_key(&mut self, start: usize, mut at: usize) -> Step<usize> {
        let text = self.text;
        loop {
            match text.get(at) {
                Some(b'"') => break,
                Some(b'\\') => at = scan::special(text, at + 2),
                Some(0x80..) => at = scan::special(text, at + 1),
                _ => return self.refuse(),
            }
        }
        let Some(raw) = text.get(start..at) else { return self.refuse() };
        if !crate::json::normalise::is_canonical(raw) {
            return self.ask_normalise();
        }
        Ok(at)
    }
}

impl<const N: usize> Object<N> {
    /// Whether every field of a set was there: `fields` has a bit for each.
    #[inline(always)]
    pub fn has_all(&self, fields: [u64; N]) -> bool {
        let mut all = true;
        for (seen, wanted) in self.seen.iter().zip(fields) {
            all &= seen & wanted == wanted;
        }
        all
    }

    /// Whether a field was there.
    #[inline]
    pub fn has(&self, field: u16) -> bool {
        self.seen.get(usize::from(field) / 64).is_some_and(|word| word & (1 << (field % 64)) != 0)
    }

    /// The member that a default for an absent field becomes.
    #[inline]
    pub fn add(&mut self, field: u16) {
        if let Some(word) = self.seen.get_mut(usize::from(field) / 64) {
            *word |= 1 << (field % 64);
        }
    }

    /// Takes down that this object breaks `rule`.
    #[cold]
    #[inline(never)]
    pub fn raise(&self, decoder: &mut Decoder<'_>, rule: &'static Rule) {
        decoder.raise_at(self.at, rule);
    }

    /// Takes down each missing field of a table of names by number.
    #[cold]
    #[inline(never)]
    pub fn missing(&self, decoder: &mut Decoder<'_>, required: &'static [(u16, Rule)]) {
        for (field, rule) in required {
            if !self.has(*field) {
                decoder.raise_at(self.at, rule);
            }
        }
    }

    /// Asks an `enum` of this object, which is closed.
    #[cold]
    pub fn check_values(&self, decoder: &mut Decoder<'_>, rule: &'static Rule) {
        decoder.check_values(self.at, rule);
    }
}
