//! The program of an expression. In: its text, and what rules see of `self`. Out: the program, or why there is none.
//!
//! Easy to break: types are looked up by the expression, so its scope has all that were declared until now.

use super::builder::RuleBuilder;
use super::declare::Seen;
use crate::rule_program::program_of;
use crdc_cel::compile::Text;
use crdc_cel::compile::program::Program;
use crdc_cel::compile::types::{DeclaredId, Type};

impl RuleBuilder<'_> {
    /// The program of an expression with `self` of a type, and that type.
    pub(super) fn program(
        &mut self,
        text: &str,
        seen: Seen,
        optional: bool,
    ) -> Result<(Program, Type), String> {
        let id = self.declare.of(seen).ok_or("is on a value that rules cannot see")?;
        // Types are looked up by the expression, so the scope has all that were declared until now.
        self.scope.declarations = std::mem::take(&mut self.declare.declarations);
        let program = self.lowered(text, id, optional);
        self.declare.declarations = std::mem::take(&mut self.scope.declarations);
        program
    }

    fn lowered(&mut self, text: &str, id: DeclaredId, optional: bool) -> Result<(Program, Type), String> {
        let of = self.scope.set_self(id, optional);
        let checked = self.environment.check(&Text::new(text), &mut self.scope).map_err(|issues| {
            let first = issues.sorted().first().map_or_else(String::new, |issue| issue.message.clone());
            format!("does not compile: {first}")
        })?;
        program_of(&checked, &self.scope).map(|program| (program, of))
    }
}
