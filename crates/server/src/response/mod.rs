//! Responses: status, headers and bodies, and objects as clients ask for them, whole or as rows of tables.

pub(crate) mod reply;
pub(crate) mod representation;
pub(crate) mod tables;
