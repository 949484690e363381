//! `crdc catalogue`: the CRDs of projects by release, as `crdc validate` uses them, for people and for files.
//!
//! `list` has a line for each project, `show` answers about a project or a kind, `export` writes the CRDs of a
//! release, and `add` makes a catalogue of one's own. `named` finds what a word names, `texts` reads texts of
//! CRDs, `ranges` has words for releases, `lines` joins lines, `project`, `kind` and `fields` are the answers of `show`.

mod add;
mod export;
mod fields;
mod kind;
mod lines;
mod list;
mod named;
mod project;
mod ranges;
mod schema;
mod show;
mod texts;

use crate::catalogues;
use crate::config::Config;
use crate::failure::Failure;
use clap::Subcommand;
use crdc_catalogue::Catalogue;
use crdc_source::render::Format;
use std::path::PathBuf;

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

/// Which catalogues are read.
#[derive(clap::Args)]
struct Catalogues {
    /// More CRDs of projects by release: files that crdc catalogue add made
    #[arg(long, value_name = "FILE")]
    catalogue: Vec<PathBuf>,
    /// Do not use the catalogue that is built in
    #[arg(long)]
    no_catalogue: bool,
    /// The configuration, whose catalogues are read too [default: .crdc.yaml in the working folder, if there
    /// is one]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
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

impl Catalogues {
    /// The catalogues: those that are named first.
    fn load(&self) -> Result<Vec<Catalogue>, Failure> {
        let config = Config::load(self.config.as_deref(), Format::Human)?;
        catalogues::load(self.catalogue.iter().chain(config.catalogues()), !self.no_catalogue)
    }
}
