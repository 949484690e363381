//! Names of fields in rules of CEL: reserved words, and how the server escapes names that rules cannot write.

mod escaping;
mod reserved;

pub use escaping::{escape, unescape};
pub use reserved::{RESERVED, RESERVED_FIELDS};
