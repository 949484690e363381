//! The bytes of a schema. In: a file. Out: its bytes, or why they cannot be read.

use std::fs::File;
use std::io::ErrorKind::{InvalidFilename, NotADirectory, NotFound};
use std::io::Read;
use std::path::Path;

/// The largest schema.
pub(super) const MOST_BYTES: u64 = 32 << 20;

/// Why the bytes of a schema cannot be read.
#[derive(Debug)]
pub(super) enum Failed {
    /// The reason counts for this schema.
    Here(String),
    /// The reason counts for all schemas of the location.
    Everywhere(String),
}

/// The bytes of a file; `None` if there is no such file.
///
/// # Errors
/// It cannot be read, is no file, or is too large.
pub(super) fn file(path: &Path) -> Result<Option<Vec<u8>>, String> {
    let metadata = match path.metadata() {
        Ok(metadata) => metadata,
        Err(error) if matches!(error.kind(), NotFound | NotADirectory | InvalidFilename) => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    // Opening a pipe would wait for its other end.
    if !metadata.is_file() {
        return Err("it is no file".to_owned());
    }
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes));
    read.map_err(|error| error.to_string())?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(too_large());
    }
    Ok(Some(bytes))
}

/// What is said of an answer or a file that is too large.
pub(super) fn too_large() -> String {
    format!("it is larger than {} MiB", MOST_BYTES >> 20)
}
