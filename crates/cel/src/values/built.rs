//! Builds a tape value by value, for callers that evaluate expressions without compiled code. In: values in
//! document order. Out: the same nodes as those of a decoded object.
//!
//! Easy to break: the entry of a container must have the text of its content, because equality compares texts
//! first.

use alloc::format;
use alloc::vec::Vec;

use crate::document::Document;
use crate::document::indexes::Indexes;
use crate::document::schema::ValueType;
use crate::values::Node;
use crdc_object::json::escape::append_canonical;
use crdc_object::tape::{ESCAPED, Entry, Kind, NO_FIELD, NO_KEY, Tape};

/// The place of a value in its container.
#[derive(Clone, Copy, Debug)]
pub enum Slot<'k> {
    /// The root, or an item of a list.
    Item,
    /// A field that the schema specifies.
    Field {
        /// The name.
        name: &'k str,
        /// The number in the type of the object.
        number: u16,
    },
    /// The value of a map, or a field that the schema does not specify.
    Member(&'k str),
}

/// A document that is being built: values are appended in document order. The number of a value is the count
/// of values before it.
#[derive(Debug, Default)]
pub struct Built {
    entries: Vec<Entry>,
    text: Vec<u8>,
    strings: Vec<u8>,
    open: Vec<u32>,
    indexes: Indexes,
}

/// The finished document.
#[derive(Debug)]
pub struct View<'d> {
    tape: Document<'d>,
}

impl Built {
    /// Removes all values and keeps the memory.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.text.clear();
        self.strings.clear();
        self.open.clear();
        self.indexes.clear();
    }

    /// Appends `null`.
    pub fn null(&mut self, slot: Slot<'_>) {
        self.scalar(slot, Kind::Null, b"null");
    }

    /// Appends a boolean.
    pub fn bool(&mut self, slot: Slot<'_>, value: bool) {
        if value {
            self.scalar(slot, Kind::True, b"true");
        } else {
            self.scalar(slot, Kind::False, b"false");
        }
    }

    /// Appends an integer.
    pub fn int(&mut self, slot: Slot<'_>, value: i64) {
        self.scalar(slot, Kind::Int, format!("{value}").as_bytes());
    }

    /// Appends a finite number that is no integer.
    pub fn float(&mut self, slot: Slot<'_>, value: f64) {
        self.scalar(slot, Kind::Float, format!("{value:e}").as_bytes());
    }

    /// Appends a string.
    pub fn string(&mut self, slot: Slot<'_>, content: &str) {
        self.begin_value(slot, Kind::String);
        let start = self.text.len();
        self.text.push(b'"');
        append_canonical(&mut self.text, content);
        self.text.push(b'"');
        if self.text.len() - start - 2 != content.len() {
            let at = offset(self.strings.len());
            self.strings.extend_from_slice(&offset(content.len()).to_le_bytes());
            self.strings.extend_from_slice(content.as_bytes());
            if let Some(entry) = self.entries.last_mut() {
                entry.flags |= ESCAPED;
                entry.next = at;
            }
        }
        self.end_value();
    }

    /// Begins a list; the values that follow are its items until [`end`](Self::end).
    pub fn begin_list(&mut self, slot: Slot<'_>) {
        self.begin(slot, Kind::Array, b'[');
    }

    /// Begins an object or map; the values that follow are its members until [`end`](Self::end).
    pub fn begin_object(&mut self, slot: Slot<'_>) {
        self.begin(slot, Kind::Object, b'{');
    }

    fn begin(&mut self, slot: Slot<'_>, kind: Kind, bracket: u8) {
        self.begin_value(slot, kind);
        self.open.push(offset(self.entries.len() - 1));
        self.text.push(bracket);
    }

    /// Ends the innermost list or object.
    pub fn end(&mut self) {
        let after = offset(self.entries.len());
        let Some(entry) = self.open.pop().and_then(|at| self.entries.get_mut(at as usize)) else { return };
        self.text.push(if entry.kind == Kind::Array { b']' } else { b'}' });
        entry.next = after;
        entry.end = offset(self.text.len());
    }

    /// The finished document. No values may be appended after this call.
    #[must_use]
    pub fn view(&self) -> View<'_> {
        let texts: [&[u8]; 4] = [&self.text, b"", b"", b""];
        let tape = Tape { entries: &self.entries, texts, strings: &self.strings };
        View { tape: Document::new(tape, &self.indexes) }
    }

    fn scalar(&mut self, slot: Slot<'_>, kind: Kind, text: &[u8]) {
        self.begin_value(slot, kind);
        self.text.extend_from_slice(text);
        self.end_value();
    }

    /// Writes the comma and the key before a value, and adds its entry.
    fn begin_value(&mut self, slot: Slot<'_>, kind: Kind) {
        if !matches!(self.text.last(), None | Some(b'[' | b'{')) {
            self.text.push(b',');
        }
        let mut key = NO_KEY;
        let (name, field) = match slot {
            Slot::Item => (None, NO_FIELD),
            Slot::Field { name, number } => (Some(name), number),
            Slot::Member(name) => (Some(name), NO_FIELD),
        };
        if let Some(name) = name {
            key = offset(self.text.len());
            self.text.push(b'"');
            append_canonical(&mut self.text, name);
            self.text.extend_from_slice(b"\":");
        }
        let start = offset(self.text.len());
        self.entries.push(Entry { key, field, flags: 0, kind, start, end: start, next: 0 });
    }

    fn end_value(&mut self) {
        let end = offset(self.text.len());
        if let Some(entry) = self.entries.last_mut() {
            entry.end = end;
        }
    }
}

