//! `crdc webhook`: what a webhook needs in a cluster. It prints documents; it applies none.

mod certificate;
mod configurations;
mod dockerfile;
mod manifests;
mod placement;
mod rules;
mod workload;

use crate::failure::Failure;
use clap::Subcommand;

/// Prints what a webhook for CRDs needs to run in a cluster
#[derive(clap::Args)]
pub(super) struct Webhook {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Manifests(manifests::Manifests),
    Dockerfile(dockerfile::Dockerfile),
}

impl Webhook {
    pub(super) fn run(&self) -> Result<bool, Failure> {
        match &self.command {
            Command::Manifests(command) => command.run(),
            Command::Dockerfile(command) => command.run(),
        }
    }
}
