//! A line that names a compiled CRD (`items.keywords.example.com/v1`; any other line chooses one
//! too), then any bytes as an object of it: no panic, what is taken is JSON, and what is stored
//! is stored again as it is.
#![no_main]

use crdc::{Request, Scratch, answer};
use crdc_tests::compiled::ALL;
use libfuzzer_sys::fuzz_target;
use std::cell::RefCell;

thread_local! {
    static SCRATCH: RefCell<[Scratch; 2]> = RefCell::new([Scratch::new(), Scratch::new()]);
}

fuzz_target!(|data: &[u8]| {
    let line = data.iter().position(|byte| *byte == b'\n').unwrap_or(0);
    let (name, body) = data.split_at(line);
    let any = name.iter().map(|byte| usize::from(*byte)).sum::<usize>() % ALL.len();
    let named = ALL.iter().find(|entry| entry.name.as_bytes() == name);
    let compiled = (named.unwrap_or(&ALL[any]).compiled)();
    SCRATCH.with_borrow_mut(|[first, second]| {
        let requests = [Request::decode(body), Request::create(body), Request::update(body, body)];
        for (at, request) in requests.into_iter().enumerate() {
            let outcome = answer(compiled, request, first);
            let Some(object) = outcome.object() else {
                assert_eq!(outcome.code(), 400);
                assert!(outcome.message().is_some_and(|message| !message.is_empty()));
                continue;
            };
            if !lone_surrogates(body) {
                assert!(is_json(&String::from_utf8_lossy(body)), "taken, and no JSON");
            }
            let stored = std::str::from_utf8(object).expect("what is stored is UTF-8");
            assert!(is_json(stored), "stored, and no JSON: {stored}");
            let errors = outcome.errors().count();
            assert_eq!(errors == 0, outcome.accepted());
            for error in outcome.errors() {
                if let Some(bad) = &error.bad_value {
                    assert!(is_json(bad), "a bad value that is no JSON: {bad}");
                }
            }
            let _ = (outcome.strict(), outcome.warnings());
            // What is refused is shown as it was then, half prepared.
            if outcome.accepted() {
                again(compiled, at, object, second);
            }
        }
    });
});

/// What came out goes in again, and nothing changes.
fn again(compiled: &'static crdc::Compiled, at: usize, object: &[u8], scratch: &mut Scratch) {
    let request = [Request::decode(object), Request::create(object), Request::update(object, object)][at];
    let outcome = answer(compiled, request, scratch);
    let stored = outcome.object().map(String::from_utf8_lossy);
    assert_eq!(stored, Some(String::from_utf8_lossy(object)), "stored otherwise the second time");
    assert!(outcome.strict().is_empty(), "{:?}", outcome.strict());
    assert!(outcome.accepted(), "{:?}", outcome.errors().collect::<Vec<_>>());
}

fn is_json(text: &str) -> bool {
    let mut reader = serde_json::Deserializer::from_str(text);
    reader.disable_recursion_limit();
    <serde::de::IgnoredAny as serde::Deserialize>::deserialize(&mut reader).is_ok() && reader.end().is_ok()
}

/// Go reads an escape of half a character as U+FFFD; serde_json refuses it.
fn lone_surrogates(body: &[u8]) -> bool {
    body.windows(3).any(|three| three[..2] == *b"\\u" && three[2].eq_ignore_ascii_case(&b'd'))
}
