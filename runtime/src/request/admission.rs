//! The places of an admission chain in a request. They are empty: there is no chain yet.
//!
//! A mutator changes bytes. It replaces `new.text` with them and calls [`RequestState::decode_new`] again,
//! which decodes, prunes and defaults what it changed: later steps see only the result. The outcome reads the
//! texts of the [`Request`](super::Request), so it must get the mutated bytes too. A validator gets a
//! [`Validation`], which cannot change an object.
// apiserver: endpoints/handlers/{create,update}.go call mutators before the storage's strategy; registry/
// generic/registry/store.go calls validators after it

#[cfg(test)]
mod tests;

use super::{Refused, RequestState, Validation};

impl RequestState<'_> {
    /// Mutators, in their order. The object is as the handler received it.
    #[inline(always)]
    pub(super) fn mutating_admission(&mut self) -> Result<(), Refused> {
        Ok(())
    }
}

impl Validation<'_> {
    /// Validators. The object is as it will be stored.
    #[inline(always)]
    pub(super) fn validating_admission(&mut self) {}
}
