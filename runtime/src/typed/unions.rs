//! Unions of objects: what is wrong with them, what they clear. What a union means is in `extensions/union.rs`.

use super::work::Found;
use super::{Judge, Scalar, Settle, Value, json, words};
use crate::error::{ErrorSource, Rule};
use crate::extensions::{Given, Selected, Union};

/// Members that a changed discriminator clears.
#[derive(Clone, Copy, Debug)]
pub struct Cleared {
    /// Whether there are any.
    any: bool,
    /// The one that stays.
    selected: Option<usize>,
}

impl Cleared {
    /// Whether the member of this index, among those of the union, is cleared.
    #[inline]
    #[must_use]
    pub fn has(self, member: usize) -> bool {
        self.any && self.selected != Some(member)
    }
}

impl Settle {
    /// What a union of an object clears in this pass.
    pub fn cleared<T: Value>(self, union: &'static Union, new: &T, old: Option<&T>) -> Cleared {
        let nothing = Cleared { any: false, selected: None };
        let Some(old) = old.filter(|_| self == Settle::Unions) else { return nothing };
        let (new, old) = (discriminator(union, new), discriminator(union, old));
        let (modified, selected) =
            given(new, |new| (given(old, |old| union.is_modified(new, old)), union.selected(new)));
        match selected {
            _ if !modified => nothing,
            Selected::Unknown => nothing,
            Selected::Nothing => Cleared { any: true, selected: None },
            Selected::Member(member) => Cleared { any: true, selected: Some(member) },
        }
    }
}

fn discriminator<'v, T: Value>(union: &Union, value: &'v T) -> Scalar<'v> {
    value.field(union.discriminator.into())
}

/// Calls `look` with a discriminator.
fn given<R>(scalar: Scalar<'_>, look: impl FnOnce(Given<'_>) -> R) -> R {
    match scalar {
        Scalar::Absent | Scalar::Null => look(Given::Absent),
        Scalar::Text(text) => look(Given::Text(text.as_bytes())),
        Scalar::Written(_) => match json::text(&scalar.to_json()) {
            Some(text) => look(Given::Text(text.as_bytes())),
            None => look(Given::Other),
        },
        _ => look(Given::Other),
    }
}

impl Judge<'_> {
    /// Judges a union of an object. `old` is what the object is correlated with.
    pub fn union<T: Value>(&mut self, union: &'static Union, new: &T, old: Option<&T>) {
        let is_set = |member: usize| {
            union.members.get(member).is_some_and(|member| new.field(member.field.into()).is_set())
        };
        let raise = |rule: &'static Rule| {
            let mut text = alloc::string::String::new();
            json(new, &mut text);
            let found: Found = words::of_rule(&self.path, rule, ErrorSource::Union, &text);
            self.work.found.push(found);
        };
        given(discriminator(union, new), |given_new| {
            let modified = old.is_some_and(|old| {
                given(discriminator(union, old), |given_old| union.is_modified(given_new, given_old))
            });
            union.judge(given_new, modified, is_set, raise);
        });
    }
}
