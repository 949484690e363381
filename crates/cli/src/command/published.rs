//! The options `--openapi FILE --kind NAME`, which several subcommands share: kinds of a published document.

use crate::failure::Failure;
use crate::input;
use crdc_source::Source;
use std::path::PathBuf;

/// Kinds of a published document.
#[derive(clap::Args)]
pub(super) struct Published {
    /// An OpenAPI document as a server publishes it, v3 or v2 (`kubectl get --raw /openapi/v3/apis/apps/v1`)
    #[arg(long, value_name = "FILE")]
    openapi: Option<PathBuf>,
    /// A kind in it, GROUP/VERSION/KIND or VERSION/KIND; may be repeated
    #[arg(long, value_name = "KIND", requires = "openapi")]
    kind: Vec<String>,
}

impl Published {
    /// The document, if one is given, with the requested kinds.
    pub(super) fn read(&self) -> Result<Option<(Source, &[String])>, Failure> {
        let Some(path) = &self.openapi else { return Ok(None) };
        let mut sources = input::sources(std::slice::from_ref(path))?;
        match (sources.pop(), sources.is_empty()) {
            (Some(source), true) => Ok(Some((source, &self.kind))),
            _ => Err("--openapi takes one file".to_owned()),
        }
    }
}
