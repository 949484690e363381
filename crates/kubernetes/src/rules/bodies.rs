//! Rules of the bodies of subresources: Binding, TokenRequest. They are not stored.
//
// kubernetes: pkg/apis/core/validation/validation.go ValidatePodBinding;
// pkg/apis/authentication/validation/validation.go ValidateTokenRequest

use super::at::At;
use super::report::Report;

/// A Binding of a pod to a node.
pub(super) fn binding(root: &At<'_, '_>, report: &mut Report) {
    let target = root.child("target");
    report.one_of(&target.child("kind"), &["Node", "<empty>"]);
    report.required_text(&target.child("name"));
}

/// A TokenRequest.
pub(super) fn token(root: &At<'_, '_>, report: &mut Report) {
    let spec = root.child("spec");
    let seconds = spec.child("expirationSeconds");
    // Nothing is an hour.
    let Some(number) = seconds.int() else { return };
    if number < 600 {
        report.invalid(&seconds, number, "may not specify a duration less than 10 minutes");
    }
    if number > 1 << 32 {
        report.invalid(&seconds, number, "may not specify a duration larger than 2^32 seconds");
    }
}
