//! Value validation: all checks that apply to a value run. Paths are written as by the server
//! (`spec.list[0].key`); their first step has no dot for properties, but one for required and additional
//! ones. Messages have the path from the root of the schema, fields the path from the root of the object:
//! they differ below `status`.
//
// kube-openapi: pkg/validation/validate/schema.go

mod enums;
mod failure;
mod formats;
mod junctors;
mod lists;
mod numbers;
mod objects;
mod strings;
mod types;

use crdc_vocabulary::Ratcheting;

use self::failure::Failure;
pub use self::formats::has as has_format;
use super::correlation::Pair;
use super::structural::Structural;
use super::{FieldError, Verdicts};
use crate::json::Json;

/// The failures of one value for one schema.
#[derive(Default)]
struct Found {
    failures: Vec<Failure>,
    /// The failures of unchanged values.
    ratcheted: Vec<Failure>,
    /// The number of matched checks, which selects between branches of junctors.
    matched: usize,
}

impl Found {
    fn push(&mut self, failure: Failure) {
        self.failures.push(failure);
    }

    fn is_valid(&self) -> bool {
        self.failures.is_empty()
    }

    fn merge(&mut self, other: Found) {
        self.failures.extend(other.failures);
        self.ratcheted.extend(other.ratcheted);
        self.matched += other.matched;
    }
}

/// The errors of `value` at `prefix`, or at the root.
pub(super) fn validate(
    schema: &Structural,
    value: &Json,
    old: Option<&Json>,
    prefix: Option<&str>,
    policy: Ratcheting,
) -> Verdicts {
    let mut found = Found::default();
    let old = old.filter(|_| policy != Ratcheting::Off);
    let pair = old.map(|old| Pair { new: value, old, schema, policy });
    check("", schema, value, pair, &mut found);
    let worded = |all: Vec<Failure>| -> Vec<FieldError> {
        all.into_iter().map(|failure| failure.into_field_error(prefix)).collect()
    };
    Verdicts { errors: worded(found.failures), ratcheted: worded(found.ratcheted) }
}

/// Adds the failures of a value to `out`, as ratcheted ones if the value did not change. Values in branches
/// of junctors have no counterpart, except in `allOf` under KEP-4008.
//
// apiextensions-apiserver: pkg/apiserver/validation/ratcheting.go
fn check(path: &str, schema: &Structural, value: &Json, pair: Option<Pair<'_>>, out: &mut Found) {
    let failures = out.failures.len();
    check_all(path, schema, value, pair, out);
    if out.failures.len() > failures && pair.is_some_and(Pair::same) {
        out.ratcheted.extend(out.failures.drain(failures..));
    }
}

/// Adds the failures of a value to `out`, and counts the matched checks as the server does.
fn check_all(path: &str, schema: &Structural, value: &Json, pair: Option<Pair<'_>>, out: &mut Found) {
    let failures = out.failures.len();
    types::check(path, schema, value, out);
    let typed = out.failures.len() == failures;
    if *value == Json::Null {
        out.matched += usize::from(typed);
        return enums::check(path, schema, value, out);
    }
    // Each validator that looks at the value counts, some of them twice; the type's second one
    // only where it holds. schema.go, Validate
    if !schema.types().is_empty() || !schema.format.is_empty() {
        out.matched += 1 + usize::from(typed);
    }
    junctors::check(path, schema, value, pair, out);
    out.matched += 2;
    match value {
        Json::Null | Json::Bool(_) => {}
        Json::Int(_) | Json::Float(_) => {
            numbers::check(path, schema, value, out);
            out.matched += 2;
        }
        Json::String(text) => {
            strings::check(path, schema, text, out);
            out.matched += 1 + usize::from(!schema.format.is_empty());
        }
        Json::Array(items) => {
            lists::check(path, schema, items, pair, out);
            out.matched += 2;
        }
        Json::Object(members) => {
            objects::check(path, schema, members, pair, out);
            out.matched += 1;
        }
    }
    enums::check(path, schema, value, out);
    out.matched += 2;
}