impl View<'_> {
    /// The value with this number.
    #[must_use]
    pub fn node<'a>(&'a self, at: u32, of: &'a ValueType<'a>) -> Node<'a> {
        Node::new(&self.tape, at, of)
    }
}

/// An offset in the text. A text that is too long for a tape gets an offset that reads as an empty text.
fn offset(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Arena;
    use crate::document::schema::{Form, ValueField};
    use crate::equality::equal;
    use crate::values::{Map, Value};

    #[test]
    fn values_are_read_as_those_of_objects() {
        let text = ValueType::of(Form::String);
        let int = ValueType::of(Form::Int);
        let list = ValueType { each: Some(&int), ..ValueType::of(Form::List) };
        let fields = [
            ValueField { name: "name", escaped: "name", of: Some(&text) },
            ValueField { name: "a-b", escaped: "a__dash__b", of: Some(&list) },
        ];
        let object = ValueType { fields: &fields, ..ValueType::of(Form::Object) };
        let mut document = Built::default();
        document.begin_object(Slot::Item);
        document.string(Slot::Field { name: "name", number: 0 }, "a \"b\"\n");
        document.begin_list(Slot::Field { name: "a-b", number: 1 });
        document.int(Slot::Item, -3);
        document.int(Slot::Item, 4);
        document.end();
        document.float(Slot::Member("other\""), 1.5);
        document.null(Slot::Member("none"));
        document.end();
        let (view, arena) = (document.view(), Arena::new());
        let root = view.node(0, &object);
        assert_eq!(format!("{root:?}"), r#"{"name":"a \"b\"\n","a-b":[-3,4],"other\"":1.5e0,"none":null}"#);
        let Ok(Value::Map(map @ Map::Node(_))) = root.value(&arena) else { panic!("no map") };
        let get = |name| map.get(&arena, Value::String(name)).map(|found| format!("{found:?}"));
        assert_eq!(get("name"), Ok("Some(String(\"a \\\"b\\\"\\n\"))".into()));
        assert_eq!(get("a__dash__b"), Ok("Some(List(Node([-3,4])))".into()));
        assert_eq!(get("other"), Ok("None".into()));
        assert_eq!(equal(&arena, Value::Map(map), Value::Map(map)), Ok(true));
        // The item has three values before it.
        assert_eq!(view.node(4, &int).int(), Ok(4));
    }
}
