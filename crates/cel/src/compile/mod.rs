//! Expressions as a server compiles them. In: the text of an expression, the types of its variables, a server
//! version. Out: a typed tree with its worst-case cost, or the server's error; and a program that is
//! evaluated.
//!
//! The files in the order in which data passes them: [`text`](Text) maps offsets to lines and columns;
//! `parse` parses the text to an [`ast`] and expands [`macros`]; [`types`] and `checker` give each node a
//! type and resolve overloads of [`functions`](crate::functions), of which `registry` has those of one
//! server; `validate` checks literals; [`cost`] estimates costs; `constants` computes conversions of
//! literals. `environment` runs these steps for one server version. [`program`] converts a typed tree to a
//! program; `evaluator` evaluates a program on a value that is built, whose types are in a `type_table`.
//!
//! This code depends neither on documents nor on Rust types: a front end describes the values in the
//! declarations of a [`Scope`].
//!
//! Easy to break: messages and costs are the server's, including what looks like a mistake.
//!
//! ```
//! use crdc_cel::compile::program::{ValueField, ValueType, ValueTypes, lower};
//! use crdc_cel::compile::types::{Declared, Shape};
//! use crdc_cel::compile::{Environment, Evaluator, On, Scope, Text};
//! use crdc_cel::{Form, Slot};
//! use crdc_vocabulary::Minor;
//!
//! // What the checker knows of `self`: an object with a number of at most eight bytes of JSON.
//! let mut scope = Scope::default();
//! let declared = |shape| Declared { shape, nullable: false, max_elements: 8, min_size: 1 };
//! let int = scope.declarations.add(declared(Shape::Int));
//! let object = Shape::Object([("replicas".to_owned(), int)].into());
//! let object = scope.declarations.add(declared(object));
//! scope.set_self(object, false);
//!
//! // Parse and check; what it costs at most.
//! let environment = Environment::new(Minor::NEWEST);
//! let checked = environment.check(&Text::new("self.replicas in [1, 3]"), &mut scope).expect("it is right");
//! assert_eq!(environment.cost(&checked, &scope).max, 14);
//! let wrong = environment.check(&Text::new("self.replica > 1"), &mut scope).unwrap_err();
//! assert_eq!(wrong.sorted()[0].message(), "undefined field 'replica'");
//!
//! // Compile, and evaluate on a value. The budget is that of a server.
//! let program = lower(&checked, &scope).expect("it has a program");
//! let mut types = ValueTypes::default();
//! let int = types.add(ValueType::of(Form::Int));
//! let name = || "replicas".to_owned();
//! let fields = vec![ValueField { name: name(), in_rules: name(), of: Some(int) }];
//! let of = types.add(ValueType { fields, ..ValueType::of(Form::Object) });
//! let arena = bumpalo::Bump::new();
//! let mut evaluator = Evaluator::new(&arena, &types);
//! evaluator.load(|document, types| {
//!     document.begin_object(Slot::Item);
//!     let (number, _) = types.field(of, "replicas").expect("a field");
//!     document.int(Slot::Field { name: "replicas", number }, 3);
//!     document.end();
//! });
//! let found = evaluator.rule(&program, On { new: 0, old: None, of }, false);
//! assert_eq!((found.result, found.cost), (Ok(true), 2));
//! ```
//
// cel-go v0.26.0; apiserver and apiextensions-apiserver v0.36.3

pub mod ast;
pub mod checker;
mod constants;
pub mod cost;
mod environment;
mod evaluator;
pub mod help;
mod issues;
pub mod macros;
mod parse;
pub mod program;
mod registry;
mod scope;
mod since;
#[cfg(test)]
mod tests;
mod text;
mod type_table;
pub mod types;
mod validate;

pub use crdc_vocabulary::cel_names::{RESERVED, RESERVED_FIELDS, escape, unescape};
pub use environment::{Checked, CompileError, Compiled, Environment};
pub use evaluator::{Evaluation, Evaluator, On, Session};
pub use issues::{FormatError, Issue, IssueKind, Issues, LiteralError, MacroError, ShownType, SyntaxError};
pub use scope::Scope;
pub use since::Newer;
pub use text::Text;
pub use type_table::TypeTable;

/// The ranges of the comments of an expression, in code points: `//` and the rest of the line.
///
/// ```
/// use crdc_cel::compile::{Text, comments};
/// assert_eq!(comments(&Text::new("a // b\n&& '//' == c")), [(2, 6)]);
/// ```
#[must_use]
pub fn comments(text: &Text) -> Vec<(u32, u32)> {
    parse::comments(text)
}

/// The text of an expression with one space between its tokens and without comments, so that texts that
/// differ only in white space and comments become equal. `None` if the text cannot be split into tokens.
#[must_use]
pub fn normalized(text: &str) -> Option<String> {
    parse::normalized(text)
}
