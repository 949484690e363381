//! Compiles a checked expression to a program. In: a checked expression. Out: a tree in which names are
//! resolved, expanded macros are loops again, and each value has a representation.
//!
//! `expr` is the tree. `lower` builds it, `loops` recognizes expanded macros, `untyped` finds values whose
//! types are not those of the checker, `messages` lists the messages that stand for scalars, `print` formats
//! the tree as text. `flatten` converts the tree to the array of parts that is evaluated (`crate::program`),
//! with `attribute`, `constants`, `costs`, `calls` and `dispatch`. `values` contains the types by which
//! evaluations read values.
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
