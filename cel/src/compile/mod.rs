//! CEL rules as a server compiles them. In: the text of an expression, the types that its schema declares, a
//! server version. Out: a typed tree with its worst-case cost, or the server's error.
//!
//! The files in the order of the data: [`text`](Text) has places, `parse` builds an [`ast`], expanding [`macros`];
//! [`types`] and `checker` give each node a type and resolve overloads of the [`library`]; `validate` checks
//! literals; [`cost`] estimates; `constants` computes conversions of literals. `environment` does all of it
//! for one server version.
//!
//! Nothing here knows documents or Rust types: a front end describes the values in [`types::Declarations`].
//!
//! Easy to break: messages and costs are the server's, including what looks like a mistake.
//
// cel-go v0.26.0; apiserver and apiextensions-apiserver v0.36.3

pub mod ast;
pub mod checker;
mod constants;
pub mod cost;
mod environment;
mod escaping;
mod evaluator;
mod issues;
pub mod macros;
mod parse;
pub mod program;
mod registry;
mod reserved;
mod since;
#[cfg(test)]
mod tests;
mod text;
mod type_table;
pub mod types;
mod validate;

pub use environment::{Checked, Compiled, Environment, Refusal, Scope};
pub use escaping::{escape, unescape};
pub use evaluator::{Evaluation, Evaluator, On};
pub use issues::{Issue, Issues};
pub use reserved::{RESERVED, RESERVED_FIELDS};
pub use since::Newer;
pub use text::Text;
pub use type_table::TypeTable;

/// An expression with one space between its tokens and without comments, so that texts that differ only in them
/// are equal; `None` if it cannot be split into tokens.
#[must_use]
pub fn normalized(text: &str) -> Option<String> {
    parse::normalized(text)
}
