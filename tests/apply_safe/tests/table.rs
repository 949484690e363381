//! Every topology, mark and update of `tests/immutability/table.md`: lowered rules answer like the compiled
//! check of the dialect `cel`, but for what the report names.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;

use crdc_apply_safe_tests::{ENTRIES, lowered, published};
use crdc_documents::publish::apply_safe::Difference;
use crdc_oracle::answers::run;
use crdc_oracle::lowered::pattern;
use crdc_oracle::record::Op;
use crdc_oracle::topologies::{MARKS, OPERATIONS, POSITIONS, refused};
use crdc_oracle::updates::update;

/// Updates on which both disagree, and why. A row that is not needed fails.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    // Its duplicate keys are refused anyway.
    ("listMap", "immutable", "duplicate"),
    // Reported, with the name in brackets.
    ("unnameable", "immutable", "null"),
];

#[test]
fn every_update_of_the_table_is_answered_alike() {
    let entry = ENTRIES.iter().find(|entry| entry.name == "table.json").unwrap();
    let server = lowered(entry.crd, entry.version, 36);
    let report = published(entry.crd, 36).unexpressed;
    let (mut wrong, mut used, mut updates, mut refusals) = (Vec::new(), BTreeSet::new(), 0, 0);
    for position in &POSITIONS {
        for mark in MARKS.iter().filter(|mark| refused(position, mark).is_none()) {
            for operation in OPERATIONS {
                let Ok((old, new)) = update(position, mark, operation) else { continue };
                let (old, new) = (old.to_string().into_bytes(), new.to_string().into_bytes());
                let native = run((entry.compiled)(), Op::Update, &new, &old, &mut crdc::Scratch::new());
                let rules = server.update(&new, &old);
                assert!(rules.unknown.is_empty(), "{:?}", rules.unknown);
                updates += 1;
                let own = native.errors.iter().filter(|error| error.source == "immutable");
                let wanted: BTreeSet<(&str, &str)> =
                    own.map(|error| (error.field.as_str(), error.detail.as_str())).collect();
                let found = rules.errors.iter().filter(|error| error.source == "cel");
                let given: BTreeSet<(&str, &str)> =
                    found.map(|error| (error.field.as_str(), error.detail.as_str())).collect();
                refusals += usize::from(!wanted.is_empty());
                if (native.code < 300) == rules.is_accepted() && wanted == given {
                    continue;
                }
                let is_reported = |(field, _): &(&str, &str)| {
                    let mut accepted = report.iter().filter(|entry| entry.difference == Difference::Accepted);
                    accepted.any(|entry| pattern(field).starts_with(&pattern(&entry.path)))
                };
                if given.is_subset(&wanted) && wanted.difference(&given).all(is_reported) {
                    continue;
                }
                let row = (position.name, *mark, operation);
                match EXCEPTIONS.iter().find(|exception| **exception == row) {
                    Some(exception) => drop(used.insert(exception)),
                    None => wrong.push(format!("{row:?}: native {wanted:?}, rules {given:?}")),
                }
            }
        }
    }
    println!("{updates} updates, {refusals} refused by the native check");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(used.len(), EXCEPTIONS.len());
    assert!(updates > 200 && refusals > 80, "{updates} {refusals}");
}
