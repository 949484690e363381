//! Reports rules that servers accept but crdc cannot compile to Rust. By default, such a rule ends the
//! compilation, since objects that violate it would be accepted. With the option to skip such rules, they are
//! left out with a warning.

use super::place::place_of;
use crdc_cel::compile::program::Unsupported;
use crdc_schema::At;
use crdc_source::Span;
use crdc_source::diag::{Code, Diagnostic};

/// The help for messages of protocol buffers, which have no form in Rust.
const INSTEAD: &str = "write the value without the message: `[1]` for `google.protobuf.ListValue{values: [1]}`, \
                       `duration('1s')` for `google.protobuf.Duration{seconds: 1}`";

/// The problem of an expression with a part that has no form in Rust. `rule` is its whole text in the
/// document, `skip` whether the rule is left out.
pub(super) fn uncompiled_part(
    part: &Unsupported,
    rule: &At<String>,
    text: Option<&str>,
    skip: bool,
) -> Diagnostic {
    let (start, end) = part.span;
    uncompiled(place_of(rule, start, end, text), &part.what, INSTEAD, skip)
}

/// The problem of an expression that has no form in Rust. `what` ends a sentence that begins with the rule,
/// `instead` is the help.
pub fn uncompiled(span: Span, what: &str, instead: &str, skip: bool) -> Diagnostic {
    let (code, message, help) = if skip {
        let help = format!("objects that break the rule are accepted; to have it checked, {instead}");
        (Code::RuleSkipped, "this rule is left out of the compiled code", help)
    } else {
        let help = format!("{instead}; or set the option `skip_uncompiled_rules`: then it is not checked");
        (Code::RuleUncompiled, "crdc cannot compile this rule", help)
    };
    Diagnostic::new(code, span, message).label(format!("the rule {what}")).help(help)
}
