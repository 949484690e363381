//! `+crdc:rule` and `+kubebuilder:validation:XValidation`: CEL rules.

use super::{At, Given, Marker, MarkerSet, On, Spelling, Stand, Takes};

/// The name of the marker.
pub(crate) const NAME: &str = "+crdc:rule";

pub(super) const MARKER: Marker = Marker {
    name: NAME,
    spellings: &[
        Spelling { name: "crdc:rule", takes: Takes::Rule },
        Spelling { name: "kubebuilder:validation:XValidation", takes: Takes::RuleWords },
    ],
    stands: &[Stand::Field, Stand::Each, Stand::Item],
    on: On::Anything,
    repeats: true,
    meaning: "A CEL rule that the value must satisfy; `self` is the value, `oldSelf` the one that it replaces. \
              After `+crdc:rule=`, the rest of the line is the rule.",
    keyword: "`x-kubernetes-validations`",
    example: "/// +crdc:rule=self.min <= self.max\npub range: Range,",
    say,
};

fn say(markers: &mut MarkerSet, given: Given, at: At) {
    if let Given::Rule(words) = given {
        markers.rules.push((words, at));
    }
}
