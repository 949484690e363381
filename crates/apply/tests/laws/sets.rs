//! Laws of field sets and of FieldsV1.

use std::collections::BTreeSet;

use crdc_apply::{FieldSet, Path, PathElement};
use serde_json::Value;

use crate::random::Rng;

const ROUNDS: u64 = 3000;

fn texts(set: &FieldSet) -> BTreeSet<Vec<String>> {
    set.paths().iter().map(|path| path.iter().map(|element| element.to_text()).collect()).collect()
}

#[test]
fn operations_are_those_of_sets_of_paths() {
    for seed in 0..ROUNDS {
        let mut rng = Rng(seed);
        // Read once, so that all numbers are floats and have one text.
        let mut set = || FieldSet::from_value(&rng.set().to_value()).expect("fields");
        let (left, mut right) = (set(), set());
        // A much larger set takes other paths.
        if seed % 3 == 0 {
            (0..200).for_each(|index| right.insert(&[PathElement::field(&format!("f{index}"))]));
        }
        let (left, right) = if seed % 2 == 0 { (left, right) } else { (right, left) };
        let (left_texts, right_texts) = (texts(&left), texts(&right));
        assert_eq!(
            texts(&left.union(&right)),
            left_texts.union(&right_texts).cloned().collect(),
            "union, seed {seed}"
        );
        assert_eq!(
            texts(&left.intersection(&right)),
            left_texts.intersection(&right_texts).cloned().collect(),
            "seed {seed}"
        );
        assert_eq!(
            texts(&left.difference(&right)),
            left_texts.difference(&right_texts).cloned().collect(),
            "seed {seed}"
        );
        let is_below = |path: &Vec<String>| (1..=path.len()).any(|end| right_texts.contains(&path[..end]));
        let expected: BTreeSet<_> = left_texts.iter().filter(|path| !is_below(path)).cloned().collect();
        assert_eq!(texts(&left.recursive_difference(&right)), expected, "recursive difference, seed {seed}");
        let is_leaf = |path: &&Vec<String>| {
            !left_texts.iter().any(|other| other.len() > path.len() && other.starts_with(path))
        };
        assert_eq!(
            texts(&left.leaves()),
            left_texts.iter().filter(is_leaf).cloned().collect(),
            "leaves, seed {seed}"
        );
        assert_eq!(left.len(), left_texts.len());
        assert_eq!(left.is_empty(), left_texts.is_empty());
    }
}

#[test]
fn what_is_written_is_read_again() {
    for seed in 0..ROUNDS {
        let set = Rng(seed).set();
        let read = FieldSet::from_value(&set.to_value()).expect("fields");
        assert_eq!(
            read.to_json(),
            FieldSet::from_value(&read.to_value()).expect("fields").to_json(),
            "seed {seed}"
        );
        let text: Value = serde_json::from_str(&read.to_json()).expect("JSON");
        assert_eq!(text, read.to_value(), "seed {seed}");
        // Integers that floats hold are the same after that.
        assert_eq!(FieldSet::from_value(&text).expect("fields"), read, "seed {seed}");
    }
}

#[test]
fn what_was_inserted_is_a_member() {
    for seed in 0..ROUNDS {
        let mut rng = Rng(seed);
        let paths: Vec<Path> = (0..8).map(|_| rng.path()).collect();
        let set: FieldSet = paths.iter().collect();
        assert!(paths.iter().all(|path| set.contains(path)), "seed {seed}");
        let removed: FieldSet = paths.iter().take(4).collect();
        let left = set.difference(&removed);
        assert!(paths.iter().take(4).all(|path| !left.contains(path)), "seed {seed}");
        assert_eq!(left.union(&removed.intersection(&set)).len(), set.len(), "seed {seed}");
    }
}
