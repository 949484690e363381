//! Compiled CRDs, and interpreters of servers that have rules instead of the extensions. In: the CRDs that
//! the build script compiled. Out: for each the interpreter with the lowered rules.
#![allow(clippy::unwrap_used, clippy::panic)]

use crdc_check::check_source;
use crdc_documents::publish::apply_safe::{ApplySafe, Options, apply_safe};
use crdc_oracle::interpreter::Server;
use crdc_oracle::load;
use crdc_oracle::lowered::without_annotation;
use crdc_source::Source;
use crdc_vocabulary::Minor;

/// A version of a CRD.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The name of the document.
    pub name: &'static str,
    /// The version.
    pub version: &'static str,
    /// The document.
    pub crd: &'static str,
    /// The compiled version.
    pub compiled: fn() -> &'static crdc::Compiled,
}

include!(concat!(env!("OUT_DIR"), "/entries.rs"));

/// The CRD as `crdc publish --as apply-safe` publishes it for a minor version of servers.
pub fn published(crd: &str, server: u8) -> ApplySafe {
    let source = Source::new("crd.yaml", crd);
    let checked = check_source(&source, None);
    apply_safe(&source, &checked, Options { server: Minor(server) }).remove(0)
}

/// An interpreter of a server with the lowered rules of a version.
pub fn lowered(crd: &str, version: &str, server: u8) -> Server {
    load::server("lowered.yaml", &without_annotation(&published(crd, server).to_yaml()), version)
}
