//! `crdc types`: prints owned types of objects for a file of their own.

use super::one_document::OneDocument;
use crate::failure::Failure;

/// Prints types of Rust for the objects of each version: structs that serde reads and writes
#[derive(clap::Args)]
pub(super) struct Types {
    #[command(flatten)]
    document: OneDocument,
}

impl Types {
    pub(super) fn run(&self) -> Result<bool, Failure> {
        self.document.print(crdc_codegen::types, ["", "version"])
    }
}
