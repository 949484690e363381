//! Paths that tasks and measurements share: the repository, build output, the record beside the repository.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

/// The root of the repository: the folder with the lock file, above the package that cargo runs.
pub fn repository() -> PathBuf {
    // cargo sets the variable for programs that it runs; otherwise use the directory of the build.
    let package = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    let root = package.ancestors().find(|folder| folder.join("Cargo.lock").is_file());
    root.map_or_else(|| package.clone(), Path::to_path_buf)
}

/// The directory for build output: `target`, or `CARGO_TARGET_DIR`.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| repository().join("target"), |dir| repository().join(dir))
}

/// The record, the corpus and the bench objects: `shared` beside the repository.
///
/// # Errors
///
/// The folder is not there.
pub fn shared(given: Option<&Path>) -> Result<PathBuf> {
    let shared = given.map_or_else(|| repository().join("../shared"), Path::to_path_buf);
    ensure!(shared.is_dir(), "{} is not a directory; set it with --shared", shared.display());
    shared.canonicalize().with_context(|| shared.display().to_string())
}

/// The cargo that runs this program, or the one in the path.
pub fn cargo() -> std::process::Command {
    std::process::Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Writes a file if its content changes, so that nothing is rebuilt needlessly. Returns whether it was
/// written.
pub fn write_if_changed(path: &Path, text: &[u8]) -> Result<bool> {
    if std::fs::read(path).is_ok_and(|old| old == text) {
        return Ok(false);
    }
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent).with_context(|| parent.display().to_string())?;
    }
    std::fs::write(path, text).with_context(|| path.display().to_string())?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_root_is_found_from_a_package_below_another() {
        let root = super::repository();
        for file in ["Cargo.lock", "ARCHITECTURE.md", "xtask/measure/Cargo.toml"] {
            assert!(root.join(file).is_file(), "{file} is not in {}", root.display());
        }
    }
}
