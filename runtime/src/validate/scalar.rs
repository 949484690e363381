//! Reads strings and numbers for branches of alternatives.

use super::Validator;
use crate::decode::{Check, Number};
use crdc_object::tape::Kind;

impl<'p> Validator<'_, 'p> {
    /// The content to check, if the value is a string.
    pub fn text(&mut self) -> Option<Check<'_, 'p>> {
        let entry = self.tape.entry(self.at);
        (entry.kind == Kind::String).then(|| Check::new(self.tape.string(&entry), self.at, self.violations))
    }

    /// The value, if it is a number.
    pub fn number(&self) -> Option<Number> {
        let entry = self.tape.entry(self.at);
        match entry.kind {
            Kind::Int => Some(Number::Int(self.tape.int(&entry))),
            Kind::Float => Some(Number::Float(self.tape.float(&entry))),
            _ => None,
        }
    }
}
