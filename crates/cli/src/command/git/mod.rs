//! Reads documents of another commit: `git:REF`, `git:REF:PATH`. In: the argument, and the paths of the
//! command line. Out: sources, named `REF:PATH`.
//!
//! The command `git` reads the files, so they are the same as `git show` prints, in any clone. Easy to break:
//! no argument of git may begin with REF, which could look like an option.
//!
//! Paths that the commit does not have are reported, so that a comparison with nothing does not look like one
//! without changes. `links` follows links, and `process` runs the command.

mod links;
mod process;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use self::links::Target;
use self::process::{git, git_with};
use crate::failure::Failure;
use crate::input;
use crate::output::complain;
use crdc_source::{Source, is_document};

/// The tree of a repository that an argument names.
pub(super) struct GitTree<'a> {
    argument: &'a str,
    reference: &'a str,
    path: Option<&'a Path>,
}

impl<'a> GitTree<'a> {
    /// Parses `git:REF` or `git:REF:PATH`; `None` for other arguments.
    pub(super) fn of(argument: &'a Path) -> Option<GitTree<'a>> {
        let argument = argument.to_str()?;
        let named = argument.strip_prefix("git:")?;
        let (reference, path) = match named.split_once(':') {
            Some((reference, path)) => (reference, Some(Path::new(path))),
            None => (named, None),
        };
        Some(GitTree { argument, reference, path })
    }

    /// Whether the argument names a path, so that the paths of the command line are not used.
    pub(super) fn has_path(&self) -> bool {
        self.path.is_some()
    }

    /// The documents at the path of the argument, or else at `paths`. Notes name paths that the commit does
    /// not have, with the consequence `so`. The path of the argument must exist.
    pub(super) fn sources(&self, paths: &[PathBuf], so: &str) -> Result<Vec<Source>, Failure> {
        let cannot_read = |why| format!("cannot read {}: {why}", self.argument);
        if self.path.is_none() && paths.iter().any(|path| input::is_stdin(path)) {
            let why = format!(
                "no commit has the standard input (-): name a path of the commit, such as {}:deploy/",
                self.argument
            );
            return Err(cannot_read(why));
        }
        let CommitDocuments { sources, absent, lost } = self.read(paths).map_err(cannot_read)?;
        if self.path.is_some() && sources.is_empty() {
            return Err(cannot_read("the commit has no .yaml, .yml or .json file there".to_owned()));
        }
        if !absent.is_empty() {
            complain(&format!(
                "note: {} has no .yaml, .yml or .json file at {}{so}",
                self.argument,
                some(&absent)
            ));
        }
        if !lost.is_empty() {
            complain(&format!(
                "note: {}: not read: {}: links that lead out of the commit, and submodules",
                self.argument,
                some(&lost)
            ));
        }
        Ok(sources)
    }

    /// The hashes of the current commit, in the repositories of the argument's path or of `paths`. A commit
    /// that git cannot find has an empty text.
    pub(super) fn commits(&self, paths: &[PathBuf]) -> Vec<String> {
        let mut folders: Vec<&Path> = self.named(paths).into_iter().map(|path| split(path).0).collect();
        folders.sort();
        folders.dedup();
        folders.into_iter().map(|folder| self.tree(folder).unwrap_or_default()).collect()
    }

    fn named<'p>(&'p self, paths: &'p [PathBuf]) -> Vec<&'p Path> {
        match self.path {
            Some(path) => vec![path],
            None => paths.iter().map(PathBuf::as_path).collect(),
        }
    }

    fn read(&self, paths: &[PathBuf]) -> Result<CommitDocuments, Failure> {
        let mut found = CommitDocuments::default();
        for path in self.named(paths) {
            let (folder, rest) = split(path);
            let tree = self.tree(folder)?;
            let listing = Listing::of(folder, &tree, rest)?;
            let here = folder == Path::new(".");
            let shown = |path: &String| if here { PathBuf::from(path) } else { folder.join(path) };
            for (file, text) in listing.files.iter().zip(blobs(folder, &listing.files)?) {
                let name = format!("{}:{}", self.reference, shown(&file.path).display());
                found.sources.push(Source::from_bytes(name, text));
            }
            if listing.files.is_empty() && listing.lost.is_empty() {
                found.absent.push(path.display().to_string());
            }
            found.lost.extend(listing.lost.iter().map(|path| shown(path).display().to_string()));
        }
        Ok(found)
    }

    /// The name of the commit's tree, which cannot look like an option.
    fn tree(&self, folder: &Path) -> Result<String, Failure> {
        let wanted = format!("{}^{{commit}}", self.reference);
        let found = git(folder, &["rev-parse", "--verify", "--quiet", "--end-of-options", &wanted])
            .map_err(|_| self.unknown(folder))?;
        Ok(String::from_utf8_lossy(&found).trim().to_owned())
    }

    /// The reason why git cannot find the commit, as far as git reports it.
    fn unknown(&self, folder: &Path) -> String {
        let here = folder.display();
        let is_shallow = match git(folder, &["rev-parse", "--is-shallow-repository"]) {
            Ok(answer) => answer,
            // The error of this command is more exact: no repository, a repository of another user, or no
            // command `git`.
            Err(why) => return format!("{here}: {why}"),
        };
        let why = if self.reference.is_empty() || self.reference.ends_with('/') {
            ": the name of the branch is empty"
        } else if is_shallow.starts_with(b"true") {
            ": the clone has only a part of the history; fetch the commit, or clone all of it (fetch-depth: 0 for actions/checkout)"
        } else {
            ""
        };
        format!("git knows no commit {:?} in {here}{why}", self.reference)
    }
}

/// Splits a path into the folder in which git runs, and the path relative to it. Paths of the command line
/// are relative to the working folder.
fn split(path: &Path) -> (&Path, &str) {
    let here = Path::new(".");
    if path.is_relative() {
        return (here, path.to_str().unwrap_or_default());
    }
    let folder = path.ancestors().skip(1).find(|folder| folder.is_dir()).unwrap_or(here);
    let rest = path.strip_prefix(folder).ok().and_then(Path::to_str).unwrap_or_default();
    (folder, rest)
}

/// The documents and problems of a commit.
#[derive(Default)]
struct CommitDocuments {
    sources: Vec<Source>,
    /// The paths without a document.
    absent: Vec<String>,
    /// The paths that may have had documents, but cannot be read.
    lost: Vec<String>,
}

/// The number of names that a message lists.
const MOST_NAMES: usize = 3;

/// The first names of a list as text.
fn some(names: &[String]) -> String {
    let shown = names.get(..MOST_NAMES).unwrap_or(names).join(", ");
    match names.len().saturating_sub(MOST_NAMES) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// A file of a commit.
struct File {
    blob: String,
    path: String,
}

/// The files of a commit at a path.
#[derive(Default)]
struct Listing {
    files: Vec<File>,
    /// The links that are not followed yet.
    links: Vec<String>,
    /// The paths that may have documents, but cannot be read.
    lost: Vec<String>,
}

impl Listing {
    fn of(folder: &Path, tree: &str, path: &str) -> Result<Listing, Failure> {
        let mut all = Listing::default();
        // A file that the command line names is read whatever its extension is.
        let is_wanted = |file: &str| file == path || is_document(Path::new(file));
        all.add("", &git(folder, &["ls-tree", "-r", "-z", tree, "--", path])?, is_wanted);
        // A parent folder may be a link.
        if all.files.is_empty() && all.links.is_empty() && all.lost.is_empty() {
            all.links.push(path.to_owned());
        }
        let mut seen = HashSet::new();
        while !all.links.is_empty() {
            let links = std::mem::take(&mut all.links);
            for (link, target) in links.iter().zip(links::follow(folder, tree, &links)?) {
                match target {
                    Target::File(blob) if is_wanted(link) => {
                        all.files.push(File { blob, path: link.clone() })
                    }
                    // A link may lead to one of its parent folders, so each folder is read once.
                    Target::Folder(name) if seen.insert(name.clone()) => {
                        let listed = git(folder, &["ls-tree", "-r", "-z", "--full-tree", &name])?;
                        all.add(&format!("{}/", link.trim_end_matches('/')), &listed, is_wanted);
                    }
                    Target::Lost if may_have_documents(link) => all.lost.push(link.clone()),
                    _ => {}
                }
            }
        }
        Ok(all)
    }

    /// Adds the files in the output of `git ls-tree`: lines such as `100644 blob HASH<tab>PATH`, below a
    /// folder.
    fn add(&mut self, below: &str, listed: &[u8], is_wanted: impl Fn(&str) -> bool) {
        for line in String::from_utf8_lossy(listed).split_terminator('\0') {
            let Some((entry, path)) = line.split_once('\t') else { continue };
            let path = format!("{below}{path}");
            let mut words = entry.split(' ');
            match (words.next(), words.next(), words.next()) {
                (Some("120000"), ..) => self.links.push(path),
                (_, Some("commit"), _) => self.lost.push(path),
                (_, Some("blob"), Some(blob)) if is_wanted(&path) => {
                    self.files.push(File { blob: blob.to_owned(), path });
                }
                _ => {}
            }
        }
    }
}

/// Whether the target of a link may be a document or a folder, by the name of the link.
fn may_have_documents(link: &str) -> bool {
    let link = Path::new(link);
    link.extension().is_none() || is_document(link)
}

/// The contents of files, read by one process: starting git takes longer than reading. Its output for each
/// hash is `HASH blob SIZE`, a line break, the content and a line break.
fn blobs(folder: &Path, files: &[File]) -> Result<Vec<Vec<u8>>, Failure> {
    let hashes: String = files.iter().flat_map(|file| [file.blob.as_str(), "\n"]).collect();
    let answer = git_with(folder, &["cat-file", "--batch"], &hashes)?;
    let mut rest = answer.as_slice();
    let next = |_: &File| {
        let end = rest.iter().position(|byte| *byte == b'\n')?;
        let (head, body) = (std::str::from_utf8(&rest[..end]).ok()?, &rest[end + 1..]);
        let size: usize = head.split_once(" blob ")?.1.parse().ok()?;
        let text = body.get(..size)?.to_vec();
        rest = body.get(size + 1..)?;
        Some(text)
    };
    files
        .iter()
        .map(next)
        .collect::<Option<_>>()
        .ok_or_else(|| "git has not all files of the commit".to_owned())
}
