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

    /// Judges each item by its position, and those behind the last by `behind`.
    pub fn positions(&mut self, positions: &[Judged], behind: Option<Judged>) {
        let judged = positions.iter().copied().map(Some).chain(core::iter::repeat(behind));
        for (at, judged) in self.tape.children(self.at).zip(judged) {
            let Some(judged) = judged else { break };
            self.visit(at, judged);
        }
    }
}
