//! Snapshots of files, to detect changes. In: files and folders. Out: their files with real paths, times and
//! lengths.
//!
//! Easy to break: kubelet does not write the files of a volume. It creates a new folder and changes the link
//! `..data` to it, so the path after following links is a part of the state. A snapshot is taken before its
//! files are read, so no change is missed.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The largest depth of nested folders.
pub(crate) const MAX_DEPTH: usize = 16;

/// The state of some paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Snapshot {
    paths: Vec<PathBuf>,
    files: Vec<File>,
}

type File = (PathBuf, Option<SystemTime>, u64);

impl Snapshot {
    /// The state of paths as it is now.
    pub(crate) fn of(paths: impl IntoIterator<Item = PathBuf>) -> Snapshot {
        let paths: Vec<PathBuf> = paths.into_iter().collect();
        let mut files = Vec::new();
        paths.iter().for_each(|path| collect(path, 0, &mut files));
        files.sort();
        Snapshot { paths, files }
    }

    /// The current state of the same paths.
    pub(crate) fn again(&self) -> Snapshot {
        Self::of(self.paths.clone())
    }

    /// The paths.
    pub(crate) fn paths(&self) -> &[PathBuf] {
        &self.paths
    }
}

fn collect(path: &Path, depth: usize, all: &mut Vec<File>) {
    let Ok(metadata) = fs::metadata(path) else { return };
    if metadata.is_dir() {
        if depth < MAX_DEPTH
            && let Ok(entries) = fs::read_dir(path)
        {
            entries.flatten().for_each(|entry| collect(&entry.path(), depth + 1, all));
        }
        return;
    }
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    all.push((real, metadata.modified().ok(), metadata.len()));
}
