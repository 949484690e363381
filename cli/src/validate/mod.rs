//! Objects of files, validated as a server would. The stages, in order: `input` names texts, `manifest` reads objects from
//! them, `schemas` loads the validators (`copies`: CRDs that are there twice), `old` finds the stored objects, `object` asks for
//! the server's answer (`version`: what storage adds to it), `place` finds the fields of errors in the text (`refused`: of a 400), `ignore` what somebody accepts, `unrendered` what is no
//! manifest yet, `show` prints what would be stored, `run` does that for all inputs on all cores, and `report` writes what was found. `quick` answers for the files
//! that have nothing to report.
//!
//! Reports come in the order of the inputs, whatever the number of threads.

mod copies;
pub(crate) mod filter;
pub(crate) mod finding;
mod ignore;
pub(crate) mod input;
pub(crate) mod manifest;
mod object;
pub(crate) mod old;
pub(crate) mod place;
pub(crate) mod progress;
mod quick;
mod refused;
pub(crate) mod report;
pub(crate) mod run;
pub(crate) mod schemas;
pub(crate) mod show;
pub(crate) mod unrendered;
mod version;
