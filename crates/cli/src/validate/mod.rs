//! Objects of files, validated as a server would. The stages, in order: `input` names texts, `folder` says
//! what is no manifest, `manifest` reads objects from them (`separator`: lines that kubectl cannot read;
//! `list`: lists of unknown kinds; `filter`: kinds that are skipped), `variables` finds values that nobody
//! knows yet, `schemas` loads the validators (`copies`, `conflicts`: CRDs that are there twice; `crd_values`:
//! CRDs with variables; `natives`: Kubernetes' own kinds; `fields`: names for unknown fields), `old` finds
//! the stored objects, `object` asks for the server's answer (`custom`: about custom resources; `native`:
//! about Kubernetes' own kinds; `answer`: what both take and give; `version`: what storage adds to it;
//! `applied`: what `kubectl apply` does before; `definition`: about CRDs), `place` finds the fields of errors
//! in the text (`refused`: of a 400), `ignore` and `known` what somebody accepts, `untrusted` what is an
//! error in files of strangers, `placeholder` names values that nobody wrote, `show` prints what would be
//! stored, `file` does that for a file and `run` for all inputs on all cores, and `report` writes what was
//! found. `quick` answers for the files that have nothing to report.
//!
//! What they share: `context` has what objects are validated with, `finding` is one problem, `file_report`
//! what was found in a text, and `summary` the totals.
//!
//! Reports come in the order of the inputs, whatever the number of threads.

mod answer;
mod applied;
mod conflicts;
pub(crate) mod context;
mod copies;
mod crd_values;
mod custom;
mod definition;
mod expressions;
mod fields;
pub(crate) mod file;
pub(crate) mod file_report;
pub(crate) mod filter;
pub(crate) mod finding;
pub(crate) mod folder;
mod ignore;
pub(crate) mod input;
pub(crate) mod known;
mod list;
pub(crate) mod manifest;
mod native;
pub(crate) mod natives;
mod object;
pub(crate) mod old;
pub(crate) mod place;
mod placeholder;
pub(crate) mod progress;
mod quick;
pub(crate) mod report;
pub(crate) mod run;
pub(crate) mod schemas;
mod separator;
pub(crate) mod show;
pub(crate) mod summary;
pub(crate) mod unrendered;
mod untrusted;
pub(crate) mod variables;
mod version;
