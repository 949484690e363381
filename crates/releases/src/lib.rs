//! Reads which releases of which projects a folder of manifests says it runs. In: texts of files. Out: pins,
//! each a subject (a chart, a repository, an image, a package of OLM) with the version that is wanted and its
//! place. Nothing is fetched, and no file but those that are added is read.
//!
//! Files are read first, in any order, also on several threads: [`Said::add`], [`Said::extend`]. Only then
//! are names of other objects followed and variables filled: [`Said::pins`]. [`in_use`] finds the projects of
//! a catalogue that pins belong to, and the releases that their versions mean.
//!
//! ```
//! use crdc_releases::{Said, Subject, Wanted};
//! use crdc_source::Source;
//!
//! let text = "
//! apiVersion: source.toolkit.fluxcd.io/v1
//! kind: OCIRepository
//! metadata: {name: cert-manager}
//! spec:
//!   url: oci://quay.io/jetstack/charts/cert-manager
//!   ref: {tag: v1.16.2}
//! ";
//! let mut said = Said::default();
//! said.add("apps/cert-manager.yaml", &Source::new("", text));
//! let pins = said.pins(&|_| None);
//! let repository = "oci://quay.io/jetstack/charts".to_owned();
//! assert_eq!(pins[0].subject, Subject::Chart { repository, name: "cert-manager".to_owned() });
//! assert_eq!(pins[0].wanted, Wanted::Exact("v1.16.2".to_owned()));
//! assert_eq!(pins[0].at.line, 7);
//! ```
//!
//! Time and memory are linear in the size of the files: a name that many objects have stands for the first of
//! them in the nearest folder.

#![forbid(unsafe_code)]

mod address;
mod collector;
mod follow;
mod in_use;
mod named;
mod nodes;
mod pin;
mod said;
mod sources;
mod statement;
mod variables;
mod wanted;

pub use follow::{Lost, Missing};
pub use in_use::{By, InUse, in_use};
pub use pin::{At, Pin, Subject, Wanted};
pub use said::Said;
pub use sources::may_pin;
