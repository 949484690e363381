//! The rule program: a typed expression in the form in which it is evaluated. In: a checked expression. Out: a tree
//! in which names are resolved, macros are loops again, and each value has a representation.
//!
//! `expr` is the tree. `lower` builds it, `loops` recognizes what macros expanded to, `untyped` finds values whose types are not those of the
//! checker, `messages` knows the messages that are scalars, `print` writes it as text. `attribute`, `constants`, `costs`
//! and `dispatch` are for those who evaluate it: `emit` writes Rust, an interpreter runs it as it is. `values` is what
//! an interpreter must know of the values.
//
// cel-go: interpreter/planner.go

mod attribute;
mod constants;
mod costs;
mod dispatch;
mod expr;
mod loops;
mod lower;
mod messages;
mod print;
mod repr;
mod untyped;
mod values;

pub use attribute::Attribute;
pub use constants::{converts_constant, is_constant, is_set};
pub use costs::{CallCost, call_cost, stops};
pub use dispatch::{Guard, guard};
pub use expr::{Expr, Local, Loop, LoopKind, Op, Program};
pub use lower::{Unsupported, lower};
pub use messages::Scalar;
pub use repr::Repr;
pub use values::{Form, ValueField, ValueType, ValueTypeId, ValueTypes};
