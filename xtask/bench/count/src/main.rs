//! One create of one object with warm buffers, for callgrind to count the instructions of.
//! Only what happens inside `measured` is counted.

use std::hint::black_box;
use std::process::ExitCode;

use crdc::{Outcome, Request, Scratch};

type Entry = for<'a> fn(Request<'a>, &'a mut Scratch) -> Outcome<'a>;

include!(concat!(env!("CRDC_BENCH_GENERATED"), "/kinds.rs"));

#[inline(never)]
fn measured(entry: Entry, object: &[u8], scratch: &mut Scratch) -> bool {
    black_box(entry(Request::create(object), scratch)).accepted()
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [kind, path] = arguments.as_slice() else {
        eprintln!("count KIND FILE");
        return ExitCode::FAILURE;
    };
    let entry = KINDS.iter().find(|(name, _)| name == kind).map(|(_, entry)| *entry);
    let (Some(entry), Ok(object)) = (entry, std::fs::read(path)) else {
        eprintln!("no kind {kind} or no file {path}");
        return ExitCode::FAILURE;
    };
    let mut scratch = Scratch::default();
    for _ in 0..3 {
        black_box(entry(Request::create(&object), &mut scratch)).accepted();
    }
    if measured(entry, &object, &mut scratch) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
