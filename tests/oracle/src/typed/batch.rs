//! The part about structs of the programs that `cargo xtask fuzz --structs` writes. In: CRDs, and structs
//! with the derive for their parts. Out: every pair of values for which the derive and compiled code differ,
//! shrunk. Compiled code is compared with the interpreter by `differential`, over the same CRDs.
//!
//! The arguments are the same as those of `differential`.

use std::process::ExitCode;

use super::{Entry, Unlike, compare};
use crate::json::{Json, object, read};
use crate::load;
use crate::random::Rng;
use crate::random::pairs::pair;
use crate::random::shrink::shrink;
use crate::stack::deep;

/// A CRD with one version, and the structs of its parts.
pub struct Crd {
    /// The document.
    pub crd: &'static str,
    /// The structs.
    pub parts: &'static [Entry],
}

/// The counts of compared pairs.
#[derive(Default)]
struct Counts {
    pairs: usize,
    /// The number of pairs that structs cannot represent.
    unsaid: usize,
    accepted: usize,
    refused: usize,
    /// The number of pairs with errors of rules.
    ruled: usize,
}

/// Runs a batch.
#[must_use]
pub fn main(crds: &'static [Crd]) -> ExitCode {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let [start, count] = numbers.as_slice() else {
        eprintln!("give the first seed and how many");
        return ExitCode::from(2);
    };
    let (failed, counts) = deep(|| {
        let mut counts = Counts::default();
        let parts = crds.iter().flat_map(|crd| crd.parts.iter().map(move |part| (crd, part)));
        let failed = parts.filter(|(crd, part)| !holds(crd, part, *start, *count, &mut counts)).count();
        (failed, counts)
    });
    let Counts { pairs, unsaid, accepted, refused, ruled } = counts;
    println!(
        "structs: {pairs} pairs, {accepted} accepted, {refused} refused, {ruled} with errors of rules, {unsaid} that structs cannot hold"
    );
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Whether the derive and compiled code agree for pairs with these seeds; prints the first difference.
fn holds(crd: &Crd, part: &Entry, start: u64, count: u64, counts: &mut Counts) -> bool {
    let servers = load::servers("batch", crd.crd);
    let Some(server) = servers.first() else { return false };
    let mut scratch = crdc::Scratch::new();
    let mut differs = |both: &Json, counts: &mut Counts| {
        let new = both.get("new")?.to_string();
        let old = both.get("old").map(Json::to_string);
        match compare(part, &new, old.as_deref(), &mut scratch) {
            Ok(compared) => {
                counts.pairs += 1;
                counts.accepted += usize::from(compared.typed.code == 200);
                counts.refused += usize::from(compared.typed.code != 200);
                counts.ruled += usize::from(compared.typed.errors.iter().any(|error| error.source == "cel"));
                None
            }
            Err(Unlike::Unsaid(_)) => {
                counts.unsaid += 1;
                None
            }
            Err(Unlike::Differs(why)) => Some(why),
        }
    };
    for seed in start..start.saturating_add(count) {
        let Some((new, old)) = pair(&mut Rng::new(seed), server, part.part) else { continue };
        let both = match old {
            Some(old) => object([("new", new), ("old", old)]),
            None => object([("new", new)]),
        };
        // The value as serde_json reads it.
        let Ok(both) = read(both.to_string().as_bytes()).map(|read| read.value) else { continue };
        if differs(&both, counts).is_none() {
            continue;
        }
        // Smaller pairs are not counted.
        let uncounted = std::cell::RefCell::new((Counts::default(), differs));
        let differs = |both: &Json| {
            let (counts, differs) = &mut *uncounted.borrow_mut();
            differs(both, counts)
        };
        let small = shrink(&both, &|both| differs(both).is_some());
        let why = differs(&small).unwrap_or_default();
        println!("DIFFERENCE of structs, pair {seed} of {}\n  crd {}\n  {why}", part.part, crd.crd);
        return false;
    }
    true
}
