//! Runs cargo once. In: its messages. Out: progress, and binaries and errors by chunk. stderr contains a line
//! when a chunk is started, stdout when it is done.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::chunks::Chunk;

/// cargo's output for each chunk.
#[derive(Default)]
pub(crate) struct Messages {
    pub(super) binaries: BTreeMap<String, PathBuf>,
    pub(super) errors: BTreeMap<String, Vec<CompileError>>,
}

/// An error of rustc.
pub(crate) struct CompileError {
    /// The rendered message.
    pub(super) text: String,
    /// The files to which the message refers.
    pub(super) files: Vec<String>,
}

/// Compiles the workspace at `home`.
pub(crate) fn compile(home: &Path, chunks: &[Chunk]) -> Result<Messages> {
    let mut cargo = places::cargo();
    cargo.args(["build", "--keep-going", "--color=never", "--message-format=json"]);
    cargo.arg("--manifest-path").arg(home.join("Cargo.toml"));
    cargo.arg("--target-dir").arg(home.join("build"));
    let mut child = cargo.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let stdout = child.stdout.take().context("stdout")?;
    let stderr = child.stderr.take().context("stderr")?;

    let begun: Mutex<BTreeMap<String, Instant>> = Mutex::default();
    let begun = &begun;
    let (messages, said) = std::thread::scope(|scope| {
        let said = scope.spawn(move || {
            let mut said = Vec::new();
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                if let Some(rest) = line.trim_start().strip_prefix("Compiling ") {
                    let name = rest.split(' ').next().unwrap_or_default().to_owned();
                    lock(begun).insert(name, Instant::now());
                } else {
                    said.push(line);
                }
            }
            said
        });
        let messages = read(BufReader::new(stdout), chunks, begun);
        (messages, said.join().unwrap_or_default())
    });
    let status = child.wait()?;
    let messages = messages?;
    if !status.success() && messages.errors.is_empty() {
        bail!("cargo {status}:\n{}", said.join("\n"));
    }
    Ok(messages)
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn read(
    stdout: impl BufRead,
    chunks: &[Chunk],
    begun: &Mutex<BTreeMap<String, Instant>>,
) -> Result<Messages> {
    let mut messages = Messages::default();
    let (mut reused, mut warnings) = (0, 0);
    let mut first_warning = None;
    for line in stdout.lines() {
        let message: Value = serde_json::from_str(&line?).unwrap_or_default();
        let name = message["target"]["name"].as_str().unwrap_or_default();
        let chunk = chunks.iter().find(|chunk| chunk.name == name);
        match (message["reason"].as_str(), chunk) {
            (Some("compiler-artifact"), Some(chunk)) => {
                let Some(binary) = message["executable"].as_str() else { continue };
                messages.binaries.insert(chunk.name.clone(), binary.into());
                if message["fresh"] == true {
                    reused += 1;
                    continue;
                }
                let time = lock(begun).get(name).map_or(0.0, |begun| begun.elapsed().as_secs_f64());
                let (number, all) = (messages.binaries.len(), chunks.len());
                let crds = chunk.units.len();
                eprintln!("[{number:>3}/{all}] compiled {name} ({crds} CRDs) {time:.1}s");
            }
            (Some("compiler-message"), chunk) => {
                let message = &message["message"];
                let text = message["rendered"].as_str().unwrap_or_default();
                let spans = message["spans"].as_array().map_or(&[][..], Vec::as_slice);
                let files = spans.iter().filter_map(|span| span["file_name"].as_str());
                let files: Vec<_> = files.map(str::to_owned).collect();
                match message["level"].as_str() {
                    // Final errors without a location are only summaries.
                    Some("error") if chunk.is_none() || !files.is_empty() => {
                        let error = CompileError { text: text.to_owned(), files };
                        messages.errors.entry(name.to_owned()).or_default().push(error);
                    }
                    Some("warning") if chunk.is_some() && !files.is_empty() => {
                        warnings += 1;
                        first_warning.get_or_insert_with(|| text.to_owned());
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }
    if reused > 0 {
        eprintln!("{reused} of {} chunks are up to date", chunks.len());
    }
    if let Some(text) = first_warning {
        eprintln!("{warnings} warnings in generated code, such as\n{text}");
    }
    // An error in the runtime itself, not in the chunks.
    if let Some((name, errors)) =
        messages.errors.iter().find(|(name, _)| chunks.iter().all(|chunk| chunk.name != **name))
    {
        let text: Vec<_> = errors.iter().map(|error| error.text.as_str()).take(3).collect();
        bail!("{name} does not compile:\n{}", text.join("\n"));
    }
    Ok(messages)
}
