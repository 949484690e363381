//! Writes answers in the format of the record, for blessed goldens.

use super::{Given, GivenError};
use crate::json::{Json, members, object, read};

/// The member `answer` of a case. `new` is the body of the request.
pub fn answer(given: &Given, new: &[u8]) -> Json {
    let mut out = vec![("accepted", Json::from(given.code < 300)), ("code", given.code.into())];
    if given.code == 400 {
        out.push(("message", given.message.as_str().into()));
    }
    if let Some(stored) = &given.object {
        let same = read(new).is_ok_and(|read| read.value.same_stored(stored));
        out.push(("object", if same { "same".into() } else { stored.clone() }));
    }
    for (name, errors) in [("errors", &given.errors), ("ratcheted", &given.ratcheted)] {
        if !errors.is_empty() {
            out.push((name, errors.iter().map(error).collect::<Vec<_>>().into()));
        }
    }
    if !given.strict.is_empty() {
        out.push(("strict", given.strict.iter().map(|text| text.as_str().into()).collect::<Vec<_>>().into()));
    }
    if !given.warnings.is_empty() {
        let all: Vec<Json> = given.warnings.iter().map(|text| text.as_str().into()).collect();
        out.push(("warnings", all.into()));
    }
    object(out)
}

/// An entry of `errors`.
fn error(error: &GivenError) -> Json {
    object([
        ("type", Json::from(error.error_type.as_str())),
        ("field", error.field.as_str().into()),
        ("bad_value", error.bad_value.clone().unwrap_or(Json::Null)),
        ("detail", error.detail.as_str().into()),
        ("source", error.source.as_str().into()),
    ])
}

/// The line of a case with another answer; the request stays byte for byte.
pub fn with_answer(line: &str, answer: &Json) -> String {
    let asked = members(line).into_iter().filter(|(key, _)| *key != "answer");
    let asked: Vec<String> = asked.map(|(key, value)| format!("\"{key}\":{value}")).collect();
    format!("{{{},\"answer\":{answer}}}", asked.join(","))
}
