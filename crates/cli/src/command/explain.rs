//! `crdc explain`: prints what the compiled form of a document does.

use super::published::Published;
use crate::failure::Failure;
use crate::input;
use crate::output::Output;
use crate::page::page;
use crate::place::{To, write};
use crdc_check::Located;
use crdc_check::Outcome;
use crdc_plan::{explain, explain_openapi};
use crdc_source::diag::{Severity, outside};
use std::path::PathBuf;

/// Prints the plan that code is generated from: what each node checks, prunes and defaults
#[derive(clap::Args)]
pub(super) struct Explain {
    /// A file, a folder of .yaml, .yml and .json files, or - for the standard input
    #[arg(value_name = "FILE", required_unless_present = "openapi", conflicts_with = "openapi")]
    file: Option<PathBuf>,
    #[command(flatten)]
    published: Published,
    /// This version only
    #[arg(long, value_name = "NAME", conflicts_with = "openapi")]
    version: Option<String>,
    /// List the CEL rules instead: their worst-case costs, and since which server version they install
    #[arg(long, conflicts_with_all = ["openapi", "version"])]
    cost: bool,
    /// Print one HTML page instead, which loads nothing: fields with types, descriptions, limits, marks and
    /// rules with their costs
    #[arg(long, conflicts_with_all = ["openapi", "cost", "version"])]
    html: bool,
    #[command(flatten)]
    output: Output,
}

impl Explain {
    pub(super) fn run(&self) -> Result<bool, Failure> {
        let to = self.output.open(self.file.as_slice())?;
        if let Some((source, kinds)) = self.published.read()? {
            let (text, errors) = explain_openapi(&source, kinds);
            let errors: Vec<_> =
                errors.into_iter().map(|diagnostic| Located { source: 0, diagnostic }).collect();
            if !errors.is_empty() {
                self.output.diagnostics().show(&[source], &errors, &To::Err, "not explained")?;
            }
            write(&to, &outside::lines(&text))?;
            return Ok(errors.is_empty());
        }
        let sources = input::sources(self.file.as_slice())?;
        let (checked, mut errors) = super::checked::all(&sources, &[], &[]);
        if !super::checked::any_crd(&checked, &errors) {
            super::checked::no_crd(self.file.as_slice());
            return Ok(false);
        }
        if self.cost {
            errors.retain(|located| located.diagnostic.severity() == Severity::Error);
            if !errors.is_empty() {
                self.output.diagnostics().show(&sources, &errors, &To::Err, "listed with errors")?;
            }
            let crds = checked.iter().flat_map(|checked| &checked.crds);
            let text: String = crds.map(|outcome| crdc_check::cel::costs(outcome.crd())).collect();
            let text = if text.is_empty() { "no rules\n" } else { &text };
            write(&to, &outside::lines(text))?;
            return Ok(errors.is_empty());
        }
        if self.html {
            errors.retain(|located| located.diagnostic.severity() == Severity::Error);
            if !errors.is_empty() {
                self.output.diagnostics().show(&sources, &errors, &To::Err, "not explained")?;
            }
            let outcomes = checked.iter().flat_map(|checked| &checked.crds);
            let crds: Vec<_> = outcomes.filter_map(Outcome::accepted).collect();
            if !crds.is_empty() {
                write(&to, &page(&crds))?;
            }
            return Ok(errors.is_empty());
        }
        let text = explain(&sources, self.version.as_deref());
        if let (true, Some(version)) = (text.is_empty(), &self.version) {
            crate::output::complain(&format!("no document has an accepted version {version}"));
        }
        errors.retain(|located| located.diagnostic.severity() == Severity::Error);
        if !errors.is_empty() {
            self.output.diagnostics().show(&sources, &errors, &To::Err, "not explained")?;
        }
        write(&to, &outside::lines(&text))?;
        Ok(errors.is_empty() && !text.is_empty())
    }
}
