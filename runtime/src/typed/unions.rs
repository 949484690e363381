//! Unions of objects: what is wrong with them, what they clear. What a union means is in `extensions/union.rs`.

use alloc::string::String;

use super::scalar::looked;
use super::{Judge, Scalar, Settle, Value, json};
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
        let mut buffers = [String::new(), String::new()];
        let [buffer, old_buffer] = &mut buffers;
        let (new, old) = (given(new, buffer), given(old, old_buffer));
        let (modified, selected) = (union.is_modified(new, old), union.selected(new));
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

/// A discriminator; a text that must be written first goes into `buffer`.
#[inline]
fn given<'v>(scalar: Scalar<'v>, buffer: &'v mut String) -> Given<'v> {
    match scalar {
        Scalar::Absent | Scalar::Null => Given::Absent,
        Scalar::Text(text) => Given::Text(text.as_bytes()),
        Scalar::Written(value) => {
            looked(value, |text| buffer.push_str(text));
            Given::Text(buffer.as_bytes())
        }
        _ => Given::Other,
    }
}

impl Judge<'_> {
    /// Judges a union of an object. `old` is what the object is correlated with.
    pub fn union<T: Value>(&mut self, union: &'static Union, new: &T, old: Option<&T>) {
        let is_set = |member: usize| {
            union.members.get(member).is_some_and(|member| new.field(member.field.into()).is_set())
        };
        let raise = |rule: &'static Rule| self.raise(rule, ErrorSource::Union, |out| json(new, out));
        let mut buffers = [String::new(), String::new()];
        let [buffer, old_buffer] = &mut buffers;
        let given_new = given(discriminator(union, new), buffer);
        let modified = match old {
            Some(old) => union.is_modified(given_new, given(discriminator(union, old), old_buffer)),
            None => false,
        };
        union.judge(given_new, modified, is_set, raise);
    }
}
