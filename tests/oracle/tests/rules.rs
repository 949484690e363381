//! The interpreter of rules agrees with a part of the record of single expressions.

use crdc_oracle::record::expressions::{Counts, compare};
use crdc_oracle::stack::deep;

#[test]
fn expressions_have_their_recorded_values() {
    let mut counts = Counts::default();
    deep(|| compare(include_str!("../../vectors/rules.jsonl"), &mut counts));
    let Counts { equal, different, unknown, .. } = &counts;
    assert!(different.is_empty(), "{} differ\n{}", different.len(), different.join("\n"));
    let unknown: usize = unknown.values().sum();
    assert!(*equal > 500 && unknown < 40, "{equal} are equal and {unknown} not known");
}
