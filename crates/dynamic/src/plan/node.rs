//! The nodes of a plan: constants of the runtime in an arena, like the statics of generated code.

use super::runtime::{AlternativeField, Alternatives, Bound, Default, Rule, Shape, Validate};
use crdc::__private::format;
use crdc_plan::actions::{Fits, Items, MemberKind, Others, Role};
use crdc_schema::pattern::Matcher;

/// The decoder of a node's values.
#[derive(Debug)]
pub(super) struct Node<'p> {
    pub(super) shape: Shape<'p>,
    pub(super) form: Form<'p>,
    pub(super) is_definition: bool,
    pub(super) alternatives: Option<Alternatives<'p>>,
}

/// The types of values that are read.
#[derive(Debug)]
pub(super) enum Form<'p> {
    Object(&'p Objects<'p>),
    Array(List<'p>),
    String(Texts<'p>),
    Number(Numbers<'p>),
    Boolean,
    Mixed(&'p Mixed<'p>),
}

/// Several types of values, with whether each is admitted.
#[derive(Debug)]
pub(super) struct Mixed<'p> {
    pub(super) object: Option<(Objects<'p>, bool)>,
    pub(super) array: Option<(List<'p>, bool)>,
    pub(super) string: Option<(Texts<'p>, bool)>,
    pub(super) number: Option<Numbers<'p>>,
}

/// The checks of an object.
#[derive(Debug)]
pub(super) struct Objects<'p> {
    /// The number of words that the bits of the fields take.
    pub(super) words: usize,
    pub(super) embedded: bool,
    pub(super) is_root: bool,
    /// The known fields, sorted by the words of their keys.
    pub(super) known: &'p [Known<'p>],
    pub(super) others: Others,
    pub(super) defaults: Required<'p, Default<'p>>,
    pub(super) reserved: &'p [(usize, u32)],
    pub(super) metadata: &'p [(u16, usize)],
    pub(super) required: Required<'p, (u16, Rule<'p>)>,
    pub(super) limits: Limits<'p>,
    pub(super) values: Option<&'p Rule<'p>>,
}

/// Required fields: rows for fields, and their bits.
#[derive(Debug)]
pub(super) struct Required<'p, T> {
    pub(super) rows: &'p [T],
    pub(super) mask: &'p [u64],
}

#[derive(Debug)]
pub(super) struct Known<'p> {
    pub(super) word: Word,
    pub(super) key: &'p [u8],
    pub(super) number: u16,
    pub(super) role: Role,
    pub(super) value: MemberKind,
}

/// A key as numbers: its length, its first and its last bytes. Keys of at most sixteen bytes are equal if
/// these are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Word(usize, u64, u64);

impl Word {
    #[inline(always)]
    pub(super) fn of(key: &[u8]) -> Word {
        let (first, last) = match (key.first_chunk(), key.last_chunk()) {
            (Some(first), Some(last)) => (u64::from_le_bytes(*first), u64::from_le_bytes(*last)),
            _ => match (key.first_chunk(), key.last_chunk()) {
                (Some(first), Some(last)) => {
                    (u64::from(u32::from_le_bytes(*first)), u64::from(u32::from_le_bytes(*last)))
                }
                // At most three bytes.
                _ => (key.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)), 0),
            },
        };
        Word(key.len(), first, last)
    }
}

impl Known<'_> {
    /// Whether the field has this key.
    #[inline(always)]
    pub(super) fn is(&self, word: Word, key: &[u8]) -> bool {
        self.word == word && (key.len() <= 16 || self.key == key)
    }
}

/// A minimum and a maximum, with their rules.
#[derive(Debug, Default)]
pub(super) struct Limits<'p> {
    pub(super) min: Option<(i64, Rule<'p>)>,
    pub(super) max: Option<(i64, Rule<'p>)>,
}

#[derive(Debug)]
pub(super) struct List<'p> {
    pub(super) items: Items,
    pub(super) positions: &'p [usize],
    pub(super) limits: Limits<'p>,
    pub(super) values: Option<&'p Rule<'p>>,
    pub(super) print: Option<Print<'p>>,
    pub(super) rule: Option<Rule<'p>>,
}

#[derive(Debug)]
pub(super) enum Print<'p> {
    Item,
    Members(&'p [u16]),
}

#[derive(Debug)]
pub(super) struct Texts<'p> {
    /// Whether the content is read.
    pub(super) is_read: bool,
    pub(super) max: Option<(i64, Rule<'p>)>,
    pub(super) min: Option<(i64, Rule<'p>)>,
    pub(super) pattern: Option<(&'p Matcher, Rule<'p>)>,
    pub(super) format: Option<(format::Check, Rule<'p>)>,
    /// The strings of the `enum`, sorted, if it has nothing else.
    pub(super) strings: Option<&'p [&'p [u8]]>,
    /// The rule of `enum`.
    pub(super) values: Option<&'p Rule<'p>>,
}

#[derive(Debug)]
pub(super) struct Numbers<'p> {
    pub(super) fits: Option<(Fits, Rule<'p>)>,
    pub(super) misfits: &'p [Rule<'p>],
    pub(super) multiple_of: Option<((f64, bool), Rule<'p>)>,
    pub(super) max: Option<(Bound, Rule<'p>)>,
    pub(super) min: Option<(Bound, Rule<'p>)>,
    pub(super) values: Option<&'p Rule<'p>>,
}

/// The validator of a decoded value.
#[derive(Debug)]
pub(super) struct Branch<'p> {
    pub(super) shape: Option<Shape<'p>>,
    pub(super) typed: bool,
    pub(super) formatted: bool,
    pub(super) alternatives: Option<Alternatives<'p>>,
    pub(super) numbers: Numbers<'p>,
    pub(super) positions: &'p [Validate<'p>],
    pub(super) items: Option<usize>,
    /// The validation of items that differ by position.
    pub(super) after_positions: Option<Validate<'p>>,
    pub(super) items_limits: Limits<'p>,
    /// The alternatives, sorted by key.
    pub(super) named: &'p [AlternativeField<'p>],
    pub(super) each: Option<usize>,
    pub(super) required: &'p [(u16, Rule<'p>)],
    pub(super) limits: Limits<'p>,
    pub(super) texts: Texts<'p>,
    pub(super) values: Option<&'p Rule<'p>>,
}
