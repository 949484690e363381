//! Resources that are validated without compiling them: documents to validators, and their answers.
//!
//! `loader` makes each `resource` of documents, `loaded` has them all, and a `validator` answers for one.

mod loaded;
mod loader;
mod resource;
mod validator;

pub use loaded::Validators;
pub use loader::{LoadError, Loader};
pub use validator::Validator;
