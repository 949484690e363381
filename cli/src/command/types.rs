//! `crdc types`: prints owned types of objects for a file of their own.

use crate::failure::Failure;
use crate::input;
use crate::output::{Output, To, write};
use crdc_codegen::diag::Severity;
use crdc_codegen::types;
use std::path::PathBuf;

/// Prints types of Rust for the objects of each version: structs that serde reads and writes
#[derive(clap::Args)]
pub(super) struct Types {
    /// A file, a folder of .yaml, .yml and .json files, or - for the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// This version only
    #[arg(long, value_name = "NAME")]
    version: Option<String>,
    #[command(flatten)]
    output: Output,
}

impl Types {
    pub(super) fn run(&self) -> Result<bool, Failure> {
        let sources = input::sources(std::slice::from_ref(&self.file))?;
        let (checked, mut errors) = super::checked::all(&sources, &[], &[]);
        if !super::checked::any_crd(&checked, &errors) {
            super::checked::no_crd(std::slice::from_ref(&self.file));
            return Ok(false);
        }
        let text = types(&sources, self.version.as_deref());
        match &self.version {
            _ if !text.is_empty() => {}
            Some(version) => {
                crate::output::complain(&format!("no document has a version {version}"));
            }
            None => crate::output::complain("no document has a version"),
        }
        errors.retain(|located| located.diagnostic.severity() == Severity::Error);
        if !errors.is_empty() {
            self.output.show(&sources, &errors, To::Err, "not compiled")?;
        }
        write(To::Out, &text)?;
        Ok(errors.is_empty() && !text.is_empty())
    }
}
