//! What the server takes and the compiler does not compile yet: one warning per kind and
//! document, at the first place. **As an issue lands, its line goes.**

use super::report::Report;
use crate::diag::{Code, Diagnostic};
use crate::schema::{At, Crd, Schema};
use crate::source::Span;

/// What is looked for, how it is called, and where a schema has it.
type NotYet = (Code, &'static str, fn(&Schema) -> Option<Span>);

const NOT_YET: &[NotYet] = &[(Code::NotYetCel, "rules in CEL", |schema| filled(&schema.x_validations))];

/// Warnings for what compiled code would leave out, in document order.
#[must_use]
pub fn unsupported(crd: &Crd) -> Vec<Diagnostic> {
    let mut report = Report::default();
    let mut first: Vec<Option<Span>> = vec![None; NOT_YET.len()];
    let schemas = crd.versions.iter().map(|version| &version.parts).chain([&crd.common]);
    for schema in schemas.filter_map(|parts| parts.schema.as_ref()) {
        schema.value.visit(&mut |schema| {
            for (seen, (_, _, find)) in first.iter_mut().zip(NOT_YET) {
                if seen.is_none() {
                    *seen = find(schema);
                }
            }
        });
    }
    for (span, (code, what, _)) in first.into_iter().zip(NOT_YET) {
        if let Some(span) = span {
            not_yet(*code, what, span, &mut report);
        }
    }
    report.finish()
}

fn not_yet(code: Code, what: &str, span: Span, report: &mut Report) {
    report
        .add(code, span, format!("not compiled yet: {what}"))
        .label("first here")
        .help("objects are processed as if this were not written");
}

fn filled<T>(at: &Option<At<Vec<T>>>) -> Option<Span> {
    at.as_ref().filter(|at| !at.value.is_empty()).map(|at| at.key)
}
