//! An admission chain over resources compiled by crdc: the code between the request and the storage.
//!
//! A [`Chain`] has *mutators*, which change objects in order, and *validators*, which see an object as it
//! would be stored and cannot change it. Its flows ([`Chain::create`], [`Chain::update`], [`Chain::patch`],
//! [`Chain::delete`], [`Chain::delete_collection`], [`Chain::connect`]) run them around crdc's own steps and
//! a storage, in the order that [`order`] lists. [`MemoryStorage`] is enough to run the tests of an operator
//! against.
//!
//! The page `docs/admission.md` of the repository is for users.

#![forbid(unsafe_code)]

mod attributes;
mod chain;
mod flow;
mod json;
mod object;
pub mod order;
mod patch;
mod plugin;
mod response;
mod storage;

pub use attributes::context::{Context, UserInfo};
pub use attributes::operation::Operation;
pub use attributes::resource::ResourceNames;
pub use chain::{Chain, Describe};
pub use crdc_object::json::go::syntax_error;
pub use flow::workspace::Workspace;
pub use object::Object;
pub use object::initialization;
pub use patch::Patch;
pub use plugin::admission_request::{AdmissionRequest, PluginAnswer};
pub use plugin::closure::{MutatorFn, ValidatorFn, mutator_fn, validator_fn};
pub use plugin::{Attributes, Mutator, Validator};
pub use response::answer::Response;
pub use response::refusal::Refusal;
pub use storage::memory::{
    Clock, Journal, MemoryStorage, Names, SeededNames, StoredChange, seconds_of, time_of, unreadable_version,
};
pub use storage::selector::{FieldSelector, LabelSelector};
pub use storage::traits::{
    CollectionDeleter, Connector, Creator, DeleteOptions, Deleter, Deletion, Getter, Identity, ListOptions,
    Preconditions, Propagation, Saved, Stored, Updater,
};
