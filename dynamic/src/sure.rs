//! Whether rules certainly hold, as generated functions know it: plain reads of the tape, without costs and errors.
//!
//! In: what crdc-codegen decided (`actions::SureRules`). Out: `None` wherever the generated function would end without an
//! answer. Easy to break: the functions of `cel/src/sure.rs` read, nothing is decided here.

use crdc::__private::cel::{self, Duration};
use crdc_codegen::actions::{Asks, Read, Scope, Sign, Sure, SureLoop, SureRules};

/// The most slots. Values whose rules need more are evaluated.
const SLOTS: usize = 32;

/// A value: an index, or what was read.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
enum Plain<'v> {
    Place(u32),
    Bool(bool),
    Int(i64),
    Text(&'v [u8]),
    Duration(Duration),
}

/// Whether all rules of the value at an index hold.
pub(crate) fn holds<'v>(rules: &'v SureRules, document: cel::Sure<'v>, at: u32) -> Option<bool> {
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
    document: cel::Sure<'v>,
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

    fn value(&mut self, part: &'v Sure) -> Option<Plain<'v>> {
        Some(match part {
            Sure::Int(value) => Plain::Int(*value),
            Sure::Text(text) => Plain::Text(text.as_bytes()),
            Sure::Duration(nanoseconds) => Plain::Duration(Duration::new(*nanoseconds)),
            Sure::This => Plain::Place(self.this),
            Sure::Local { slot, read: None, .. } | Sure::Place { slot, .. } => {
                Plain::Place(self.slot(*slot)?)
            }
            Sure::Local { slot, read: Some(read), .. } | Sure::Known { slot, read, .. } => {
                self.read(*read, self.slot(*slot)?)?
            }
            Sure::Read(read, of) => {
                let at = self.place(of)?;
                self.read(*read, at)?
            }
            Sure::Field(of, number) => Plain::Place(self.document.field(self.place(of)?, *number)?),
            Sure::Item(of, index) => Plain::Place(self.document.item(self.place(of)?, *index)?),
            Sure::Choice(parts) => {
                let [condition, then, otherwise] = &**parts;
                if self.bool(condition)? { self.value(then)? } else { self.value(otherwise)? }
            }
            Sure::Add(parts) => match (self.value(&parts[0])?, self.value(&parts[1])?) {
                (Plain::Int(a), Plain::Int(b)) => Plain::Int(a.checked_add(b)?),
                _ => return None,
            },
            Sure::Size(of) => Plain::Int(self.document.size(self.place(of)?)?),
            Sure::SizeOfText(of) => Plain::Int(cel::size_of_text(self.text(of)?)?),
            Sure::DurationOf(of) => Plain::Duration(cel::duration_of(self.text(of)?)?),
            Sure::Loop(found) => match found.asks {
                Asks::Count => Plain::Int(self.count(found)?),
                Asks::Sum(most) => Plain::Int(self.sum(found, most)?),
                Asks::All | Asks::Exists | Asks::ExistsOne => Plain::Bool(self.looped(found)?),
            },
            part => Plain::Bool(self.truth(part)?),
        })
    }

    fn bool(&mut self, part: &'v Sure) -> Option<bool> {
        match part {
            Sure::Local { .. } | Sure::Known { .. } | Sure::Read(..) | Sure::Choice(_) => {
                match self.value(part)? {
                    Plain::Bool(value) => Some(value),
                    _ => None,
                }
            }
            part => self.truth(part),
        }
    }

    /// What is a boolean whatever its parts are.
    fn truth(&mut self, part: &'v Sure) -> Option<bool> {
        let document = self.document;
        Some(match part {
            Sure::Bool(value) => *value,
            Sure::Has(of, seen) => document.has(self.place(of)?, *seen)?,
            Sure::And(parts) => self.bool(&parts[0])? && self.bool(&parts[1])?,
            Sure::Or(parts) => self.bool(&parts[0])? || self.bool(&parts[1])?,
            Sure::Not(of) => !self.bool(of)?,
            // Most comparisons are with a constant, and both sides have its type.
            Sure::Compare(sign, parts) => match &**parts {
                [a, Sure::Text(b)] => compared(*sign, &self.text(a)?, &b.as_bytes()),
                [a, Sure::Int(b)] => compared(*sign, &self.int(a)?, b),
                [a, b] => compared(*sign, &self.value(a)?, &self.value(b)?),
            },
            Sure::StartsWith(parts) => self.text(&parts[0])?.starts_with(self.text(&parts[1])?),
            Sure::EndsWith(parts) => self.text(&parts[0])?.ends_with(self.text(&parts[1])?),
            Sure::Contains(parts) => cel::text_contains(self.text(&parts[0])?, self.text(&parts[1])?)?,
            Sure::InList(parts) => {
                let (list, text) = (self.place(&parts[0])?, self.text(&parts[1])?);
                document.exists(list, |item| Some(document.text(item)? == text))?
            }
            Sure::OneOf(of, texts) => {
                let text = self.text(of)?;
                texts.iter().any(|known| known.as_bytes() == text)
            }
            Sure::Matches(of, (_, matcher)) => matcher.is_match_utf8(self.text(of)?),
            Sure::Loop(found) => self.looped(found)?,
            Sure::Tally { slot, of } => {
                let holds = self.bool(of)?;
                *self.slots.get_mut(*slot)? += u32::from(holds);
                true
            }
            // crdc-codegen uses no other part as a boolean.
            _ => return None,
        })
    }

    #[inline]
    fn text(&mut self, part: &'v Sure) -> Option<&'v [u8]> {
        match part {
            Sure::Text(text) => Some(text.as_bytes()),
            Sure::Known { slot, read: Read::Text, .. } => self.document.text(self.slot(*slot)?),
            Sure::Read(Read::Text, of) => {
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
    fn int(&mut self, part: &'v Sure) -> Option<i64> {
        match part {
            Sure::Int(value) => Some(*value),
            Sure::Size(of) => {
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
    fn place(&mut self, part: &'v Sure) -> Option<u32> {
        match part {
            Sure::Place { slot, .. } => self.slot(*slot),
            part => match self.value(part)? {
                Plain::Place(at) => Some(at),
                _ => None,
            },
        }
    }

    fn looped(&mut self, found: &'v SureLoop) -> Option<bool> {
        let (document, list) = (self.document, self.place(&found.list)?);
        match found.asks {
            Asks::All => {
                for tally in &found.tallies {
                    *self.slots.get_mut(tally.slot)? = 0;
                }
                let mut all = document.all(list, |item| self.body(found, item))?;
                for tally in &found.tallies {
                    all &= compared(tally.sign, &i64::from(self.slot(tally.slot)?), &tally.number);
                }
                Some(all)
            }
            Asks::Exists => document.exists(list, |item| self.body(found, item)),
            Asks::ExistsOne => Some(self.count(found)? == 1),
            // They are no booleans.
            Asks::Count | Asks::Sum(_) => None,
        }
    }

    /// For how many items the body holds.
    fn count(&mut self, found: &'v SureLoop) -> Option<i64> {
        let (document, list) = (self.document, self.place(&found.list)?);
        document.count(list, |item| self.body(found, item))
    }

    /// The sum over so many of the first items.
    fn sum(&mut self, found: &'v SureLoop, most: usize) -> Option<i64> {
        let (document, list) = (self.document, self.place(&found.list)?);
        document.sum(list, most, |item| {
            self.enter(found, item)?;
            self.int(&found.body)
        })
    }

    fn body(&mut self, found: &'v SureLoop, item: u32) -> Option<bool> {
        self.enter(found, item)?;
        self.bool(&found.body)
    }

    /// Reads an item.
    fn enter(&mut self, found: &'v SureLoop, item: u32) -> Option<()> {
        *self.slots.get_mut(found.slot)? = item;
        if let Some(read) = found.read {
            // Items that do not fit are left to the evaluation, also if the body does not come to read them.
            self.read(read, item)?;
        }
        self.scope(item, &found.scope)
    }
}
