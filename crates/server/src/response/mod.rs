//! Responses: their status, headers and bodies, and the forms of objects that clients ask for.

mod gzip;
pub(crate) mod negotiation;
pub(crate) mod reply;
pub(crate) mod representation;
pub(crate) mod tables;
