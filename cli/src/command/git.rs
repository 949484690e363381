//! Documents of another commit: `git:REF`, `git:REF:PATH`. In: the argument, and the paths of the command line. Out: sources,
//! named `REF:PATH`.
//!
//! The command `git` reads them, so that they are what `git show` prints, in any clone. Easy to break: REF comes first in no
//! argument, since it could look like an option.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use super::Failure;
use crdc_codegen::source::{Source, is_document};

/// What an argument names in a repository.
pub(super) struct GitTree<'a> {
    argument: &'a str,
    reference: &'a str,
    path: Option<&'a Path>,
}

impl<'a> GitTree<'a> {
    /// Reads `git:REF` or `git:REF:PATH`; none for other arguments.
    pub(super) fn of(argument: &'a Path) -> Option<GitTree<'a>> {
        let argument = argument.to_str()?;
        let named = argument.strip_prefix("git:")?;
        let (reference, path) = match named.split_once(':') {
            Some((reference, path)) => (reference, Some(Path::new(path))),
            None => (named, None),
        };
        Some(GitTree { argument, reference, path })
    }

    /// The documents at its path, or else at these paths. Those that the commit does not have are left out; its own path must
    /// be there.
    pub(super) fn sources(&self, paths: &[PathBuf]) -> Result<Vec<Source>, Failure> {
        let cannot_read = |why| format!("cannot read {}: {why}", self.argument);
        let found = self.read(paths).map_err(cannot_read)?;
        if self.path.is_some() && found.is_empty() {
            return Err(cannot_read("the commit has no .yaml, .yml or .json file there".to_owned()));
        }
        Ok(found)
    }

    /// The hashes of its commit now, in the repositories of its path or of these paths. Empty texts stand for those that git
    /// does not know.
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

    fn read(&self, paths: &[PathBuf]) -> Result<Vec<Source>, Failure> {
        let mut sources = Vec::new();
        for path in self.named(paths) {
            let (folder, rest) = split(path);
            let tree = self.tree(folder)?;
            let listed = git(folder, &["ls-tree", "-r", "-z", &tree, "--", rest])?;
            let listed = String::from_utf8_lossy(&listed).into_owned();
            // A file that is named is read whatever its extension is.
            let documents = listed.split_terminator('\0').filter_map(File::of);
            let documents: Vec<File<'_>> =
                documents.filter(|file| file.path == rest || is_document(Path::new(file.path))).collect();
            for (file, text) in documents.iter().zip(blobs(folder, &documents)?) {
                let here = folder == Path::new(".");
                let shown = if here { PathBuf::from(file.path) } else { folder.join(file.path) };
                sources.push(Source::from_bytes(format!("{}:{}", self.reference, shown.display()), text));
            }
        }
        Ok(sources)
    }

    /// The commit's tree, as a name that is no option.
    fn tree(&self, folder: &Path) -> Result<String, Failure> {
        let wanted = format!("{}^{{commit}}", self.reference);
        let found = git(folder, &["rev-parse", "--verify", "--quiet", "--end-of-options", &wanted])
            .map_err(|_| format!("git knows no commit {:?} in {}", self.reference, folder.display()))?;
        Ok(String::from_utf8_lossy(&found).trim().to_owned())
    }
}

/// The folder in which git runs, and the path from there. Paths of the command line are relative to the working folder.
fn split(path: &Path) -> (&Path, &str) {
    let here = Path::new(".");
    if path.is_relative() {
        return (here, path.to_str().unwrap_or_default());
    }
    let folder = path.ancestors().skip(1).find(|folder| folder.is_dir()).unwrap_or(here);
    let rest = path.strip_prefix(folder).ok().and_then(Path::to_str).unwrap_or_default();
    (folder, rest)
}

/// A file of a commit.
struct File<'l> {
    blob: &'l str,
    path: &'l str,
}

impl<'l> File<'l> {
    /// Reads a line of `git ls-tree`: `100644 blob HASH<tab>PATH`. A link has no text of its own, a submodule none here.
    fn of(line: &'l str) -> Option<File<'l>> {
        let (entry, path) = line.split_once('\t')?;
        let blob = entry.strip_prefix("100644 blob ").or_else(|| entry.strip_prefix("100755 blob "))?;
        Some(File { blob, path })
    }
}

/// The texts of files, read by one command: starting git takes longer than what it does. Its answer to each hash is
/// `HASH blob SIZE`, a line break, the text and a line break.
fn blobs(folder: &Path, files: &[File<'_>]) -> Result<Vec<Vec<u8>>, Failure> {
    let hashes: String = files.iter().flat_map(|file| [file.blob, "\n"]).collect();
    let answer = git_with(folder, &["cat-file", "--batch"], &hashes)?;
    let mut rest = answer.as_slice();
    let next = |_: &File<'_>| {
        let end = rest.iter().position(|byte| *byte == b'\n')?;
        let (head, behind) = (std::str::from_utf8(&rest[..end]).ok()?, &rest[end + 1..]);
        let size: usize = head.split_once(" blob ")?.1.parse().ok()?;
        let text = behind.get(..size)?.to_vec();
        rest = behind.get(size + 1..)?;
        Some(text)
    };
    files
        .iter()
        .map(next)
        .collect::<Option<_>>()
        .ok_or_else(|| "git has not all files of the commit".to_owned())
}

/// The output of a command of git.
fn git(folder: &Path, arguments: &[&str]) -> Result<Vec<u8>, Failure> {
    git_with(folder, arguments, "")
}

/// The output of a command of git that reads `input`.
fn git_with(folder: &Path, arguments: &[&str], input: &str) -> Result<Vec<u8>, Failure> {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(arguments).stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let cannot_run = |error| format!("cannot run git: {error}");
    let mut child = command.spawn().map_err(cannot_run)?;
    let stdin = child.stdin.take();
    let output = thread::scope(|scope| {
        // git answers while it reads, so both must go on. If it ends early, its exit code says why.
        scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(input.as_bytes())));
        child.wait_with_output().map_err(cannot_run)
    })?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!("git says: {}", said.trim().trim_start_matches("fatal: ")))
}
