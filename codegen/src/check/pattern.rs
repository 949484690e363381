//! `pattern` must be a valid RE2 regular expression. The reported location is inside the pattern if the
//! document contains it verbatim, without escapes.
//
// apiextensions-apiserver: pkg/apiserver/schema/validation.go

use super::path::Path;
use super::report::Report;
use crate::diag::Code;
use crate::schema::{At, Schema};
use crate::source::Span;

pub(super) fn pattern(schema: &Schema, path: &Path<'_>, report: &mut Report) {
    let Some(pattern) = schema.pattern.as_ref().filter(|pattern| !pattern.value.is_empty()) else {
        return;
    };
    if report.is_good_pattern(&pattern.value) {
        return;
    }
    let Err(error) = crate::pattern::verify(&pattern.value) else {
        report.good_pattern(&pattern.value);
        return;
    };
    let message = error.message.clone();
    let words = format!("must be a valid regular expression, but isn't: {message}");
    report
        .add(
            Code::PatternInvalid,
            within(pattern, error.offset, error.len),
            "the pattern is not a valid RE2 regular expression",
        )
        .label(message.strip_prefix("error parsing regexp: ").unwrap_or(&message).to_owned())
        .server(path.child("pattern").invalid(&pattern.value, &words))
        .help(instead(&message));
}

fn instead(message: &str) -> &'static str {
    if message.contains("`(?=") || message.contains("`(?!") || message.contains("`(?<") {
        "RE2 has no lookaround: write a second pattern under `allOf`, or a rule under `x-kubernetes-validations`"
    } else if message.contains("invalid escape sequence") {
        "RE2 does not support this escape, nor backreferences"
    } else if message.contains("invalid repeat count") {
        "RE2 supports at most 1000 repetitions: use `maxLength` instead"
    } else if message.contains("missing closing ]") {
        "close the bracket, or write `\\[` for a literal bracket"
    } else if message.contains("missing argument to repetition operator") {
        "write an expression before the operator, or escape it with a backslash"
    } else if message.contains("invalid nested repetition operator") {
        "a repetition cannot be repeated: put it in `(…)`, or close an open group or bracket before it"
    } else if message.contains("parenthesis")
        || message.contains("closing )")
        || message.contains("unexpected )")
    {
        "balance the parentheses, or write `\\(` and `\\)` for literal parentheses"
    } else {
        "see https://github.com/google/re2/wiki/Syntax"
    }
}

/// Returns the span of a part of a scalar if the document has it verbatim (plain, or in quotes without
/// escapes), otherwise of the whole scalar.
fn within(scalar: &At<String>, offset: usize, len: usize) -> Span {
    let whole = scalar.span;
    let written = (whole.end - whole.start) as usize;
    let before = match written.checked_sub(scalar.value.len()) {
        Some(0) => 0,
        // A quote on each side; a block scalar is longer by its header and indentation.
        Some(2) if !scalar.value.contains('\n') => 1,
        _ => return whole,
    };
    let inside = |offset: usize| u32::try_from(offset.min(scalar.value.len()) + before).ok();
    match (inside(offset), inside(offset.saturating_add(len.max(1)))) {
        (Some(start), Some(end)) => {
            let start = whole.start + start;
            Span { start, end: (whole.start + end).max(start) }
        }
        _ => whole,
    }
}
