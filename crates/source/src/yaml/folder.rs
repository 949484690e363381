//! Finds the documents below paths. In: paths. Out: the document files there. A file yields itself, and a
//! folder is walked. The files are sorted, so that output is reproducible.
//!
//! Folders are read first, and then the targets of links that were not read already: the time depends on the
//! number of files, and not on links.
//!
//! Easy to break: a user who may write to a folder may create a link there to other files of the machine.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

/// The extensions of document files.
const ENDINGS: [&str; 3] = ["yaml", "yml", "json"];

/// The largest depth of nested folders.
const MAX_DEPTH: usize = 64;

/// The folder of git, which contains no documents of users.
const GIT: &str = ".git";

/// The trust in the author of a folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trust {
    /// The author is the user: links may lead anywhere.
    User,
    /// Links must not lead out of the checkout or the working folder around the folder: a report must not
    /// show other files of the machine.
    #[default]
    Tree,
    /// The author is not trusted: links must not lead out of the checkout that contains the folder, or else
    /// out of the folder. Files and folders whose names begin with a dot are read too.
    Nobody,
}

/// The document files of a path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walked {
    /// The files.
    pub files: Vec<PathBuf>,
    /// The folders whose names begin with a dot, such as `.git`, which are not read: their content is for
    /// tools.
    pub hidden: Vec<PathBuf>,
    /// The links that lead out of the tree (see [`Trust`]), whose targets are not read.
    pub outside: Vec<PathBuf>,
    /// The links to files that are read under another name, each with that name.
    pub links: Vec<(PathBuf, PathBuf)>,
}

/// The file itself, or all files below a folder that end in `.yaml`, `.yml` or `.json`, in any case of
/// letters. Folders in it whose names begin with a dot are left out. Links lead anywhere: the folder is the
/// user's own ([`Trust::User`]).
///
/// # Errors
/// File system errors, and a folder without any such file.
pub fn files(path: &Path) -> io::Result<Vec<PathBuf>> {
    let walked = walk(std::slice::from_ref(&path), Trust::User).pop();
    walked.unwrap_or_else(|| Ok(Walked::default())).map(|walked| walked.files)
}

/// The sources of several paths, with the files that were left out of each. A file to which several links
/// lead is read once.
///
/// # Errors
/// The errors of [`files`], for each path.
///
/// ```
/// use crdc_source::{Trust, walk};
///
/// let walked = walk(&["Cargo.toml", "no-such-folder"], Trust::Tree);
/// assert_eq!(walked[0].as_ref().unwrap().files.len(), 1);
/// ```
pub fn walk<P: AsRef<Path>>(paths: &[P], trust: Trust) -> Vec<io::Result<Walked>> {
    let mut walk = Walk { trust, ..Walk::default() };
    let mut all: Vec<io::Result<Walked>> =
        paths.iter().enumerate().map(|(index, path)| walk.named(index, path.as_ref())).collect();
    walk.is_following = true;
    while !walk.links.is_empty() {
        let (folders, files): (Vec<Link>, Vec<Link>) =
            std::mem::take(&mut walk.links).into_iter().partition(|link| link.real.is_dir());
        // A folder may contain the target of another link.
        for link in folders.into_iter().chain(files) {
            if let Some(Ok(walked)) = all.get_mut(link.index)
                && let Err(error) = walk.follow(&link, walked)
                && let Some(failed) = all.get_mut(link.index)
            {
                *failed = Err(error);
            }
        }
    }
    for walked in &mut all {
        let is_empty =
            |walked: &Walked| walked.files.is_empty() && walked.outside.is_empty() && walked.links.is_empty();
        if walked.as_ref().is_ok_and(is_empty) {
            let message = "it contains no .yaml, .yml or .json file";
            *walked = Err(io::Error::new(io::ErrorKind::NotFound, message));
        }
        if let Ok(walked) = walked {
            walked.files.sort();
        }
    }
    all
}

/// Whether links on the way to a path lead out of the checkout, or out of the working folder of this process.
/// A path without links is inside if its name is.
#[must_use]
pub fn leads_out(path: &Path) -> bool {
    let (Ok(real), Ok(here)) = (path.canonicalize(), std::env::current_dir()) else { return false };
    let plain = plainly(&here.join(path));
    // The folder in which the first link is.
    let is_plain = |folder: &&Path| folder.canonicalize().is_ok_and(|real| real == **folder);
    let folder = plain.ancestors().skip(1).find(is_plain).unwrap_or(&plain);
    plain != real && tree(folder, Trust::Tree).is_ok_and(|tree| !real.starts_with(tree))
}

