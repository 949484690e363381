//! Iterators over the items and members of a value. In: a value. Out: its items or members that are part of
//! the object, in order.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::whole::Value;
use crdc_object::json::escape;
use crdc_object::tape::{Entry, Kind, LiveEntries, Tape};

impl<'a> Value<'a> {
    /// The item of the list at this index, from 0. `None` if there is no such item, or the value is not a
    /// list. Takes time linear in the index.
    pub fn item(self, index: usize) -> Option<Value<'a>> {
        self.items().nth(index)
    }

    /// The items of the list; empty for other values.
    #[inline]
    pub fn items(self) -> Items<'a> {
        Items::of(self)
    }

    /// The members of the object with their keys, in the order in which they would be stored; empty for other
    /// values.
    #[inline]
    pub fn members(self) -> Members<'a> {
        Members::of(self)
    }

    /// The number of items or members; 0 for values that cannot have any.
    pub fn len(self) -> usize {
        self.tape.children(self.at).count()
    }

    /// Whether the value has neither items nor members.
    pub fn is_empty(self) -> bool {
        self.tape.children(self.at).next().is_none()
    }
}

/// The items of a list: see [`Value::items`].
#[derive(Clone, Debug)]
pub struct Items<'a>(Live<'a>);

/// The members of an object: see [`Value::members`].
#[derive(Clone, Debug)]
pub struct Members<'a>(Live<'a>);

/// The children of a value that are part of the object.
#[derive(Clone, Debug)]
struct Live<'a> {
    tape: Tape<'a>,
    children: LiveEntries<'a>,
}

impl<'a> Live<'a> {
    /// The parts of a value of this kind.
    fn of(value: Value<'a>, kind: Kind) -> Self {
        let tape = value.tape;
        let entries = if value.entry().kind == kind { tape.entries } else { &[] };
        Live { tape, children: LiveEntries::of(entries, value.at) }
    }

    #[inline]
    fn next(&mut self) -> Option<(Value<'a>, &'a Entry)> {
        let (at, entry) = self.children.next()?;
        Some((Value { tape: self.tape, at }, entry))
    }
}

impl<'a> Items<'a> {
    pub(super) fn of(list: Value<'a>) -> Self {
        Items(Live::of(list, Kind::Array))
    }
}

impl<'a> Iterator for Items<'a> {
    type Item = Value<'a>;

    #[inline]
    fn next(&mut self) -> Option<Value<'a>> {
        self.0.next().map(|(value, _)| value)
    }
}

impl<'a> Members<'a> {
    pub(super) fn of(object: Value<'a>) -> Self {
        Members(Live::of(object, Kind::Object))
    }
}

/// Keys are borrowed, unless they have escapes.
impl<'a> Iterator for Members<'a> {
    type Item = (Cow<'a, str>, Value<'a>);

    #[inline]
    fn next(&mut self) -> Option<(Cow<'a, str>, Value<'a>)> {
        let (value, entry) = self.0.next()?;
        Some((content(self.0.tape.raw_key(entry)), value))
    }
}

/// The content of a key. Keys on a tape are valid JSON.
pub(crate) fn content(written: &[u8]) -> Cow<'_, str> {
    match core::str::from_utf8(written) {
        Ok(plain) if !written.contains(&b'\\') => Cow::Borrowed(plain),
        _ => Cow::Owned(unescaped(written)),
    }
}

#[cold]
fn unescaped(written: &[u8]) -> String {
    let mut content = Vec::with_capacity(written.len());
    match escape::unescape(written, &mut content) {
        Ok(()) => String::from_utf8(content).unwrap_or_default(),
        Err(_) => String::from_utf8_lossy(written).into_owned(),
    }
}
