//! Compares the interpreter of rules with recorded expressions: `cargo run -p crdc-oracle --example rules --
//! FILE…`, where the files have the form of `golden/cel.jsonl` and `golden/cel-typed.jsonl`. Prints each
//! difference, then how many results are equal, differ, or are not known to the interpreter, and why.

use std::process::ExitCode;

use crdc_oracle::record::expressions::{Counts, compare};
use crdc_oracle::stack::deep;

fn main() -> ExitCode {
    let mut counts = Counts::default();
    for file in std::env::args().skip(1) {
        match std::fs::read_to_string(&file) {
            Ok(text) => deep(|| compare(&text, &mut counts)),
            Err(error) => {
                eprintln!("{file}: {error}");
                return ExitCode::from(2);
            }
        }
    }
    let unknown: usize = counts.unknown.values().sum();
    counts.different.iter().for_each(|one| println!("{one}"));
    for (why, count) in &counts.unknown {
        println!("not known: {count} {why}");
    }
    let Counts { equal, reordered, different, .. } = &counts;
    println!(
        "{equal} results are equal, {reordered} have another order, {} differ, {unknown} are not known",
        different.len()
    );
    if different.is_empty() && *equal > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
