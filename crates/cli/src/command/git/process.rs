//! Runs the command `git`. In: a folder and arguments. Out: its output, or its error message.

use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use crate::failure::Failure;

/// The output of a git command.
pub(super) fn git(folder: &Path, arguments: &[&str]) -> Result<Vec<u8>, Failure> {
    git_with(folder, arguments, "")
}

/// The output of a git command that reads `input`.
pub(super) fn git_with(folder: &Path, arguments: &[&str], input: &str) -> Result<Vec<u8>, Failure> {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(arguments).stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let cannot_run = |error: std::io::Error| {
        match error.kind() {
        ErrorKind::NotFound => {
            "a commit is read by the command git, which is not installed here: install it, or name a folder with the files of the commit \
             (git archive REF | tar -x -C FOLDER)"
                .to_owned()
        }
        _ => format!("cannot run git: {error}"),
    }
    };
    let mut child = command.spawn().map_err(cannot_run)?;
    let stdin = child.stdin.take();
    let output = thread::scope(|scope| {
        // git writes output while it reads input, so a thread writes the input. If git ends early, its exit
        // code is the reason.
        scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(input.as_bytes())));
        child.wait_with_output().map_err(cannot_run)
    })?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!("git says: {}", said.trim().trim_start_matches("fatal: ")))
}
