//! Replaces a file as a whole. In: a path, its new bytes. Out: the file has all of them, or is as it was.
//!
//! Easy to break: another process may write the same file, or this one may end, at any time. The bytes are
//! written to a file of another name, which nobody else has, and which is then renamed.

use std::fs::Permissions;
use std::io::{Error, Result, Write};
use std::path::Path;

use tempfile::Builder;

/// Writes a file, which keeps its permissions. A link is not followed, since a stranger may have made it.
///
/// # Errors
/// The folder cannot be written, or the path is no file.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    let old = path.symlink_metadata().ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return Err(Error::other("it is no file"));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let permissions = old.map_or_else(usual, |old| Some(old.permissions()));
    let mut builder = Builder::new();
    if let Some(permissions) = permissions {
        builder.permissions(permissions);
    }
    let mut file = builder.prefix(".crdc-").tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.persist(path)?;
    Ok(())
}

/// What a new file of any program has: tempfile makes files that nobody else can read.
fn usual() -> Option<Permissions> {
    #[cfg(unix)]
    return Some(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    #[cfg(not(unix))]
    None
}
