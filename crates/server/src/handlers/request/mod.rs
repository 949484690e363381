//! Parses requests: the URL, its parameters, the user, and the body.

pub(crate) mod body;
pub(crate) mod call;
pub(crate) mod list_options;
pub(crate) mod url;
pub(crate) mod user;
