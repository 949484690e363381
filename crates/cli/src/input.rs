//! Reads the sources that paths of the command line name. In: paths. Out: sources. A file is one source,
//! folders are walked for document files, and `-` is the standard input.

use crate::count::number;
use crate::failure::Failure;
use crate::output::complain;
use crdc_source::{Source, Trust, Walked};
use std::path::{Path, PathBuf};

/// The name of the standard input in reports.
pub(crate) const STDIN: &str = "<stdin>";

/// Reads the sources of all paths. An unreadable file in a folder becomes a source with an error, and the
/// other files are still read.
pub(crate) fn sources(paths: &[PathBuf]) -> Result<Vec<Source>, Failure> {
    if paths.iter().filter(|path| is_stdin(path)).count() > 1 {
        return Err("the standard input (-) can be read only once".to_owned());
    }
    let mut sources = Vec::new();
    let mut walked = walk(paths, Trust::Tree).into_iter();
    for path in paths {
        if is_stdin(path) {
            let read = Source::read_from(STDIN, std::io::stdin().lock());
            sources.push(read.map_err(|error| format!("cannot read the standard input: {error}"))?);
            continue;
        }
        let cannot_read = |error: std::io::Error| format!("cannot read {}: {error}", path.display());
        let found = walked.next().unwrap_or_else(|| Ok(Walked::default())).map_err(cannot_read)?;
        if let Some(first) = found.outside.first() {
            let count = number(found.outside.len(), "link");
            if found.files.is_empty() && found.links.is_empty() {
                let (path, first) = (path.display(), first.display());
                return Err(format!(
                    "cannot read {path}: it has nothing but {count} out of it, such as {first}"
                ));
            }
            complain(&format!("note: not read: {count} out of the folder, such as {}", first.display()));
        }
        for file in found.files {
            match Source::read(&file) {
                Ok(source) => sources.push(source),
                Err(error) if file == *path => return Err(cannot_read(error)),
                Err(error) => sources.push(Source::unreadable(file.display().to_string(), &error)),
            }
        }
    }
    Ok(sources)
}

/// The paths that a program found, without links that lead out of the checkout.
pub(crate) fn found(paths: &[PathBuf]) -> Vec<PathBuf> {
    let is_outside = |path: &PathBuf| !is_stdin(path) && crdc_source::leads_out(path);
    let (outside, found): (Vec<PathBuf>, Vec<PathBuf>) = paths.iter().cloned().partition(is_outside);
    for link in outside {
        complain(&format!("note: not read: {} is a link that leads out of the folder", link.display()));
    }
    found
}

/// Walks folders and files, without the standard input. Links in an untrusted folder must not lead to other
/// files of the machine.
pub(crate) fn walk(paths: &[PathBuf], trust: Trust) -> Vec<std::io::Result<Walked>> {
    let paths: Vec<&PathBuf> = paths.iter().filter(|path| !is_stdin(path)).collect();
    crdc_source::walk(&paths, trust)
}

/// Whether the path stands for the standard input.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}
