//! Rules of PriorityLevelConfigurations: how many requests a server handles at the same time.
//
// kubernetes: pkg/apis/flowcontrol/validation/validation.go; pkg/apis/flowcontrol/v1/defaults.go

use super::at::At;
use super::mandatory;
use super::report::Report;
use crdc_vocabulary::go::quote;

/// The annotation of v1beta3 that keeps a zero.
const KEEPS_ZERO: &str = "flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares";
/// The most queues.
const QUEUES: i64 = 10_000_000;
/// The bits of a hash that choose queues.
const HASH_BITS: i64 = 60;

/// A PriorityLevelConfiguration.
// ValidatePriorityLevelConfiguration
pub(super) fn level(root: &At<'_, '_>, version: &str, report: &mut Report) {
    let (metadata, spec) = (root.child("metadata"), root.child("spec"));
    let (name, annotations) = (metadata.child("name"), metadata.child("annotations"));
    let kept = annotations.key(KEEPS_ZERO);
    if version != "v1beta3" && kept.is_set() {
        let detail = format!("annotation '{KEEPS_ZERO}' is forbidden");
        report.forbidden(&kept.as_map(&annotations), &detail);
    }
    let (kind, limited, exempt) = (spec.child("type"), spec.child("limited"), spec.child("exempt"));
    if (name.text() == "exempt") != (kind.text() == "Exempt") {
        let detail = match report.version() {
            ..34 => "type must be 'Exempt' if and only if name is 'exempt'",
            _ => "must be 'Exempt' if and only if `name` is 'exempt'",
        };
        report.bad_text(&kind, kind.text(), detail);
    }
    match kind.text() {
        "Exempt" => {
            if limited.is_set() {
                report.forbidden(&limited, "must be nil if the type is not Limited");
            }
            shares(&exempt, report);
        }
        "Limited" => {
            if exempt.is_set() {
                report.forbidden(&exempt, "must be nil if the type is Limited");
            }
            match limited.is_set() {
                true => limits(&limited, report),
                false => report.required(&limited, "must not be empty when type is Limited"),
            }
        }
        other => report.unsupported_shown(&kind, &quote(other), &["Exempt", "Limited"]),
    }
    // ValidateIfMandatoryPriorityLevelConfigurationObject
    let detail = match name.text() {
        "exempt" if mandatory::differs(&spec, mandatory::EXEMPT, Some("exempt")) => {
            "spec of 'exempt' except the 'spec.exempt' field must equal the fixed value"
        }
        "catch-all" if mandatory::differs(&spec, mandatory::CATCH_ALL, None) => {
            "spec of 'catch-all' must equal the fixed value"
        }
        _ => return,
    };
    report.invalid_unseen(&spec.at_key(), detail);
}

/// The shares of a level, and what others can borrow of them.
fn shares(at: &At<'_, '_>, report: &mut Report) {
    let (shares, lent) = (at.child("nominalConcurrencyShares"), at.child("lendablePercent"));
    if let Some(number) = shares.int().filter(|number| *number < 0) {
        report.invalid(&shares, number, "must be a non-negative integer");
    }
    if let Some(number) = lent.int().filter(|number| !(0..=100).contains(number)) {
        report.invalid(&lent, number, "must be between 0 and 100, inclusive");
    }
}

// ValidateLimitedPriorityLevelConfiguration
fn limits(at: &At<'_, '_>, report: &mut Report) {
    let nominal = at.child("nominalConcurrencyShares");
    if let Some(number) = nominal.int().filter(|number| *number < 0) {
        report.invalid(&nominal, number, "must be a non-negative integer");
    }
    response(&at.child("limitResponse"), report);
    // Both levels have the same rules, but the server looks at the response in between.
    let (lent, borrowed) = (at.child("lendablePercent"), at.child("borrowingLimitPercent"));
    if let Some(number) = lent.int().filter(|number| !(0..=100).contains(number)) {
        report.invalid(&lent, number, "must be between 0 and 100, inclusive");
    }
    if let Some(number) = borrowed.int().filter(|number| *number < 0) {
        report.invalid(&borrowed, number, "if specified, must be a non-negative integer");
    }
}

// ValidateLimitResponse
fn response(at: &At<'_, '_>, report: &mut Report) {
    let (kind, queuing) = (at.child("type"), at.child("queuing"));
    match kind.text() {
        "Reject" if queuing.is_set() => {
            report.forbidden(&queuing, "must be nil if limited.limitResponse.type is not Limited");
        }
        "Reject" => {}
        "Queue" if queuing.is_set() => queues(&queuing, report),
        "Queue" => {
            report.required(&queuing, "must not be empty if limited.limitResponse.type is Limited");
        }
        other => report.unsupported_shown(&kind, &quote(other), &["Queue", "Reject"]),
    }
}

// ValidatePriorityLevelQueuingConfiguration
fn queues(at: &At<'_, '_>, report: &mut Report) {
    let given = |at: &At<'_, '_>, default: i64| match at.int_or_zero() {
        0 => default,
        number => number,
    };
    let [length, queues, hand] = ["queueLengthLimit", "queues", "handSize"].map(|field| at.child(field));
    let (most, deck, size) = (given(&length, 50), given(&queues, 64), given(&hand, 8));
    if most <= 0 {
        report.invalid(&length, most, "must be positive");
    }
    if deck <= 0 {
        report.invalid(&queues, deck, "must be positive");
    } else if deck > QUEUES {
        report.invalid(&queues, deck, &format!("must not be greater than {QUEUES}"));
    }
    if size <= 0 {
        report.invalid(&hand, size, "must be positive");
    } else if size > deck {
        report.invalid(&hand, size, &format!("should not be greater than queues ({deck})"));
    } else if needed_bits(deck, size) > HASH_BITS {
        let detail = format!(
            "required entropy bits of deckSize {deck} and handSize {size} should not be greater than {HASH_BITS}"
        );
        report.invalid(&hand, size, &detail);
    }
}

/// The bits of a hash that choose a hand of queues.
// apiserver: pkg/util/shufflesharding/shufflesharding.go RequiredEntropyBits
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "both are numbers of 32 bits"
)]
fn needed_bits(deck: i64, hand: i64) -> i64 {
    ((deck as f64).log2() * hand as f64).ceil() as i64
}
