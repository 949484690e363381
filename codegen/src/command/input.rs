//! Paths of the command line in, sources out: files as they are, folders walked for files
//! that may hold documents, `-` for the standard input. Sorted, so that output is repeatable.

use super::Failure;
use crdc_codegen::source::Source;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

/// How files of documents end.
const ENDINGS: [&str; 3] = ["yaml", "yml", "json"];

/// Folders within folders deeper than this are taken for a loop.
const MAX_DEPTH: usize = 64;

/// Reads all of them.
pub(super) fn sources(paths: &[PathBuf]) -> Result<Vec<Source>, Failure> {
    let mut sources = Vec::new();
    for path in paths {
        if path.as_os_str() == "-" {
            let mut bytes = Vec::new();
            std::io::stdin()
                .read_to_end(&mut bytes)
                .map_err(|error| format!("cannot read the standard input: {error}"))?;
            sources.push(Source::from_bytes("<stdin>", bytes).map_err(|error| format!("<stdin>: {error}"))?);
            continue;
        }
        let mut files = Vec::new();
        if path.is_dir() {
            walk(path, 0, &mut files)?;
            if files.is_empty() {
                return Err(format!("{}: no file ends in .yaml, .yml or .json", path.display()));
            }
        } else {
            files.push(path.clone());
        }
        for file in files {
            sources.push(Source::read(&file).map_err(|error| cannot_read(&file, &error))?);
        }
    }
    Ok(sources)
}

fn walk(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    if depth > MAX_DEPTH {
        return Err(format!("{}: folders are nested more than {MAX_DEPTH} deep", folder.display()));
    }
    let entries = fs::read_dir(folder).map_err(|error| cannot_read(folder, &error))?;
    let mut paths = Vec::new();
    for entry in entries {
        paths.push(entry.map_err(|error| cannot_read(folder, &error))?.path());
    }
    paths.sort();
    for path in paths {
        if path.is_dir() {
            walk(&path, depth + 1, files)?;
        } else if path
            .extension()
            .and_then(|ending| ending.to_str())
            .is_some_and(|ending| ENDINGS.contains(&ending))
        {
            files.push(path);
        }
    }
    Ok(())
}

fn cannot_read(path: &Path, error: &std::io::Error) -> Failure {
    format!("cannot read {}: {error}", path.display())
}
