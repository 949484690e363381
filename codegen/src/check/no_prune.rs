//! `x-kubernetes-no-prune` is true or not there, in each of its spellings.
//
// The pruning design (KEP 24), nested x-no-pruning.

use super::place::Place;
use super::report::Report;
use crate::diag::Code;
use crate::skeleton::{NO_PRUNE, is_no_prune};
use crate::source::Value;

pub(super) fn no_prune(place: &Place<'_>, report: &mut Report) {
    let seeds = place.schema.seeds.iter().filter(|seed| NO_PRUNE.contains(&seed.name.as_str()));
    for seed in seeds.filter(|seed| !is_no_prune(seed)) {
        let finding =
            report.add(Code::NoPruneValue, seed.value.span, format!("`{}` can only be true", seed.name));
        if seed.value.value == Value::Bool(false) {
            finding.help("remove it: unknown fields are pruned unless it is true");
        } else {
            finding.help("write `true`, or remove it");
        }
    }
}
