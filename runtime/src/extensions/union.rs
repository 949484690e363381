//! What a union means: which members a changed discriminator clears, and what is wrong with those that are set.
//!
//! Knows of no JSON: a discriminator is a text or none, a member is set or not. The older shape, which is
//! structured-merge-diff's, is in `older.rs`.
// semantics §11

use crate::error::Rule;

/// One union of an object: a constant of generated code.
#[derive(Debug)]
pub struct Union {
    /// Number of the discriminator among the object's fields.
    pub discriminator: u16,
    /// The members, in the order of the schema.
    pub members: &'static [Member],
    /// Values of the discriminator that select no member.
    pub others: &'static [&'static str],
    /// Several members are set though the discriminator is as it was.
    pub several: Rule,
    /// The discriminator is none of the known values; nothing where its `enum` says so.
    pub unknown: Option<Rule>,
    /// The discriminator is absent; nothing where the schema requires it.
    pub absent: Option<Rule>,
    /// Set for the older shape.
    pub older: Option<Older>,
}

/// A member of a union.
#[derive(Debug)]
pub struct Member {
    /// Its number among the object's fields.
    pub field: u16,
    /// Its name.
    pub name: &'static str,
    /// The value of the discriminator that selects it.
    pub value: &'static str,
    /// Whether it may be absent though it is selected.
    pub optional: bool,
    /// It is set and not selected.
    pub refused: Rule,
    /// It is selected and not set.
    pub missing: Rule,
}

/// What the older shape has beside members.
#[derive(Clone, Copy, Debug)]
pub struct Older {
    /// Where the constant text of the resource has the discriminator with each member's value, where it is deduced:
    /// offsets of the key, of the value and of its end. Empty where it is not.
    pub deduced: &'static [[u32; 3]],
}

/// The discriminator of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Given<'a> {
    /// It is not there, or null.
    Absent,
    /// Its text.
    Text(&'a [u8]),
    /// It is no text, as the schema will say.
    Other,
}

/// What a discriminator selects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Selected {
    /// The member of this index.
    Member(usize),
    /// No member, knowingly.
    Nothing,
    /// Nobody knows.
    Unknown,
}

impl Member {
    /// The member that is the field `(number, name)`, selected by `value` of the discriminator of that name.
    #[must_use]
    pub const fn new(
        discriminator: &'static str,
        (field, name): (u16, &'static str),
        value: &'static str,
        optional: bool,
    ) -> Member {
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

impl Union {
    /// A union that says itself what is wrong with its discriminator, the field `(number, name)`: that it is none of
    /// `known`, where those are given, and that it is absent, where `required` does not say so. `names` are the
    /// members' numbers and names.
    #[must_use]
    pub const fn new(
        (field, name): (u16, &'static str),
        members: &'static [Member],
        names: &'static [(u16, &'static str)],
        others: &'static [&'static str],
        known: Option<&'static [&'static str]>,
        required: bool,
    ) -> Union {
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

    /// What a discriminator selects.
    pub(crate) fn selected(&self, given: Given<'_>) -> Selected {
        let Some(text) = self.text(given) else { return Selected::Unknown };
        match self.members.iter().position(|member| member.value.as_bytes() == text) {
            Some(member) => Selected::Member(member),
            None if self.others.iter().any(|value| value.as_bytes() == text) => Selected::Nothing,
            None => Selected::Unknown,
        }
    }

    /// Absent is the empty string where that is one of the values.
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

    /// Validates an object after normalisation.
    pub(crate) fn validate(
        &'static self,
        given: Given<'_>,
        modified: bool,
        is_set: impl Fn(usize) -> bool,
        mut raise: impl FnMut(&'static Rule),
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
