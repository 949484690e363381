//! Reads catalogues of CRDs, and names their releases. In: the files of catalogues, and whether the one that
//! is built in counts. Out: the catalogues; words for a release.

use std::fs;
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crdc_catalogue::{Catalogue, Project};

/// The digits of a commit that are shown.
const SHOWN: usize = 10;

/// The catalogues: those of files first, then the one that is built in.
///
/// # Errors
/// A file is no catalogue.
pub(crate) fn load<'p>(
    files: impl Iterator<Item = &'p PathBuf>,
    built_in: bool,
) -> Result<Vec<Catalogue>, Failure> {
    let mut all: Vec<Catalogue> = files.map(|path| read(path)).collect::<Result<_, _>>()?;
    if built_in {
        all.extend(self::built_in()?);
    }
    Ok(all)
}

#[cfg(feature = "built-in-catalogue")]
fn built_in() -> Result<Option<Catalogue>, Failure> {
    let found = Catalogue::built_in();
    found.map(Some).map_err(|error| format!("the catalogue that is built in: {error}"))
}

#[cfg(not(feature = "built-in-catalogue"))]
fn built_in() -> Result<Option<Catalogue>, Failure> {
    Ok(None)
}

/// The catalogue of a file.
///
/// # Errors
/// The file cannot be read, or is no catalogue.
pub(crate) fn read(path: &Path) -> Result<Catalogue, Failure> {
    let bytes = fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    Catalogue::read(bytes).map_err(|error| format!("{}: {error}", path.display()))
}

/// What people call a release of a project.
pub(crate) fn release_name(project: &Project, release: usize) -> String {
    let Some(release) = project.releases.get(release) else { return String::new() };
    match release.version.commit() {
        Some(commit) => format!("commit {}", commit.get(..SHOWN).unwrap_or(commit)),
        None => release.version.as_str().to_owned(),
    }
}
