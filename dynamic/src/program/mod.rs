//! Evaluates the programs of rules. `expr` has the parts of a program, `loops` the loops, `calls` functions and operators,
//! of which `table` has the code; `apply` gives it values of Rust's types; `read` reads and converts values; `sure` knows
//! that rules hold without evaluating them.
//!
//! Each part does what its compiled form does (`crdc-codegen`: `emit/rules`): the same functions of the runtime in the same
//! order, so that values, errors and costs are equal. Here every value has its type with it.

mod apply;
mod calls;
mod expr;
mod loops;
mod read;
mod sure;
#[rustfmt::skip]
#[allow(clippy::all, reason = "closures as compiled rules have them")]
mod table;

pub(crate) use calls::Calls;
pub(crate) use crdc::__private::cel;
pub(crate) use expr::Run;
pub(crate) use sure::holds;
