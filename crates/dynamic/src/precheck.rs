//! Evaluates pre-checks of rules, as generated functions do: simple reads of the tape, without costs and
//! errors.
//!
//! In: the pre-checks of crdc-plan (`actions::Precheck`). Out: `None` wherever the generated function would
//! end without a result. Easy to break: the functions of `crates/cel/src/document/precheck.rs` read the
//! values, and this module adds no decisions.

use crdc::__private::cel::{self, Duration};
use crdc_plan::actions::{Aggregate, Precheck, PrecheckExpr, PrecheckLoop, Read, Scope, Sign};

/// The largest number of slots. Rules that need more slots are evaluated without a pre-check.
const SLOTS: usize = 32;

/// A value: an index, or a value that was read.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
enum Plain<'v> {
    Place(u32),
    Bool(bool),
    Int(i64),
    Text(&'v [u8]),
    Duration(Duration),
}

/// Whether all rules of the value at an index hold.
pub(crate) fn holds<'v>(rules: &'v Precheck, document: cel::PrecheckReader<'v>, at: u32) -> Option<bool> {
    if rules.slots > SLOTS {
        return None;
    }
    let mut reader = Reader { document, this: at, slots: [0; SLOTS] };
    reader.scope(at, &rules.scope)?;
    for rule in &rules.rules {
        if !reader.bool(rule)? {
            return Some(false);
        }
    }
    Some(true)
}

fn compared<T: PartialOrd>(sign: Sign, a: &T, b: &T) -> bool {
    match sign {
        Sign::Equal => a == b,
        Sign::Unequal => a != b,
        Sign::Less => a < b,
        Sign::AtMost => a <= b,
        Sign::Greater => a > b,
        Sign::AtLeast => a >= b,
    }
}

struct Reader<'v> {
    document: cel::PrecheckReader<'v>,
    this: u32,
    slots: [u32; SLOTS],
}

impl<'v> Reader<'v> {
    fn scope(&mut self, of: u32, scope: &'v Scope) -> Option<()> {
        if scope.fields.is_empty() {
            return Some(());
        }
        let wanted = scope.fields.iter().map(|field| (field.number, field.slot));
        self.document.fields_in(of, wanted, &mut self.slots)
    }

