//! Lists in branches of alternatives.
// kube-openapi: pkg/validation/validate/slice_validator.go

use super::{Judge, Judged};
use crate::tape::Kind;

impl Judge<'_> {
    /// Whether the value is a list.
    pub fn is_list(&self) -> bool {
        self.tape.entry(self.at).kind == Kind::Array
    }

    /// Judges each item.
    pub fn items(&mut self, judged: Judged) {
        for at in self.tape.children(self.at) {
            self.visit(at, judged);
        }
    }
}
