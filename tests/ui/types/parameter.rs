//! A parameter that has no rules.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Page<T> {
    /// +immutable
    items: Vec<T>,
}

#[derive(PartialEq, Serialize)]
struct Plain {
    name: String,
}

fn main() {
    let mut scratch = crdc::typed::Scratch::new();
    let page = Page { items: vec![Plain { name: "a".into() }] };
    let _ = crdc::Rules::validate_create(&page, &mut scratch);
}