    fn read(&self, read: Read, at: u32) -> Option<Plain<'v>> {
        Some(match read {
            Read::Bool => Plain::Bool(self.document.bool(at)?),
            Read::Int => Plain::Int(self.document.int(at)?),
            Read::Text => Plain::Text(self.document.text(at)?),
        })
    }

    fn slot(&self, slot: usize) -> Option<u32> {
        self.slots.get(slot).copied()
    }

    fn value(&mut self, part: &'v PrecheckExpr) -> Option<Plain<'v>> {
        Some(match part {
            PrecheckExpr::Int(value) => Plain::Int(*value),
            PrecheckExpr::Text(text) => Plain::Text(text.as_bytes()),
            PrecheckExpr::Duration(nanoseconds) => Plain::Duration(Duration::new(*nanoseconds)),
            PrecheckExpr::This => Plain::Place(self.this),
            PrecheckExpr::Local { slot, read: None, .. } | PrecheckExpr::Place { slot, .. } => {
                Plain::Place(self.slot(*slot)?)
            }
            PrecheckExpr::Local { slot, read: Some(read), .. } | PrecheckExpr::Known { slot, read, .. } => {
                self.read(*read, self.slot(*slot)?)?
            }
            PrecheckExpr::Read(read, of) => {
                let at = self.place(of)?;
                self.read(*read, at)?
            }
            PrecheckExpr::Field(of, number) => Plain::Place(self.document.field(self.place(of)?, *number)?),
            PrecheckExpr::Item(of, index) => Plain::Place(self.document.item(self.place(of)?, *index)?),
            PrecheckExpr::Choice(parts) => {
                let [condition, then, otherwise] = &**parts;
                if self.bool(condition)? { self.value(then)? } else { self.value(otherwise)? }
            }
            PrecheckExpr::Add(parts) => match (self.value(&parts[0])?, self.value(&parts[1])?) {
                (Plain::Int(a), Plain::Int(b)) => Plain::Int(a.checked_add(b)?),
                _ => return None,
            },
            PrecheckExpr::Size(of) => Plain::Int(self.document.size(self.place(of)?)?),
            PrecheckExpr::SizeOfText(of) => Plain::Int(cel::size_of_text(self.text(of)?)?),
            PrecheckExpr::DurationOf(of) => Plain::Duration(cel::duration_of(self.text(of)?)?),
            PrecheckExpr::Loop(found) => match found.aggregate {
                Aggregate::Count => Plain::Int(self.count(found)?),
                Aggregate::Sum(most) => Plain::Int(self.sum(found, most)?),
                Aggregate::All | Aggregate::Exists | Aggregate::ExistsOne => Plain::Bool(self.looped(found)?),
            },
            part => Plain::Bool(self.truth(part)?),
        })
    }

    fn bool(&mut self, part: &'v PrecheckExpr) -> Option<bool> {
        match part {
            PrecheckExpr::Local { .. }
            | PrecheckExpr::Known { .. }
            | PrecheckExpr::Read(..)
            | PrecheckExpr::Choice(_) => match self.value(part)? {
                Plain::Bool(value) => Some(value),
                _ => None,
            },
            part => self.truth(part),
        }
    }

    /// The truth of a part that is a boolean whatever its parts are.
    fn truth(&mut self, part: &'v PrecheckExpr) -> Option<bool> {
        let document = self.document;
        Some(match part {
            PrecheckExpr::Bool(value) => *value,
            PrecheckExpr::Has(of, seen) => document.has(self.place(of)?, *seen)?,
            PrecheckExpr::And(parts) => self.bool(&parts[0])? && self.bool(&parts[1])?,
            PrecheckExpr::Or(parts) => self.bool(&parts[0])? || self.bool(&parts[1])?,
            PrecheckExpr::Not(of) => !self.bool(of)?,
            // Most comparisons are with a constant, and both sides have its type.
            PrecheckExpr::Compare(sign, parts) => match &**parts {
                [a, PrecheckExpr::Text(b)] => compared(*sign, &self.text(a)?, &b.as_bytes()),
                [a, PrecheckExpr::Int(b)] => compared(*sign, &self.int(a)?, b),
                [a, b] => compared(*sign, &self.value(a)?, &self.value(b)?),
            },
            PrecheckExpr::StartsWith(parts) => self.text(&parts[0])?.starts_with(self.text(&parts[1])?),
            PrecheckExpr::EndsWith(parts) => self.text(&parts[0])?.ends_with(self.text(&parts[1])?),
            PrecheckExpr::Contains(parts) => {
                cel::text_contains(self.text(&parts[0])?, self.text(&parts[1])?)?
            }
            PrecheckExpr::InList(parts) => {
                let (list, text) = (self.place(&parts[0])?, self.text(&parts[1])?);
                document.exists(list, |item| Some(document.text(item)? == text))?
            }
            PrecheckExpr::OneOf(of, texts) => {
                let text = self.text(of)?;
                texts.iter().any(|known| known.as_bytes() == text)
            }
            PrecheckExpr::Matches(of, (_, matcher)) => matcher.is_match_utf8(self.text(of)?),
            PrecheckExpr::Loop(found) => self.looped(found)?,
            PrecheckExpr::Tally { slot, of } => {
                let holds = self.bool(of)?;
                *self.slots.get_mut(*slot)? += u32::from(holds);
                true
            }
            // crdc-plan uses no other part as a boolean.
            _ => return None,
        })
    }

    #[inline]
    fn text(&mut self, part: &'v PrecheckExpr) -> Option<&'v [u8]> {
        match part {
            PrecheckExpr::Text(text) => Some(text.as_bytes()),
            PrecheckExpr::Known { slot, read: Read::Text, .. } => self.document.text(self.slot(*slot)?),
            PrecheckExpr::Read(Read::Text, of) => {
                let at = self.place(of)?;
                self.document.text(at)
            }
            part => match self.value(part)? {
                Plain::Text(text) => Some(text),
                _ => None,
            },
        }
    }

    #[inline]
    fn int(&mut self, part: &'v PrecheckExpr) -> Option<i64> {
        match part {
            PrecheckExpr::Int(value) => Some(*value),
            PrecheckExpr::Size(of) => {
                let at = self.place(of)?;
                self.document.size(at)
            }
            part => match self.value(part)? {
                Plain::Int(value) => Some(value),
                _ => None,
            },
        }
    }

    #[inline]
    fn place(&mut self, part: &'v PrecheckExpr) -> Option<u32> {
        match part {
            PrecheckExpr::Place { slot, .. } => self.slot(*slot),
            part => match self.value(part)? {
                Plain::Place(at) => Some(at),
                _ => None,
            },
        }
    }

    fn looped(&mut self, found: &'v PrecheckLoop) -> Option<bool> {
        let (document, list) = (self.document, self.place(&found.list)?);
        match found.aggregate {
            Aggregate::All => {
                for tally in &found.tallies {
                    *self.slots.get_mut(tally.slot)? = 0;
                }
                let mut all = document.all(list, |item| self.body(found, item))?;
                for tally in &found.tallies {
                    all &= compared(tally.sign, &i64::from(self.slot(tally.slot)?), &tally.number);
                }
                Some(all)
            }
            Aggregate::Exists => document.exists(list, |item| self.body(found, item)),
            Aggregate::ExistsOne => Some(self.count(found)? == 1),
            // Counts and sums are no booleans.
            Aggregate::Count | Aggregate::Sum(_) => None,
        }
    }

    /// The number of items for which the body holds.
    fn count(&mut self, found: &'v PrecheckLoop) -> Option<i64> {
        let (document, list) = (self.document, self.place(&found.list)?);
        document.count(list, |item| self.body(found, item))
    }

    /// The sum over the first items, at most `most`.
    fn sum(&mut self, found: &'v PrecheckLoop, most: usize) -> Option<i64> {
        let (document, list) = (self.document, self.place(&found.list)?);
        document.sum(list, most, |item| {
            self.enter(found, item)?;
            self.int(&found.body)
        })
    }

    fn body(&mut self, found: &'v PrecheckLoop, item: u32) -> Option<bool> {
        self.enter(found, item)?;
        self.bool(&found.body)
    }

    /// Reads an item.
    fn enter(&mut self, found: &'v PrecheckLoop, item: u32) -> Option<()> {
        *self.slots.get_mut(found.slot)? = item;
        if let Some(read) = found.read {
            // Items that do not fit are left to the evaluation, also if the body does not come to read them.
            self.read(read, item)?;
        }
        self.scope(item, &found.scope)
    }
}
