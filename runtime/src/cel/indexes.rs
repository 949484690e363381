//! Indexes of values with many children, so that `list[i]`, `map[key]`, `object.field` and `size(list)` do not walk over
//! all of them each time: CEL charges 1 for any of them.
//!
//! In: a value of a tape. Out: its child at an index, with a name or with a field number, and the number of its children.
//! An index is made when a rule first asks for what is far from the front of a value, and is kept until all rules of the
//! object have run. It takes at most a dozen bytes for each child.
//!
//! Easy to break: the input is hostile. Names are sorted by their hashes, and those with equal hashes by their bytes, so that
//! many equal hashes only make the sorting slower. Values are found by their places in the tape, without hashing.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::cmp::Ordering;

use crate::json::escape::unescape;
use crate::lists::hash::of_bytes;
use crate::tape::{MAP_KEY, Tape};

/// The indexes of the values of one tape, in buffers that are kept between requests.
#[derive(Debug, Default)]
pub(crate) struct Indexes {
    tables: RefCell<Tables>,
}

#[derive(Debug, Default)]
struct Tables {
    /// For each entry of the tape the number of its row plus one; 0 if it has none. It ends with the last one that has.
    numbers: Vec<u32>,
    rows: Vec<Row>,
    /// The children of lists, in order.
    items: Vec<u32>,
    /// The hashes of the names of members, and the members.
    names: Vec<(u32, u32)>,
    /// The numbers of fields, and the fields.
    fields: Vec<(u16, u32)>,
}

/// What is known of one value.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    length: Option<u32>,
    /// Where its part of each table begins and ends.
    items: Option<Part>,
    names: Option<Part>,
    fields: Option<Part>,
}

#[derive(Clone, Copy, Debug)]
struct Part {
    start: usize,
    end: usize,
}

impl Part {
    fn of<T>(self, table: &[T]) -> &[T] {
        table.get(self.start..self.end).unwrap_or_default()
    }
}

impl Indexes {
    /// Forgets all indexes and keeps the memory.
    pub(crate) fn clear(&mut self) {
        let tables = self.tables.get_mut();
        if tables.rows.is_empty() {
            return;
        }
        tables.numbers.clear();
        tables.rows.clear();
        tables.items.clear();
        tables.names.clear();
        tables.fields.clear();
    }

