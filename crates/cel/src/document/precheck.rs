//! The reads of pre-checks. A pre-check is a function that quickly proves that all simple rules of a value
//! hold. It runs before the rules are evaluated, which is then not necessary.
//!
//! In: a tape, and the indices of values in it. Out: the values that are read, or `None` wherever an
//! evaluation could fail or is not simple; then the rules are evaluated. Costs are not counted.
//!
//! Easy to break: **a result that is not `None` must equal the result of an evaluation**, and no read may
//! traverse much data for which CEL charges little.

use crdc_vocabulary::go::parse_duration;

use crate::document::schema::Form;
use crate::document::{Document, SCANNED_ITEMS};
use crate::scalars::duration::Duration;
use crate::scalars::strings;
use crdc_object::tape::{ChildEntries, Entry, Kind};

/// The index that stands for an absent field.
const ABSENT: u32 = u32::MAX;
/// The longest text whose code points are counted.
const COUNTED: usize = 512;
/// The longest text that is parsed.
const PARSED: usize = 64;

/// Reads values of an object for pre-checks.
#[derive(Clone, Copy, Debug)]
pub struct PrecheckReader<'a> {
    document: &'a Document<'a>,
}

/// The pre-check of a value. It reports whether all rules of the value that do not use `oldSelf` certainly
/// hold.
#[derive(Clone, Copy, Debug)]
pub enum RunPrecheck<'p> {
    /// A function in generated code.
    Function(for<'a> fn(PrecheckReader<'a>, u32) -> Option<bool>),
    /// A pre-check of a plan that is not compiled, by its number.
    Plan(&'p dyn PrecheckPlan, u32),
}

/// A pre-check of rules in a plan that is not compiled.
pub trait PrecheckPlan: core::fmt::Debug + Send + Sync {
    /// Whether all rules of a value that do not use `oldSelf` certainly hold: see [`RunPrecheck`].
    fn precheck(&self, number: u32, reader: PrecheckReader<'_>, at: u32) -> Option<bool>;
}

impl RunPrecheck<'_> {
    /// Whether the pre-check proves that the rules hold. If false, the rules may hold nevertheless.
    #[inline]
    pub fn passes(&self, reader: PrecheckReader<'_>, at: u32) -> bool {
        let found = match *self {
            RunPrecheck::Function(function) => function(reader, at),
            RunPrecheck::Plan(plan, number) => plan.precheck(number, reader, at),
        };
        found == Some(true)
    }
}

impl<'a> PrecheckReader<'a> {
    /// Creates a reader of this object.
    pub fn new(document: &'a Document<'a>) -> Self {
        PrecheckReader { document }
    }

