//! The program of the crates that `cargo xtask fuzz` writes. In: CRDs and their compiled versions. Out: every
//! request for which compiled code, or the plan that is not compiled, and the interpreter differ, shrunk.
//!
//! Arguments: the first seed of the requests, and their number for each CRD. The last line counts equal
//! answers, the rules that were evaluated for them, and answers that were not compared because a rule uses an
//! unsupported feature. The exit code is 1 if there is a difference.

use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::process::ExitCode;

use crdc_vocabulary::Ratcheting;

use super::{Compared, Pair, compare, pair, shrink};
use crate::load;
use crate::random::Rng;
use crate::random::object::request;
use crate::stack::deep;

/// A CRD with one version, and its compiled code.
pub struct Entry {
    /// The document.
    pub crd: &'static str,
    /// The name of its ratcheting policy.
    pub ratcheting: &'static str,
    /// The description that the runtime uses.
    pub compiled: fn() -> &'static crdc::Compiled,
}

/// Runs a batch.
pub fn main(entries: &[Entry]) -> ExitCode {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let [start, count] = numbers.as_slice() else {
        eprintln!("give the first seed and how many");
        return ExitCode::from(2);
    };
    // Panics are caught and printed with their request.
    set_hook(Box::new(|_| ()));
    let (failed, total) = deep(|| {
        let mut total = Compared::default();
        let failed = entries.iter().filter(|entry| !holds(entry, *start, *count, &mut total)).count();
        (failed, total)
    });
    // Panics of later code are printed as usual.
    drop(take_hook());
    println!("{} answers, {} rules, {} not known", total.answers, total.rules, total.unknown);
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Whether the interpreter, compiled code and the plan agree for requests with these seeds; prints the first
/// difference.
fn holds(entry: &Entry, start: u64, count: u64, total: &mut Compared) -> bool {
    let policy = Ratcheting::ALL.into_iter().find(|policy| policy.as_str() == entry.ratcheting);
    let mut servers = load::servers("batch", entry.crd);
    let (Some(policy), Some(server)) = (policy, servers.first_mut()) else {
        eprintln!("no server: {}", entry.crd);
        return false;
    };
    server.ratcheting = policy;
    let server = &*server;
    let validators = load::validators("batch", entry.crd, policy);
    let Some(dynamic) = validators.all().next() else {
        eprintln!("no validator: {}", entry.crd);
        return false;
    };
    let both = [("compiled code", (entry.compiled)()), ("the plan", dynamic.compiled())];
    for seed in start..start.saturating_add(count) {
        let mut rng = Rng::new(seed);
        let object = request(&mut rng, server);
        let requests = pair(&mut rng, server, &object);
        let at = |pair: &Pair| {
            let asked = AssertUnwindSafe(|| compare(server, &both, &mut rng.clone(), pair));
            catch_unwind(asked).unwrap_or_else(|panic| {
                let said = panic.downcast_ref::<String>().map(String::as_str);
                Err(format!(
                    "a panic: {}",
                    said.or(panic.downcast_ref::<&str>().copied()).unwrap_or_default()
                ))
            })
        };
        if let Ok(Compared { answers, rules, unknown }) = at(&requests) {
            total.answers += answers;
            total.rules += rules;
            total.unknown += unknown;
            continue;
        }
        let small = shrink(&requests, &|pair| at(pair).is_err());
        let why = at(&small).err().unwrap_or_default();
        println!(
            "DIFFERENCE {} {} request {seed}\n  crd {}\n  new {}\n  old {}\n  {why}",
            server.kind, entry.ratcheting, entry.crd, small.new, small.old
        );
        return false;
    }
    true
}
