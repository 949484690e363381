//! Validates lists in branches of alternatives.
// kube-openapi: pkg/validation/validate/slice_validator.go

use super::{Validate, Validator};
use crdc_object::tape::Kind;

impl<'p> Validator<'_, 'p> {
    /// Whether the value is a list.
    pub fn is_list(&self) -> bool {
        self.tape.entry(self.at).kind == Kind::Array
    }

    /// Validates each item.
    pub fn items(&mut self, validate: impl Fn(&mut Self)) {
        for at in self.tape.children(self.at) {
            self.visit(at, &validate);
        }
    }

    /// Validates items by their position; those after the last position by `after_positions`.
    pub fn positions(&mut self, positions: &[Validate<'p>], after_positions: Option<Validate<'p>>) {
        let validate = positions.iter().copied().map(Some).chain(core::iter::repeat(after_positions));
        for (at, validate) in self.tape.children(self.at).zip(validate) {
            let Some(validate) = validate else { break };
            self.visit(at, |validator| validate.run(validator));
        }
    }
}
