//! Runs commands that print something of one version of a document.

use crate::failure::Failure;
use crate::input;
use crate::output::Output;
use crate::place::{To, write};
use crdc_source::Source;
use crdc_source::diag::Severity;
use std::path::PathBuf;

/// A document, and which version of it.
#[derive(clap::Args)]
pub(super) struct OneDocument {
    /// A file, a folder of .yaml, .yml and .json files, or - for the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// This version only
    #[arg(long, value_name = "NAME")]
    version: Option<String>,
    #[command(flatten)]
    output: Output,
}

impl OneDocument {
    /// Prints a text of all versions, or of the one that is asked for. `lacks` is what none of them has if
    /// the text is empty, such as ` with a schema`.
    pub(super) fn print(
        &self,
        text: impl FnOnce(&[Source], Option<&str>) -> String,
        lacks: [&str; 2],
    ) -> Result<bool, Failure> {
        let to = self.output.open(std::slice::from_ref(&self.file))?;
        let sources = input::sources(std::slice::from_ref(&self.file))?;
        let (checked, mut errors) = super::checked::all(&sources, &[], &[]);
        if !super::checked::any_crd(&checked, &errors) {
            super::checked::no_crd(std::slice::from_ref(&self.file));
            return Ok(false);
        }
        let text = text(&sources, self.version.as_deref());
        match &self.version {
            _ if !text.is_empty() => {}
            Some(version) => {
                crate::output::complain(&format!("no document has a version {version}{}", lacks[0]));
            }
            None => crate::output::complain(&format!("no document has a {}", lacks[1])),
        }
        errors.retain(|located| located.diagnostic.severity() == Severity::Error);
        if !errors.is_empty() {
            self.output.diagnostics().show(&sources, &errors, &To::Err, "not compiled")?;
        }
        write(&to, &text)?;
        Ok(errors.is_empty() && !text.is_empty())
    }
}
