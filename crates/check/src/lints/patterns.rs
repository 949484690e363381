//! Warns of patterns that match no string, such as `$a`.

use crate::report::Report;
use crate::schema_context::SchemaContext;
use crdc_schema::pattern;
use crdc_source::diag::Code;

pub(crate) fn patterns(place: &SchemaContext<'_>, report: &mut Report) {
    let Some(at) = &place.schema.pattern else { return };
    if !may_be_empty(&at.value) || !pattern::matches_nothing(&at.value) {
        return;
    }
    report
        .add(Code::PatternEmpty, at.span, format!("the pattern `{}` matches no string", at.value))
        .help("`^` matches only at the beginning of a string, and `$` only at its end")
        .done();
}

/// Whether a pattern may match no string: only patterns with an assertion inside can. For these the exact
/// test is run, which builds large tables.
fn may_be_empty(pattern: &str) -> bool {
    let inner = pattern.strip_prefix('^').unwrap_or(pattern);
    let inner = inner.strip_suffix('$').unwrap_or(inner);
    let inner = inner.replace("[^", "[").replace("\\^", "").replace("\\$", "");
    inner.contains(['^', '$']) || ["\\b", "\\B", "\\A", "\\z"].iter().any(|look| inner.contains(look))
}
