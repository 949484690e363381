//! `crdc kubernetes`: the kinds of a version that is not built in. In: what a server publishes. Out: a file
//! for `crdc validate --kubernetes`.

use crate::failure::Failure;
use crate::input;
use crate::place::{Place, Renamed, write};
use crate::validate::schemas::native_kinds::{json, version_of};
use crdc_kubernetes::pack;
use crdc_vocabulary::Minor;
use serde_json::{Value, json};
use std::path::PathBuf;

/// Makes a file of the kinds of a server, for crdc validate --kubernetes
///
/// FILE is what the server publishes: kubectl get --raw /openapi/v2, or one document of each group of
/// /openapi/v3, which has defaults too. The versions of .crdc.yaml and --kubernetes that are built in need no
/// file.
#[derive(clap::Args)]
pub(super) struct Kubernetes {
    /// OpenAPI documents of one server, v2 or v3: files, folders, or - for the standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    renamed: Renamed,
    /// The version of the server, if the documents do not say it, such as 1.37
    #[arg(long, value_name = "VERSION")]
    server: Option<Minor>,
}

impl Kubernetes {
    pub(super) fn run(&self) -> Result<bool, Failure> {
        let to = self.place.open(&self.files)?;
        let sources = input::sources(&self.files)?;
        let mut documents: Vec<Value> = Vec::new();
        for source in &sources {
            documents.push(json(source).ok_or_else(|| format!("{} is no JSON", source.name))?);
        }
        let name = |index: usize| sources.get(index).map_or("", |source| source.name.as_str());
        let mut packed = pack(&documents).map_err(|error| format!("{}: {error}", name(error.document)))?;
        let version = self.server.or_else(|| documents.iter().find_map(version_of));
        let version = version.ok_or("the documents do not say their version: give it with --server 1.37")?;
        packed["info"] = json!({ "title": "Kubernetes", "version": format!("v{version}") });
        let text = format!("{packed}\n");
        write(&to, &text)?;
        Ok(true)
    }
}
