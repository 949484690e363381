//! Limits that no test can reach by values.

use alloc::string::String;
use alloc::vec::Vec;

use super::recorder::{Limit, Member, Recorder, Values as _};
use crate::side::{Records, Side};
use crate::typed::node::Part;

#[test]
fn text_beyond_the_limit_of_documents_is_not_kept() {
    let (mut side, mut records) = (Side::default(), Records::default());
    let mut recorder = Recorder::new(&mut side, &mut records, true);
    recorder.most = 100;
    let texts: Vec<String> = (1..9).map(|length| "a".repeat(length * 10)).collect();
    recorder.value(&texts, Part::LEAF, Member::ITEM);
    let beyond = recorder.noticed.beyond.map(|(_, limit)| limit);
    assert_eq!(beyond, Some(Limit::Size));
    assert!(side.normalized.len() <= 100 + ",null".len() * 8);
    assert_eq!(side.tape.len(), 1 + 8);

    let mut recorder = Recorder::new(&mut side, &mut records, true);
    recorder.side.clear();
    recorder.most = 1_000;
    recorder.value(&texts, Part::LEAF, Member::ITEM);
    assert_eq!(recorder.noticed.beyond.map(|(_, limit)| limit), None);
}
