//! Compares two values as decoded JSON, at any places. The order of keys does not matter.
//
// apimachinery: pkg/api/equality (Semantic.DeepEqual)

use super::{Node, Value};

/// Whether two values are equal as decoded JSON. An integer never equals a float.
#[must_use]
pub fn same_value(a: &Node, b: &Node) -> bool {
    match (&a.value, &b.value) {
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_value(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && same_by_name(a, b, |member| &member.key, |a, b| same_value(&a.value, &b.value))
        }
        (a, b) => a == b,
    }
}

/// Compares by name; names are unique on both sides. Sorted, because hostile input may have many.
pub fn same_by_name<T>(
    a: &[T],
    b: &[T],
    name: impl Fn(&T) -> &String,
    same: impl Fn(&T, &T) -> bool,
) -> bool {
    let sorted = |list: &[T]| {
        let mut order: Vec<usize> = (0..list.len()).collect();
        order.sort_by(|x, y| name(&list[*x]).cmp(name(&list[*y])));
        order
    };
    sorted(a).into_iter().zip(sorted(b)).all(|(x, y)| name(&a[x]) == name(&b[y]) && same(&a[x], &b[y]))
}
