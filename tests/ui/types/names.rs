//! A type that is called as one of std, and is none.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +immutable
    zones: other::Vec<String>,
    name: other::String,
}

mod other {
    #[derive(serde::Serialize)]
    pub struct Vec<T>(pub T);

    #[derive(serde::Serialize)]
    pub struct String;
}

fn main() {}
