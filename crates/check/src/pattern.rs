//! `pattern` must be a valid RE2 regular expression. The reported location is inside the pattern if the
//! document contains it verbatim, without escapes.
//
// apiextensions-apiserver: pkg/apiserver/schema/validation.go

use super::path::Path;
use super::report::Report;
use crdc_schema::pattern::{ErrorCode, PatternError};
use crdc_schema::{At, Schema};
use crdc_source::Span;
use crdc_source::diag::Code;

pub(super) fn pattern(schema: &Schema, path: &Path<'_>, report: &mut Report) {
    let Some(pattern) = schema.pattern.as_ref().filter(|pattern| !pattern.value.is_empty()) else {
        return;
    };
    if report.is_good_pattern(&pattern.value) {
        return;
    }
    let Err(error) = crdc_schema::pattern::verify(&pattern.value) else {
        report.good_pattern(&pattern.value);
        return;
    };
    let words = format!("must be a valid regular expression, but isn't: {error}");
    report
        .add(
            Code::PatternInvalid,
            within(pattern, error.offset, error.len),
            "the pattern is not a valid RE2 regular expression",
        )
        .label(error.reason().to_string())
        .server(path.child("pattern").invalid(&pattern.value, &words))
        .help(instead(&error));
}

fn instead(error: &PatternError) -> &'static str {
    match error.code {
        ErrorCode::InvalidPerlOp | ErrorCode::InvalidNamedCapture if is_lookaround(&error.argument) => {
            "RE2 has no lookaround: write a second pattern under `allOf`, or a rule under `x-kubernetes-validations`"
        }
        ErrorCode::InvalidEscape => "RE2 does not support this escape, nor backreferences",
        ErrorCode::InvalidRepeatSize => "RE2 supports at most 1000 repetitions: use `maxLength` instead",
        ErrorCode::MissingBracket => "close the bracket, or write `\\[` for a literal bracket",
        ErrorCode::MissingRepeatArgument => {
            "write an expression before the operator, or escape it with a backslash"
        }
        ErrorCode::InvalidRepeatOp => {
            "a repetition cannot be repeated: put it in `(…)`, or close an open group or bracket before it"
        }
        ErrorCode::MissingParen | ErrorCode::UnexpectedParen => {
            "balance the parentheses, or write `\\(` and `\\)` for literal parentheses"
        }
        _ => "see https://github.com/google/re2/wiki/Syntax",
    }
}

/// Whether a part of a pattern begins a lookahead or a lookbehind, which other languages support.
fn is_lookaround(part: &str) -> bool {
    ["(?=", "(?!", "(?<"].iter().any(|start| part.starts_with(start))
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

#[cfg(test)]
mod tests {
    use super::instead;
    use crdc_schema::pattern::verify;

    #[test]
    fn a_code_has_its_help() {
        for (pattern, start) in [
            ("(?=a)", "RE2 has no lookaround"),
            ("(?!a)", "RE2 has no lookaround"),
            ("(?<=a)b", "RE2 has no lookaround"),
            (r"\1", "RE2 does not support this escape"),
            ("a{1001}", "RE2 supports at most 1000"),
            ("[a", "close the bracket"),
            ("*", "write an expression before"),
            ("a**", "a repetition cannot be repeated"),
            ("(a", "balance the parentheses"),
            ("a)", "balance the parentheses"),
            // The pattern's own text does not count.
            ("(?<a>b))", "balance the parentheses"),
            ("invalid escape sequence)", "balance the parentheses"),
            ("[b-a]", "see https"),
        ] {
            let help = instead(&verify(pattern).expect_err("it is wrong"));
            assert!(help.starts_with(start), "{pattern}: {help}");
        }
    }
}
