//! Validators of resources that are not compiled. In: documents. Out: validators, which answer requests.
//!
//! `loader` builds each `resource` from documents, `loaded` stores all of them, and a `validator` answers
//! requests for one. `storage` converts objects between the versions of a resource.

mod loaded;
mod loader;
mod resource;
mod storage;
mod validator;

pub use loaded::Validators;
pub use loader::{LoadError, Loader};
pub use validator::Validator;
