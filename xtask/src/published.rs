//! Lists the packages of the workspace that can be published, sorted by name.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use serde::Deserialize;

/// A package in the metadata of cargo.
#[derive(Deserialize)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) description: Option<String>,
    pub(crate) license: Option<String>,
    pub(crate) readme: Option<String>,
    pub(crate) documentation: Option<String>,
    pub(crate) keywords: Vec<String>,
    pub(crate) categories: Vec<String>,
    pub(crate) metadata: serde_json::Value,
    pub(crate) manifest_path: PathBuf,
    pub(crate) dependencies: Vec<Dependency>,
    /// The registries to which the package may be published: any if absent, none if the list is empty.
    publish: Option<Vec<String>>,
}

/// A dependency in the metadata of cargo.
#[derive(Deserialize)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    /// The kind of a dependency; `None` for a dependency that users compile.
    pub(crate) kind: Option<String>,
    /// The path of the dependency, if it is a part of the workspace.
    pub(crate) path: Option<PathBuf>,
}

impl Package {
    /// The folder that its package unpacks to.
    pub(crate) fn folder(&self) -> String {
        format!("{}-{}", self.name, self.version)
    }
}

/// The packages that can be published, sorted by name.
pub(crate) fn packages() -> Result<Vec<Package>> {
    #[derive(Deserialize)]
    struct Metadata {
        packages: Vec<Package>,
    }
    let mut cargo = places::cargo();
    cargo.args(["metadata", "--no-deps", "--format-version", "1"]).current_dir(places::repository());
    let output = cargo.output()?;
    ensure!(output.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
    let mut packages = serde_json::from_slice::<Metadata>(&output.stdout)?.packages;
    packages.retain(|package| package.publish.as_ref().is_none_or(|registries| !registries.is_empty()));
    packages.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(packages)
}
