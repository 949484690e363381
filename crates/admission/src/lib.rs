//! An admission chain over resources compiled by crdc: what stands between the request and the storage.
//!
//! A [`Chain`] has *mutators*, which change objects in order, and *validators*, which see an object as it
//! would be stored and cannot change it. Its flows ([`Chain::create`], [`Chain::update`], [`Chain::patch`],
//! [`Chain::delete`], [`Chain::delete_collection`], [`Chain::connect`]) run them around crdc's own steps and
//! a storage, in the order that [`order`] lists. [`MemoryStorage`] is enough to run the tests of an operator
//! against.
//!
//! The page `docs/admission.md` of the repository is for users.

#![forbid(unsafe_code)]

mod admit;
mod aggregate;
mod chain;
mod closure;
mod context;
mod flow;
mod guard;
pub mod initialization;
mod json;
mod memory;
mod notes;
mod object;
mod operation;
pub mod order;
mod patch;
mod plugin;
mod refusal;
mod registered;
mod request;
mod resource;
mod response;
mod selector;
mod shared;
mod storage;
mod workspace;

pub use chain::{Chain, Describe};
pub use closure::{MutatorFn, ValidatorFn, mutator_fn, validator_fn};
pub use context::{Context, UserInfo};
pub use crdc_object::json::go::syntax_error;
pub use memory::{
    Clock, Journal, MemoryStorage, Names, SeededNames, StoredChange, seconds_of, time_of, unreadable_version,
};
pub use object::Object;
pub use operation::Operation;
pub use patch::Patch;
pub use plugin::{Attributes, Mutator, Validator};
pub use refusal::Refusal;
pub use request::{AdmissionRequest, PluginAnswer};
pub use resource::ResourceNames;
pub use response::Response;
pub use selector::{FieldSelector, LabelSelector};
pub use storage::{
    CollectionDeleter, Connecter, Creater, DeleteOptions, Deleter, Deletion, Getter, Identity, ListOptions,
    Preconditions, Propagation, Saved, Stored, Updater,
};
pub use workspace::Workspace;
