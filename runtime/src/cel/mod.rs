//! CEL rules at run time: what compiled rules call that does not depend on a schema. Generated code evaluates;
//! the functions here are its operators and libraries.
//!
//! `error` is what an evaluation fails with; `library` has the functions, one file for each library of the
//! server.
//!
//! A value is a copy: what an expression makes, such as a concatenated string, lives in an [`Arena`] until the
//! rule ends.
//
// cel-go v0.26.0; apiserver: pkg/cel

mod error;
pub mod library;

pub use error::EvalError;

/// Memory for what expressions make, kept between requests.
pub type Arena = bumpalo::Bump;

/// The result of an expression.
pub type Evaluated<T> = Result<T, EvalError>;
