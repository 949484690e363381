//! Builds the chunks, crates of generated code. In: chunks. Out: binaries. cargo compiles all of them in one
//! run; its messages are the progress. If code does not compile, its CRD is removed and the rest of the chunk
//! is retried, so that one bug does not hide others.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Result;

use super::Unit;
use super::chunks::{self, Chunk, Recipe};
use super::progress::{self, Messages};

/// A chunk that compiled.
pub(crate) struct Built {
    pub(super) chunk: Chunk,
    pub(super) binary: PathBuf,
}

/// Compiles the chunks; versions that cannot be compiled are added to `failed`.
pub(crate) fn build(
    home: &Path,
    chunks: Vec<Chunk>,
    recipe: &Recipe,
    failed: &mut BTreeMap<Unit, String>,
) -> Result<Vec<Built>> {
    let start = Instant::now();
    let mut built = Vec::new();
    let mut open = chunks;
    while !open.is_empty() {
        chunks::write(home, &open.iter().collect::<Vec<_>>(), recipe)?;
        let mut messages = progress::compile(home, &open)?;
        let mut again = Vec::new();
        for mut chunk in open {
            match messages.binaries.remove(&chunk.name) {
                Some(binary) => built.push(Built { chunk, binary }),
                None => {
                    take_out(&mut chunk, &messages, failed);
                    again.push(chunk);
                }
            }
        }
        again.retain(|chunk| !chunk.units.is_empty());
        open = again;
    }
    let (count, time) = (built.len(), start.elapsed().as_secs_f64());
    eprintln!("compiled {count} chunks in {time:.1}s");
    Ok(built)
}

/// Removes the code with compile errors from the chunk; all code if the errors do not name any.
fn take_out(chunk: &mut Chunk, messages: &Messages, failed: &mut BTreeMap<Unit, String>) {
    let errors = messages.errors.get(&chunk.name).map_or(&[][..], Vec::as_slice);
    let mut guilty: BTreeMap<Unit, String> = BTreeMap::new();
    for index in 0..chunk.units.len() {
        let file = chunk.file(index);
        let mut named = errors
            .iter()
            .filter(|error| error.files.iter().any(|named| named.rsplit('/').next() == Some(&file)));
        if let Some(error) = named.next() {
            let more = named.count();
            let reason = format!("does not compile ({more} more errors): {}", error.text);
            guilty.insert(chunk.units[index].unit.clone(), reason);
        }
    }
    if guilty.is_empty() {
        let reason = errors.first().map_or("no message", |error| error.text.as_str());
        let reason = format!("its chunk {} does not compile: {reason}", chunk.name);
        guilty = chunk.units.iter().map(|code| (code.unit.clone(), reason.clone())).collect();
    }
    let names: BTreeSet<_> = guilty.keys().cloned().collect();
    chunk.units.retain(|code| !names.contains(&code.unit));
    failed.append(&mut guilty);
}
