//! Writes replies. In: an outcome. Out: the reply with all of it: the answer in the record's form as JSON,
//! and the object as the unmodified bytes of the runtime.

use crdc::{FieldError, Outcome, Request, Scratch};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::Answers;
use crate::frame::{Case, Object, Op, Reply};

#[derive(Serialize)]
struct Answer<'a> {
    accepted: bool,
    code: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<Error>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    strict: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ratcheted: Vec<Error>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cel_cost: Option<u64>,
}

#[derive(Serialize)]
struct Error {
    r#type: String,
    field: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    bad_value: Option<Box<RawValue>>,
    detail: String,
    source: String,
}

impl From<FieldError> for Error {
    fn from(error: FieldError) -> Self {
        Self {
            r#type: error.error_type.as_str().to_owned(),
            field: error.field.into(),
            bad_value: error.bad_value.and_then(json),
            detail: error.detail.into(),
            source: error.source.as_str().to_owned(),
        }
    }
}

/// The text as raw JSON; text that is not JSON becomes a string that says so and never compares equal.
fn json(text: String) -> Option<Box<RawValue>> {
    RawValue::from_string(text.clone())
        .or_else(|_| serde_json::value::to_raw_value(&format!("not JSON: {text}")))
        .ok()
}

/// The reply to a case.
pub fn answered(case: &Case<'_>, answers: &impl Answers, scratch: &mut Scratch) -> Reply {
    let request = match (case.op, case.old) {
        (Op::Create, _) => Request::create(case.new),
        (Op::Update, old) => Request::update(case.new, old.unwrap_or_default()),
        (Op::UpdateStatus, old) => Request::update_status(case.new, old.unwrap_or_default()),
    };
    // Costs are counted separately: the answer must be right without that.
    scratch.count_rule_costs(true);
    let cost = answers.answer(request, scratch).rule_cost();
    scratch.count_rule_costs(false);
    of(case.number, &answers.answer(request, scratch), cost)
}

/// `cel_cost` is what the rules of the request cost.
fn of(number: usize, outcome: &Outcome<'_>, cel_cost: Option<u64>) -> Reply {
    let answer = Answer {
        accepted: outcome.accepted(),
        code: outcome.code(),
        message: outcome.message(),
        errors: outcome.errors().map(Error::from).collect(),
        strict: outcome.strict().map(String::from).collect(),
        warnings: outcome.warnings().map(String::from).collect(),
        ratcheted: outcome.ratcheted().map(Error::from).collect(),
        cel_cost,
    };
    let object = match outcome.accepted_object().or(outcome.rejected_object()) {
        None => Object::Absent,
        Some(_) if outcome.unchanged() => Object::Same,
        Some(bytes) => Object::Bytes(bytes.to_vec()),
    };
    match serde_json::to_vec(&answer) {
        Ok(answer) => Reply { number, answer, object },
        Err(error) => Reply::trouble(number, &error.to_string()),
    }
}
