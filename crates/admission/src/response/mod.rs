//! The response of a request: a refusal or an object, with warnings and audit annotations.

pub(crate) mod answer;
pub(crate) mod notes;
pub(crate) mod refusal;
