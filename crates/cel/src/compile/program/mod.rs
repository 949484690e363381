//! The rule program: a typed expression in the form in which it is evaluated. In: a checked expression. Out:
//! a tree in which names are resolved, macros are loops again, and each value has a representation.
//!
//! `expr` is the tree. `lower` builds it, `loops` recognizes what macros expanded to, `untyped` finds values
//! whose types are not those of the checker, `messages` knows the messages that are scalars, `print` writes
//! it as text. `flatten` makes the array of parts that is evaluated (`crate::program`), with `attribute`,
//! `constants`, `costs`, `calls` and `dispatch`. `values` is what evaluations must know of the values.
//
// cel-go: interpreter/planner.go

mod attribute;
mod calls;
mod constants;
mod costs;
mod dispatch;
mod expr;
mod flatten;
mod loops;
mod lower;
mod messages;
mod print;
mod repr;
mod runnable;
mod untyped;
mod values;

pub use attribute::attribute;
pub use calls::without_code;
pub use constants::is_constant;
pub use costs::call_cost;
pub use expr::{Expr, Local, Loop, LoopKind, Op, Program};
pub use flatten::{Points, flatten};
pub use lower::{Unsupported, lower};
pub use messages::Scalar;
pub use repr::Repr;
pub use runnable::program_of;
pub use values::{ValueField, ValueType, ValueTypeId, ValueTypes};
