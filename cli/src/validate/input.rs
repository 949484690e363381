//! What is read: files one after another, or texts that are in memory already.

use std::path::{Path, PathBuf};

use crate::command::input;
use crdc_codegen::source::{self, Source};

/// One text.
pub(crate) enum Input {
    /// A file, read when its turn comes, so that memory does not grow with their number.
    File(PathBuf),
    /// The standard input, or a file of a commit.
    Text(Source),
}

impl Input {
    /// Reads the text. A file that cannot be read is a source with that error.
    pub(crate) fn read(&self) -> Source {
        match self {
            Input::File(path) => Source::read(path)
                .unwrap_or_else(|error| Source::unreadable(path.display().to_string(), &error)),
            Input::Text(source) => source.clone(),
        }
    }
}

/// The inputs of paths: files, folders, `-`. Files of folders whose names match one of `ignored` are left out.
pub(crate) fn all(paths: &[PathBuf], ignored: &[regex::Regex]) -> Result<Vec<Input>, String> {
    if paths.iter().filter(|path| input::is_stdin(path)).count() > 1 {
        return Err("the standard input (-) can be read only once".to_owned());
    }
    let mut inputs = Vec::new();
    for path in paths {
        if input::is_stdin(path) {
            inputs.extend(input::sources(std::slice::from_ref(path))?.into_iter().map(Input::Text));
            continue;
        }
        let cannot_read = |error| format!("cannot read {}: {error}", path.display());
        let found = source::files(path).map_err(cannot_read)?;
        // A file of a folder may be gone when its turn comes; one that was named must be there.
        if found.first() == Some(path) {
            std::fs::metadata(path).map_err(cannot_read)?;
        }
        let kept = found.into_iter().filter(|file| !is_ignored(file, ignored));
        inputs.extend(kept.map(Input::File));
    }
    Ok(inputs)
}

/// Whether a file of a folder is left out.
pub(crate) fn is_ignored(file: &Path, ignored: &[regex::Regex]) -> bool {
    let name = file.to_string_lossy();
    ignored.iter().any(|pattern| pattern.is_match(&name))
}
