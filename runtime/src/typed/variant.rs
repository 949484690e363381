//! Enums with data: objects for the fields of variants, and values of different variants.
//!
//! Easy to break: only the JSON of values of different variants shows which fields they share, so the JSON is
//! compared. When only looking for immutable fields, generated code compares field by field.

use alloc::string::String;

use super::compare::{Compare, Mode, Side};
use super::json::{self, Failed};
use super::pair::Pair;
use super::path::{Path, Step};
use super::rules::Rules;
use super::validator::{Validator, ratchet};
use crate::places::Breach;
use crdc_object::json::escape;
use crdc_object::tape::{Kind, Tape};

impl Compare<'_> {
    /// Compares an object that contains the fields of a variant. `whole` are the enums that are serialized
    /// with it as a member, if they are of that variant; `fields` compares the fields if both are.
    pub fn inner<T: Rules>(
        &mut self,
        name: &'static str,
        whole: Pair<'_, T>,
        fields: impl FnOnce(&mut Compare<'_>),
    ) {
        let (new, old) = match self.side {
            Side::Pair => (whole.new, whole.old),
            Side::New => (whole.new, None),
            Side::Old => (None, whole.old),
        };
        let (mode, start) = (self.mode, self.work.found.len());
        let path = self.path.to(Step::Field(name));
        let mut inner = Compare { work: &mut *self.work, path, mode, side: Side::Pair };
        match (new, old, mode) {
            (Some(_), Some(_), Mode::Bytes) => {
                inner.work.bytes.begin(Step::Field(name));
                fields(&mut inner);
                inner.work.bytes.end();
            }
            (Some(_), Some(_), _) => {
                fields(&mut inner);
                inner.ordered(start);
            }
            (None, None, _) | (_, _, Mode::Marks) => {}
            (_, _, Mode::Stored | Mode::Decoded | Mode::Bytes) => inner.work.differs = true,
            (Some(new), None, Mode::Deep) => {
                inner.violate(Breach::Set, None, &|out| json::member(new, name, out));
            }
            (None, Some(_), Mode::Deep) => inner.violate(Breach::Unset, None, &|_| ()),
        }
    }

    /// Compares two values of different variants. Returns `false` if their fields must still be compared,
    /// each as absent on the side with the other variant.
    #[cold]
    pub fn other_variant<T: Rules>(&mut self, new: &T, old: &T) -> bool {
        if self.mode == Mode::Marks || self.side != Side::Pair {
            return false;
        }
        let (mut new_text, mut old_text) = (String::new(), String::new());
        if json::write(new, &mut new_text) == Err(Failed::TooDeep) {
            self.unwritten();
            return true;
        }
        json::json(old, &mut old_text);
        if self.mode != Mode::Deep {
            self.work.differs |= !json::same_texts(&new_text, &old_text);
            return true;
        }
        let start = self.work.found.len();
        json::decoded(&new_text, |new| json::decoded(&old_text, |old| deep(self, [new, old], [0, 0])));
        self.ordered(start);
        true
    }
}

/// Reports every difference of two decoded values. Their nesting is limited by their types.
fn deep(compare: &mut Compare<'_>, tapes: [Tape<'_>; 2], at: [u32; 2]) {
    let [new, old] = tapes;
    let kinds = [new.entry(at[0]).kind, old.entry(at[1]).kind];
    match kinds {
        [Kind::Object, Kind::Object] => {
            for gone in old.children(at[1]) {
                let key = old.raw_key(&old.entry(gone));
                if new.member(at[0], key).is_none() {
                    compare.violate(Breach::Unset, Some(Step::Name(0, &name(key))), &|_| ());
                }
            }
            for (position, child) in (0..).zip(new.children(at[0])) {
                let key = new.raw_key(&new.entry(child));
                let name = name(key);
                let step = Step::Name(position, &name);
                match old.member(at[1], key) {
                    None => {
                        let value = crate::error::json(new, child);
                        compare.violate(Breach::Set, Some(step), &|out| out.push_str(&value));
                    }
                    Some(counterpart) => below(compare, step, tapes, [child, counterpart]),
                }
            }
        }
        [Kind::Array, Kind::Array] if new.children(at[0]).count() == old.children(at[1]).count() => {
            for (position, (x, y)) in (0..).zip(new.children(at[0]).zip(old.children(at[1]))) {
                below(compare, Step::Item(position), tapes, [x, y]);
            }
        }
        _ if json::same_values(new, at[0], old, at[1]) => {}
        _ => compare.violate(Breach::Modified, None, &|out| out.push_str(&crate::error::json(new, at[0]))),
    }
}

fn name(key: &[u8]) -> String {
    let mut name = String::new();
    escape::append_key(&mut name, key);
    name
}

fn below(compare: &mut Compare<'_>, step: Step<'_>, tapes: [Tape<'_>; 2], at: [u32; 2]) {
    let path: Path<'_> = compare.path.to(step);
    let mut inner = Compare { work: &mut *compare.work, path, mode: Mode::Deep, side: Side::Pair };
    deep(&mut inner, tapes, at);
}

impl Validator<'_> {
    /// Validates an object that contains the fields of a variant.
    pub fn inner<T: Rules>(
        &mut self,
        name: &'static str,
        whole: &T,
        old: Option<&T>,
        fields: impl FnOnce(&mut Validator<'_>),
    ) {
        let start = self.work.found.len();
        let mut inner = Validator { work: &mut *self.work, path: self.path.to(Step::Field(name)) };
        fields(&mut inner);
        if self.work.found.len() == start {
            return;
        }
        let Some(old) = old else { return };
        let depth = self.path.depth() + 1;
        ratchet(self.work, start, depth, &mut |_, _| {
            let (mut new_text, mut old_text) = (String::new(), String::new());
            json::member(whole, name, &mut new_text);
            json::member(old, name, &mut old_text);
            // Values that are nested too deep were not serialized.
            !new_text.is_empty() && json::same_texts(&new_text, &old_text)
        });
    }
}
