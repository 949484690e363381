//! In: a path. Out: the document files there. A file yields itself, a folder is walked. Sorted, so that
//! output is reproducible.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The extensions of document files.
const ENDINGS: [&str; 3] = ["yaml", "yml", "json"];

/// Folders may not be nested deeper than this.
const MAX_DEPTH: usize = 64;

/// The document files of a path.
#[derive(Clone, Debug, Default)]
pub struct Walked {
    /// The files.
    pub files: Vec<PathBuf>,
    /// The folders whose names begin with a dot, such as `.git`: what is in them is for tools.
    pub hidden: Vec<PathBuf>,
}

/// The file itself, or all files below a folder that end in `.yaml`, `.yml` or `.json`, in any case of letters. Folders in it whose names begin with a
/// dot are left out. Links to folders are followed, but not back to a folder that they are in.
///
/// # Errors
/// File system errors, and a folder without any such file.
pub fn files(path: &Path) -> io::Result<Vec<PathBuf>> {
    walk(path).map(|walked| walked.files)
}

/// The same, with the folders that were left out.
///
/// # Errors
/// File system errors, and a folder without any such file.
pub fn walk(path: &Path) -> io::Result<Walked> {
    if !path.is_dir() {
        return Ok(Walked { files: vec![path.to_owned()], hidden: Vec::new() });
    }
    let mut walked = Walked::default();
    folder(path, &mut Vec::new(), &mut walked)?;
    if walked.files.is_empty() {
        return Err(io::Error::new(io::ErrorKind::NotFound, "it contains no .yaml, .yml or .json file"));
    }
    Ok(walked)
}

/// Whether a folder is left out, by its name.
#[must_use]
pub fn is_hidden(name: &str) -> bool {
    name.starts_with('.') && name != "." && name != ".."
}

/// Whether a file of a folder is read, by its name. Capital letters are read too: a file that is left out is not checked.
#[must_use]
pub fn is_document(path: &Path) -> bool {
    let is_one = |ending: &str| ENDINGS.iter().any(|one| ending.eq_ignore_ascii_case(one));
    path.extension().and_then(|ending| ending.to_str()).is_some_and(is_one)
}

/// `above` are the folders that this one is in, without links.
fn folder(of: &Path, above: &mut Vec<PathBuf>, walked: &mut Walked) -> io::Result<()> {
    let context = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", of.display()));
    let real = of.canonicalize().map_err(context)?;
    if above.contains(&real) {
        return Ok(());
    }
    if above.len() > MAX_DEPTH {
        return Err(context(io::Error::other(format!("folders are nested more than {MAX_DEPTH} deep"))));
    }
    let mut paths = Vec::new();
    for entry in fs::read_dir(of).map_err(context)? {
        paths.push(entry.map_err(context)?.path());
    }
    paths.sort();
    above.push(real);
    for path in paths {
        if path.is_dir() {
            if path.file_name().and_then(|name| name.to_str()).is_some_and(is_hidden) {
                walked.hidden.push(path);
            } else {
                folder(&path, above, walked)?;
            }
        } else if is_document(&path) {
            walked.files.push(path);
        }
    }
    above.pop();
    Ok(())
}
