//! Programs of rules in the runtime's form, and what knows that rules hold without evaluating them. `convert` makes programs,
//! `calls` the calls in them; `sure` knows.
//!
//! The runtime evaluates: see its `cel/program`.

mod calls;
mod convert;
mod sure;

pub(crate) use convert::constants;
pub(crate) use sure::holds;
