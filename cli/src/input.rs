//! In: paths of the command line. Out: sources. A file yields itself, folders are walked for document files,
//! `-` is the standard input.

use crate::failure::Failure;
use crdc_codegen::source::{self, Source};
use std::path::{Path, PathBuf};

/// The name of the standard input in reports.
pub(crate) const STDIN: &str = "<stdin>";

/// Reads all of them. An unreadable file in a folder becomes a source with that error; the others are still
/// processed.
pub(crate) fn sources(paths: &[PathBuf]) -> Result<Vec<Source>, Failure> {
    if paths.iter().filter(|path| is_stdin(path)).count() > 1 {
        return Err("the standard input (-) can be read only once".to_owned());
    }
    let mut sources = Vec::new();
    for path in paths {
        if is_stdin(path) {
            let read = Source::read_from(STDIN, std::io::stdin().lock());
            sources.push(read.map_err(|error| format!("cannot read the standard input: {error}"))?);
            continue;
        }
        let cannot_read = |error: std::io::Error| format!("cannot read {}: {error}", path.display());
        for file in source::files(path).map_err(cannot_read)? {
            match Source::read(&file) {
                Ok(source) => sources.push(source),
                Err(error) if file == *path => return Err(cannot_read(error)),
                Err(error) => sources.push(Source::unreadable(file.display().to_string(), &error)),
            }
        }
    }
    Ok(sources)
}

/// Whether the path stands for the standard input.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}