    /// The number of the children of a container.
    #[cold]
    pub(super) fn length(&self, tape: &Tape<'_>, at: u32) -> usize {
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
    pub(super) fn item(&self, tape: &Tape<'_>, at: u32, index: usize) -> Option<u32> {
        let tables = &mut *self.tables.borrow_mut();
        let part = match tables.row(at).items {
            Some(part) => part,
            None => {
                let start = tables.items.len();
                tables.items.extend(tape.children(at));
                let part = Part { start, end: tables.items.len() };
                let row = tables.row(at);
                (row.items, row.length) = (Some(part), Some((part.end - start) as u32));
                part
            }
        };
        part.of(&tables.items).get(index).copied()
    }

    /// The member of an object with a name.
    #[cold]
    pub(super) fn named(&self, tape: &Tape<'_>, at: u32, name: &str) -> Option<u32> {
        let tables = &mut *self.tables.borrow_mut();
        let part = match tables.row(at).names {
            Some(part) => part,
            None => {
                let start = tables.names.len();
                let hashed = tape.children(at).map(|child| (hash(&plain(tape, child)), child));
                tables.names.extend(hashed);
                let names = tables.names.get_mut(start..).unwrap_or_default();
                names.sort_unstable_by(|a, b| compare(tape, *a, *b));
                let part = Part { start, end: tables.names.len() };
                tables.row(at).names = Some(part);
                part
            }
        };
        let (names, wanted) = (part.of(&tables.names), hash(name.as_bytes()));
        let order = |(own, child): &(u32, u32)| {
            own.cmp(&wanted).then_with(|| plain(tape, *child).as_ref().cmp(name.as_bytes()))
        };
        let first = names.partition_point(|own| order(own) == Ordering::Less);
        names.get(first).filter(|own| order(own) == Ordering::Equal).map(|(_, child)| *child)
    }

    /// The field of an object with a number.
    #[cold]
    pub(super) fn field(&self, tape: &Tape<'_>, at: u32, number: u16) -> Option<u32> {
        let tables = &mut *self.tables.borrow_mut();
        let part = match tables.row(at).fields {
            Some(part) => part,
            None => {
                let start = tables.fields.len();
                let numbered = tape.children(at).map(|child| (tape.entry(child).field, child));
                tables.fields.extend(numbered.filter(|(number, _)| number & MAP_KEY == 0));
                tables.fields.get_mut(start..).unwrap_or_default().sort_unstable();
                let part = Part { start, end: tables.fields.len() };
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
    /// What is known of a value.
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
        // There is a row for each number.
        &mut self.rows[number as usize - 1]
    }
}

/// Whether a member has a name.
#[inline]
pub(super) fn is_named(tape: &Tape<'_>, child: u32, name: &str) -> bool {
    let raw = tape.raw_key(&tape.entry(child));
    match raw.len().cmp(&name.len()) {
        Ordering::Less => false,
        Ordering::Equal => raw == name.as_bytes() && !raw.contains(&b'\\'),
        Ordering::Greater => raw.contains(&b'\\') && *plain(tape, child) == *name.as_bytes(),
    }
}

/// The name of a member, without escapes.
fn plain<'t>(tape: &Tape<'t>, child: u32) -> Cow<'t, [u8]> {
    let raw = tape.raw_key(&tape.entry(child));
    if !raw.contains(&b'\\') {
        return Cow::Borrowed(raw);
    }
    let mut plain = Vec::with_capacity(raw.len());
    // The decoder has accepted the name.
    let _ = unescape(raw, &mut plain);
    Cow::Owned(plain)
}

fn hash(name: &[u8]) -> u32 {
    of_bytes(name) as u32
}

fn compare(tape: &Tape<'_>, (a, one): (u32, u32), (b, two): (u32, u32)) -> Ordering {
    let names = || plain(tape, one).cmp(&plain(tape, two));
    a.cmp(&b).then_with(names).then(one.cmp(&two))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cel::{Built, Form, Slot, ValueType};
    use alloc::format;
    use alloc::string::String;

    /// An object with some known fields among members without a schema, and the numbers and names of all, in order.
    fn object(count: u16) -> (Built, Vec<(Option<u16>, String)>) {
        let mut document = Built::default();
        let mut members = Vec::new();
        document.begin_object(Slot::Item);
        for at in 0..count {
            let name = match at % 4 {
                0 => format!("n\"{at}"),
                1 => format!("n{}", count - at),
                2 => format!("name\\{at}é"),
                _ => format!("field{at}"),
            };
            let number = (at % 4 == 3).then_some(at * 7 % count);
            let slot = number.map_or(Slot::Member(&name), |number| Slot::Field { name: &name, number });
            if at % 5 == 0 {
                document.begin_list(slot);
                document.int(Slot::Item, at.into());
                document.end();
            } else {
                document.int(slot, at.into());
            }
            members.push((number, name));
        }
        document.end();
        (document, members)
    }

    #[test]
    fn members_are_found_whatever_their_number() {
        for count in [0, 1, 15, 16, 17, 63, 64, 65, 200, 999] {
            let (document, members) = object(count);
            let (view, of) = (document.view(), ValueType::of(Form::Raw));
            let node = view.node(0, &of);
            let tape = node.tape;
            let children: Vec<u32> = tape.children(0).collect();
            assert_eq!(node.len(), members.len());
            for ((number, name), child) in members.iter().zip(&children) {
                assert_eq!(tape.named(0, name), Some(*child), "{name} of {count}");
                assert_eq!(tape.indexes.named(tape, 0, name), Some(*child), "{name} of {count}");
                if let Some(number) = *number {
                    let first = members.iter().position(|(own, _)| *own == Some(number));
                    let first = first.and_then(|first| children.get(first)).copied();
                    assert_eq!(tape.field(0, number), first, "{number} of {count}");
                    assert_eq!(tape.indexes.field(tape, 0, number), first, "{number} of {count}");
                }
            }
            for absent in ["", "n", "field3é", "n\\\"0", "name\\\\2é", "\\"] {
                assert_eq!(tape.named(0, absent), None, "{absent} of {count}");
                assert_eq!(tape.indexes.named(tape, 0, absent), None, "{absent} of {count}");
            }
            for absent in [count, u16::MAX - 1] {
                assert_eq!(tape.field(0, absent), None, "{absent} of {count}");
                assert_eq!(tape.indexes.field(tape, 0, absent), None, "{absent} of {count}");
            }
        }
    }

    #[test]
    fn items_are_found_whatever_their_number() {
        for count in [0, 1, 63, 64, 65, 500] {
            let mut document = Built::default();
            document.begin_list(Slot::Item);
            for item in 0..count {
                document.begin_list(Slot::Item);
                for inner in 0..item % 3 {
                    document.int(Slot::Item, inner);
                }
                document.end();
            }
            document.end();
            let (view, of) = (document.view(), ValueType::of(Form::Raw));
            let tape = view.node(0, &of).tape;
            let children: Vec<u32> = tape.children(0).collect();
            for (index, child) in children.iter().enumerate() {
                assert_eq!(tape.item(0, index), Some(*child), "{index} of {count}");
                assert_eq!(tape.indexes.item(tape, 0, index), Some(*child), "{index} of {count}");
            }
            assert_eq!((tape.item(0, children.len()), tape.item(0, usize::MAX)), (None, None));
            assert_eq!((tape.length(0), tape.indexes.length(tape, 0)), (children.len(), children.len()));
        }
    }

    /// Names with equal hashes are sorted by their bytes.
    #[test]
    fn names_with_one_hash_are_told_apart() {
        let sorted = |names: &[&str]| {
            let mut document = Built::default();
            document.begin_object(Slot::Item);
            for name in names {
                document.null(Slot::Member(name));
            }
            document.end();
            let (view, of) = (document.view(), ValueType::of(Form::Raw));
            let tape = view.node(0, &of).tape;
            // As if all had one hash.
            let mut hashed: Vec<(u32, u32)> = tape.children(0).map(|child| (7, child)).collect();
            hashed.sort_unstable_by(|a, b| compare(tape, *a, *b));
            hashed.iter().map(|(_, child)| plain(tape, *child).into_owned()).collect::<Vec<_>>()
        };
        assert_eq!(sorted(&["b", "\"", "a", "é"]), [&b"\""[..], b"a", b"b", "é".as_bytes()]);
    }
}
