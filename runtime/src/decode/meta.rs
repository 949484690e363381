//! Decodes object metadata, of the object itself and of embedded resources.
//!
//! The server decodes metadata into a struct and writes it back, which drops unknown and empty fields.
//! Metadata that already has its stored form is decoded directly. The first irregularity rewinds and passes
//! the text to [`crate::metadata`], whose result is decoded instead.
// apiextensions-apiserver: schema/objectmeta/coerce.go; apimachinery: meta/v1/types.go

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::field_numbers::{field, number};
use super::{Array, DecodeResult, Decoder, Member, Object, Shape};
use crate::error::kinds;
use crate::metadata::{self, Malformed, Mode};
use crate::path::{Keys, Path};
use crate::side::{Side, Unreadable};
use crdc_object::json::escape::unescape;
use crdc_object::json::go::tree::Tree;
use crdc_object::names::{
    ANNOTATIONS_SIZE, is_annotation_key, is_label, is_label_value, is_qualified, is_subdomain,
};
use crdc_object::tape::{DEAD, NO_FIELD, Tape};

/// Whether a value has its stored form.
type Regular = bool;

impl<'p> Decoder<'_, 'p> {
    /// Decodes `metadata` of the object itself.
    pub fn object_meta(&mut self, member: Member) -> DecodeResult {
        self.metadata(member, true)
    }

    /// Decodes `metadata` of an embedded resource.
    pub fn embedded_meta(&mut self, member: Member) -> DecodeResult {
        if !self.options.verbatim || self.options.reads_metadata {
            return self.metadata(member, false);
        }
        let at = self.mark();
        self.any(member)?;
        self.number_names(at);
        Ok(())
    }

    /// Numbers the names in metadata that is kept as sent: CEL rules read them by number.
    #[cold]
    fn number_names(&mut self, metadata: u32) {
        let Decoder { tape, side: Side { strings, .. }, .. } = self;
        let sent = Tape { entries: tape, texts: [self.text, b"", b"", b""], strings };
        let names = sent.children(metadata).filter_map(|child| {
            let mut name = Vec::new();
            unescape(sent.raw_key(&sent.entry(child)), &mut name).ok()?;
            let number = number(&name)?;
            [field::NAME, field::GENERATE_NAME].contains(&number).then_some((child, number))
        });
        let found: Vec<_> = names.collect();
        for (child, number) in found {
            if let Some(entry) = tape.get_mut(child as usize) {
                entry.field = number;
            }
        }
    }

    /// Like `embedded_meta`, if the schema specifies `metadata` and does not allow null, which is dropped
    /// then.
    // apiextensions-apiserver: defaulting/prunenulls.go
    pub fn embedded_meta_or_none(&mut self, member: Member) -> DecodeResult {
        static SHAPE: Shape<'_> = Shape::new(kinds::OBJECT, "object", "");
        if self.peek() == b'n' && !self.options.verbatim {
            return self.unexpected(member, &SHAPE);
        }
        self.embedded_meta(member)
    }

    /// Records that the object that was just opened is an embedded resource.
    #[inline]
    pub fn embedded<const N: usize>(&mut self, object: &Object<N>) {
        self.side.embedded.push(object.at);
    }

    #[inline(never)]
    fn metadata(&mut self, member: Member, own: bool) -> DecodeResult {
        let (at, levels, place) = (self.at, self.levels, self.mark());
        if own {
            self.side.metadata = place;
            self.side.plain_metadata = 0;
        }
        if self.frozen {
            return self.stored_metadata(member, own);
        }
        if self.regular_metadata(member, own)? {
            return Ok(());
        }
        self.truncate(place);
        (self.at, self.levels) = (at, levels);
        self.coerce(member, own)
    }

    /// Coerces the metadata with the server's struct and decodes the result.
    #[cold]
    fn coerce(&mut self, member: Member, own: bool) -> DecodeResult {
        self.peek();
        let (start, place) = (self.at, self.mark());
        self.any(member)?;
        let text = self.text.get(start..self.at).unwrap_or(b"");
        let mode = if self.options.lenient_metadata { Mode::DropMalformed } else { Mode::Refuse };
        let coerced = match metadata::coerce(text, mode) {
            Ok(coerced) => coerced,
            // Lenient coercion fails only if metadata is not an object: it is kept.
            Err(_) if self.options.lenient_metadata => return Ok(()),
            // The error counts only if no duplicate follows, which is known at the end of the object.
            Err(_) if own => {
                self.side.bad_metadata = Some(place);
                return Ok(());
            }
            Err(Malformed { error, path }) => {
                let unreadable = Unreadable { at: place, error: Cow::Owned(error), below: path };
                self.side.unreadable.push(unreadable);
                return Ok(());
            }
        };
        // The original stays on the tape as a dead entry, for reports of duplicate keys in it. It has no
        // field number, so it is not treated as an earlier `metadata` of the same object.
        if let Some(entry) = self.tape.get_mut(place as usize) {
            entry.flags |= DEAD;
            entry.field = NO_FIELD;
        }
        self.note_change();
        let new = self.mark();
        if own {
            self.side.metadata = new;
        }
        for path in coerced.unknown {
            self.side.meta_unknown.push((new, path));
        }
        let fragment = self.fragment(&[b"\"metadata\":", coerced.json.as_bytes()]);
        let member = Member { key: fragment as u32, field: member.field };
        self.within_fragment(fragment + b"\"metadata\":".len(), |inner| inner.stored_metadata(member, own))
    }

    /// Decodes coerced metadata: it has its stored form, unless it is not an object and was kept.
    fn stored_metadata(&mut self, member: Member, own: bool) -> DecodeResult {
        let (at, levels, place) = (self.at, self.levels, self.mark());
        if self.regular_metadata(member, own)? {
            return Ok(());
        }
        self.truncate(place);
        (self.at, self.levels) = (at, levels);
        self.any(member)
    }

    fn regular_metadata(&mut self, member: Member, own: bool) -> DecodeResult<Regular> {
        if self.peek() != b'{' {
            return Ok(false);
        }
        let mut object = Object::<1>::new();
        self.open_object(&mut object, member)?;
        let mut seen = 0u64;
        let mut first = true;
        let mut plain = own && self.options.validates_metadata;
        while let Some(key) = self.key(&mut first)? {
            self.pass_key(key);
            let Some(number) = number(key.bytes) else {
                return Ok(false);
            };
            if seen & (1 << number) != 0 {
                return Ok(false);
            }
            seen |= 1 << number;
            let member = Member { key: key.at, field: number };
            let regular = match number {
                field::GENERATION | field::DELETION_GRACE_PERIOD_SECONDS => {
                    self.regular_integer(member, number == field::GENERATION)?
                }
                field::CREATION_TIMESTAMP | field::DELETION_TIMESTAMP => self.regular_time(member)?,
                field::LABELS | field::ANNOTATIONS => self.regular_strings(member, number, &mut plain)?,
                field::FINALIZERS => self.regular_items(member, Self::regular_text)?,
                field::OWNER_REFERENCES => self.regular_items(member, Self::regular_owner)?,
                field::MANAGED_FIELDS => self.regular_items(member, Self::regular_manager)?,
                _ => self.filled_text(member)?,
            };
            if !regular {
                return Ok(false);
            }
            plain = plain
                && match number {
                    field::NAME => is_subdomain(self.check().bytes),
                    field::NAMESPACE => is_label(self.check().bytes),
                    field::LABELS | field::ANNOTATIONS => true,
                    field::GENERATION => !self.last_is_negative(),
                    // Rare fields, which have rules of their own.
                    field::GENERATE_NAME
                    | field::FINALIZERS
                    | field::OWNER_REFERENCES
                    | field::MANAGED_FIELDS => false,
                    _ => true,
                };
        }
        if seen == 0 && own && !self.frozen {
            return Ok(false);
        }
        self.end(&mut object);
        if own {
            self.side.metadata_fields |= seen;
            self.side.plain_metadata = if plain { seen } else { 0 };
            self.system_fields(seen);
        }
        self.close(&object);
        Ok(true)
    }

    fn regular_integer(&mut self, member: Member, drops_zero: bool) -> DecodeResult<Regular> {
        if !matches!(self.peek(), b'-' | b'0'..=b'9') {
            return Ok(false);
        }
        let start = self.at;
        let number = self.open_number(member)?;
        let zero = self.text.get(start) == Some(&b'0') || self.text.get(start..start + 2) == Some(b"-0");
        Ok(matches!(number, super::Number::Int(_)) && !(zero && drops_zero))
    }

    /// Whether the number that was decoded last is negative.
    fn last_is_negative(&self) -> bool {
        self.tape.last().is_some_and(|entry| self.text.get(entry.start as usize) == Some(&b'-'))
    }

    fn regular_text(&mut self, member: Member) -> DecodeResult<Regular> {
        if self.peek() != b'"' {
            return Ok(false);
        }
        self.open_string(member)?;
        Ok(true)
    }

    /// A non-empty string.
    fn filled_text(&mut self, member: Member) -> DecodeResult<Regular> {
        if let Some(bytes) = self.plain_text(member) {
            return Ok(!bytes.is_empty());
        }
        if self.peek() != b'"' {
            return Ok(false);
        }
        self.open_string(member)?;
        Ok(!self.check().bytes.is_empty())
    }

    fn regular_time(&mut self, member: Member) -> DecodeResult<Regular> {
        // The zero time is stored as null.
        if self.frozen && self.peek() == b'n' {
            self.any(member)?;
            return Ok(true);
        }
        if self.peek() != b'"' {
            return Ok(false);
        }
        self.open_string(member)?;
        Ok(is_stored_time(self.check().bytes))
    }

    /// A non-empty map of strings without duplicate keys: labels or annotations. Clears `plain` unless it is
    /// certainly valid.
    fn regular_strings(&mut self, member: Member, number: u16, plain: &mut bool) -> DecodeResult<Regular> {
        if self.peek() != b'{' {
            return Ok(false);
        }
        let mut object = Object::<1>::new();
        self.open_object(&mut object, member)?;
        let (repeated, mut any, mut size) = (self.side.repeated, false, 0usize);
        // The usual end needs no call.
        while !(any && self.ends_object()) {
            let Some(key) = self.map_key(!any)? else { break };
            let member = self.verified_entry(&mut object, key);
            if !self.regular_text(member)? {
                return Ok(false);
            }
            any = true;
            if *plain {
                let value = self.check().bytes;
                size = size.saturating_add(key.bytes.len()).saturating_add(value.len());
                // A key with an escape is never valid, so it can be checked as it is written.
                *plain = match number {
                    field::LABELS => is_qualified(key.bytes) && is_label_value(value),
                    _ => is_annotation_key(key.bytes) && size <= ANNOTATIONS_SIZE,
                };
            }
        }
        self.end(&mut object);
        self.close(&object);
        if self.side.repeated != repeated {
            self.side.repeated = repeated;
            return Ok(false);
        }
        Ok(any)
    }

    /// A non-empty list.
    fn regular_items(
        &mut self,
        member: Member,
        item: fn(&mut Self, Member) -> DecodeResult<Regular>,
    ) -> DecodeResult<Regular> {
        if self.peek() != b'[' {
            return Ok(false);
        }
        let mut array = Array::new();
        self.open_array(&mut array, member)?;
        while self.next_item(&mut array)? {
            if !item(self, Member::ITEM)? {
                return Ok(false);
            }
        }
        Ok(array.len > 0)
    }

    fn regular_owner(&mut self, member: Member) -> DecodeResult<Regular> {
        // The order matches the numbers in `owner`.
        const NAMES: [&[u8]; 6] =
            [b"apiVersion", b"kind", b"name", b"uid", b"controller", b"blockOwnerDeletion"];
        let seen = self.regular_struct(member, &NAMES, |decoder, member, number| {
            if number < 4 {
                return decoder.regular_text(member);
            }
            if !matches!(decoder.peek(), b't' | b'f') {
                return Ok(false);
            }
            decoder.open_boolean(member)?;
            Ok(true)
        })?;
        Ok(seen.is_some_and(|seen| seen & 0b1111 == 0b1111))
    }

    fn regular_manager(&mut self, member: Member) -> DecodeResult<Regular> {
        // The order matches the numbers in `manager`.
        const NAMES: [&[u8]; 7] =
            [b"manager", b"operation", b"apiVersion", b"fieldsType", b"subresource", b"time", b"fieldsV1"];
        let seen = self.regular_struct(member, &NAMES, |decoder, member, number| match number {
            5 => decoder.regular_time(member),
            6 if decoder.peek() != b'{' && !decoder.frozen => Ok(false),
            6 => {
                let changes = decoder.side.changes;
                decoder.any(member)?;
                Ok(decoder.side.changes == changes)
            }
            _ => decoder.filled_text(member),
        })?;
        Ok(seen.is_some())
    }

    /// Decodes an object that has only known fields and no duplicates; returns a bit for each field that is
    /// present.
    fn regular_struct(
        &mut self,
        member: Member,
        names: &[&[u8]],
        value: impl Fn(&mut Self, Member, usize) -> DecodeResult<Regular>,
    ) -> DecodeResult<Option<u32>> {
        if self.peek() != b'{' {
            return Ok(None);
        }
        let mut object = Object::<1>::new();
        self.open_object(&mut object, member)?;
        let mut seen = 0u32;
        let mut first = true;
        while let Some(key) = self.key(&mut first)? {
            self.pass_key(key);
            let Some(number) = names.iter().position(|name| *name == key.bytes) else {
                return Ok(None);
            };
            if seen & (1 << number) != 0 {
                return Ok(None);
            }
            seen |= 1 << number;
            if !value(self, Member { key: key.at, field: number as u16 }, number)? {
                return Ok(None);
            }
        }
        self.end(&mut object);
        self.close(&object);
        Ok(Some(seen))
    }

    /// The error that refuses the request: of the first embedded resource that cannot be read and is
    /// alive.
    #[cold]
    pub(crate) fn refusal(&self) -> Option<Malformed> {
        let texts = [self.text, self.defaults, self.side.fragments.as_slice(), b""];
        let tape = Tape { entries: &self.tape, texts, strings: &self.side.strings };
        let mut path = Path::new(tape, 0, Keys::Bracketed);
        self.side.unreadable.iter().find_map(|Unreadable { at, error, below }| {
            let path = path.seek(*at, false)?;
            let tree = Tree::parse(tape.text(&tape.entry(*at))).unwrap_or(Tree::Null);
            let error = crate::refusal::embedded(path, &tree, error);
            Some(Malformed { error, path: metadata::below(path, below) })
        })
    }
}

/// Whether a time is in the server's form: UTC, whole seconds, not the zero time.
fn is_stored_time(text: &[u8]) -> bool {
    let &[a, b, c, d, b'-', e, f, b'-', g, h, b'T', i, j, b':', k, l, b':', m, n, b'Z'] = text else {
        return false;
    };
    let digits = [a, b, c, d, e, f, g, h, i, j, k, l, m, n];
    if !digits.iter().all(u8::is_ascii_digit) {
        return false;
    }
    let two = |tens: u8, ones: u8| u32::from(tens - b'0') * 10 + u32::from(ones - b'0');
    let (year, month, day) = (two(a, b) * 100 + two(c, d), two(e, f), two(g, h));
    let days = match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    year > 1 && (1..=days).contains(&day) && two(i, j) < 24 && two(k, l) < 60 && two(m, n) < 60
}
