//! Finds doubts about a value, so that steps without a doubt need not run. There is no doubt if the items of
//! lists are certainly distinct, unions certainly valid, and fields certainly not empty.
//!
//! Easy to break: **a value that is not certain must have a doubt.** A needless doubt costs time; a missing
//! doubt would skip a rule.

use super::recorder::Recorder;
use crate::error::Rule;
use crate::places::{Given, Union};
use crdc_object::hash;
use crdc_object::tape::{ChildEntries, ESCAPED, Entry, Kind, Tape};

/// The most fingerprints that are compared pair by pair; more are sorted.
const FEW_FINGERPRINTS: usize = 32;

impl Recorder<'_> {
    fn tape(&self) -> Tape<'_> {
        self.side.tape(b"", b"", b"")
    }

    /// Whether normalization may remove a field: it is null or empty. A container may also become empty, but
    /// then a field in it has raised the doubt before.
    pub(super) fn is_empty(&self, at: u32) -> bool {
        let Some(entry) = self.side.tape.get(at as usize) else { return false };
        match entry.kind {
            Kind::Null => true,
            Kind::String => entry.end - entry.start == 2,
            Kind::Array | Kind::Object => entry.next == at + 1,
            _ => false,
        }
    }

    /// Records a doubt if a union of an object may be invalid.
    #[inline]
    pub(super) fn ask_unions(&mut self, at: u32, unions: &'static [Union<'static>]) {
        if self.checks && !unions.is_empty() {
            self.noticed.unions |= unions.iter().any(|union| self.has_fault(at, union));
        }
    }

    /// Whether a union has an error if its discriminator did not change. A changed discriminator gives the
    /// same errors or fewer, and a union that clears a member has an error here.
    fn has_fault(&self, at: u32, union: &'static Union<'static>) -> bool {
        let tape = self.tape();
        let set = |field: u16| tape.field(at, field).filter(|&at| tape.entry(at).kind != Kind::Null);
        let given = match set(union.discriminator).map(|at| tape.entry(at)) {
            None => Given::Absent,
            Some(entry) if entry.kind == Kind::String => Given::Text(tape.string(&entry)),
            Some(_) => Given::Other,
        };
        let is_set =
            |index: usize| union.members.get(index).is_some_and(|member| set(member.field).is_some());
        // A null member is not set, but may be cleared.
        let is_null = |field: u16| tape.field(at, field).is_some() && set(field).is_none();
        let mut fault = given == Given::Other || union.members.iter().any(|member| is_null(member.field));
        union.validate(given, false, is_set, |_| fault = true);
        fault
    }

    /// Whether all items of a closed list are certainly distinct. Compares fingerprints, which are equal for
    /// equal values.
    pub(super) fn is_distinct(&mut self, list: u32, rule: &Rule<'_>) -> bool {
        let mut prints = core::mem::take(&mut self.side.fingerprints);
        prints.clear();
        let tape = self.tape();
        let items = ChildEntries::of(tape.entries, list);
        let mut distinct = true;
        for (at, item) in items {
            let print = match *rule {
                Rule::ListMap(keys) if item.kind == Kind::Object => keys.iter().try_fold(0u32, |all, key| {
                    let value = print(tape, &tape.entry(key.of(tape, at)?))?;
                    Some(all.rotate_left(5).wrapping_mul(0x9E37_79B1) ^ value)
                }),
                Rule::ListMap(_) => None,
                _ => print(tape, item),
            };
            let new = print.filter(|print| prints.len() >= FEW_FINGERPRINTS || !prints.contains(print));
            let Some(print) = new else {
                distinct = false;
                break;
            };
            prints.push(print);
        }
        if distinct && prints.len() > FEW_FINGERPRINTS {
            prints.sort_unstable();
            distinct = prints.windows(2).all(|both| both[0] != both[1]);
        }
        self.side.fingerprints = prints;
        distinct
    }
}

/// The fingerprint of a string or of an integer; none for other values, and for strings with escapes.
fn print(tape: Tape<'_>, value: &Entry) -> Option<u32> {
    let is_plain = value.kind == Kind::Int || value.kind == Kind::String && !value.has(ESCAPED);
    is_plain.then(|| (hash::of_bytes(tape.text(value)) >> 32) as u32)
}
