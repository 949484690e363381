//! Documents of another commit: `git:REF`, `git:REF:PATH`. In: the argument, and the paths of the command line. Out: sources,
//! named `REF:PATH`.
//!
//! The command `git` reads them, so that they are what `git show` prints, in any clone. Easy to break: REF comes first in no
//! argument, since it could look like an option.

use std::path::{Path, PathBuf};
use std::process::Command;

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

    fn read(&self, paths: &[PathBuf]) -> Result<Vec<Source>, Failure> {
        let named: Vec<&Path> = match self.path {
            Some(path) => vec![path],
            None => paths.iter().map(PathBuf::as_path).collect(),
        };
        let mut sources = Vec::new();
        for path in named {
            let (folder, rest) = split(path);
            let tree = self.tree(folder)?;
            let listed = git(folder, &["ls-tree", "-r", "-z", "--name-only", &tree, "--", rest])?;
            let listed = String::from_utf8_lossy(&listed).into_owned();
            for file in listed.split_terminator('\0') {
                // A file that is named is read whatever its extension is.
                if file != rest && !is_document(Path::new(file)) {
                    continue;
                }
                let text = git(folder, &["cat-file", "blob", &format!("{tree}:./{file}")])?;
                let shown = if folder == Path::new(".") { PathBuf::from(file) } else { folder.join(file) };
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

/// The output of a command of git.
fn git(folder: &Path, arguments: &[&str]) -> Result<Vec<u8>, Failure> {
    let ran = Command::new("git").arg("-C").arg(folder).args(arguments).output();
    let output = ran.map_err(|error| format!("cannot run git: {error}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!("git says: {}", said.trim().trim_start_matches("fatal: ")))
}
