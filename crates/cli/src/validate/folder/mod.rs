//! Determines the sort of the files in a folder: manifests, and files that are not applied as they are. In:
//! names of files, and documents. Out: the sort of each file or document that is not applied to a server as
//! it is; it is left out and counted.
//!
//! `layout` decides by the files around: `kustomization` reads the files that a kustomization names, `chart`
//! recognizes Helm's folders, and `assertion` the names of tests. `document` decides by the content of a
//! document, `kind` by its kind, and `template` by template actions in a text. `own` collects the fields that
//! one kustomization sets in objects, `patches` those of its patches, `flux` what Kustomizations of Flux set
//! in folders, and `builds` the fields of whole builds. `filled` removes the findings about such fields.
//!
//! Easy to break: an object for a server must never be left out. So a name decides only beside the file that
//! gives the name its meaning, and a file that the command line names is left out only if its sort is
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
mod patches;
mod sort;
pub(crate) mod template;
pub(crate) mod unrendered;

pub(crate) use filled::Filled;
pub(crate) use layout::{Layout, around};
pub(crate) use sort::Sort;
