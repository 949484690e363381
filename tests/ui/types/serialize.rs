//! A type that cannot be serialised.

#[derive(crdc::Rules)]
struct Spec {
    /// +immutable
    class: String,
}

#[derive(crdc::Rules)]
struct Other {
    /// +imutable
    class: String,
}

fn main() {}
