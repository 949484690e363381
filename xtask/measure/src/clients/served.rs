//! Runs `crdc serve`. In: the definitions of this folder. Out: a kubeconfig. The server ends with the run.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result, ensure};

/// The folder of definitions, objects and scripts.
pub(super) fn folder() -> PathBuf {
    places::repository().join("xtask/measure/src/clients")
}

/// A running server.
pub(super) struct Served {
    process: Child,
    kubeconfig: PathBuf,
}

impl Served {
    /// Starts a server with the kind `Database`.
    pub(super) fn start() -> Result<Served> {
        let kubeconfig = places::target().join("clients/kubeconfig");
        if let Some(folder) = kubeconfig.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let mut process = Command::new(places::target().join("debug/crdc"))
            .arg("serve")
            .arg("--crds")
            .arg(folder().join("databases.yaml"))
            .arg("--kubeconfig")
            .arg(&kubeconfig)
            .stdout(Stdio::piped())
            .spawn()
            .context("crdc serve does not start")?;
        let out = process.stdout.take().context("no output")?;
        let served = Served { process, kubeconfig: kubeconfig.canonicalize().unwrap_or(kubeconfig) };
        let mut line = String::new();
        BufReader::new(out).read_line(&mut line)?;
        ensure!(line.starts_with("http://"), "crdc serve says {line:?}");
        Ok(served)
    }

    pub(super) fn kubeconfig(&self) -> &Path {
        &self.kubeconfig
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
