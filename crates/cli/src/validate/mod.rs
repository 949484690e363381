//! Validates the objects of files as a server would. The modules in the order of their use: `folder` collects
//! the inputs and leaves out files that are no manifests, `manifests` reads objects from texts, `variables`
//! finds unknown values, `schemas` loads the validators, `locations` gets the schemas of others, `storage`
//! finds the stored objects and simulates `kubectl apply` and storage, `objects` validates an object,
//! `findings` finds the fields of errors in the text, `ignore` marks accepted findings, `run` does all of
//! that for a file and for all inputs on all cores, and `report` writes the findings.
//!
//! `context` contains the settings and schemas with which objects are validated.
//!
//! Reports come in the order of the inputs, whatever the number of threads.

pub(crate) mod context;
pub(crate) mod findings;
pub(crate) mod folder;
mod ignore;
pub(crate) mod locations;
pub(crate) mod manifests;
pub(crate) mod objects;
pub(crate) mod report;
pub(crate) mod run;
pub(crate) mod schemas;
pub(crate) mod storage;
pub(crate) mod variables;
