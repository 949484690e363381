//! `--watch` of `crdc validate`: which files are watched. In: the command. Out: a report for each round.

use std::path::{Path, PathBuf};

use super::options::Validate;
use crate::command::git::GitTree;
use crate::command::watch::{Next, Watched};
use crate::config::USUAL;
use crate::failure::Failure;
use crate::kubernetes_version::Wanted;

/// Validates until the process is interrupted, or no program reads its output any more.
///
/// # Errors
/// A file can be read only once.
pub(super) fn watch(command: &Validate) -> Result<bool, Failure> {
    of(command).watch(|| {
        let round = command.round()?;
        Ok(Next { end: (!round.is_read).then_some(round.passed), others: Vec::new() })
    })
}

fn of(command: &Validate) -> Watched<'_> {
    let (mut others, mut commits) = (Vec::new(), Vec::new());
    let mut add = |path: &Path| others.push(path.to_owned());
    add(command.config.as_deref().unwrap_or(Path::new(USUAL)));
    for path in command.crd.iter().chain(&command.old) {
        match GitTree::of(path) {
            Some(tree) => commits.push(tree),
            None => add(path),
        }
    }
    let named = command.around.iter().chain(&command.openapi).chain(&command.substitute_file);
    named.map(PathBuf::as_path).for_each(&mut add);
    command.baseline.baseline.as_deref().into_iter().for_each(&mut add);
    command.schema_location.iter().filter_map(|location| location.path()).for_each(&mut add);
    if let Some(Wanted::File(file)) = &command.kubernetes {
        add(Path::new(file));
    }
    Watched {
        inputs: &command.files,
        ignored: &command.ignore_filename_pattern,
        trust: command.trust(),
        others,
        commits,
    }
}
