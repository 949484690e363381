//! `crdc types`: prints owned types of objects for a file of their own.

use super::one_document::OneDocument;
use crate::failure::Failure;

/// Prints types of Rust for the objects of each version: structs that serde reads and writes
#[derive(clap::Args)]
pub(super) struct Types {
    #[command(flatten)]
    document: OneDocument,
    /// For programs that use kube: with its traits, and types of k8s-openapi where they fit
    #[arg(long)]
    kube: bool,
}

impl Types {
    pub(super) fn run(&self) -> Result<bool, Failure> {
        let options = crdc_codegen::Options { kube_types: self.kube, ..Default::default() };
        self.document
            .print(|sources, version| crdc_codegen::types(sources, version, &options), ["", "version"])
    }
}
