//! Checks the immutability extensions: errors of the design, and warnings; one file per topic. No server
//! implements these extensions, so the findings have no server messages.
//
// The immutability design (KEP 1101).

mod conflicts;
mod dialects;
mod keys;
mod normalize;
mod places;
mod redundant;
mod removable;
mod v1beta1;
mod values;

pub(super) use conflicts::conflicts;
pub(super) use dialects::dialects;
pub(super) use keys::{keys, list_keys};
pub(super) use normalize::normalize;
pub(super) use places::places;
pub(super) use redundant::{redundant, set_items};
pub(super) use removable::removable;
pub(super) use v1beta1::v1beta1;
pub(super) use values::values;
