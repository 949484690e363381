//! `cargo xtask kubernetes`: builds the built-in definitions of crdc-kubernetes. In: a folder with
//! `VERSION.json`, as `crdc_kubernetes::pack` writes them. Out: `crates/kubernetes/data/definitions.deflate`.

mod fixtures;

use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};
use crdc_kubernetes::archive::Archive;
use crdc_vocabulary::Minor;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder with the documents; `kubernetes` in the folder `shared` otherwise
    documents: Option<PathBuf>,
    /// Compare with the file instead of writing it
    #[arg(long)]
    check: bool,
    /// Compare what is written of an object with the fixtures in this folder, `testdata` of kubernetes/api
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["documents", "check"])]
    fixtures: Option<PathBuf>,
}

/// Writes or compares the definitions.
pub(crate) fn run(args: &Args) -> Result<bool> {
    if let Some(folder) = &args.fixtures {
        return fixtures::compare(folder);
    }
    let folder = match &args.documents {
        Some(folder) => folder.clone(),
        None => places::shared(None)?.join("kubernetes"),
    };
    let mut documents: Vec<(Minor, serde_json::Value)> = Vec::new();
    for entry in std::fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let version = path.file_stem().and_then(|name| name.to_str()).and_then(|name| name.parse().ok());
        if let (Some(version), Some("json")) = (version, path.extension().and_then(|name| name.to_str())) {
            let text = std::fs::read(&path).with_context(|| path.display().to_string())?;
            let document = serde_json::from_slice(&text).with_context(|| path.display().to_string())?;
            documents.push((version, document));
        }
    }
    ensure!(!documents.is_empty(), "{} has no documents", folder.display());
    documents.sort_by_key(|(version, _)| *version);
    let data = Archive::of_documents(&documents).deflated();
    let file = places::repository().join("crates/kubernetes/data/definitions.deflate");
    let size = format!("{} versions of Kubernetes in {} bytes", documents.len(), data.len());
    if args.check {
        let same = std::fs::read(&file).is_ok_and(|known| known == data);
        ensure!(same, "the built-in definitions differ from the documents: run `cargo xtask kubernetes`");
        println!("{size}, as they are built in");
    } else {
        places::write_if_changed(&file, &data)?;
        println!("{size}");
    }
    Ok(true)
}
