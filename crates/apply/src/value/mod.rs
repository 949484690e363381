//! JSON values with Go's semantics: their order, their printed form, and their JSON.

mod json;
mod number;
mod order;
mod print;

pub use json::go_json;
pub(crate) use json::{write_json, write_json_text};
pub(crate) use number::{GoNumber, go_number};
pub(crate) use order::{compare, equal, sort_order};
pub use print::go_value;
pub(crate) use print::{go_plain, go_syntax, readable};
