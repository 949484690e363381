//! Reads the bytes of a file or a stream. In: a path, or a stream. Out: its bytes. Files that block or never
//! end are errors: devices, named pipes, and files that are larger than any text.

use std::fs::{File, metadata};
use std::io::{Error, Read, Result};
use std::path::Path;

/// The largest size of a text, in bytes. A larger file is a mistake, and would fill the memory.
const LARGEST: u64 = 1 << 30;

/// Shells name the output of a command like this: `crdc validate <(helm template .)`.
const OF_SHELLS: [&str; 3] = ["/dev/fd", "/dev/stdin", "/proc/self/fd"];

/// Reads a file.
pub(super) fn file(path: &Path) -> Result<Vec<u8>> {
    // Opening a pipe waits for its writer, so the type of the file is checked before.
    let found = metadata(path)?;
    if !found.is_file() && !found.is_dir() && !OF_SHELLS.iter().any(|folder| path.starts_with(folder)) {
        return Err(Error::other("it is a pipe or a device, not a file"));
    }
    stream(File::open(path)?, found.len())
}

/// Reads a stream to its end. `expected` is how much it may have.
pub(super) fn stream(stream: impl Read, expected: u64) -> Result<Vec<u8>> {
    // A byte more than expected, so that the end is found without growing.
    let capacity = usize::try_from(expected.min(LARGEST) + 1).unwrap_or_default();
    let mut bytes = Vec::with_capacity(capacity);
    stream.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        return Err(Error::other("it is larger than 1 GiB"));
    }
    Ok(bytes)
}

#[cfg(all(test, unix))]
mod tests {
    use super::{file, stream};
    use std::path::Path;

    #[test]
    fn what_never_ends_is_an_error() {
        for device in ["/dev/zero", "/dev/null"] {
            let error = file(Path::new(device)).map_err(|error| error.to_string());
            assert_eq!(error, Err("it is a pipe or a device, not a file".to_owned()), "{device}");
        }
        let error = stream(std::io::repeat(0), 0).map_err(|error| error.to_string());
        assert_eq!(error, Err("it is larger than 1 GiB".to_owned()));
        assert_eq!(stream(&b"a: 1"[..], 2).ok(), Some(b"a: 1".to_vec()));
    }
}
