//! One create or update of one object with warm buffers, for callgrind. Only instructions inside `measured`
//! are counted.

use std::hint::black_box;
use std::process::ExitCode;

use crdc::{Outcome, Request, Scratch};

type Entry = for<'a> fn(Request<'a>, &'a mut Scratch) -> Outcome<'a>;

include!(concat!(env!("CRDC_BENCH_GENERATED"), "/kinds.rs"));

#[inline(never)]
fn measured(entry: Entry, request: Request<'_>, scratch: &mut Scratch) -> bool {
    black_box(entry(request, scratch)).accepted()
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [kind, path, operation] = arguments.as_slice() else {
        eprintln!("count KIND FILE create|update");
        return ExitCode::FAILURE;
    };
    let entry = KINDS.iter().find(|(name, _)| name == kind).map(|(_, entry)| *entry);
    let (Some(entry), Ok(object)) = (entry, std::fs::read(path)) else {
        eprintln!("no kind {kind} or no file {path}");
        return ExitCode::FAILURE;
    };
    // The object as a client sends it back, with its system fields.
    let request = match operation.as_str() {
        "update" => Request::update(&object, &object),
        _ => Request::create(&object),
    };
    let mut scratch = Scratch::default();
    for _ in 0..3 {
        black_box(entry(request, &mut scratch)).accepted();
    }
    if measured(entry, request, &mut scratch) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
