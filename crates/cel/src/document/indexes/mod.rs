//! Indexes of values with many children, so that `list[i]`, `map[key]`, `object.field` and `size(list)` do
//! not walk over all children each time: CEL charges only 1 for each of these operations.
//!
//! In: a value of a tape. Out: its child at an index, with a name or with a field number, and the number of
//! its children. An index is created when a rule first reads a child far from the front of a value, and is
//! kept until all rules of the object have run. An index takes at most a dozen bytes for each child.
//!
//! Easy to break: the input is hostile. Names are sorted by their hashes, and those with equal hashes by
//! their bytes, so that many equal hashes only make the sorting slower. Values are found by their places in
//! the tape, without hashing.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cell::{OnceCell, RefCell};
use core::cmp::Ordering;

use crate::arena::Arena;
use crate::error::Evaluated;
use crate::scalars::base64;
use crdc_object::hash::of_bytes;
use crdc_object::json::escape::unescape;
use crdc_object::tape::{MAP_KEY, Tape};

/// The indexes of the values of one tape, in buffers that are kept between requests.
#[derive(Debug, Default)]
pub struct Indexes {
    tables: RefCell<Tables>,
    /// The long texts that are read often.
    kept: OnceCell<Box<[Kept]>>,
}

/// A long text, and the bytes that it encodes in base64.
type Kept = (OnceCell<Box<str>>, OnceCell<Box<[u8]>>);

/// The length from which on a text may be kept. Shorter texts are read each time.
pub(crate) const LONG: usize = 1024;

#[derive(Debug, Default)]
struct Tables {
    /// For each entry of the tape the number of its row plus one, or 0 if it has no row. The vector ends with
    /// the last entry that has a row.
    numbers: Vec<u32>,
    rows: Vec<Row>,
    /// The children of lists, in order.
    items: Vec<u32>,
    /// The hashes of the names of members, and the members.
    names: Vec<(u32, u32)>,
    /// The numbers of fields, and the fields.
    fields: Vec<(u16, u32)>,
    /// The number of texts that are kept.
    kept: u32,
}

/// The index of one value.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    length: Option<u32>,
    /// The number of times that a long text was read, and the number of the text if it is kept.
    reads: u8,
    kept: Option<u32>,
    /// The parts of the tables that belong to the value.
    items: Option<TablePart>,
    names: Option<TablePart>,
    fields: Option<TablePart>,
}

#[derive(Clone, Copy, Debug)]
struct TablePart {
    start: usize,
    end: usize,
}

impl TablePart {
    fn of<T>(self, table: &[T]) -> &[T] {
        table.get(self.start..self.end).unwrap_or_default()
    }
}

impl Indexes {
    /// Removes all indexes and keeps the memory.
    pub fn clear(&mut self) {
        let tables = self.tables.get_mut();
        if tables.rows.is_empty() {
            return;
        }
        tables.numbers.clear();
        tables.rows.clear();
        tables.items.clear();
        tables.names.clear();
        tables.fields.clear();
        tables.kept = 0;
        self.kept.take();
    }

