//! `+k8s:monotonic`: an integer that does not decrease.
//
// apimachinery: pkg/api/validate/monotonic.go

use super::{At, Given, Marker, MarkerSet, On, Spelling, Stand, Takes};
use crate::model::RuleWords;

pub(super) const MARKER: Marker = Marker {
    name: "+k8s:monotonic",
    spellings: &[Spelling { name: "k8s:monotonic", takes: Takes::Nothing }],
    stands: &[Stand::Field, Stand::Each, Stand::Item],
    on: On::Integers,
    repeats: false,
    meaning: "An update does not decrease the integer. Nothing is compared with an absent value.",
    keyword: "`x-kubernetes-validations`",
    example: "/// +k8s:monotonic\npub field: i64,",
    say,
};

fn say(markers: &mut MarkerSet, _: Given, at: At) {
    // Servers take `string(…)` to be of any length, which costs too much.
    let words = RuleWords {
        rule: "self >= oldSelf".to_owned(),
        message: Some("may not be decreased".to_owned()),
        expression: Some("'may not be decreased from %d'.format([oldSelf])".to_owned()),
        ..RuleWords::default()
    };
    markers.rules.push((words, at));
}
