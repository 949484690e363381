//! The derive of crdc. Nothing is here yet: rules from Rust structs come with a later
//! version; the crate stands so that its name and its place in the workspace are fixed.
