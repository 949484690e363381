//! Normalization (docs/semantics.md, Unions): null and empty fields become absent, and members that a changed
//! discriminator does not select are cleared.
//!
//! In: a tape on which the steps of a request have marked fields as removed, and the Rust value that was
//! written to the tape. Out: the Rust value without these fields. Easy to break: the fields and items on the
//! tape must be in the same order as in the value.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, LinkedList, VecDeque};
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crdc_object::tape::{CHANGED, ChildEntries, Entry, REPEATED, Tape};

use super::entries::Entries;
use super::items::Items;

/// The entry on the tape for a part of a value that is normalized.
#[derive(Clone, Copy, Debug)]
pub struct Normalization<'t> {
    tape: Tape<'t>,
    at: u32,
}

impl<'t> Normalization<'t> {
    /// The entry of the whole value.
    pub(super) fn new(tape: Tape<'t>) -> Self {
        Normalization { tape, at: 0 }
    }
}

impl Normalization<'_> {
    /// Normalizes the value of the field with this name. The name is as JSON has it between quotes.
    pub fn field<T: ?Sized>(self, name: &str, value: &mut T, inside: impl FnOnce(&mut T, Self)) {
        if let Some(step) = self.find(name).and_then(|(at, _)| self.part(at)) {
            inside(value, step);
        }
    }

    /// Whether the field of this name was removed.
    #[must_use]
    pub fn is_gone(self, name: &str) -> bool {
        self.find(name).is_some_and(|(_, entry)| entry.is_dead())
    }

    fn find(self, name: &str) -> Option<(u32, Entry)> {
        let mut members = ChildEntries::of(self.tape.entries, self.at);
        let found =
            members.find(|(_, entry)| !entry.has(REPEATED) && self.tape.raw_key(entry) == name.as_bytes());
        found.map(|(at, entry)| (at, *entry))
    }

    /// Normalizes items.
    pub fn items<T: Items + ?Sized>(self, value: &mut T, mut inside: impl FnMut(&mut T::Item, Self)) {
        let mut parts = ChildEntries::of(self.tape.entries, self.at);
        value.each(|item| {
            if let Some(step) = parts.next().and_then(|(at, _)| self.part(at)) {
                inside(item, step);
            }
        });
    }

    /// Normalizes the values of a map.
    pub fn values<T: Entries + ?Sized>(self, value: &mut T, mut inside: impl FnMut(&mut T::Value, Self)) {
        let mut parts = ChildEntries::of(self.tape.entries, self.at);
        value.each(|value| {
            if let Some(step) = parts.next().and_then(|(at, _)| self.part(at)) {
                inside(value, step);
            }
        });
    }

    /// Normalizes the value in an option.
    pub fn optional<T>(self, value: &mut Option<T>, inside: impl FnOnce(&mut T, Self)) {
        if let Some(value) = value {
            inside(value, self);
        }
    }

    /// Normalizes the value in a box.
    pub fn boxed<B: Owned>(self, value: &mut B, inside: impl FnOnce(&mut B::Inner, Self)) {
        inside(value.inner(), self);
    }

    /// The entry of a part, if anything in the part was removed.
    fn part(self, at: u32) -> Option<Self> {
        self.tape.entry(at).has(CHANGED).then_some(Normalization { at, ..self })
    }
}

/// A pointer to a value.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a box known to crdc",
    label = "named like a box, but of an unknown type",
    note = "boxes are `Box`, `Rc` and `Arc`; add `#[crdc(leaf)]` to a field of any other type to compare it as a whole"
)]
pub trait Boxes {
    /// The type of the value.
    type Inner: ?Sized;
}

macro_rules! boxes {
    ($($boxes:ident)*) => {$(
        impl<T: ?Sized> Boxes for $boxes<T> {
            type Inner = T;
        }
    )*};
}

boxes!(Box Rc Arc);

/// A pointer to a value that may be changed.
pub trait Owned: Boxes {
    /// The value.
    fn inner(&mut self) -> &mut Self::Inner;
}

impl<T: ?Sized> Owned for Box<T> {
    fn inner(&mut self) -> &mut T {
        self
    }
}

// A shared value is cloned before it is normalized.
impl<T: Clone> Owned for Rc<T> {
    fn inner(&mut self) -> &mut T {
        Rc::make_mut(self)
    }
}

impl<T: Clone> Owned for Arc<T> {
    fn inner(&mut self) -> &mut T {
        Arc::make_mut(self)
    }
}

/// A type of a field that can become absent.
#[diagnostic::on_unimplemented(
    message = "a `{Self}` is always serialized and cannot become absent",
    label = "cannot become absent",
    note = "make the field an `Option` with `#[serde(skip_serializing_if = \"Option::is_none\")]`"
)]
pub trait Clear {
    /// Makes the field `None` or empty.
    fn clear(&mut self);
}

/// Makes a field absent.
#[inline]
pub fn clear<T: Clear>(value: &mut T) {
    value.clear();
}

impl<T> Clear for Option<T> {
    #[inline]
    fn clear(&mut self) {
        *self = None;
    }
}

macro_rules! cleared {
    ($([$($parameter:ident)*] $collection:ty)*) => {$(
        impl<$($parameter),*> Clear for $collection {
            fn clear(&mut self) {
                self.clear();
            }
        }
    )*};
}

cleared! {
    [] String
    [T] Vec<T>
    [T] VecDeque<T>
    [T] LinkedList<T>
    [T] BTreeSet<T>
    [K V] BTreeMap<K, V>
}

#[cfg(feature = "std")]
cleared! {
    [T S] std::collections::HashSet<T, S>
    [K V S] std::collections::HashMap<K, V, S>
}
