//! A path in, the files of documents there out: a file is itself, a folder is walked for files that
//! may hold documents. Sorted, so that output is repeatable.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// How files of documents end.
const ENDINGS: [&str; 3] = ["yaml", "yml", "json"];

/// Folders within folders deeper than this are taken for a loop.
const MAX_DEPTH: usize = 64;

/// The file itself, or all files below a folder that end in `.yaml`, `.yml` or `.json`.
///
/// # Errors
/// What the file system reports of a folder, and a folder without any such file.
pub fn files(path: &Path) -> io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    walk(path, 0, &mut found)?;
    if found.is_empty() {
        return Err(io::Error::new(io::ErrorKind::NotFound, "no file in it ends in .yaml, .yml or .json"));
    }
    Ok(found)
}

fn walk(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) -> io::Result<()> {
    let context = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", folder.display()));
    if depth > MAX_DEPTH {
        return Err(context(io::Error::other(format!("folders are nested more than {MAX_DEPTH} deep"))));
    }
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(context)? {
        paths.push(entry.map_err(context)?.path());
    }
    paths.sort();
    for path in paths {
        if path.is_dir() {
            walk(&path, depth + 1, found)?;
        } else if path
            .extension()
            .and_then(|ending| ending.to_str())
            .is_some_and(|ending| ENDINGS.contains(&ending))
        {
            found.push(path);
        }
    }
    Ok(())
}
