//! Sorts the files of a folder: manifests, and files that are not applied as they are. In: names of files,
//! and documents. Out: the sort of each one that nobody applies to a server as it is: it is left out and
//! counted.
//!
//! `layout` decides by the files around (`kustomization` reads what a kustomization names, `chart` knows
//! Helm's folders, `assertion` the names of tests), `document` by what is in a document, `kind` by its kind,
//! `template` whether a text is one. `own` has the fields that one kustomization sets in objects, `flux`
//! those that Flux sets, `builds` the fields of whole builds, `filled` the findings that they remove.
//!
//! Easy to break: an object that a server gets must never be left out. So a name alone decides only beside
//! the file that gives it its meaning, and what was named on the command line is left out only if its sort is
//! certain.

mod assertion;
mod builds;
mod chart;
pub(crate) mod document;
mod filled;
mod flux;
pub(crate) mod input;
mod kind;
mod kustomization;
mod layout;
mod own;
mod sort;
pub(crate) mod template;
pub(crate) mod unrendered;

pub(crate) use filled::Filled;
pub(crate) use layout::{Layout, around};
pub(crate) use sort::Sort;
