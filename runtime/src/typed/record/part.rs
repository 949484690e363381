//! Records an open list or object: finds the node of each part by its name.

use serde::ser::{self, Serialize};

use super::recorder::{Failed, Member, Recorder, Values as _};
use crate::typed::node::{Field, Form, Members, Node, Part};
use crdc_object::json::{escape, scan};
use crdc_object::tape::{Entry, Kind, NO_FIELD, UNSORTED};

/// The parts of a list or an object.
pub(super) struct Parts<'w, 'r> {
    pub(super) recorder: &'w mut Recorder<'r>,
    node: &'static Node,
    /// The entry of the container.
    pub(super) at: u32,
    /// For the content of an enum variant: the entry of the object around it, which is closed with it.
    outer: Option<u32>,
    /// Whether the part is a value of a type with rules.
    pub(super) nests: bool,
    /// The index of the field that probably comes next.
    next: usize,
    /// The fields that were written, as bits by their numbers. Numbers from 63 on share one bit.
    seen: u64,
    /// The position of the last key that is not a field.
    last: Option<u32>,
    /// The last key of a map.
    key: Member,
    /// The part of the value of that key.
    value: &'static Part,
}

impl<'w, 'r> Parts<'w, 'r> {
    pub(super) fn new(
        recorder: &'w mut Recorder<'r>,
        node: &'static Node,
        at: u32,
        (outer, nests): (Option<u32>, bool),
    ) -> Self {
        let (key, value) = (Member::ITEM, Part::LEAF);
        Parts { recorder, node, at, outer, nests, next: 0, seen: 0, last: None, key, value }
    }

    fn comma(&mut self) {
        if self.recorder.mark() != self.at + 1 {
            self.recorder.text().push(b',');
        }
    }

    pub(super) fn item<T: Serialize + ?Sized>(&mut self, value: &T) {
        self.comma();
        let part = if let Form::List(items, _) = self.node.form { items } else { Part::LEAF };
        self.recorder.value(value, part, Member::ITEM);
    }

    pub(super) fn member<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) {
        let (part, member) = self.begin(name);
        self.recorder.value(value, part, member);
    }

    /// Writes the key of a field. Returns the part of its value.
    pub(super) fn begin(&mut self, name: &str) -> (&'static Part, Member) {
        self.comma();
        let (key, known) = (self.recorder.here(), self.known(name.as_bytes()));
        match (self.node.form, known) {
            (Form::Object(Members { fields, .. }), Some(index)) if index < fields.len() => {
                self.recorder.text().extend_from_slice(fields[index].key.as_bytes());
            }
            _ => {
                self.recorder.quote(name);
                self.recorder.text().push(b':');
            }
        }
        self.found(known, key)
    }

    /// The index of the field with this name; none if the name is not a field.
    #[inline]
    fn known(&self, name: &[u8]) -> Option<usize> {
        let Form::Object(members) = self.node.form else { return None };
        let is =
            |field: &Field| field.name.as_bytes() == name && (field.variants.is_empty() || self.has(field));
        match members.fields.get(self.next) {
            Some(field) if is(field) => Some(self.next),
            _ => members.fields.iter().position(is),
        }
    }

    /// The part of a member's value.
    fn found(&mut self, known: Option<usize>, key: u32) -> (&'static Part, Member) {
        let unknown = Member { key, field: NO_FIELD };
        match (self.node.form, known) {
            (Form::Object(Members { fields, others, .. }), known) => {
                let Some((index, field)) = known.and_then(|index| Some((index, fields.get(index)?))) else {
                    return (others.unwrap_or(Part::LEAF), unknown);
                };
                let number = field.number(index);
                let seen = 1 << number.min(63);
                // The field was written before: two keys may be equal but for their escapes.
                if self.seen & seen != 0 {
                    self.unsorted();
                }
                self.seen |= seen;
                self.next = index + 1;
                (&field.part, Member { key, field: number })
            }
            (Form::Map(values), _) => (values, unknown),
            _ => (Part::LEAF, unknown),
        }
    }

    /// Whether the variant that is being written has a field. The tag of the variant was written first.
    fn has(&self, field: &Field) -> bool {
        let tape = self.recorder.side.tape(b"", b"", b"");
        let tag = last_open(tape.entries, self.at, field.tag);
        let tag = tag.map(|at| tape.string(&tape.entry(at))).unwrap_or_default();
        field.variants.iter().any(|variant| variant.as_bytes() == tag)
    }

    /// Notes that the object may have duplicate keys.
    fn unsorted(&mut self) {
        if let Some(entry) = self.recorder.side.tape.get_mut(self.at as usize) {
            entry.flags |= UNSORTED;
        }
    }

    pub(super) fn close(mut self) -> Result<(), Failed> {
        let kind = self.recorder.side.tape.get(self.at as usize).map(|entry| entry.kind);
        match (kind, self.node.form) {
            (Some(Kind::Array), form) => {
                self.recorder.close(self.at, b"]");
                if let Form::List(_, Some(rule)) = form
                    && !(self.recorder.checks && self.recorder.is_distinct(self.at, rule))
                {
                    self.recorder.records.lists.push((self.at, rule));
                }
            }
            (_, Form::Object(members)) => {
                if members.asks {
                    self.complete(&members);
                }
                self.recorder.close(self.at, b"}");
                self.recorder.ask_unions(self.at, self.node.places.unions);
            }
            _ => self.recorder.close(self.at, b"}"),
        }
        if let Some(outer) = self.outer {
            self.recorder.close(outer, b"}");
        }
        self.recorder.nested -= u32::from(self.nests);
        Ok(())
    }

    /// Adds defaults, and reports required fields that are missing.
    fn complete(&mut self, members: &Members) {
        for (index, field) in members.fields.iter().enumerate() {
            if field.required.is_none() && field.default.is_none() {
                continue;
            }
            if !field.variants.is_empty() && !self.has(field) {
                continue;
            }
            let found = last_open(&self.recorder.side.tape, self.at, field.number(index));
            let is_null = |at: u32| {
                let entry = self.recorder.side.tape.get(at as usize);
                !field.nullable && entry.is_some_and(|entry| entry.kind == Kind::Null)
            };
            if let (None, Some(default)) = (found, &field.default) {
                let (_, member) = self.begin(field.name);
                self.recorder.value(default, &field.part, Member { field: field.number(index), ..member });
            } else if let Some(rule) = field.required.filter(|_| found.is_none_or(is_null)) {
                let violation = crate::error::Violation::schema(self.at, rule);
                self.recorder.records.violations.push(violation);
            }
        }
    }
}