/// The folder in which links of a folder, or beside a file, may lead anywhere ([`Trust`]).
///
/// # Errors
/// The path cannot be read.
pub fn tree(path: &Path, trust: Trust) -> io::Result<PathBuf> {
    let mut real = path.canonicalize()?;
    if !real.is_dir() {
        real.pop();
    }
    let checkout = |of: &Path| {
        // The root of the file system is never a checkout.
        let found = of.ancestors().find(|folder| folder.join(GIT).exists());
        found.filter(|folder| folder.parent().is_some()).map(Path::to_owned)
    };
    if let Some(checkout) = checkout(&real) {
        return Ok(checkout);
    }
    let here = std::env::current_dir().and_then(|here| here.canonicalize()).ok();
    let around =
        here.filter(|here| trust == Trust::Tree && here.parent().is_some() && real.starts_with(here));
    Ok(around.unwrap_or(real))
}

/// Whether a folder is left out, by its name.
#[must_use]
pub fn is_hidden(name: &str) -> bool {
    name.starts_with('.') && name != "." && name != ".."
}

/// Whether a file of a folder is read, by its name. Capital letters are read too: a file that is left out is
/// not checked.
#[must_use]
pub fn is_document(path: &Path) -> bool {
    let is_one = |ending: &str| ENDINGS.iter().any(|one| ending.eq_ignore_ascii_case(one));
    path.extension().and_then(|ending| ending.to_str()).is_some_and(is_one)
}

/// A path without `.` and `..`, as if it had no links.
fn plainly(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(plain.pop()),
            part => plain.push(part),
        }
    }
    plain
}

/// A link in a folder, which is not followed yet.
struct Link {
    /// The index of the command line's path that contains the file.
    index: usize,
    path: PathBuf,
    real: PathBuf,
    depth: usize,
}

#[derive(Default)]
struct Walk {
    trust: Trust,
    /// The folders that were read, without links, and their names.
    read: BTreeMap<PathBuf, PathBuf>,
    /// The files that were read on their own, without links.
    files: HashSet<PathBuf>,
    links: Vec<Link>,
    /// Whether links are followed now. A file that is named is read in any case.
    is_following: bool,
    /// The tree of each path.
    trees: Vec<Option<PathBuf>>,
}

impl Walk {
    /// Walks a named path: a link is followed, wherever it leads.
    fn named(&mut self, index: usize, path: &Path) -> io::Result<Walked> {
        let mut walked = Walked::default();
        let is_folder = path.is_dir();
        let is_bound = is_folder && self.trust != Trust::User;
        self.trees.push(if is_bound { tree(path, self.trust).ok() } else { None });
        if is_folder {
            self.folder(index, path, 0, &mut walked)?;
        } else {
            self.files.extend(path.canonicalize());
            walked.files.push(path.to_owned());
        }
        Ok(walked)
    }

    fn folder(&mut self, index: usize, of: &Path, depth: usize, walked: &mut Walked) -> io::Result<()> {
        let context = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", of.display()));
        let real = of.canonicalize().map_err(context)?;
        if depth > MAX_DEPTH {
            return Err(context(io::Error::other(format!("folders are nested more than {MAX_DEPTH} deep"))));
        }
        if self.is_following && self.read.contains_key(&real) {
            return Ok(());
        }
        self.read.entry(real).or_insert_with(|| of.to_owned());
        for entry in fs::read_dir(of).map_err(context)? {
            let entry = entry.map_err(context)?;
            let path = entry.path();
            let is_link = entry.file_type().map_err(context)?.is_symlink();
            let is_folder =
                if is_link { path.is_dir() } else { entry.file_type().map_err(context)?.is_dir() };
            if !is_folder && !is_document(&path) {
                continue;
            }
            // A link to nothing is an error where it is read.
            let target = if is_link { path.canonicalize().ok() } else { None };
            let tree = self.trees.get(index).and_then(Option::as_ref);
            if let (Some(target), Some(tree)) = (&target, tree)
                && !target.starts_with(tree)
            {
                walked.outside.push(path);
            } else if is_folder && self.is_left_out(&path) {
                walked.hidden.push(path);
            } else if let Some(real) = target {
                self.links.push(Link { index, path, real, depth: depth + 1 });
            } else if is_folder {
                self.folder(index, &path, depth + 1, walked)?;
            } else {
                walked.files.push(path);
            }
        }
        Ok(())
    }

    fn follow(&mut self, link: &Link, walked: &mut Walked) -> io::Result<()> {
        if link.real.is_dir() {
            match self.read.get(&link.real) {
                Some(name) => walked.links.push((link.path.clone(), name.clone())),
                None => self.folder(link.index, &link.path, link.depth, walked)?,
            }
            return Ok(());
        }
        // A folder is read with all of its documents.
        let folder = link.real.parent().and_then(|folder| self.read.get(folder));
        let name = link.real.file_name().unwrap_or_default();
        match folder {
            Some(folder) if is_document(&link.real) && !name.to_str().is_some_and(is_hidden) => {
                walked.links.push((link.path.clone(), folder.join(name)));
            }
            _ if self.files.insert(link.real.clone()) => walked.files.push(link.path.clone()),
            _ => {}
        }
        Ok(())
    }

    fn is_left_out(&self, folder: &Path) -> bool {
        let Some(name) = folder.file_name().and_then(|name| name.to_str()) else { return false };
        if self.trust == Trust::Nobody { name == GIT } else { is_hidden(name) }
    }
}
