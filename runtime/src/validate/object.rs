//! Validates objects in branches of alternatives: members by name, missing members, and the number of
//! members.
// kube-openapi: pkg/validation/validate/object_validator.go

use super::Validator;
use crate::error::{Rule, Violation};
use crdc_object::tape::Kind;

/// The members of one object, in the order of the tape.
#[derive(Debug)]
pub struct Members {
    next: u32,
    end: u32,
}

impl<'j, 'p> Validator<'j, 'p> {
    /// Whether the value is an object.
    pub fn is_object(&self) -> bool {
        self.tape.entry(self.at).kind == Kind::Object
    }

    /// The members of the value, if it is an object.
    pub fn members(&self) -> Option<Members> {
        let entry = self.tape.entry(self.at);
        (entry.kind == Kind::Object).then_some(Members { next: self.at + 1, end: entry.next })
    }

    /// The next member: its key as written between quotes, and its index.
    pub fn next_member(&self, members: &mut Members) -> Option<(&'j [u8], u32)> {
        while members.next < members.end {
            let at = members.next;
            members.next = self.tape.after(at);
            let entry = self.tape.entry(at);
            if !entry.is_dead() {
                return Some((self.tape.raw_key(&entry), at));
            }
        }
        None
    }

    /// Validates a member.
    pub fn member(&mut self, at: u32, validate: impl FnOnce(&mut Self)) {
        self.visit(at, validate);
    }

    /// Records each name of a table whose bit is not set.
    #[cold]
    #[inline(never)]
    pub fn missing(&mut self, seen: &[u64], required: &'p [(u16, Rule<'p>)]) {
        for (bit, rule) in required {
            let word = seen.get(usize::from(*bit) / 64).copied().unwrap_or(0);
            if word & (1 << (bit % 64)) == 0 {
                self.violations.push(Violation::schema(self.at, rule));
            }
        }
    }

    /// The number of members or items of the value.
    pub fn count(&self) -> i64 {
        self.tape.children(self.at).count() as i64
    }
}
