//! Unions of fifty members in lists of any length.

/// The beginning of an object of the kind `Wide`.
pub const HEAD: &str = r#"{"apiVersion":"unions.example.com/v1","kind":"Wide","metadata":{"name":"x","namespace":"default","resourceVersion":"7","generation":1},"spec":{"#;

/// An object with `n` items, each made by `item`.
pub fn body(list: &str, n: usize, item: fn(usize) -> String) -> Vec<u8> {
    let items: Vec<String> = (0..n).map(item).collect();
    format!("{HEAD}\"{list}\":[{}]}}}}", items.join(",")).into_bytes()
}

/// Members of the union, each with its number.
fn members(range: std::ops::Range<usize>) -> String {
    range.map(|i| format!(",\"m{i}\":{i}")).collect()
}

/// The item at an index.
pub type Item = fn(usize) -> String;
/// A family: its name, the list in the spec, the new and the old items, their number, and the expected code
/// and errors for each item.
pub type Flood = (&'static str, &'static str, Item, Option<Item>, usize, (u16, usize));

/// Families of items, with mistakes and without.
pub const FLOODS: [Flood; 6] = [
    (
        "one member",
        "keyed",
        |i| format!("{{\"name\":{i},\"kind\":\"M7\",\"m7\":1}}"),
        None,
        100_000,
        (201, 0),
    ),
    (
        "two members",
        "keyed",
        |i| format!("{{\"name\":{i},\"kind\":\"M7\",\"m7\":1,\"m8\":1}}"),
        None,
        100_000,
        (422, 1),
    ),
    (
        "unknown values",
        "keyed",
        |i| format!("{{\"name\":{i},\"kind\":\"N\",\"m7\":1}}"),
        None,
        100_000,
        (422, 1),
    ),
    (
        "all but one cleared",
        "keyed",
        |i| format!("{{\"name\":{i},\"kind\":\"M49\"{}}}", members(0..50)),
        Some(|i| format!("{{\"name\":{i},\"kind\":\"M0\",\"m0\":1}}")),
        16_000,
        (200, 0),
    ),
    (
        "fifty members, as they were",
        "keyed",
        |i| format!("{{\"name\":{i},\"kind\":\"M49\"{}}}", members(0..50)),
        Some(|i| format!("{{\"name\":{i},\"kind\":\"M49\"{}}}", members(0..50))),
        16_000,
        (200, 1),
    ),
    ("deduced", "older", |i| format!("{{\"kind\":\"\",\"m{}\":1}}", i % 50), None, 100_000, (201, 0)),
];
