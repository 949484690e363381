//! Evaluates programs, the compiled form of rules. In generated code programs are constants.
//!
//! In: a program that `compile` made from a typed expression, and the values of a rule. Out: the result and
//! its cost, or the server's error. `expr` and `call` define the parts of programs, `evaluate`, `calls` and
//! `loops` evaluate them, and `repr` converts values. The code of functions and operators is in
//! `crate::functions`.
//!
//! Easy to break: values are computed, and costs counted, in the order of cel-go.
//
// cel-go: interpreter/interpretable.go

mod call;
mod calls;
mod evaluate;
mod expr;
mod loops;
mod repr;

pub use call::{Candidate, Code, Guard, Search};
pub use expr::{At, Attribute, Constant, Expr, Local, Loop, LoopKind, OldSelf, Op, Program};
pub use repr::Repr;

use bumpalo::Bump;

use crate::context::Context;
use crate::error::Evaluated;
use crate::operations::rule_variables::{Pair, is_true};
use crate::values::{Value, of};
use evaluate::{Run, Variable, Variables};

impl Program<'_> {
    /// The value of the expression.
    ///
    /// # Errors
    /// Errors of the expression.
    pub fn value<'a>(&'a self, context: Context<'a>, pair: Pair<'a>) -> Evaluated<Value<'a>> {
        self.root(Repr::Dynamic, context, pair)
    }

    /// The value of an expression with variables, in the order in which they were declared.
    ///
    /// # Errors
    /// Errors of the expression, and of the values that it reads.
    pub fn value_with<'a>(
        &'a self,
        context: Context<'a>,
        pair: Pair<'a>,
        variables: &[Evaluated<Value<'a>>],
    ) -> Evaluated<Value<'a>> {
        let around = Bump::new();
        let mut inner: Variables<'_, 'a> = None;
        for (local, value) in (0..).zip(variables) {
            inner = Some(around.alloc(Variable { local, value, outer: inner }));
        }
        Run { program: *self, context, pair }.value_as(self.last(), Repr::Dynamic, inner)
    }

    /// Whether the rule is true.
    ///
    /// # Errors
    /// Errors of the expression.
    pub fn holds<'a>(&'a self, context: Context<'a>, pair: Pair<'a>) -> Evaluated<bool> {
        let holds = self.value(context, pair).map(is_true);
        self.record(context, 0, &holds);
        holds
    }

    /// Records the result of a point, whose number is relative to the point of the rule, if tests record
    /// coverage.
    #[cfg_attr(
        not(feature = "coverage"),
        expect(clippy::unused_self, unused_variables, reason = "nothing is recorded")
    )]
    pub(super) fn record(&self, context: Context<'_>, point: u32, result: &Evaluated<bool>) {
        #[cfg(feature = "coverage")]
        if let Some((rules, first)) = self.recorded {
            context.recorder.add(rules, first + point as usize, result);
        }
    }

    /// The text of a message.
    ///
    /// # Errors
    /// Errors of the expression, and what is not a string.
    pub fn text<'a>(&'a self, context: Context<'a>, pair: Pair<'a>) -> Evaluated<&'a str> {
        self.root(Repr::String, context, pair).and_then(of)
    }

    fn root<'a>(&'a self, repr: Repr, context: Context<'a>, pair: Pair<'a>) -> Evaluated<Value<'a>> {
        Run { program: *self, context, pair }.value_as(self.last(), repr, None)
    }

    /// The part that is the whole expression.
    fn last(&self) -> At {
        self.parts.len().saturating_sub(1) as At
    }
}
