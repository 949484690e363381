//! The steps of a request, in the server's order (docs/semantics.md, Order of a request).
//!
//! In: bytes of the new object, and of the old one on updates. Out: a [`Verdict`], and in the scratch the
//! findings of the steps. `operations.rs` has the order of the steps. They are methods of [`RequestState`]
//! while the objects may change, and of [`Validation`] after that, one file for each topic.
//!
//! `Resource::answer` → `answer` (`answer.rs`) → a function of `operations` → `Outcome`:
//!
//! 1. **Decode** the new object: prune, drop nulls, coerce metadata, default and validate values, in one
//!    pass. Strict field validation refuses here (`strict`).
//!
//! 2. On updates, decode the **old** object with the same functions. Malformed metadata is dropped; its
//!    errors are discarded.
//!
//! 3. Do the work of the server's handler before admission: clear system fields on creates (`system`), set
//!    the namespace (`namespace`), remove duplicate owner references with a warning (`owner_references`).
//!
//! 4. *Mutating admission*, around the request (`crdc-admission`). An object of another **kind** leaves here:
//!    it is prepared, and ends with errors of its type meta, of its metadata (on updates), of its embedded
//!    objects and lists, and of rules. It is decoded with the schema, `verbatim`, only to find those.
//!
//! 5. **Normalize**: fields, unions, numbers (slots of `Steps`).
//!
//! 6. **Prepare**: drop the status or take the old one (`status_field` decodes it again at the end of the
//!    tape, so that its errors are reported); set the generation and the metadata that clients may not set.
//!    On updates, normalize the fields of the old object, but not what a status subresource keeps.
//!
//! 7. From here on nothing changes an object. On updates, **immutability** (slot). Violations of the dialect
//!    `kep` end the request with 400; those of other dialects are errors.
//!
//! 8. Validate **metadata** and its changes, and the constraints of the whole object (`schema`). On updates,
//!    set errors of unchanged values aside (`ratchet`). Validate **scale** paths, **unions** (slot),
//!    **embedded objects** (which the decoder recorded), **sets and list maps** (always of the whole object;
//!    all errors are set aside if the old object has any), **rules** (slot; not after errors that block
//!    them). A create without errors validates `generateName` once more, with the rules of all resources.
//!    *Validating admission*, around the request.
//!
//! 9. **Outcome**: sort the errors, and render the object if the root is `CHANGED`. If members were only
//!    added, the tape (`crdc-object`) inserts them into the text; otherwise it copies unchanged runs. If all
//!    is one run, nothing changed.
//!
//! A status update stores the old object with the new status. It is prepared before it is normalized. The
//! tape of the old object is validated and rendered, and of the errors of the schema only those inside the
//! status are kept.
//!
//! A slot gets a [`RequestState`] or a [`Validation`], whose fields are private: the methods are the
//! interface of generated steps. Filling a slot must not move another step.

mod cleared;
mod decode;
mod extensions;
mod generation;
mod lists;
mod metadata;
mod names;
mod namespace;
mod object;
pub(crate) mod operations;
pub(crate) mod owner_references;
mod prepare;
mod ratchet;
mod revalidate;
mod rules;
#[cfg(feature = "cel")]
mod run_rules;
mod scale;
mod schema;
mod state;
mod status_field;
mod steps;
pub(crate) mod strict;
pub(crate) mod system;
mod type_meta;
mod validation;
mod verdict;
pub(crate) mod warnings;

pub use extensions::{immutability, normalize_fields, normalize_numbers, normalize_unions, unions};
pub(crate) use names::{kind, name};
#[cfg(feature = "cel")]
pub use run_rules::{evaluate_expressions, run};
pub use state::RequestState;
pub use steps::{ChangeFn, CheckFn, RulesPlan, RunRules, Steps};
pub use validation::Validation;
pub(crate) use verdict::{Refused, Validated, Verdict};
