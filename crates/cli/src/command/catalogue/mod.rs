//! `crdc catalogue`: the CRDs of projects by release, as `crdc validate` uses them, for people and for files.
//!
//! `list` has a line for each project, `show` answers about a project or a kind, `export` writes the CRDs of
//! a release, and `add` makes a catalogue of one's own. `sources` reads the catalogues, `named` finds what a
//! word names, `texts` reads texts of CRDs, `ranges` has words for releases, `lines` joins lines, `format` is
//! that of an answer, `project`, `kind` and `fields` are the answers of `show`.

mod add;
mod export;
mod fields;
mod format;
mod kind;
mod lines;
mod list;
mod named;
mod project;
mod ranges;
mod schema;
mod show;
mod sources;
mod texts;

use crate::failure::Failure;
use clap::Subcommand;

/// Lists, shows and exports the CRDs of projects by release, which crdc validate uses; adds one's own
#[derive(clap::Args)]
pub(super) struct CatalogueCommand {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    List(list::List),
    Show(show::Show),
    Export(export::Export),
    Add(add::Add),
}

impl CatalogueCommand {
    pub(super) fn run(&self) -> Result<bool, Failure> {
        match &self.command {
            Command::List(command) => command.run(),
            Command::Show(command) => command.run(),
            Command::Export(command) => command.run(),
            Command::Add(command) => command.run(),
        }
    }
}
