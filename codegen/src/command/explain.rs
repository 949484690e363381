//! `crdc explain`: what the compiled form of a document would do, as text.

use super::output::{Output, To, write};
use super::{Failure, input};
use crdc_codegen::explain;
use std::path::PathBuf;

/// Prints the plan that code is made of: every node with what it checks, prunes and fills in
#[derive(clap::Args)]
pub(super) struct Explain {
    /// A file, a folder of .yaml, .yml and .json files, or - for the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// This version only
    #[arg(long, value_name = "NAME")]
    version: Option<String>,
    #[command(flatten)]
    output: Output,
}

impl Explain {
    pub(super) fn run(&self) -> Result<bool, Failure> {
        let sources = input::sources(std::slice::from_ref(&self.file))?;
        let text = explain(&sources, self.version.as_deref());
        if let (true, Some(version)) = (text.is_empty(), &self.version) {
            super::output::complain(&format!("no document has an accepted version {version}"));
        }
        let errors: Vec<_> = super::check::all(&sources, None)
            .1
            .into_iter()
            .filter(|located| located.diagnostic.severity() == crdc_codegen::diag::Severity::Error)
            .collect();
        if !errors.is_empty() {
            self.output.show(&sources, &errors, To::Err, "not explained")?;
        }
        write(To::Out, &text)?;
        Ok(errors.is_empty() && !text.is_empty())
    }
}
