//! Selects cases. In: all cases. Out: the cases to run. A sample has a bounded number of CRDs, which
//! determine the run time. It depends only on ids and the seed, not on the order of files.

use std::collections::{BTreeMap, BTreeSet};

use crdc_conformance_runner::frame::Op;

use super::{Case, Unit};

/// A sample of N cases uses N / `CASES_PER_CRD` CRDs, or more if these have too few.
const CASES_PER_CRD: usize = 20;

/// The selection of cases.
#[derive(Clone, Debug, Default)]
pub(crate) struct Selection {
    /// The selected operations; all if empty.
    pub(super) ops: Vec<Op>,
    /// The highest number of cases.
    pub(super) sample: Option<usize>,
    /// The seed of the sample.
    pub(super) seed: u64,
}

/// The selected cases, in their order.
pub(crate) fn select(mut cases: Vec<Case>, selection: &Selection) -> Vec<Case> {
    if !selection.ops.is_empty() {
        cases.retain(|case| selection.ops.contains(&case.op));
    }
    let Some(sample_size) = selection.sample.filter(|size| *size < cases.len()) else {
        return cases;
    };
    // CRDs are drawn in the order of their hashes, and so are the cases of a CRD.
    let mut of_crd: BTreeMap<String, Vec<(u64, usize)>> = BTreeMap::new();
    for (index, case) in cases.iter().enumerate() {
        let crd = case.unit.crd.file_name().unwrap_or_default().to_string_lossy().into_owned();
        of_crd.entry(crd).or_default().push((hash(selection.seed, &case.id), index));
    }
    let mut crds: Vec<_> =
        of_crd.into_iter().map(|(crd, cases)| (hash(selection.seed, &crd), cases)).collect();
    crds.sort();
    let mut pool = Vec::new();
    for (count, (_, cases)) in crds.into_iter().enumerate() {
        if count >= sample_size.div_ceil(CASES_PER_CRD) && pool.len() >= sample_size {
            break;
        }
        pool.extend(cases);
    }
    pool.sort_unstable();
    let drawn: BTreeSet<usize> = pool.into_iter().take(sample_size).map(|(_, index)| index).collect();
    let mut index = 0..;
    cases.retain(|_| index.next().is_some_and(|index| drawn.contains(&index)));
    cases
}

/// The CRD versions of the cases.
pub(crate) fn units(cases: &[Case]) -> BTreeSet<Unit> {
    cases.iter().map(|case| case.unit.clone()).collect()
}

/// FNV-1a with a final mix; the same on every machine and in every release.
pub(crate) fn hash(seed: u64, text: &str) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325 ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let hash =
        text.bytes().fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    let hash = (hash ^ (hash >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash ^ (hash >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::Answer;

    fn cases() -> Vec<Case> {
        let case = |number: usize| Case {
            id: format!("project/{number}"),
            source: 0,
            unit: Unit { crd: format!("crd{}.yaml", number / 50).into(), version: "v1".into() },
            op: Op::ALL[number % 3],
            new: Vec::new(),
            old: None,
            expected: Answer::default(),
        };
        (0..5000).map(case).collect()
    }

    fn ids(cases: &[Case]) -> Vec<&str> {
        cases.iter().map(|case| case.id.as_str()).collect()
    }

    #[test]
    fn a_sample_is_exact_bounded_in_crds_and_repeatable() {
        let selection = Selection { sample: Some(400), seed: 7, ..Selection::default() };
        let sample = select(cases(), &selection);
        assert_eq!(sample.len(), 400);
        assert_eq!(units(&sample).len(), 20);
        assert_eq!(ids(&sample), ids(&select(cases(), &selection)));
        let mut backwards = cases();
        backwards.reverse();
        let mut backwards = select(backwards, &selection);
        backwards.reverse();
        assert_eq!(ids(&sample), ids(&backwards));
        let other = Selection { seed: 8, ..selection };
        assert_ne!(ids(&sample), ids(&select(cases(), &other)));
    }

    #[test]
    fn crds_with_few_cases_are_topped_up() {
        let selection = Selection { ops: vec![Op::Update], sample: Some(1000), ..Selection::default() };
        let sample = select(cases(), &selection);
        assert_eq!(sample.len(), 1000);
        assert!(sample.iter().all(|case| case.op == Op::Update));
        assert!(units(&sample).len() >= 60);
    }

    #[test]
    fn everything_is_selected_where_the_sample_is_larger() {
        let selection = Selection { sample: Some(9999), ..Selection::default() };
        assert_eq!(select(cases(), &selection).len(), 5000);
    }
}
