//! `cargo xtask skeleton` runs this with the directory of the record as argument. It prunes every object in
//! both ways and exits with 1 if a result differs.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use crdc_oracle::pruning::{Tally, compare};
use crdc_oracle::stack::deep;

fn main() -> ExitCode {
    let Some(shared) = std::env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("the directory of the record is missing");
        return ExitCode::FAILURE;
    };
    let mut failed = false;
    deep(|| {
        for (folder, corpus) in [("golden/cases", "corpus/crds"), ("golden/suites", "corpus")] {
            let files = fs::read_dir(shared.join(folder)).unwrap().map(|entry| entry.unwrap().path());
            let files: Vec<PathBuf> =
                files.filter(|path| path.extension().is_some_and(|end| end == "jsonl")).collect();
            let Tally { crds, objects, pruned, different } =
                compare(&files, |crd| shared.join(corpus).join(crd));
            println!(
                "skeleton: {folder} crds {crds} objects {objects} with something pruned {pruned} different {}",
                different.len()
            );
            different.iter().for_each(|one| println!("  {one}"));
            failed |= !different.is_empty() || objects == 0;
        }
    });
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
