//! `crdc webhook manifests`: the documents of a cluster, with rules for exactly the kinds of some CRDs.

use super::super::checked;
use super::placement::Placement;
use super::rules::{Endpoint, Served};
use super::{certificate, configurations, workload};
use crate::failure::Failure;
use crate::input;
use crate::output::Output;
use crate::place::{To, write};
use crdc_check::Outcome;
use crdc_source::diag::{Code, Severity};
use std::path::PathBuf;

/// Prints the documents with which a webhook runs in a cluster: Namespace, Deployment, Service,
/// PodDisruptionBudget, NetworkPolicy, Certificate, and both webhook configurations, with a comment for each
/// line
///
/// The rules name exactly the kinds of the CRDs, with their served versions, scope and subresources. The
/// certificate is issued by cert-manager.
#[derive(clap::Args)]
pub(super) struct Manifests {
    /// Files or folders with the CRDs, or - for the standard input
    #[arg(long, value_name = "DIR", required = true, num_args = 1..)]
    crds: Vec<PathBuf>,
    #[command(flatten)]
    placement: Placement,
    #[command(flatten)]
    output: Output,
}

impl Manifests {
    pub(super) fn run(&self) -> Result<bool, Failure> {
        self.placement.check()?;
        let to = self.output.open(&self.crds)?;
        let sources = input::sources(&self.crds)?;
        let (checked, mut found) = checked::all(&sources, &[], &[]);
        if !checked::any_crd(&checked, &found) {
            checked::no_crd(&self.crds);
            return Ok(false);
        }
        let is_error = |severity| severity == Severity::Error;
        let any_error = found.iter().any(|located| is_error(located.diagnostic.severity()));
        // These codes are about scales that a webhook refuses because it cannot check them. Authors do not
        // expect that from their CRD.
        let about_webhooks = |code| matches!(code, Code::ScaleUnionMember | Code::ScaleImmutable);
        found.retain(|located| {
            let diagnostic = &located.diagnostic;
            is_error(diagnostic.severity()) || (!any_error && about_webhooks(diagnostic.code))
        });
        if any_error {
            // Rules without one of the kinds would look complete.
            self.output.diagnostics().show(&sources, &found, &To::Err, "no manifests")?;
            return Ok(false);
        }
        if !found.is_empty() {
            self.output.diagnostics().show(&sources, &found, &To::Err, "the manifests are printed")?;
        }
        let accepted = checked.iter().flat_map(|checked| &checked.crds).filter_map(|outcome| match outcome {
            Outcome::Accepted(crd) => Some(crd),
            Outcome::Rejected(_) => None,
        });
        let served: Vec<Served> = accepted.filter_map(|checked| Served::of(checked.crd())).collect();
        if served.is_empty() {
            crate::output::complain("no document has a served version");
            return Ok(false);
        }
        let documents = [
            workload::documents(&self.placement),
            certificate::documents(&self.placement),
            configurations::configuration(&self.placement, &served, Endpoint::Validate),
            configurations::configuration(&self.placement, &served, Endpoint::Mutate),
        ];
        write(&to, &documents.join("---\n"))?;
        Ok(true)
    }
}