    /// The bytes that a long text encodes in base64. A text that is read often is decoded only once, because
    /// CEL charges nothing for decoding.
    ///
    /// # Errors
    /// The text is not in base64.
    #[cold]
    pub(crate) fn bytes<'a>(
        &'a self,
        arena: &'a Arena,
        tape: &Tape<'_>,
        at: u32,
        text: &str,
    ) -> Evaluated<&'a [u8]> {
        let Some((_, slot)) = self.kept(tape, at) else { return base64::decode(arena, text) };
        if let Some(known) = slot.get() {
            return Ok(known);
        }
        let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
        base64::decode_to(arena, text, |part| bytes.extend_from_slice(part))?;
        Ok(slot.get_or_init(|| bytes.into_boxed_slice()))
    }

    /// A long text. A text that is read often is checked as UTF-8 only once.
    #[cold]
    pub(crate) fn text<'a>(&'a self, tape: &Tape<'a>, at: u32, bytes: &'a [u8]) -> &'a str {
        let checked = || core::str::from_utf8(bytes).unwrap_or_default();
        match self.kept(tape, at) {
            Some((slot, _)) => slot.get_or_init(|| checked().into()),
            None => checked(),
        }
    }

    /// A long text and its bytes, if it is read often.
    fn kept(&self, tape: &Tape<'_>, at: u32) -> Option<&Kept> {
        /// The number of reads of a text from which on a copy is kept. For fewer reads, keeping a copy costs
        /// more.
        const SELDOM: u8 = 8;
        let number = {
            let tables = &mut *self.tables.borrow_mut();
            let (next, row) = (tables.kept, tables.row(at));
            if row.reads < SELDOM {
                row.reads += 1;
                return None;
            }
            let number = *row.kept.get_or_insert(next);
            tables.kept = next.max(number + 1);
            number
        };
        let slots = self.kept.get_or_init(|| {
            // No more long texts fit the tape.
            let most = (tape.texts.iter().map(|text| text.len()).sum::<usize>() + tape.strings.len()) / LONG;
            core::iter::repeat_with(Kept::default).take(most + 1).collect()
        });
        slots.get(number as usize)
    }

    /// The number of the children of a container.
    #[cold]
    pub(crate) fn length(&self, tape: &Tape<'_>, at: u32) -> usize {
        let mut tables = self.tables.borrow_mut();
        let length = match tables.row(at).length {
            Some(length) => length,
            None => {
                let length = tape.children(at).count() as u32;
                tables.row(at).length = Some(length);
                length
            }
        };
        length as usize
    }

    /// The child of a list at an index.
    #[cold]
    pub(crate) fn item(&self, tape: &Tape<'_>, at: u32, index: usize) -> Option<u32> {
        let tables = &mut *self.tables.borrow_mut();
        let part = match tables.row(at).items {
            Some(part) => part,
            None => {
                let start = tables.items.len();
                tables.items.extend(tape.children(at));
                let part = TablePart { start, end: tables.items.len() };
                let row = tables.row(at);
                (row.items, row.length) = (Some(part), Some((part.end - start) as u32));
                part
            }
        };
        part.of(&tables.items).get(index).copied()
    }

    /// The member of an object with a name.
    #[cold]
    pub(crate) fn named(&self, tape: &Tape<'_>, at: u32, name: &str) -> Option<u32> {
        let tables = &mut *self.tables.borrow_mut();
        let part = match tables.row(at).names {
            Some(part) => part,
            None => {
                let start = tables.names.len();
                let hashed = tape.children(at).map(|child| (hash(&plain_name(tape, child)), child));
                tables.names.extend(hashed);
                let names = tables.names.get_mut(start..).unwrap_or_default();
                names.sort_unstable_by(|a, b| compare(tape, *a, *b));
                let part = TablePart { start, end: tables.names.len() };
                tables.row(at).names = Some(part);
                part
            }
        };
        let (names, wanted) = (part.of(&tables.names), hash(name.as_bytes()));
        let order = |(own, child): &(u32, u32)| {
            own.cmp(&wanted).then_with(|| plain_name(tape, *child).as_ref().cmp(name.as_bytes()))
        };
        let first = names.partition_point(|own| order(own) == Ordering::Less);
        names.get(first).filter(|own| order(own) == Ordering::Equal).map(|(_, child)| *child)
    }

    /// The field of an object with a number.
    #[cold]
    pub(crate) fn field(&self, tape: &Tape<'_>, at: u32, number: u16) -> Option<u32> {
        let tables = &mut *self.tables.borrow_mut();
        let part = match tables.row(at).fields {
            Some(part) => part,
            None => {
                let start = tables.fields.len();
                let numbered = tape.children(at).map(|child| (tape.entry(child).field, child));
                tables.fields.extend(numbered.filter(|(number, _)| number & MAP_KEY == 0));
                tables.fields.get_mut(start..).unwrap_or_default().sort_unstable();
                let part = TablePart { start, end: tables.fields.len() };
                tables.row(at).fields = Some(part);
                part
            }
        };
        let fields = part.of(&tables.fields);
        let first = fields.partition_point(|(own, _)| *own < number);
        fields.get(first).filter(|(own, _)| *own == number).map(|(_, child)| *child)
    }
}

impl Tables {
    /// The index of a value.
    fn row(&mut self, at: u32) -> &mut Row {
        let at = at as usize;
        if self.numbers.len() <= at {
            self.numbers.resize(at + 1, 0);
        }
        let number = match self.numbers.get_mut(at) {
            Some(number) if *number == 0 => {
                self.rows.push(Row::default());
                *number = self.rows.len() as u32;
                *number
            }
            Some(number) => *number,
            None => 0,
        };
        // Each number belongs to a row.
        &mut self.rows[number as usize - 1]
    }
}

/// Whether a member has a name.
#[inline]
pub(crate) fn is_named(tape: &Tape<'_>, child: u32, name: &str) -> bool {
    let raw = tape.raw_key(&tape.entry(child));
    match raw.len().cmp(&name.len()) {
        Ordering::Less => false,
        Ordering::Equal => raw == name.as_bytes() && !raw.contains(&b'\\'),
        Ordering::Greater => raw.contains(&b'\\') && *plain_name(tape, child) == *name.as_bytes(),
    }
}

/// The name of a member, without escapes.
pub(crate) fn plain_name<'t>(tape: &Tape<'t>, child: u32) -> Cow<'t, [u8]> {
    let raw = tape.raw_key(&tape.entry(child));
    if !raw.contains(&b'\\') {
        return Cow::Borrowed(raw);
    }
    let mut name = Vec::with_capacity(raw.len());
    // The decoder has accepted the name.
    let _ = unescape(raw, &mut name);
    Cow::Owned(name)
}

fn hash(name: &[u8]) -> u32 {
    of_bytes(name) as u32
}

fn compare(tape: &Tape<'_>, (a, one): (u32, u32), (b, two): (u32, u32)) -> Ordering {
    let names = || plain_name(tape, one).cmp(&plain_name(tape, two));
    a.cmp(&b).then_with(names).then(one.cmp(&two))
}

#[cfg(test)]
mod tests;
