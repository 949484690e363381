//! `crdc completions`: a script for a shell, which completes subcommands and options.

use super::output::{To, write};
use super::{Crdc, Failure};
use clap::CommandFactory;
use clap_complete::Shell;

/// Prints a script that completes the command line in a shell
#[derive(clap::Args)]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(super) fn run(&self) -> Result<bool, Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Crdc::command(), "crdc", &mut script);
        write(To::Out, &String::from_utf8_lossy(&script))?;
        Ok(true)
    }
}
