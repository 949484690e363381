//! Objects of files, validated as a server would. The stages, in order: `input` names texts, `folder` says what is no manifest,
//! `manifest` reads objects from them (`separator`: lines that kubectl cannot read; `list`: lists of unknown kinds; `filter`: kinds that
//! are skipped), `variables` finds values that nobody knows yet, `schemas` loads the validators (`copies`, `conflicts`: CRDs that are there
//! twice; `natives`: Kubernetes' own kinds; `fields`: names for unknown fields), `old` finds the stored objects, `object` asks for the
//! server's answer (`custom`: about custom resources; `native`: about Kubernetes' own kinds; `version`: what storage adds to it), `place`
//! finds the fields of errors in the text (`refused`: of a 400), `ignore` and `known` what somebody accepts (`names`: of findings), `show`
//! prints what would be stored, `file` does that for a file and `run` for all inputs on all cores, and `report` writes what was found.
//! `quick` answers for the files that have nothing to report.
//!
//! Reports come in the order of the inputs, whatever the number of threads.

mod conflicts;
mod copies;
mod custom;
mod fields;
pub(crate) mod file;
pub(crate) mod filter;
pub(crate) mod finding;
pub(crate) mod folder;
mod ignore;
pub(crate) mod input;
pub(crate) mod known;
mod list;
pub(crate) mod manifest;
pub(crate) mod names;
mod native;
pub(crate) mod natives;
mod object;
pub(crate) mod old;
pub(crate) mod place;
pub(crate) mod progress;
mod quick;
mod refused;
pub(crate) mod report;
pub(crate) mod run;
pub(crate) mod schemas;
mod separator;
pub(crate) mod show;
pub(crate) mod unrendered;
pub(crate) mod variables;
mod version;
