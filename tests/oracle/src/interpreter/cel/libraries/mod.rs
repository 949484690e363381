//! The functions of each library, in a slow implementation: `call` evaluates one, and returns `None` if the
//! library does not have it.

pub(super) mod address;
pub(super) mod lists;
pub(super) mod named_format;
pub(super) mod quantity;
pub(super) mod regex;
pub(super) mod semver;
pub(super) mod sets;
pub(super) mod strings;
pub(super) mod text_format;
pub(super) mod url;
