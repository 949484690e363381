//! A crate for generated code.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// A separate crate that depends on the runtime under another name.
pub(crate) struct Crate(PathBuf);

impl Crate {
    /// An empty crate of an edition.
    pub(crate) fn new(name: &str, edition: &str) -> Crate {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let krate = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("editions").join(name);
        fs::create_dir_all(krate.join("src")).unwrap();
        let runtime = root.join("../../runtime").canonicalize().unwrap();
        let manifest = format!(
            "[package]\nname = \"edition\"\nversion = \"0.0.0\"\nedition = \"{edition}\"\n\
             [workspace]\n[dependencies]\nmachinery = {{ package = \"crdc\", path = {runtime:?}, features = [\"cel-regex\"] }}\n"
        );
        fs::write(krate.join("Cargo.toml"), manifest).unwrap();
        // The versions of the workspace, so that cargo needs no registry.
        if let Ok(lock) = fs::read(root.join("../../Cargo.lock")) {
            fs::write(krate.join("Cargo.lock"), lock).unwrap();
        }
        Crate(krate)
    }

    /// Writes a source file.
    pub(crate) fn write(&self, file: &str, text: &str) {
        fs::write(self.0.join("src").join(file), text).unwrap();
    }

    /// Runs a cargo command, which must succeed.
    pub(crate) fn cargo(&self, command: &str) {
        let output = Command::new(env!("CARGO"))
            .args([command, "--offline", "--quiet"])
            .current_dir(&self.0)
            .env("CARGO_TARGET_DIR", self.0.with_file_name("target"))
            .env_remove("RUSTFLAGS")
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        let shown: String = text.chars().take(6000).collect();
        assert!(output.status.success(), "{}\n{shown}", self.0.display());
    }
}
