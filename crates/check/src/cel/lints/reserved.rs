//! Fields whose names are reserved words, which older servers accept only escaped.

use crdc_cel::compile::Checked;
use crdc_cel::compile::ast::{ExprId, Kind};
use crdc_cel::compile::{RESERVED, RESERVED_FIELDS};

/// The expressions that select a field with a reserved name, each with the name.
pub(super) fn reserved(checked: &Checked) -> Vec<(ExprId, String)> {
    let reserved = |id: ExprId| match checked.ast.kind(id) {
        Kind::Select { field, .. } if RESERVED.contains(&field.as_ref()) => Some((id, field.to_string())),
        _ => None,
    };
    let mut found: Vec<(ExprId, String)> =
        checked.ast.post_order().into_iter().filter_map(reserved).collect();
    // Macros copy their targets.
    found.dedup_by_key(|(id, _)| checked.ast.node(*id).span);
    found
}

/// The first server version that accepts reserved words as names of fields without escaping.
pub(super) const SINCE: crdc_vocabulary::Minor = RESERVED_FIELDS;
