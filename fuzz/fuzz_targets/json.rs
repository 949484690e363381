//! Input: a line with the name of a compiled CRD (`items.keywords.example.com/v1`; an empty line selects the
//! CRD with everything, any other line selects one too), an object, a zero byte and the old object. Nothing
//! panics, accepted objects are JSON, and storing a stored object does not change it. A cursor skips an
//! object as one value if it is JSON.
#![no_main]

use crdc::{FieldValidation, Outcome, Request, Scratch, answer};
use crdc_object::json::cursor::Cursor;
use libfuzzer_sys::fuzz_target;
use std::cell::RefCell;

include!(concat!(env!("OUT_DIR"), "/compiled.rs"));

/// The CRD of an empty line.
const EVERYTHING: &str = "everythings.vectors.example.com/v1";

thread_local! {
    static SCRATCH: RefCell<[Scratch; 2]> = RefCell::new([Scratch::new(), Scratch::new()]);
}

fuzz_target!(|data: &[u8]| {
    let line = data.iter().position(|byte| *byte == b'\n').unwrap_or(0);
    let (name, bodies) = data.split_at(line);
    let bodies = bodies.strip_prefix(b"\n").unwrap_or(bodies);
    let end = bodies.iter().position(|byte| *byte == 0);
    let (body, old) = end.map_or((bodies, bodies), |end| (&bodies[..end], &bodies[end + 1..]));
    let any = name.iter().map(|byte| usize::from(*byte)).sum::<usize>() % ALL.len();
    let name = if name.is_empty() { EVERYTHING.as_bytes() } else { name };
    let named = ALL.iter().find(|(known, _)| known.as_bytes() == name);
    let compiled = named.unwrap_or(&ALL[any]).1();
    let mut cursor = Cursor::new(body);
    let is_skipped =
        cursor.value().is_ok_and(|range| body.get(range) == Some(body.trim_ascii())) && cursor.is_at_end();
    assert!(is_skipped || !std::str::from_utf8(body).is_ok_and(is_json), "JSON that is not skipped");
    SCRATCH.with_borrow_mut(|[first, second]| {
        let strictly = |request: Request<'_>| {
            let request = request.field_validation(FieldValidation::Strict).namespace("other");
            let _ = answer(compiled, request, &mut Scratch::new())
                .into_result()
                .map(|accepted| accepted.stored().len());
        };
        for old in [body, old].into_iter().take(1 + usize::from(end.is_some())) {
            let requests = [
                Request::decode(body),
                Request::create(body),
                Request::update(body, old),
                Request::update_status(body, old),
            ];
            let mut is_own = |object| {
                !answer(compiled, Request::create(object), first).errors().any(|error| error.field == "kind")
            };
            let own = is_own(body) && is_own(old);
            for (at, request) in requests.into_iter().enumerate() {
                let outcome = answer(compiled, request, first);
                if !look(&outcome) {
                    continue;
                }
                for taken in [body, old].iter().take(1 + usize::from(at > 1)) {
                    if !lone_surrogates(taken) {
                        assert!(is_json(&String::from_utf8_lossy(taken)), "taken, and no JSON");
                    }
                }
                // A refused object is shown in the state in which it was refused.
                let Some(object) = outcome.accepted_object() else { continue };
                // The server neither defaults nor validates an object of another kind, and an update takes
                // over the status of one of the two objects.
                // apiextensions-apiserver: pkg/apiserver/customresource_handler.go (unstructuredDefaulter)
                if at > 1 && !own {
                    continue;
                }
                // A create drops the status; decoding may add it again by default.
                let same = if at == 1 { Request::create(object) } else { Request::decode(object) };
                again(compiled, same, object, second);
                // An update with ratcheted errors of the old object is accepted again.
                match at {
                    2 => again(compiled, Request::update(object, old), object, second),
                    3 => again(compiled, Request::update_status(object, old), object, second),
                    _ => {}
                }
            }
            strictly(Request::create(body));
            strictly(Request::update(body, old));
            strictly(Request::update_status(old, body));
        }
    });
});

/// Calls every method of an outcome; whether there is an object.
fn look(outcome: &Outcome<'_>) -> bool {
    let Some(object) = outcome.accepted_object().or(outcome.rejected_object()) else {
        assert_eq!(outcome.code(), 400);
        assert!(outcome.message().is_some_and(|message| !message.is_empty()));
        return false;
    };
    let stored = std::str::from_utf8(object).expect("what is stored is UTF-8");
    assert!(is_json(stored), "stored, and no JSON: {stored}");
    let errors = outcome.errors().count();
    assert_eq!(errors == 0, outcome.accepted());
    for error in outcome.errors() {
        if let Some(bad) = &error.bad_value {
            assert!(is_json(bad), "a bad value that is no JSON: {bad}");
        }
    }
    let _ =
        (outcome.strict().count(), outcome.pruned().count(), outcome.warnings().count(), outcome.status());
    let _ = (outcome.message(), outcome.ratcheted().count());
    true
}

/// Processing the stored object again does not change it.
fn again(compiled: &'static crdc::Compiled, request: Request<'_>, object: &[u8], scratch: &mut Scratch) {
    let outcome = answer(compiled, request, scratch);
    let stored = outcome.accepted_object().map(String::from_utf8_lossy);
    assert_eq!(stored, Some(String::from_utf8_lossy(object)), "stored otherwise the second time");
    assert!(outcome.strict().next().is_none(), "{:?}", outcome.strict().collect::<Vec<_>>());
    assert!(outcome.accepted(), "{:?}", outcome.errors().collect::<Vec<_>>());
}

fn is_json(text: &str) -> bool {
    let mut reader = serde_json::Deserializer::from_str(text);
    reader.disable_recursion_limit();
    <serde::de::IgnoredAny as serde::Deserialize>::deserialize(&mut reader).is_ok() && reader.end().is_ok()
}

/// Go reads an escape of an unpaired surrogate as U+FFFD; serde_json rejects it.
fn lone_surrogates(body: &[u8]) -> bool {
    body.windows(3).any(|three| three[..2] == *b"\\u" && three[2].eq_ignore_ascii_case(&b'd'))
}
