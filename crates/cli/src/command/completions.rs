//! `crdc completions`: a script for a shell, which completes subcommands and options.

use crate::failure::Failure;
use crate::place::{Place, write};
use clap::Command;
use clap_complete::Shell;

/// Prints a script that completes the command line in a shell
#[derive(clap::Args)]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
    #[command(flatten)]
    place: Place,
}

impl Completions {
    /// `command` is that of the program.
    pub(super) fn run(&self, mut command: Command) -> Result<bool, Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, "crdc", &mut script);
        write(&self.place.open(&[])?, &String::from_utf8_lossy(&script))?;
        Ok(true)
    }
}
