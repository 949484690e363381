//! Responses: their status, headers and bodies, and the forms of objects that clients ask for.

pub(crate) mod answered;
mod gzip;
pub(crate) mod negotiation;
pub(crate) mod reply;
pub(crate) mod representation;
pub(crate) mod tables;
