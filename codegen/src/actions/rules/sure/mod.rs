//! Whether all rules of a value certainly hold, as plain reads without errors and costs.
//!
//! `part` is what is read and compared, `simple` makes it of programs, `joined` and `unrolled` make it shorter.

mod joined;
mod part;
mod simple;
mod texts;
mod unrolled;

pub use part::{Asks, Holder, Read, Scope, ScopeField, Sign, Sure, SureLoop, SureRules, Tally};
pub(super) use simple::Simple;
