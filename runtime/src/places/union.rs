//! The meaning of a union: which members a changed discriminator clears, and which members that are set are
//! invalid.
//!
//! Independent of JSON: a discriminator is a text or absent, a member is set or not. The older shape, from
//! structured-merge-diff, is in `older.rs`.
// docs/semantics.md, Unions

use crate::error::Rule;

/// One union of an object: a constant of generated code.
#[derive(Debug)]
pub struct Union<'p> {
    /// Field number of the discriminator.
    pub discriminator: u16,
    /// The members, in the order of the schema.
    pub members: &'p [Member<'p>],
    /// Values of the discriminator that select no member.
    pub others: &'p [&'p str],
    /// Error: several members are set and the discriminator did not change.
    pub several: Rule<'p>,
    /// Error: the discriminator has an unknown value. `None` if its `enum` reports that.
    pub unknown: Option<Rule<'p>>,
    /// Error: the discriminator is absent. `None` if the schema requires it.
    pub absent: Option<Rule<'p>>,
    /// Set for unions of the older shape.
    pub older: Option<Older<'p>>,
}

/// A member of a union.
#[derive(Debug)]
pub struct Member<'p> {
    /// The field number.
    pub field: u16,
    /// The name.
    pub name: &'p str,
    /// The value of the discriminator that selects it.
    pub value: &'p str,
    /// Whether the member may be absent while it is selected.
    pub optional: bool,
    /// Error: it is set and not selected.
    pub refused: Rule<'p>,
    /// Error: it is selected and not set.
    pub missing: Rule<'p>,
}

/// Additional data of the older shape.
#[derive(Clone, Copy, Debug)]
pub struct Older<'p> {
    /// The discriminator with each member's value in the constant text of the resource, if it is deduced:
    /// offsets of the key, of the value and of its end. Otherwise empty.
    pub deduced: &'p [[u32; 3]],
}

/// The discriminator in an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Given<'a> {
    /// Absent or null.
    Absent,
    /// The text of the discriminator.
    Text(&'a [u8]),
    /// A discriminator that is no string, which the schema reports.
    Other,
}

/// The member that a discriminator selects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Selected {
    /// The member of this index.
    Member(usize),
    /// No member, by a known value.
    Nothing,
    /// Unknown.
    Unknown,
}

impl<'p> Member<'p> {
    /// Creates the member with the field `(number, name)`, which the value `value` of the discriminator
    /// selects.
    #[must_use]
    pub const fn new(
        discriminator: &'p str,
        (field, name): (u16, &'p str),
        value: &'p str,
        optional: bool,
    ) -> Member<'p> {
        Member {
            field,
            name,
            value,
            optional,
            refused: Rule::UnionRefused { member: name, discriminator, value },
            missing: Rule::UnionMissing { member: name, discriminator, value },
        }
    }
}

impl<'p> Union<'p> {
    /// Creates a union whose discriminator is the field `(number, name)`. It reports a value other than
    /// `known`, if specified, and the absence of the discriminator, if `required` does not report it. `names`
    /// are the members' numbers and names.
    #[must_use]
    pub const fn new(
        (field, name): (u16, &'p str),
        members: &'p [Member<'p>],
        names: &'p [(u16, &'p str)],
        others: &'p [&'p str],
        known: Option<&'p [&'p str]>,
        required: bool,
    ) -> Union<'p> {
        Union {
            discriminator: field,
            members,
            others,
            several: Rule::UnionSeveral { discriminator: name, members: names },
            unknown: match known {
                Some(values) => Some(Rule::UnionUnknown { discriminator: name, values }),
                None => None,
            },
            absent: if required { None } else { Some(Rule::UnionAbsent(name)) },
            older: None,
        }
    }

    /// The member that the discriminator selects.
    pub(crate) fn selected(&self, given: Given<'_>) -> Selected {
        let Some(text) = self.text(given) else { return Selected::Unknown };
        match self.members.iter().position(|member| member.value.as_bytes() == text) {
            Some(member) => Selected::Member(member),
            None if self.others.iter().any(|value| value.as_bytes() == text) => Selected::Nothing,
            None => Selected::Unknown,
        }
    }

    /// An absent discriminator is the empty string if that is a known value.
    fn text<'g>(&self, given: Given<'g>) -> Option<&'g [u8]> {
        match given {
            Given::Text(text) => Some(text),
            Given::Absent if self.knows_empty() => Some(b""),
            Given::Absent | Given::Other => None,
        }
    }

    fn knows_empty(&self) -> bool {
        self.others.contains(&"") || self.members.iter().any(|member| member.value.is_empty())
    }

    /// Whether the discriminator changed.
    pub(crate) fn is_modified(&self, new: Given<'_>, old: Given<'_>) -> bool {
        self.text(new) != self.text(old) || (new == Given::Other) != (old == Given::Other)
    }

    /// Validates an object after normalization.
    pub(crate) fn validate(
        &'p self,
        given: Given<'_>,
        modified: bool,
        is_set: impl Fn(usize) -> bool,
        mut raise: impl FnMut(&'p Rule<'p>),
    ) {
        let selected = self.selected(given);
        match given {
            Given::Other => return,
            Given::Absent if selected == Selected::Unknown => {
                self.absent.iter().for_each(raise);
                return;
            }
            _ if selected == Selected::Unknown => {
                self.unknown.iter().for_each(raise);
                return;
            }
            _ => {}
        }
        let members = || self.members.iter().enumerate();
        if !modified && members().filter(|(index, _)| is_set(*index)).take(2).count() == 2 {
            raise(&self.several);
            return;
        }
        for (index, member) in members() {
            match (is_set(index), selected == Selected::Member(index)) {
                (true, false) => raise(&member.refused),
                (false, true) if !member.optional => raise(&member.missing),
                _ => {}
            }
        }
    }
}
