//! `crdc man`: manual pages, of the command or of a subcommand.

use crate::failure::Failure;
use crate::place::{Place, write};
use clap::Command;

/// Prints a manual page: crdc man validate | man -l -
#[derive(clap::Args)]
pub(super) struct Man {
    /// The subcommand; the page of the whole command otherwise
    #[arg(value_name = "SUBCOMMAND")]
    subcommand: Option<String>,
    #[command(flatten)]
    place: Place,
}

impl Man {
    /// Writes the page. `command` is the command line of the whole program.
    pub(super) fn run(&self, mut command: Command) -> Result<bool, Failure> {
        command.build();
        if let Some(name) = &self.subcommand {
            let found = command.find_subcommand(name).cloned();
            command = found.ok_or_else(|| format!("crdc has no subcommand {name}"))?;
        }
        let mut page = Vec::new();
        let written = clap_mangen::Man::new(command).render(&mut page);
        written.map_err(|error| format!("cannot write the page: {error}"))?;
        write(&self.place.open(&[])?, &String::from_utf8_lossy(&page))?;
        Ok(true)
    }
}
