//! Times updates of kinds with and without a third of their fields immutable. Prints a line of JSON for each
//! object.
//!
//! The difference is a few percent, less than the effect of where code and buffers are in memory: the same
//! module compiled twice differs by 9%, sometimes by 20%. So each side is compiled several times and the
//! fastest copy counts, code blocks are aligned (see `src/bench/ratios.rs`), and all share one scratch that
//! is recreated several times, because large buffers have pages of their own with varying cache behavior.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::hint::black_box;
use std::path::Path;
use std::process::ExitCode;

use crdc::{Outcome, Request, Scratch};
use crdc_bench_contest::{Contestant, contest, print_each, updates};

type Entry = for<'a> fn(Request<'a>, &'a mut Scratch) -> Outcome<'a>;

include!(concat!(env!("CRDC_BENCH_GENERATED"), "/marks.rs"));

/// The number of times that buffers are recreated.
const PLACEMENTS: usize = 5;

fn main() -> ExitCode {
    let objects: Vec<String> = std::env::args().skip(1).collect();
    print_each(&objects, measure)
}

fn measure(object: &Path) -> Result<serde_json::Value, Box<dyn std::error::Error>> {
    let name = object.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let kind = name.split('-').next().unwrap_or_default();
    let copies = |side: &str| -> Vec<Entry> {
        let name = format!("{kind}_{side}_");
        KINDS.iter().filter(|(known, _)| known.starts_with(&name)).map(|(_, entry)| *entry).collect()
    };
    let (plain, marked) = (copies("plain"), copies("marked"));
    let (Some(of_plain), Some(of_marked)) = (plain.first(), marked.first()) else {
        return Err("no such kind".into());
    };
    let text = std::fs::read(object)?;
    let (_, changed, next) = updates::update(&text)?;
    let reformatted = updates::reformatted(&changed)?;
    let mut probe = Scratch::default();
    let deep = updates::changed_spec(&next, |old| {
        let mut accepted = |entry: &Entry| entry(Request::update(&next, old), &mut probe).accepted();
        accepted(of_plain) && accepted(of_marked)
    })?;
    let olds = [("", &changed), ("_deep", &deep), ("_reformatted", &reformatted)];
    let mut trouble = Vec::new();
    for (what, old) in olds {
        let outcome = of_marked(Request::update(&next, old), &mut probe);
        if !outcome.accepted() {
            let said = outcome.errors().next().map(|error| error.detail.to_string()).unwrap_or_default();
            trouble.push(format!("update of a marked kind{what} refused: {said}"));
        }
    }
    let mut times: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    // One old object at a time: after an update of other texts the caches are cold.
    for (what, old) in olds {
        for placement in 1..=PLACEMENTS {
            let mut scratch = Scratch::default();
            let apart = vec![0_u8; 4177 * placement];
            let _ = of_plain(Request::update(&next, old), &mut scratch).accepted();
            let (scratch, next) = (RefCell::new(scratch), &next);
            let run = |entry: Entry| -> Contestant<'_> {
                let scratch = &scratch;
                Box::new(move || entry(Request::update(next, old), &mut scratch.borrow_mut()).accepted())
            };
            let named = |side: &'static str, copies: &[Entry]| -> Vec<(String, Entry)> {
                copies
                    .iter()
                    .enumerate()
                    .map(|(copy, entry)| (format!("update_{side}{what}{copy}"), *entry))
                    .collect()
            };
            let sides: Vec<(String, Entry)> =
                named("marked", &marked).into_iter().chain(named("plain", &plain)).collect();
            let mut contestants: Vec<(&str, Contestant<'_>)> =
                sides.iter().map(|(name, entry)| (name.as_str(), run(*entry))).collect();
            for (name, rounds) in contest(&mut contestants) {
                times.entry(name.to_owned()).or_default().extend(rounds);
            }
            drop(black_box(apart));
        }
    }
    Ok(serde_json::json!({ "object": name, "trouble": trouble, "times": times }))
}
