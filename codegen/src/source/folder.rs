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
    /// The links that lead out of the tree (see [`walk`]): what they lead to is not read. `files` looks for none.
    pub outside: Vec<PathBuf>,
}

/// The file itself, or all files below a folder that end in `.yaml`, `.yml` or `.json`, in any case of letters. Folders in it whose names begin with a
/// dot are left out. Links to folders are followed, but not back to a folder that they are in.
///
/// # Errors
/// File system errors, and a folder without any such file.
pub fn files(path: &Path) -> io::Result<Vec<PathBuf>> {
    walk_within(path, None).map(|walked| walked.files)
}

/// The same, with what was left out, and without what links lead to outside of the checkout, or of the working folder, around the
/// folder: the author of a folder may not show other files of the machine that reads it.
///
/// # Errors
/// File system errors, and a folder without any such file.
pub fn walk(path: &Path) -> io::Result<Walked> {
    let tree = if path.is_dir() { Some(tree(path)?) } else { None };
    walk_within(path, tree.as_deref())
}

/// The folder in which links may lead anywhere. It is the working folder if that contains the folder, and otherwise the
/// folder itself; if a checkout contains it, the whole checkout. Never the root of the file system, which nobody checked out.
fn tree(path: &Path) -> io::Result<PathBuf> {
    let real = path.canonicalize()?;
    let around = std::env::current_dir().and_then(|here| here.canonicalize()).ok();
    let around = around.filter(|here| here.parent().is_some() && real.starts_with(here)).unwrap_or(real);
    let checkout = around.ancestors().find(|folder| folder.join(".git").exists());
    Ok(checkout.filter(|folder| folder.parent().is_some()).map_or_else(|| around.clone(), Path::to_owned))
}

fn walk_within(path: &Path, tree: Option<&Path>) -> io::Result<Walked> {
    if !path.is_dir() {
        return Ok(Walked { files: vec![path.to_owned()], ..Walked::default() });
    }
    let mut walked = Walked::default();
    folder(path, tree, &mut Vec::new(), &mut walked)?;
    if walked.files.is_empty() && walked.outside.is_empty() {
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
fn folder(of: &Path, tree: Option<&Path>, above: &mut Vec<PathBuf>, walked: &mut Walked) -> io::Result<()> {
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
        // A link to nothing is an error where it is read.
        let leads_out = |tree: &Path| {
            path.is_symlink() && path.canonicalize().is_ok_and(|target| !target.starts_with(tree))
        };
        if (path.is_dir() || is_document(&path)) && tree.is_some_and(leads_out) {
            walked.outside.push(path);
        } else if path.is_dir() {
            if path.file_name().and_then(|name| name.to_str()).is_some_and(is_hidden) {
                walked.hidden.push(path);
            } else {
                folder(&path, tree, above, walked)?;
            }
        } else if is_document(&path) {
            walked.files.push(path);
        }
    }
    above.pop();
    Ok(())
}
