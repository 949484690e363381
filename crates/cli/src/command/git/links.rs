//! Follows links in a commit. In: paths. Out: the file or folder at the end of each link, like links of a
//! folder on disk.
//!
//! git follows the links itself, including links to folders. Easy to break: the output of git for a link to a
//! missing path has two lines.
//
// git: Documentation/git-cat-file.adoc, --follow-symlinks

use std::path::Path;

use super::process::git_with;
use crate::failure::Failure;

/// The target of a path in a commit.
pub(super) enum Target {
    /// A file, with the name of its blob.
    File(String),
    /// A folder, with the name of its tree.
    Folder(String),
    /// A link that leads out of the commit, to a missing path, or in a circle.
    Lost,
    /// A path that the commit does not have.
    Missing,
}

/// Follows the paths of a tree, relative to the folder in which git runs.
pub(super) fn follow(folder: &Path, tree: &str, paths: &[String]) -> Result<Vec<Target>, Failure> {
    // git reads one path per line, so a path with a line break cannot be passed to it.
    let asked = |path: &String| !path.contains('\n');
    let lines: String =
        paths.iter().filter(|path| asked(path)).map(|path| format!("{tree}:./{path}\n")).collect();
    let answer = git_with(folder, &["cat-file", "--batch-check", "--follow-symlinks"], &lines)?;
    let answer = String::from_utf8_lossy(&answer);
    let mut answers = answer.split_terminator('\n');
    let target = |path| {
        if !asked(path) {
            return Some(Target::Lost);
        }
        let line = answers.next()?;
        if line.ends_with(" missing") {
            return Some(Target::Missing);
        }
        let mut words = line.split(' ');
        Some(match (words.next()?, words.next()?) {
            ("dangling" | "symlink" | "loop" | "notdir", _) => {
                answers.next()?;
                Target::Lost
            }
            (name, "blob") => Target::File(name.to_owned()),
            (name, "tree") => Target::Folder(name.to_owned()),
            _ => Target::Lost,
        })
    };
    let targets: Option<Vec<Target>> = paths.iter().map(target).collect();
    targets.ok_or_else(|| "git does not say where its links lead".to_owned())
}
