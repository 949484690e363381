//! Rules of `status`, which the subresource of that name writes. In: the object and the stored object. Out:
//! errors.
//!
//! A server does not look at the spec then, and compares the status with the stored one. Each file has the
//! rules of some kinds; the registry is their table.
//
// kubernetes: pkg/registry/*/strategy.go ValidateUpdate of each statusStrategy, and the Validate*StatusUpdate
// functions of pkg/apis/*/validation/validation.go

pub(super) mod claims;
pub(super) mod conditions;
pub(super) mod jobs;
pub(super) mod others;
pub(super) mod pods;
pub(super) mod workloads;
