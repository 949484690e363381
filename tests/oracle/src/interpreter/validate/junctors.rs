//! Junctors, the keywords that combine schemas: `allOf`, `anyOf`, `oneOf`, `not`. The error of the junctor
//! itself has no field. If no branch of `anyOf` or `oneOf` is valid, the errors of the branch with the most
//! matched checks are reported too; if several are equal, those of the first. `allOf` reports the errors of
//! all branches.
//
// kube-openapi: pkg/validation/validate/{schema_props,schema_messages}.go

use crdc_vocabulary::Ratcheting;

use super::failure::{Failure, What};
use super::{Found, check as check_value};
use crate::interpreter::correlation::Pair;
use crate::interpreter::structural::Structural;
use crate::json::{Json, go_quote};

/// Adds the failures of the junctors of a schema to `out`.
pub(super) fn check(path: &str, schema: &Structural, value: &Json, pair: Option<Pair<'_>>, out: &mut Found) {
    let with = |branch: &Structural, pair: Option<Pair<'_>>| {
        let mut found = Found::default();
        check_value(path, branch, value, pair, &mut found);
        found
    };
    let validate = |branch: &Structural| with(branch, None);
    let fail = |words: &str, out: &mut Found| {
        let text = format!("{} must {words}", go_quote(path));
        out.push(Failure { name: None, what: What::Other { value: "".into(), text } });
    };
    if !schema.any_of.is_empty() {
        let found: Vec<Found> = schema.any_of.iter().map(validate).collect();
        match found.iter().position(Found::is_valid) {
            Some(first) => out.matched += found[first].matched,
            None => {
                fail("validate at least one schema (anyOf)", out);
                out.merge(best(found));
            }
        }
    }
    if !schema.one_of.is_empty() {
        let found: Vec<Found> = schema.one_of.iter().map(validate).collect();
        let valid = found.iter().filter(|found| found.is_valid()).count();
        let words = match valid {
            0 => "Found none valid".to_owned(),
            valid => format!("Found {valid} valid alternatives"),
        };
        if valid != 1 {
            fail(&format!("validate one and only one schema (oneOf). {words}"), out);
        }
        match valid {
            0 => out.merge(best(found)),
            1 => {
                out.matched +=
                    found.iter().filter(|found| found.is_valid()).map(|found| found.matched).sum::<usize>()
            }
            _ => {}
        }
    }
    if !schema.all_of.is_empty() {
        // Under KEP-4008 each branch of `allOf` is ratcheted as if it were outside; the error of the `allOf`
        // itself is dropped once all errors of the branches are.
        let pair = pair.filter(|pair| pair.policy == Ratcheting::Kep4008);
        let (found, left): (Vec<Found>, Vec<Found>) =
            schema.all_of.iter().map(|branch| (validate(branch), with(branch, pair))).unzip();
        let nothing_left = left.iter().all(Found::is_valid);
        let valid = found.iter().filter(|found| found.is_valid()).count();
        if valid < found.len() {
            let more = if valid == 0 { ". None validated" } else { "" };
            fail(&format!("validate all the schemas (allOf){more}"), out);
            if nothing_left {
                out.ratcheted.extend(out.failures.pop());
            }
        }
        left.into_iter().for_each(|found| out.merge(found));
    }
    if schema.not.as_deref().is_some_and(|not| validate(not).is_valid()) {
        fail("not validate the schema (not)", out);
    }
}

/// The result of the branch with the most matched checks; the first of several.
fn best(found: Vec<Found>) -> Found {
    let most = found.iter().map(|found| found.matched).max().unwrap_or_default();
    found.into_iter().find(|found| found.matched == most).unwrap_or_default()
}
