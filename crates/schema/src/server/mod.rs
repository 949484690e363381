//! The differences between 1.36, for which all other code is written, and other minor versions. In: a
//! version, and the result of 1.36. Out: the result of that version.
//!
//! [`Minor`](crdc_vocabulary::Minor) has the first version of each behavior, [`messages`] has texts. The
//! table of all of them, of which `docs/servers.md` is made, is `crates/documents/src/servers/table.rs`. The
//! tables of crdc-cel contain the functions that rules may call; crdc-check implements the meaning of
//! schemas.
//!
//! Easy to break: a version is compared with the first one that does as 1.36, never with a list of versions.
//!
//! crdc-check strips the formats that a version ignores, so that plans do too; the cost of rules ignores
//! sizes that servers before 1.33 do not use.

mod go_values;
pub mod messages;

/// The warning of servers about a format that they do not support.
// apiextensions-apiserver: pkg/registry/customresourcedefinition/strategy.go (WarningsOnCreate)
pub fn unrecognized_format(format: &str) -> String {
    format!("unrecognized format {}", crdc_vocabulary::go::quote(format))
}
