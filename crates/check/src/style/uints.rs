//! Warns of formats for unsigned integers, which many languages do not have. Upstream checks only `uint`;
//! generators for Rust write the other formats.
//
// openshift/crd-schema-checker: NoUints

use super::place::Place;
use crdc_source::diag::{Code, Diagnostic};

const UNSIGNED: &[&str] = &["uint", "uint8", "uint16", "uint32", "uint64", "uint128"];

pub(super) fn uints(place: &Place<'_>) -> Option<Diagnostic> {
    let format = place.schema.format.as_ref().filter(|at| UNSIGNED.contains(&at.value.as_str()))?;
    let message =
        format!("{place} has the format `{}`, but many languages have no unsigned integers", format.value);
    let help = "write `format: int32` or `format: int64`, with `minimum: 0`";
    Some(Diagnostic::new(Code::StyleUint, format.span, message).help(help))
}
