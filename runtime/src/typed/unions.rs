//! Validates and clears unions of objects. `places/union.rs` implements the rules.

use alloc::string::String;

use super::normalization::{Normalization, Pass};
use super::scalar::{Scalar, looked};
use super::validator::Validator;
use super::value::Value;
use crate::error::{ErrorSource, Rule};
use crate::places::{Given, Selected, Union};

/// Members that a changed discriminator clears.
#[derive(Clone, Copy, Debug)]
pub struct Cleared {
    /// Whether any are cleared.
    any: bool,
    /// The member that is kept.
    selected: Option<usize>,
}

impl Cleared {
    /// Whether the member with this index in the union is cleared.
    #[inline]
    #[must_use]
    pub fn has(self, member: usize) -> bool {
        self.any && self.selected != Some(member)
    }
}

impl Normalization {
    /// The members that a union of an object clears in this pass.
    #[inline]
    pub fn cleared<T: Value>(self, union: &'static Union<'_>, new: &T, old: Option<&T>) -> Cleared {
        match old {
            Some(old) if self.pass == Pass::Unions => {
                cleared(union, [discriminator(union, new), discriminator(union, old)])
            }
            _ => Cleared::NOTHING,
        }
    }
}

impl Cleared {
    const NOTHING: Cleared = Cleared { any: false, selected: None };
}

fn cleared(union: &Union<'_>, [new, old]: [Scalar<'_>; 2]) -> Cleared {
    let mut buffers = [String::new(), String::new()];
    let [buffer, old_buffer] = &mut buffers;
    let (new, old) = (given(new, buffer), given(old, old_buffer));
    match union.selected(new) {
        _ if !union.is_modified(new, old) => Cleared::NOTHING,
        Selected::Unknown => Cleared::NOTHING,
        Selected::Nothing => Cleared { any: true, selected: None },
        Selected::Member(member) => Cleared { any: true, selected: Some(member) },
    }
}

#[inline]
fn discriminator<'v, T: Value>(union: &Union<'_>, value: &'v T) -> Scalar<'v> {
    value.field(union.discriminator.into())
}

/// A discriminator. A string that must be serialized first is stored in `buffer`.
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

impl Validator<'_> {
    /// Validates a union of an object. `old` is the correlated old object.
    #[inline]
    pub fn union<T: Value>(&mut self, union: &'static Union<'_>, new: &T, old: Option<&T>) {
        let discriminators = (discriminator(union, new), old.map(|old| discriminator(union, old)));
        self.union_of(union, discriminators, &|field| new.field(field), &|out| new.json(out));
    }

    /// The same, independent of the type.
    fn union_of<'v>(
        &mut self,
        union: &'static Union<'_>,
        (new, old): (Scalar<'v>, Option<Scalar<'v>>),
        field: &dyn Fn(usize) -> Scalar<'v>,
        json: &dyn Fn(&mut String),
    ) {
        let is_set = |member: usize| {
            union.members.get(member).is_some_and(|member| field(member.field.into()).is_set())
        };
        let raise = |rule: &'static Rule<'_>| self.raise(rule, ErrorSource::Union, json);
        let mut buffers = [String::new(), String::new()];
        let [buffer, old_buffer] = &mut buffers;
        let new = given(new, buffer);
        let modified = old.is_some_and(|old| union.is_modified(new, given(old, old_buffer)));
        union.validate(new, modified, is_set, raise);
    }
}
