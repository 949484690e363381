//! Creates the server's errors for CEL rules. In: a rule and the result of its evaluation. Out: the field
//! error, word for word.
//
// apiextensions-apiserver: pkg/apiserver/schema/cel/validation.go; apiserver: pkg/apis/cel/config.go

use alloc::borrow::{Cow, ToOwned};
use alloc::format;
use alloc::string::{String, ToString};

use crdc_vocabulary::rules;

use super::rule::Rule;
use crate::error::{ErrorSource, ErrorType, FieldError, Message, Texts, json};
use crate::field_path::FieldPath;
use crdc_cel::{EvalError, Evaluated};
use crdc_object::json::go;
use crdc_object::tape::Tape;

/// The result of a `messageExpression`.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum RuleMessage {
    /// The trimmed text.
    Text(String),
    /// A failed evaluation, or a text that the server does not use: it takes the message of the rule.
    Unusable,
    /// An evaluation that cost more than one call may.
    TooExpensive,
}

/// Converts the value of a `messageExpression` to the message of its rule.
pub(super) fn usable(text: Evaluated<String>) -> RuleMessage {
    match text {
        Err(EvalError::CostLimit) => RuleMessage::TooExpensive,
        Err(_) => RuleMessage::Unusable,
        Ok(text) => match rules::usable_message(&text) {
            None => RuleMessage::Unusable,
            Some(trimmed) if trimmed.len() == text.len() => RuleMessage::Text(text),
            Some(trimmed) => RuleMessage::Text(trimmed.to_owned()),
        },
    }
}

/// The error of a rule that is false. `message` is the text of its `messageExpression`.
pub(super) fn failed<'p>(
    tape: &Tape<'_>,
    at: u32,
    path: &FieldPath,
    kind: &str,
    rule: &'p Rule<'p>,
    message: Option<String>,
    texts: &mut Texts<'p>,
) -> FieldError {
    let detail = match message {
        Some(text) => text.into(),
        None if rule.message.is_empty() => Message::ending(rules::FAILED_RULE, texts.shared(rule.text)),
        None => Message::ending("", texts.shared(rule.message)),
    };
    let value = || (!matches!(kind, "object" | "array")).then(|| json(*tape, at));
    let (bad_value, detail) = match rule.reason {
        ErrorType::Required | ErrorType::Forbidden => (Some(go::quote("")), detail),
        ErrorType::Duplicate => (value(), Message::default()),
        _ => (value(), detail),
    };
    let field = field(path, rule.field_path);
    FieldError::new(rule.reason, field, bad_value, detail, ErrorSource::Cel)
}

/// The error of a rule that is false and whose message cost too much: more than a call may, with the text of
/// its expression; or, without a text, more than the object may.
pub(super) fn message_too_expensive(
    path: &FieldPath,
    kind: &str,
    rule: &Rule<'_>,
    text: Option<&str>,
) -> FieldError {
    let detail = match text {
        None => rules::MESSAGE_OUT_OF_BUDGET.into(),
        Some(text) => format!("{}{}", rules::MESSAGE_OVER_LIMIT, go::quote(text)).into(),
    };
    of_schema(field(path, rule.field_path), kind, detail)
}

/// The error of a rule that cannot be evaluated.
pub(super) fn unevaluated<'p>(
    path: &FieldPath,
    kind: &str,
    rule: &'p Rule<'p>,
    error: &EvalError,
    texts: &mut Texts<'p>,
) -> FieldError {
    let reason = error.to_string();
    let start: Cow<'static, str> = if error.is_overload() {
        format!("'{reason}'{}", rules::NO_OVERLOAD).into()
    } else if *error == EvalError::CostLimit {
        format!("'{reason}'{}", rules::OVER_LIMIT).into()
    } else {
        format!("{reason}{}", rules::EVALUATING).into()
    };
    let named = if rule.message.is_empty() { rule.text } else { rule.message };
    of_schema(field(path, ""), kind, Message::ending(start, texts.shared(named)))
}

/// The error of an object whose rules cost more than its budget.
pub(super) fn out_of_budget(path: &FieldPath, kind: &str) -> FieldError {
    of_schema(field(path, ""), kind, rules::OUT_OF_BUDGET.into())
}

/// Creates an error that contains the type of the schema instead of a value.
fn of_schema(field: FieldPath, kind: &str, detail: Message) -> FieldError {
    let bad_value = Some(go::quote(kind));
    FieldError::new(ErrorType::Invalid, field, bad_value, detail, ErrorSource::Cel)
}

/// The path of an error: `more` is appended as one name.
fn field(path: &FieldPath, more: &str) -> FieldPath {
    match (path.is_empty(), more) {
        (true, "") => "<nil>".into(),
        (true, more) => more.into(),
        (false, "") => path.clone(),
        (false, more) => path.member(more),
    }
}
