//! In: a path. Out: the document files there. A file yields itself, a folder is walked. Sorted, so that
//! output is reproducible.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The extensions of document files.
const ENDINGS: [&str; 3] = ["yaml", "yml", "json"];

/// Folders may not be nested deeper than this.
const MAX_DEPTH: usize = 64;

/// The file itself, or all files below a folder that end in `.yaml`, `.yml` or `.json`. Links to folders are followed, but
/// not back to a folder that they are in.
///
/// # Errors
/// File system errors, and a folder without any such file.
pub fn files(path: &Path) -> io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    walk(path, &mut Vec::new(), &mut found)?;
    if found.is_empty() {
        return Err(io::Error::new(io::ErrorKind::NotFound, "it contains no .yaml, .yml or .json file"));
    }
    Ok(found)
}

/// Whether a file of a folder is read, by its name.
#[must_use]
pub fn is_document(path: &Path) -> bool {
    path.extension().and_then(|ending| ending.to_str()).is_some_and(|ending| ENDINGS.contains(&ending))
}

/// `above` are the folders that this one is in, without links.
fn walk(folder: &Path, above: &mut Vec<PathBuf>, found: &mut Vec<PathBuf>) -> io::Result<()> {
    let context = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", folder.display()));
    let real = folder.canonicalize().map_err(context)?;
    if above.contains(&real) {
        return Ok(());
    }
    if above.len() > MAX_DEPTH {
        return Err(context(io::Error::other(format!("folders are nested more than {MAX_DEPTH} deep"))));
    }
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(context)? {
        paths.push(entry.map_err(context)?.path());
    }
    paths.sort();
    above.push(real);
    for path in paths {
        if path.is_dir() {
            walk(&path, above, found)?;
        } else if is_document(&path) {
            found.push(path);
        }
    }
    above.pop();
    Ok(())
}