    #[inline(always)]
    fn entry(self, at: u32) -> Option<&'a Entry> {
        self.document.entries.get(at as usize)
    }

    #[inline(always)]
    fn of_kind(self, at: u32, kind: Kind) -> Option<&'a Entry> {
        self.entry(at).filter(|entry| entry.kind == kind)
    }

    /// Looks up fields of an object by their numbers. A null field counts as absent. Not inlined: inlining
    /// would take a quarter of rustc's time for files with many rules.
    #[inline(never)]
    pub fn fields<const N: usize>(self, of: u32, numbers: &[u16; N]) -> Option<[u32; N]> {
        let mut found = [ABSENT; N];
        let mut members = ChildEntries::of_object(self.document.entries, of)?;
        for _ in 0..SCANNED_ITEMS {
            let Some((at, entry)) = members.next() else { return Some(found) };
            for (slot, number) in found.iter_mut().zip(numbers) {
                if *number == entry.field && !entry.is_dead() && entry.kind != Kind::Null {
                    *slot = at;
                    // Each field has at most one live entry.
                    if N == 1 {
                        return Some(found);
                    }
                }
            }
        }
        None
    }

    /// Looks up fields by their numbers, and stores the index of each in its slot.
    #[inline]
    pub fn fields_in(
        self,
        of: u32,
        wanted: impl Iterator<Item = (u16, usize)> + Clone,
        slots: &mut [u32],
    ) -> Option<()> {
        let mut members = ChildEntries::of_object(self.document.entries, of)?;
        for (_, slot) in wanted.clone() {
            *slots.get_mut(slot)? = ABSENT;
        }
        for _ in 0..SCANNED_ITEMS {
            let Some((at, entry)) = members.next() else { return Some(()) };
            for (number, slot) in wanted.clone() {
                if number == entry.field && !entry.is_dead() && entry.kind != Kind::Null {
                    *slots.get_mut(slot)? = at;
                }
            }
        }
        None
    }

    /// A field of an object.
    #[inline]
    pub fn field(self, of: u32, number: u16) -> Option<u32> {
        self.fields(of, &[number]).map(|[found]| found)
    }

    /// Whether a field that was looked up is present. `form` is that of its schema.
    #[inline(always)]
    pub fn has(self, at: u32, form: Form) -> Option<bool> {
        if at == ABSENT {
            return Some(false);
        }
        let kind = self.entry(at)?.kind;
        let fits = match form {
            Form::Object | Form::Map => kind == Kind::Object,
            Form::List | Form::Set | Form::ListMap => kind == Kind::Array,
            Form::String => kind == Kind::String,
            Form::Int => kind == Kind::Int,
            Form::Double => matches!(kind, Kind::Int | Kind::Float),
            Form::Bool => matches!(kind, Kind::False | Kind::True),
            Form::IntOrString => matches!(kind, Kind::Int | Kind::String),
            Form::Preserved => true,
            Form::Bytes | Form::Duration | Form::Date | Form::DateTime | Form::Raw | Form::Like(_) => false,
        };
        fits.then_some(true)
    }

    /// The bytes of a string, which are UTF-8.
    #[inline]
    pub fn text(self, at: u32) -> Option<&'a [u8]> {
        self.of_kind(at, Kind::String).map(|entry| self.document.string(entry))
    }

    /// The value of an integer.
    #[inline]
    pub fn int(self, at: u32) -> Option<i64> {
        self.of_kind(at, Kind::Int).map(|entry| self.document.int(entry))
    }

    /// The value of a boolean.
    #[inline]
    pub fn bool(self, at: u32) -> Option<bool> {
        match self.entry(at)?.kind {
            Kind::True => Some(true),
            Kind::False => Some(false),
            _ => None,
        }
    }

    /// The item of a list at an index.
    pub fn item(self, list: u32, index: usize) -> Option<u32> {
        self.of_kind(list, Kind::Array)?;
        self.document.item(list, index)
    }

    /// The number of items.
    pub fn size(self, list: u32) -> Option<i64> {
        self.of_kind(list, Kind::Array)?;
        i64::try_from(self.document.length(list)).ok()
    }

    /// The items of a list.
    fn items(self, list: u32) -> Option<Items<'a>> {
        let end = self.of_kind(list, Kind::Array)?.next;
        Some(Items { entries: self.document.entries, at: list + 1, end })
    }

    /// Visits the items until `visit` returns that it is done.
    #[inline]
    pub fn each(self, list: u32, mut visit: impl FnMut(u32) -> Option<bool>) -> Option<()> {
        let mut items = self.items(list)?;
        while let Some(item) = items.next() {
            if !visit(item)? {
                break;
            }
        }
        Some(())
    }

    /// `list.all(item, body)`
    #[inline(always)]
    pub fn all(self, list: u32, mut body: impl FnMut(u32) -> Option<bool>) -> Option<bool> {
        let mut all = true;
        self.each(list, |item| {
            all = body(item)?;
            Some(all)
        })?;
        Some(all)
    }

    /// `list.exists(item, body)`
    #[inline(always)]
    pub fn exists(self, list: u32, mut body: impl FnMut(u32) -> Option<bool>) -> Option<bool> {
        self.all(list, |item| body(item).map(|found| !found)).map(|none| !none)
    }

    /// The number of items for which a body holds: `list.filter(item, body).size()`.
    #[inline(always)]
    pub fn count(self, list: u32, mut body: impl FnMut(u32) -> Option<bool>) -> Option<i64> {
        let mut count = 0;
        self.each(list, |item| {
            count += i64::from(body(item)?);
            Some(true)
        })?;
        Some(count)
    }

    /// The sum of a body over the first `most` items, or over all items if there are fewer.
    #[inline]
    pub fn sum(self, list: u32, most: usize, mut body: impl FnMut(u32) -> Option<i64>) -> Option<i64> {
        let (mut sum, mut left) = (0i64, most);
        self.each(list, |item| {
            if left == 0 {
                return Some(false);
            }
            left -= 1;
            sum = sum.checked_add(body(item)?)?;
            Some(true)
        })?;
        Some(sum)
    }
}

/// The items of a list. This code is not generic, because otherwise each loop of a rule would compile a copy
/// of it.
struct Items<'a> {
    entries: &'a [Entry],
    at: u32,
    end: u32,
}

impl Items<'_> {
    fn next(&mut self) -> Option<u32> {
        while self.at < self.end {
            let at = self.at;
            let entry = self.entries.get(at as usize)?;
            self.at = if entry.is_container() { entry.next.max(at + 1) } else { at + 1 };
            if !entry.is_dead() {
                return Some(at);
            }
        }
        None
    }
}

/// `text.size()`: the number of code points.
#[must_use]
pub fn size_of_text(text: &[u8]) -> Option<i64> {
    /// The bytes of a code point after its first one.
    const CONTINUATION: core::ops::RangeInclusive<u8> = 0x80..=0xbf;
    let count = || text.iter().filter(|byte| !CONTINUATION.contains(byte)).count();
    if text.len() > COUNTED { None } else { i64::try_from(count()).ok() }
}

/// `text.contains(part)`
#[must_use]
pub fn text_contains(text: &[u8], part: &[u8]) -> Option<bool> {
    strings::bytes_contain(text, part)
}

/// `duration(text)`
#[must_use]
pub fn duration_of(text: &[u8]) -> Option<Duration> {
    if text.len() > PARSED { None } else { parse_duration(text).map(Duration::new) }
}
