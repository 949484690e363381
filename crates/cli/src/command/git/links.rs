//! Links in a commit. In: paths. Out: what is there when links are followed, as the command reads files of a
//! folder.
//!
//! git follows them itself, through links of folders too. Easy to break: its answer about a link that leads
//! nowhere has two lines.
//
// git: Documentation/git-cat-file.adoc, --follow-symlinks

use std::path::Path;

use super::process::git_with;
use crate::failure::Failure;

/// The target of a path of a commit.
pub(super) enum Target {
    /// A file, by the name of its text.
    File(String),
    /// A folder, by the name of its list.
    Folder(String),
    /// A link that leads out of the commit, to nothing or in a circle.
    Lost,
    /// The commit has nothing there.
    Missing,
}

/// Follows the paths of a tree, relative to the folder in which git runs.
pub(super) fn follow(folder: &Path, tree: &str, paths: &[String]) -> Result<Vec<Target>, Failure> {
    // A line is a path.
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
