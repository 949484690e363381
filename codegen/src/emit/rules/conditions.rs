//! Conditions of a rule, whose results tests record.

use proc_macro2::TokenStream;

use super::function::Function;
use crate::cel::program::Expr;

impl Function<'_, '_> {
    /// The code of an operand of `&&` or `||`, or of the condition of `c ? a : b`.
    pub(super) fn condition(&mut self, expr: &Expr) -> TokenStream {
        let code = self.bool(expr);
        match &mut self.points {
            Some(points) => points.condition(expr, code),
            None => code,
        }
    }
}
