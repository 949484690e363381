//! Input: four bytes that select an operation, field validation, namespace and compiled CRD, then an object,
//! a zero byte and the old object. A used scratch gives the same answer as a new one, and field validation
//! does not change the object.
#![no_main]

use crdc::{Compiled, FieldValidation, Outcome, Request, Scratch, answer};
use libfuzzer_sys::fuzz_target;
use std::cell::RefCell;

include!(concat!(env!("OUT_DIR"), "/compiled.rs"));

thread_local! {
    static USED: RefCell<Scratch> = RefCell::new(Scratch::new());
}

fuzz_target!(|data: &[u8]| {
    let Some(([operation, validation, namespace, crd], bodies)) = data.split_first_chunk() else { return };
    let end = bodies.iter().position(|byte| *byte == 0);
    let (new, old) = end.map_or((bodies, bodies), |end| (&bodies[..end], &bodies[end + 1..]));
    let (_, compiled) = ALL[usize::from(*crd) % ALL.len()];
    let request = match operation % 4 {
        0 => Request::decode(new),
        1 => Request::create(new),
        2 => Request::update(new, old),
        _ => Request::update_status(new, old),
    };
    let request = match namespace % 3 {
        0 => request,
        1 => request.namespace("default"),
        _ => request.namespace("other"),
    };
    let all = [FieldValidation::Ignore, FieldValidation::Warn, FieldValidation::Strict];
    let chosen = all[usize::from(*validation) % all.len()];
    let [ignored, warned, strict] =
        all.map(|validation| asked(compiled(), request.field_validation(validation)));
    assert_eq!(ignored.object, warned.object, "what is warned of changed the object");
    assert_eq!((ignored.code, &ignored.errors), (warned.code, &warned.errors));
    assert!(ignored.code != 400 || strict.code == 400, "strict validation takes what cannot be read");
    if strict.code != 400 {
        assert_eq!(ignored.object, strict.object, "strict validation changed the object");
        assert_eq!(ignored.errors, strict.errors);
    }
    USED.with_borrow_mut(|scratch| {
        let fresh = [&ignored, &warned, &strict][usize::from(*validation) % all.len()];
        let used = everything(&answer(compiled(), request.field_validation(chosen), scratch));
        assert_eq!(fresh, &used, "a scratch that was used answers otherwise");
    });
});

/// Everything in an answer.
#[derive(Debug, PartialEq)]
struct Recorded {
    code: u16,
    object: Option<String>,
    errors: Vec<String>,
    ratcheted: Vec<String>,
    others: Vec<String>,
}

fn asked(compiled: &'static Compiled, request: Request<'_>) -> Recorded {
    everything(&answer(compiled, request, &mut Scratch::new()))
}

fn everything(outcome: &Outcome<'_>) -> Recorded {
    let mut others: Vec<String> = outcome.strict().chain(outcome.warnings()).map(String::from).collect();
    others.extend(outcome.message().map(str::to_owned));
    others.push(format!("{:?} {:?}", outcome.pruned().collect::<Vec<_>>(), outcome.unchanged()));
    Recorded {
        code: outcome.code(),
        object: outcome
            .accepted_object()
            .or(outcome.rejected_object())
            .map(|object| String::from_utf8_lossy(object).into_owned()),
        errors: outcome.errors().map(|error| format!("{error:?}")).collect(),
        ratcheted: outcome.ratcheted().map(|error| format!("{error:?}")).collect(),
        others,
    }
}
