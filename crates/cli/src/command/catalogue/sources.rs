//! Which catalogues the subcommands read. In: options. Out: the catalogues.

use crate::catalogues;
use crate::config::Config;
use crate::failure::Failure;
use crdc_catalogue::Catalogue;
use crdc_source::render::Format;
use std::path::PathBuf;

/// Which catalogues are read.
#[derive(clap::Args)]
pub(super) struct Catalogues {
    /// More CRDs of projects by release: files that crdc catalogue add made
    #[arg(long, value_name = "FILE")]
    pub(super) catalogue: Vec<PathBuf>,
    /// Do not use the catalogue that is built in
    #[arg(long)]
    no_catalogue: bool,
    /// The configuration, whose catalogues are read too [default: .crdc.yaml in the working folder, if there
    /// is one]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

impl Catalogues {
    /// The catalogues: those that are named first.
    pub(super) fn load(&self) -> Result<Vec<Catalogue>, Failure> {
        let config = Config::load(self.config.as_deref(), Format::Human)?;
        catalogues::load(self.catalogue.iter().chain(config.catalogues()), !self.no_catalogue)
    }
}
