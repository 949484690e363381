//! Formats the plans of whole sources as text, for `crdc explain`.

use crate::{actions, build};
use crdc_check::{CheckedCrd, Outcome, check_source};
use crdc_source::Source;

/// The plans of all accepted CRDs of some sources as text, with the programs of their CEL rules; of one
/// version only, if given.
pub fn explain(sources: &[Source], version: Option<&str>) -> String {
    let mut texts = Vec::new();
    for source in sources {
        let crds = check_source(source, None).crds;
        for one in crds.iter().filter_map(Outcome::accepted).flat_map(CheckedCrd::versions) {
            let plan = build(one);
            if version.is_none_or(|version| version == plan.version) {
                texts.push(plan.text() + &actions::programs(&plan));
            }
        }
    }
    texts.join("\n")
}
