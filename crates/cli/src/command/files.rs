//! Writes documents to files below a folder, or one document to the standard output. In: documents with their
//! paths. Out: files below a folder, or one document on the standard output.
//!
//! Easy to break: paths have names of documents, whose author may be anybody. None leads out of the folder,
//! and no two are one file, also where names of files have no case.

use crate::count::number;
use crate::failure::Failure;
use crate::place::{self, To, is_stdout};
use std::collections::HashSet;
use std::fs;
use std::path::{Component, Path};

/// A document to be written.
pub(super) struct File {
    /// The path below the output folder.
    pub(super) path: String,
    pub(super) text: String,
}

/// Writes the files, or prints the only one. Returns what was done.
pub(super) fn write(files: &[File], folder: Option<&Path>) -> Result<String, Failure> {
    let mut seen = HashSet::new();
    if let Some(twice) = files.iter().find(|file| !seen.insert(file.path.to_lowercase())) {
        return Err(format!(
            "two documents have the path {}; large and small letters count as the same, and --layout can name more",
            twice.path
        ));
    }
    if let Some(outside) = files.iter().find(|file| !is_below(Path::new(&file.path))) {
        return Err(format!("the path {} leads out of the output folder", outside.path));
    }
    let Some(folder) = folder.filter(|folder| !is_stdout(folder)) else {
        if files.len() > 1 {
            let names: Vec<&str> = files.iter().map(|file| file.path.as_str()).take(5).collect();
            let more = files.len() - names.len();
            let more = if more == 0 { String::new() } else { format!(" and {more} more") };
            return Err(format!("several documents need --output DIR: {}{more}", names.join(", ")));
        }
        files.iter().try_for_each(|file| place::write(&To::Out, &file.text))?;
        return Ok(format!("printed {}", number(files.len(), "document")));
    };
    for file in files {
        save(&folder.join(&file.path), &file.text)?;
    }
    Ok(format!("wrote {} below {}", number(files.len(), "file"), folder.display()))
}

/// Writes a file, and creates its folder if that is missing.
fn save(path: &Path, text: &str) -> Result<(), Failure> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| format!("cannot create {}: {error}", folder.display()))?;
    }
    fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// Whether a path stays below the folder that it is joined to.
fn is_below(path: &Path) -> bool {
    path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
}
