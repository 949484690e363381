//! The folder and the processes of a run. In: commands. Out: processes whose output is in the folder, and
//! which end with the task.

use std::fs::{self, File};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result};

/// The folder of a run.
pub(super) struct Home {
    folder: PathBuf,
    running: Vec<(&'static str, Child)>,
}

impl Home {
    /// Creates an empty folder.
    pub(super) fn new(folder: PathBuf) -> Result<Home> {
        if folder.exists() {
            fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
        }
        fs::create_dir_all(&folder)?;
        Ok(Home { folder: folder.canonicalize()?, running: Vec::new() })
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Writes a file in the folder.
    pub(super) fn write(&self, name: &str, text: &str) -> Result<PathBuf> {
        let path = self.path(name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&path, text).with_context(|| path.display().to_string())?;
        Ok(path)
    }

    /// Starts a process. Its output is in `NAME.log`.
    pub(super) fn start(&mut self, name: &'static str, command: &mut Command) -> Result<()> {
        let log = File::create(self.path(&format!("{name}.log")))?;
        command.current_dir(&self.folder).stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log);
        let child = command.spawn().with_context(|| format!("{name} does not start"))?;
        self.running.push((name, child));
        Ok(())
    }

    /// The memory of a running process, in kilobytes.
    pub(super) fn kilobytes(&self, name: &str) -> Result<u64> {
        let (_, child) = self.running.iter().find(|(of, _)| *of == name).context("no such process")?;
        let status = fs::read_to_string(format!("/proc/{}/status", child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS")?;
        Ok(line.trim().trim_end_matches(" kB").parse()?)
    }

    /// Ends all processes.
    pub(super) fn stop(&mut self) {
        // Processes that need others end first.
        for (_, mut child) in self.running.drain(..).rev() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// The reason why a process ended, if one did.
    pub(super) fn ended(&mut self) -> Option<String> {
        self.running.iter_mut().find_map(|(name, child)| {
            let status = child.try_wait().ok().flatten()?;
            Some(format!(
                "{name} ended with {status}, see {}",
                self.folder.join(format!("{name}.log")).display()
            ))
        })
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A port of 127.0.0.1 that no program uses.
pub(super) fn free_port() -> Result<u16> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port())
}
