//! The HTML page of `crdc explain --html`. In: checked documents. Out: one page without links to
//! other files: everything in it is text of the documents, escaped by maud, a style sheet and a script.
//!
//! Easy to break: **the page is complete without the script**, which only searches, and nothing in it is
//! loaded from anywhere. It has no times, names of files or counters, so the same documents give the same
//! bytes.
//!
//! `document` renders the frame, `crd` the head of a CRD, `version` one version, `field` one field, and the
//! other files parts of a field.

mod constraint;
mod crd;
mod description;
mod document;
mod field;
mod mark;
mod rule;
mod value;
mod version;

pub(crate) use document::page;
