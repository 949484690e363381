//! The program of a conformance chunk. In: cases as frames on standard input. Out: for each case,
//! immediately, a frame with the answer of the generated code. A case that panics must not affect others, so
//! no state survives it.

pub mod frame;
pub mod reply;

use std::io::{self, Read, Write};
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use crdc::{Outcome, Request, Scratch};

use frame::{Case, Reply};

/// The entry of generated code: `<Kind as crdc::Resource>::answer`.
pub type Entry = for<'a> fn(Request<'a>, &'a mut Scratch) -> Outcome<'a>;

/// Answers requests: generated code, or a plan that is not compiled.
pub trait Answers {
    /// The answer to a request.
    fn answer<'a>(&'a self, request: Request<'a>, scratch: &'a mut Scratch) -> Outcome<'a>;
}

impl Answers for Entry {
    fn answer<'a>(&'a self, request: Request<'a>, scratch: &'a mut Scratch) -> Outcome<'a> {
        self(request, scratch)
    }
}

/// Location and message of the last panic; written by the hook, read after the catch.
static LAST_PANIC: Mutex<String> = Mutex::new(String::new());

/// The `main` of a chunk: answers all cases on standard input.
pub fn main(entries: &[Entry]) -> ExitCode {
    panic::set_hook(Box::new(|info| {
        *LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner) = info.to_string().replace('\n', " ");
    }));
    match serve(entries) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("chunk: {error}");
            ExitCode::FAILURE
        }
    }
}

fn serve(entries: &[Entry]) -> io::Result<()> {
    let mut input = Vec::new();
    io::stdin().lock().read_to_end(&mut input)?;
    let mut output = io::stdout().lock();
    let mut scratch = Scratch::default();
    let mut rest = input.as_slice();
    while let Some(case) = Case::read(&mut rest)? {
        let reply = match entries.get(case.entry) {
            None => Reply::trouble(case.number, "the chunk has no such entry"),
            Some(entry) => {
                let answered = AssertUnwindSafe(|| reply::answered(&case, entry, &mut scratch));
                let caught = panic::catch_unwind(answered);
                caught.unwrap_or_else(|_| {
                    // Do not reuse a scratch after a panic in a request.
                    scratch = Scratch::default();
                    let said = LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner);
                    Reply::trouble(case.number, &said)
                })
            }
        };
        reply.write(&mut output)?;
        // Flush, so that the reader knows the last case if the next one ends the process.
        output.flush()?;
    }
    Ok(())
}
