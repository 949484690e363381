//! Types without rules are compared as a whole.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +immutable
    class: Class,
    #[crdc(leaf)]
    port: Port,
    /// +immutable
    quantity: Option<Box<Quantity>>,
}

#[derive(PartialEq, Serialize)]
struct Class {
    name: String,
}

#[derive(Serialize, crdc::Rules)]
struct Port {
    /// +immutable
    port: u16,
}

#[derive(Serialize)]
struct Quantity(f64);

fn main() {}
