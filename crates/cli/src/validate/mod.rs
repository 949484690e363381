//! Objects of files, validated as a server would. The rooms, in the order in which they are used: `folder`
//! names texts and says what is no manifest, `manifests` reads objects from them, `variables` finds values
//! that nobody knows yet, `schemas` loads the validators, `storage` finds the stored objects and does what
//! `kubectl apply` and storage do with them, `objects` asks for the server's answer, `findings` finds the
//! fields of errors in the text, `ignore` is what somebody accepts, `run` does that for a file and for all
//! inputs on all cores, and `report` writes what was found.
//!
//! `context` has what objects are validated with.
//!
//! Reports come in the order of the inputs, whatever the number of threads.

pub(crate) mod context;
pub(crate) mod findings;
pub(crate) mod folder;
mod ignore;
pub(crate) mod manifests;
pub(crate) mod objects;
pub(crate) mod report;
pub(crate) mod run;
pub(crate) mod schemas;
pub(crate) mod storage;
pub(crate) mod variables;
