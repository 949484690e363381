//! The parts that need no definition resource.

use alloc::string::String;

use super::budget::{Budget, Exceeded};
use super::message::{self, RuleMessage, usable};
use super::rule::Rule;
use crate::error::{ErrorType, Texts};
use crdc_cel::EvalError;
use crdc_cel::program::{OldSelf, Program};

const RULE: Rule<'static> = Rule {
    text: "self.a > 1",
    index: 0,
    holds: &Program { parts: &[], old: OldSelf::Plain, recorded: None },
    message: "",
    expression: None,
    reason: ErrorType::Invalid,
    field_path: "",
    transition: false,
    optional_old_self: false,
};

#[test]
fn a_message_is_trimmed_or_not_used() {
    assert_eq!(usable(Ok(" a b\n".into())), RuleMessage::Text("a b".into()));
    assert_eq!(usable(Ok("a\rb".into())), RuleMessage::Text("a\rb".into()));
    for text in ["", " \n\t\u{2003}", "a\nb"] {
        assert_eq!(usable(Ok(text.into())), RuleMessage::Unusable, "{text:?}");
    }
    let longest = "x".repeat(5 * 1024);
    assert_eq!(usable(Ok([&longest, "  "].concat())), RuleMessage::Text(longest.clone()));
    assert_eq!(usable(Ok([&*longest, "x"].concat())), RuleMessage::Unusable);
    assert_eq!(usable(Err(EvalError::NoSuchOverload)), RuleMessage::Unusable);
    assert_eq!(usable(Err(EvalError::CostLimit)), RuleMessage::TooExpensive);
}

#[test]
fn errors_of_evaluation_name_the_message_or_the_rule() {
    fn line(rule: &Rule<'_>, error: EvalError) -> alloc::string::String {
        let error = message::unevaluated(&"spec".into(), "object", rule, &error, &mut Texts::default());
        alloc::string::ToString::to_string(&error)
    }
    let with_message = Rule { message: "a is wrong", field_path: "a", reason: ErrorType::Required, ..RULE };
    assert_eq!(
        line(&RULE, EvalError::NoSuchKey("a".into())),
        "spec: Invalid value: \"object\": no such key: a evaluating rule: self.a > 1",
    );
    assert_eq!(
        line(&with_message, EvalError::NoSuchOverload),
        "spec: Invalid value: \"object\": 'no such overload': call arguments did not match a supported operator, \
         function or macro signature for rule: a is wrong",
    );
    assert_eq!(
        line(&RULE, EvalError::CostLimit),
        "spec: Invalid value: \"object\": 'operation cancelled: actual cost limit exceeded': no further validation \
         rules will be run due to call cost exceeds limit for rule: self.a > 1",
    );
}

#[test]
fn messages_that_cost_too_much_are_named_in_quotes() {
    let rule = Rule { field_path: "b", ..RULE };
    let error = message::message_too_expensive(&"".into(), "", &rule, Some("self.b + \"\""));
    assert_eq!(error.field, "b");
    assert_eq!(error.bad_value.as_deref(), Some("\"\""));
    let detail: String = error.detail.into();
    assert!(detail.ends_with(r#"exceeds limit for messageExpression: "self.b + \"\"""#), "{detail}");
}

#[test]
fn a_budget_can_be_spent_to_the_last_unit() {
    let mut budget = Budget::new(true);
    assert_eq!(budget.pay(9_999_999), Ok(()));
    assert!(!budget.is_spent());
    assert_eq!(budget.pay(2), Err(Exceeded));
    assert_eq!(budget.pay(1), Ok(()));
    assert!(budget.is_spent());
    assert_eq!(budget.pay(0), Ok(()));
}
