//! `crdc skeleton`: prints which parts of a document's schemas matter for pruning.

use crate::failure::Failure;
use crate::input;
use crate::output::{Output, To, write};
use crdc_codegen::diag::Severity;
use crdc_codegen::skeletons;
use std::path::PathBuf;

/// Prints the schemas reduced to what pruning needs: the fields that any branch specifies, without validation
/// rules
#[derive(clap::Args)]
pub(super) struct Skeleton {
    /// A file, a folder of .yaml, .yml and .json files, or - for the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// This version only
    #[arg(long, value_name = "NAME")]
    version: Option<String>,
    #[command(flatten)]
    output: Output,
}

impl Skeleton {
    pub(super) fn run(&self) -> Result<bool, Failure> {
        let sources = input::sources(std::slice::from_ref(&self.file))?;
        let (checked, mut errors) = super::checked::all(&sources, &[], &[]);
        if !super::checked::any_crd(&checked, &errors) {
            super::checked::no_crd(std::slice::from_ref(&self.file));
            return Ok(false);
        }
        let text = skeletons(&sources, self.version.as_deref());
        match &self.version {
            _ if !text.is_empty() => {}
            Some(version) => {
                crate::output::complain(&format!("no document has a version {version} with a schema"));
            }
            None => crate::output::complain("no document has a schema"),
        }
        errors.retain(|located| located.diagnostic.severity() == Severity::Error);
        if !errors.is_empty() {
            self.output.show(&sources, &errors, To::Err, "not compiled")?;
        }
        write(To::Out, &text)?;
        Ok(errors.is_empty() && !text.is_empty())
    }
}