/// The last member of an object with a field number. The object is still open, but its members are closed.
fn last_open(entries: &[Entry], object: u32, field: u16) -> Option<u32> {
    let (mut at, mut found) = (object as usize + 1, None);
    while let Some(entry) = entries.get(at) {
        if entry.field == field {
            found = Some(at as u32);
        }
        at = if entry.is_container() { (entry.next as usize).max(at + 1) } else { at + 1 };
    }
    found
}

macro_rules! lists {
    ($($of:ident $method:ident)*) => {$(
        impl ser::$of for Parts<'_, '_> {
            type Ok = ();
            type Error = Failed;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Failed> {
                self.item(value);
                Ok(())
            }

            fn end(self) -> Result<(), Failed> {
                self.close()
            }
        }
    )*};
}

lists! {
    SerializeSeq serialize_element
    SerializeTuple serialize_element
    SerializeTupleStruct serialize_field
    SerializeTupleVariant serialize_field
}

macro_rules! objects {
    ($($of:ident)*) => {$(
        impl ser::$of for Parts<'_, '_> {
            type Ok = ();
            type Error = Failed;

            #[inline]
            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), Failed> {
                self.member(name, value);
                Ok(())
            }

            fn end(self) -> Result<(), Failed> {
                self.close()
            }
        }
    )*};
}

objects!(SerializeStruct SerializeStructVariant);

impl ser::SerializeMap for Parts<'_, '_> {
    type Ok = ();
    type Error = Failed;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Failed> {
        self.comma();
        let (at, start) = (self.recorder.mark(), self.recorder.here());
        let within = core::mem::replace(&mut self.recorder.as_key, true);
        self.recorder.value(value, Part::LEAF, Member::ITEM);
        self.recorder.as_key = within;
        self.recorder.end_key(at, start);
        let mut content = core::mem::take(&mut self.recorder.side.fragments);
        let text = &self.recorder.side.normalized;
        let raw = |from: u32| text.get(from as usize + 1..scan::string_end(text, from as usize + 1));
        let name = raw(start).unwrap_or_default();
        let known = if name.contains(&b'\\') {
            content.clear();
            let _ = escape::unescape(name, &mut content);
            self.known(&content)
        } else {
            self.known(name)
        };
        // Keys that are not fields may be duplicates, unless they are sorted.
        if known.is_none() {
            let sorted = self.last.is_none_or(|last| raw(last) < Some(name));
            self.last = Some(start);
            if !sorted {
                self.unsorted();
            }
        }
        self.recorder.side.fragments = content;
        self.recorder.text().push(b':');
        (self.value, self.key) = self.found(known, start);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Failed> {
        self.recorder.value(value, self.value, self.key);
        Ok(())
    }

    fn end(self) -> Result<(), Failed> {
        self.close()
    }
}
