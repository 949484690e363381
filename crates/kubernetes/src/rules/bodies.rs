//! Rules of the bodies of subresources: Binding, TokenRequest. They are not stored.
//
// kubernetes: pkg/apis/core/validation/validation.go ValidatePodBinding;
// pkg/apis/authentication/validation/validation.go ValidateTokenRequest

use super::at::At;
use super::projected::lifetime;
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
    // Nothing is an hour.
    lifetime(&spec.child("expirationSeconds"), report);
}
