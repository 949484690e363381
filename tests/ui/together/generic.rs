//! Mistakes in a type with parameters.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Page<'a, T: Clone, const N: usize>
where
    T: Default,
{
    /// +imutable
    name: &'a str,
    /// +optional
    items: Vec<T>,
}

fn main() {}
