//! Converts answers of compiled code to the format of the record.

use crdc::__private::plan::Compiled;

use crate::json::{Json, read};
use crate::record::{Case, Given, GivenError, Op};

/// The answer of compiled code to a case.
pub fn answer(compiled: &'static crdc::Compiled, case: &Case, scratch: &mut crdc::Scratch) -> Given {
    run(compiled, case.op, &case.new, &case.old, scratch)
}

/// The answer of compiled code to a request.
pub fn run(compiled: &Compiled<'_>, op: Op, new: &[u8], old: &[u8], scratch: &mut crdc::Scratch) -> Given {
    let request = match op {
        Op::Create => crdc::Request::create(new),
        Op::Update => crdc::Request::update(new, old),
        Op::UpdateStatus => crdc::Request::update_status(new, old),
    };
    given(&crdc::answer(compiled, request, scratch))
}

/// An error in the format of the record.
fn given_error(error: &crdc::FieldError) -> GivenError {
    let tree = |text: &str| match read(text.as_bytes()) {
        Ok(read) => read.value,
        Err(why) => panic!("{why} in {text}"),
    };
    GivenError {
        error_type: error.error_type.as_str().to_owned(),
        field: error.field.to_string(),
        detail: error.detail.to_string(),
        bad_value: error.bad_value.as_deref().map(tree),
        source: error.source.as_str().to_owned(),
    }
}

/// An outcome in the format of the record.
pub fn given(outcome: &crdc::Outcome<'_>) -> Given {
    let tree = |text: &[u8]| match read(text) {
        Ok(read) => read.value,
        Err(why) => panic!("{why} in {}", String::from_utf8_lossy(text)),
    };
    let strict: Vec<String> = outcome.strict().map(String::from).collect();
    let errors = outcome.errors().map(|error| given_error(&error));
    let object: Option<Json> = outcome.accepted_object().or(outcome.rejected_object()).map(tree);
    Given {
        code: i64::from(outcome.code()),
        message: outcome.message().unwrap_or_default().to_owned(),
        object,
        errors: errors.collect(),
        ratcheted: outcome.ratcheted().map(|error| given_error(&error)).collect(),
        warnings: outcome.warnings().map(String::from).filter(|line| !strict.contains(line)).collect(),
        strict,
    }
}
