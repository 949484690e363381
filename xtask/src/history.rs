//! `cargo xtask history`: compares consecutive releases of CRDs in the corpus. In: the CRDs of the corpus, by
//! release. Out: a line for each step from one release to the next with its effects on stored objects, and a
//! sum.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use crdc_documents::compare::{self, Change, Impact};
use crdc_source::Source;
use crdc_source::render::Format;

/// Arguments of `cargo xtask history`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The record [default: ../shared beside the repository]
    #[arg(long)]
    shared: Option<PathBuf>,
    /// Only CRDs whose name contains this
    #[arg(long)]
    crd: Option<String>,
    /// Compare every pair of versions, not only consecutive ones
    #[arg(long)]
    all: bool,
    /// Print the whole reports, not only sums
    #[arg(long)]
    words: bool,
}

/// Prints the effects of each step; returns `false` if the folder does not exist.
pub(crate) fn run(args: &Args) -> Result<bool> {
    let folder = match &args.shared {
        Some(shared) => shared.join("corpus/history"),
        None => places::repository().join("../shared/corpus/history"),
    };
    if !folder.is_dir() {
        println!("{} does not exist; set the record with --shared", folder.display());
        return Ok(false);
    }
    let mut total = Sum::default();
    for crd in entries(&folder)? {
        let name = crd.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if args.crd.as_ref().is_some_and(|wanted| !name.contains(wanted)) {
            continue;
        }
        let mut files = entries(&crd)?;
        files.sort_by(|a, b| by_release(a, b));
        let sources: Vec<Source> = files
            .iter()
            .map(|file| Source::read(file).with_context(|| file.display().to_string()))
            .collect::<Result<_>>()?;
        println!("{name}");
        for (index, new) in sources.iter().enumerate() {
            let first = if args.all { 0 } else { index.saturating_sub(1) };
            for old in sources.iter().take(index).skip(first) {
                let sum = step(old, new, args.words);
                println!("  {:<9} -> {:<9} {sum}", release(&old.name), release(&new.name));
                total.add(&sum);
            }
        }
    }
    println!("{} comparisons: {total}", total.comparisons);
    for (kind, count) in &total.kinds {
        println!("  {kind:<38} {count}");
    }
    Ok(true)
}

/// Compares two releases; prints the report if `words` is true.
fn step(old: &Source, new: &Source, words: bool) -> Sum {
    let start = Instant::now();
    let compared = compare::compare_sources(old, new);
    let mut sum = Sum { comparisons: 1, took: start.elapsed(), ..Sum::default() };
    for change in compared.iter().flat_map(|one| &one.changes) {
        sum.count(change);
    }
    let shown = compare::render(old, new, &compared, Format::Human);
    sum.lines = shown.lines().count();
    if words {
        print!("{shown}");
    }
    sum
}

/// The counts for one step or for all of them.
#[derive(Default)]
struct Sum {
    comparisons: usize,
    breaks: usize,
    may_break: usize,
    harmless: usize,
    lines: usize,
    took: Duration,
    kinds: BTreeMap<&'static str, usize>,
}

impl Sum {
    /// Counts a change.
    fn count(&mut self, change: &Change) {
        match change.impact {
            Impact::Breaks => self.breaks += 1,
            Impact::MayBreak => self.may_break += 1,
            Impact::Harmless => self.harmless += 1,
        }
        *self.kinds.entry(change.kind.name()).or_default() += 1;
    }

    /// Adds the counts of a step.
    fn add(&mut self, other: &Sum) {
        self.comparisons += other.comparisons;
        self.breaks += other.breaks;
        self.may_break += other.may_break;
        self.harmless += other.harmless;
        self.lines += other.lines;
        self.took += other.took;
        for (kind, count) in &other.kinds {
            *self.kinds.entry(kind).or_default() += count;
        }
    }
}

impl std::fmt::Display for Sum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{:>3} break {:>3} may break {:>4} harmless; {:>4} lines, {} ms",
            self.breaks,
            self.may_break,
            self.harmless,
            self.lines,
            self.took.as_millis()
        )
    }
}

/// The entries of a folder, sorted by name.
fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let place = || folder.display().to_string();
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(place)? {
        paths.push(entry.with_context(place)?.path());
    }
    paths.sort();
    Ok(paths)
}

/// The version in a path: `v1.2.0` for `…/v1.2.0.yaml`.
fn release(path: &str) -> String {
    Path::new(path).file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Compares paths by the numbers in the name: `v1.9.0` comes before `v1.10.0`.
fn by_release(a: &Path, b: &Path) -> Ordering {
    let numbers = |path: &Path| -> Vec<u64> {
        let name = release(&path.to_string_lossy());
        name.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse().ok()).collect()
    };
    numbers(a).cmp(&numbers(b)).then_with(|| a.cmp(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_are_in_order() {
        let mut files: Vec<&Path> = ["v1.10.0.yaml", "v1.9.1.yaml", "v0.50.0.yaml"].map(Path::new).into();
        files.sort_by(|a, b| by_release(a, b));
        assert_eq!(files, ["v0.50.0.yaml", "v1.9.1.yaml", "v1.10.0.yaml"].map(Path::new));
    }

    #[test]
    fn a_missing_folder_is_said_to_be_missing() {
        let args = Args { shared: Some("/nowhere".into()), crd: None, all: false, words: false };
        assert!(matches!(run(&args), Ok(false)));
    }
}
