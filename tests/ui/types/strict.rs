//! A type without rules in a strict one.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
#[crdc(strict)]
struct Spec {
    class: Class,
    classes: Vec<Class>,
    #[crdc(leaf)]
    other: Class,
}

#[derive(PartialEq, Serialize)]
struct Class {
    name: String,
}

fn main() {}
