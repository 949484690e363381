//! Writes generated code as crates, called chunks. In: generated code. Out: a separate workspace with one
//! crate for each directory of CRDs, or several if it is large. The names of chunks depend on their content
//! and files are only written if they change, so existing code is not recompiled for another selection.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::generate::Code;
use super::select::hash;
use places::write_if_changed;

/// The most generated text per chunk.
const CHUNK_BYTES: usize = 1_500_000;

/// A crate of generated code.
#[derive(Debug)]
pub(crate) struct Chunk {
    /// The name of the crate, of its directory and of its binary.
    pub(super) name: String,
    pub(super) units: Vec<Code>,
}

impl Chunk {
    /// The file with the code of `units[index]`.
    pub(super) fn file(&self, index: usize) -> String {
        let unit = &self.units[index].unit;
        let stem = unit.crd.file_stem().unwrap_or_default().to_string_lossy();
        let stem: String = stem.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
        format!("{stem}_{}_{:04x}.rs", unit.version, hash(0, &unit.crd.to_string_lossy()) & 0xffff)
    }
}

/// Distributes the code over chunks.
pub(crate) fn lay_out(units: Vec<Code>) -> Vec<Chunk> {
    let mut directories: BTreeMap<PathBuf, Vec<Code>> = BTreeMap::new();
    for code in units {
        let directory = code.unit.crd.parent().unwrap_or(Path::new("")).to_path_buf();
        directories.entry(directory).or_default().push(code);
    }
    let mut chunks = Vec::new();
    for (directory, units) in directories {
        let title: String = directory
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
            .collect();
        let total: usize = units.iter().map(|code| code.text.len()).sum();
        let parts = total.div_ceil(CHUNK_BYTES).max(1);
        let mut split: Vec<Vec<Code>> = vec![Vec::new()];
        let mut before = 0;
        for code in units {
            // The next part begins at its share of the bytes.
            if before * parts >= total * split.len() {
                split.push(Vec::new());
            }
            before += code.text.len();
            split.last_mut().into_iter().for_each(|part| part.push(code.clone()));
        }
        for units in split.into_iter().filter(|units| !units.is_empty()) {
            let key = units.iter().fold(0, |key, code| {
                hash(key, &format!("{}#{}", code.unit.crd.display(), code.unit.version))
            });
            chunks.push(Chunk { name: format!("c-{title}-{:06x}", key & 0xff_ffff), units });
        }
    }
    // Slowest first, so that no core is left with a slow one at the end.
    let size = |chunk: &Chunk| chunk.units.iter().map(|code| code.text.len()).sum::<usize>();
    chunks.sort_by_key(|chunk| std::cmp::Reverse(size(chunk)));
    chunks
}

/// The parts of a chunk that depend on its use.
pub(super) struct Recipe {
    /// The dependencies, as TOML.
    pub(super) dependencies: fn() -> String,
    /// The main file, without the modules.
    pub(super) main: fn(&Chunk) -> String,
}

/// Code that answers requests.
pub(super) const ANSWERS: Recipe = Recipe {
    dependencies: || {
        let repository = places::repository();
        let (runtime, runner) = (repository.join("runtime"), repository.join("xtask/runner"));
        format!(
            "crdc = {{ path = {runtime:?}, features = [\"cel-regex\", \"cel-timezones\"] }}\ncrdc-conformance-runner = {{ path = {runner:?} }}\n"
        )
    },
    main: |chunk| {
        let entries = chunk.units.iter().enumerate();
        let entries: String = entries
            .map(|(index, code)| {
                format!("        <u{index}::{} as crdc::Resource>::answer,\n", code.type_name)
            })
            .collect();
        format!(
            "\nfn main() -> std::process::ExitCode {{\n    crdc_conformance_runner::main(&[\n{entries}    ])\n}}\n"
        )
    },
};

/// Writes the workspace with only these `chunks`.
pub(crate) fn write(home: &Path, chunks: &[&Chunk], recipe: &Recipe) -> Result<()> {
    // The dependency versions of the repository.
    let lock = std::fs::read(places::repository().join("Cargo.lock")).unwrap_or_default();
    if write_if_changed(&home.join("repository.lock"), &lock)? && !lock.is_empty() {
        std::fs::write(home.join("Cargo.lock"), &lock)?;
    }
    let mut workspace = "[workspace]\nresolver = \"3\"\nmembers = [\n".to_owned();
    for chunk in chunks {
        writeln!(workspace, "    \"chunks/{}\",", chunk.name)?;
        write_chunk(&home.join("chunks").join(&chunk.name), chunk, recipe)
            .with_context(|| chunk.name.clone())?;
    }
    // Compile time dominates, not run time.
    workspace.push_str("]\n\n[profile.dev]\nopt-level = 0\ndebug = 0\nincremental = false\n");
    write_if_changed(&home.join("Cargo.toml"), workspace.as_bytes())?;
    Ok(())
}

/// Writes one chunk.
fn write_chunk(directory: &Path, chunk: &Chunk, recipe: &Recipe) -> Result<()> {
    let manifest = format!(
        "[package]\nname = \"{}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n{}",
        chunk.name,
        (recipe.dependencies)(),
    );
    write_if_changed(&directory.join("Cargo.toml"), manifest.as_bytes())?;

    let source = directory.join("src");
    let mut main = String::new();
    for (index, code) in chunk.units.iter().enumerate() {
        let file = chunk.file(index);
        write_if_changed(&source.join(&file), code.text.as_bytes())?;
        writeln!(main, "mod u{index} {{\n    include!({file:?});\n}}")?;
    }
    main.push_str(&(recipe.main)(chunk));
    write_if_changed(&source.join("main.rs"), main.as_bytes())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::conformance::Unit;

    fn code(crd: &str, bytes: usize) -> Code {
        let unit = Unit { crd: crd.into(), version: "v1".into() };
        Code { unit, type_name: "Kind".into(), text: " ".repeat(bytes) }
    }

    fn names(chunks: &[Chunk]) -> Vec<(String, usize)> {
        chunks.iter().map(|chunk| (chunk.name.clone(), chunk.units.len())).collect()
    }

    #[test]
    fn directories_are_chunks_and_large_ones_are_split() {
        let mut units: Vec<_> =
            (0..10).map(|n| code(&format!("/crds/Large/{n}.yaml"), CHUNK_BYTES / 4)).collect();
        units.push(code("/crds/small/a.yaml", 10));
        let chunks = lay_out(units.clone());
        let sizes: Vec<_> = names(&chunks).into_iter().map(|(_, size)| size).collect();
        assert_eq!(sizes, [4, 3, 3, 1]);
        assert!(chunks[0].name.starts_with("c-large-"), "{}", chunks[0].name);

        // The name of a chunk does not depend on the selection, and differs from those of its parts.
        let small = lay_out(vec![units[10].clone()]);
        assert_eq!(small[0].name, chunks[3].name);
        let part = lay_out(vec![units[0].clone()]);
        assert!(chunks.iter().all(|chunk| chunk.name != part[0].name));
    }
}
