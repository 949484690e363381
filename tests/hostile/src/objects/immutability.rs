//! Updates of immutable values of any size.

/// An object of the kind `Fixture` with this spec.
pub fn object(spec: &str) -> Vec<u8> {
    format!(
        r#"{{"apiVersion":"immutability.example.com/v1","kind":"Fixture","metadata":{{"name":"x","namespace":"default","resourceVersion":"7","generation":1}},"spec":{spec}}}"#
    )
    .into_bytes()
}

/// The items, with commas between them.
fn joined(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(",")
}

/// A string with a number.
fn quoted(at: usize) -> String {
    format!("\"m{at}\"")
}

/// A family: its name, the new and the old spec of a size, and the expected code and number of errors.
pub type Flood = (&'static str, fn(usize) -> (String, String), fn(usize) -> (u16, usize));

/// Updates of each kind of immutable value.
pub const FLOODS: [Flood; 13] = [
    (
        "changed values",
        |n| {
            let map = |value: usize| joined((0..n).map(|at| format!("\"k{at}\":{value}")));
            (format!("{{\"values\":{{{}}}}}", map(1)), format!("{{\"values\":{{{}}}}}", map(2)))
        },
        |n| (400, n),
    ),
    (
        "added and removed entries of an immutable map",
        |n| {
            let map = |name: char| joined((0..n).map(|at| format!("\"{name}{at}\":1")));
            (format!("{{\"map\":{{{}}}}}", map('k')), format!("{{\"map\":{{{}}}}}", map('l')))
        },
        |n| (400, 2 * n),
    ),
    (
        "added keys",
        |n| {
            let keys = joined((0..n).map(|at| format!("\"k{at}\":1")));
            (format!("{{\"shrinking\":{{{keys}}}}}"), "{\"shrinking\":{}}".to_owned())
        },
        |n| (400, n),
    ),
    (
        "items that are others",
        |n| {
            let list = |value: usize| joined((0..n).map(|_| value.to_string()));
            (format!("{{\"plain\":[{}]}}", list(1)), format!("{{\"plain\":[{}]}}", list(2)))
        },
        |n| (400, n),
    ),
    (
        "a set in another order",
        |n| {
            let (new, old) = (joined((0..n).map(quoted)), joined((0..n).rev().map(quoted)));
            (format!("{{\"set\":[{new}]}}"), format!("{{\"set\":[{old}]}}"))
        },
        |_| (200, 0),
    ),
    (
        "a set that grows, in another order",
        |n| {
            let (new, old) = (joined((0..n).map(quoted)), joined((0..n / 2).rev().map(quoted)));
            (format!("{{\"growing\":[{new}]}}"), format!("{{\"growing\":[{old}]}}"))
        },
        |_| (200, 0),
    ),
    (
        "sets in members of a set, all in another order",
        |n| {
            let member = |at: usize, more: [&str; 2]| {
                format!("{{\"names\":[\"{}\",\"m{at}\",\"{}\"]}}", more[0], more[1])
            };
            let new = joined((0..n).map(|at| member(at, ["x", "y"])));
            let old = joined((0..n).rev().map(|at| member(at, ["y", "x"])));
            (format!("{{\"groups\":[{new}]}}"), format!("{{\"groups\":[{old}]}}"))
        },
        |_| (200, 0),
    ),
    (
        "a long set in a member of a set, in another order",
        |n| {
            let (new, old) = (joined((0..n).map(quoted)), joined((0..n).rev().map(quoted)));
            let groups = |names| format!("{{\"groups\":[{{\"names\":[{names}]}}]}}");
            (groups(new), groups(old))
        },
        |_| (200, 0),
    ),
    (
        "another set",
        |n| {
            let set = |name: char| joined((0..n).map(|at| format!("\"{name}{at}\"")));
            (format!("{{\"growing\":[{}]}}", set('k')), format!("{{\"growing\":[{}]}}", set('l')))
        },
        // Each removed member is an error at the set.
        |n| (400, n),
    ),
    (
        "an immutable list map, reversed",
        |n| {
            let item = |at: usize| format!("{{\"name\":\"n{at}\",\"value\":{at}}}");
            let (new, old) = (joined((0..n).map(item)), joined((0..n).rev().map(item)));
            (format!("{{\"keyed\":[{new}]}}"), format!("{{\"keyed\":[{old}]}}"))
        },
        |_| (400, 1),
    ),
    (
        "a list map with immutable keys, reversed",
        |n| {
            let item = |at: usize| format!("{{\"name\":\"n{at}\",\"value\":{at}}}");
            let (new, old) = (joined((0..n).map(item)), joined((0..n).rev().map(item)));
            (format!("{{\"fixedKeys\":[{new}]}}"), format!("{{\"fixedKeys\":[{old}]}}"))
        },
        |_| (200, 0),
    ),
    (
        "a list map with one key again and again",
        |n| {
            let item = |value: usize| format!("{{\"name\":\"n\",\"value\":{value}}}");
            let list = |value: usize| joined((0..n).map(|_| item(value)));
            (format!("{{\"keyed\":[{}]}}", list(1)), format!("{{\"keyed\":[{}]}}", list(2)))
        },
        |_| (400, 1),
    ),
    (
        "members of a free value in another order",
        |n| {
            let member = |at: usize| format!("\"k{at}\":[{at}.0]");
            let back = |at: usize| format!("\"k{at}\":[{at}]");
            let (new, old) = (joined((0..n).map(member)), joined((0..n).rev().map(back)));
            (format!("{{\"any\":{{{new}}}}}"), format!("{{\"any\":{{{old}}}}}"))
        },
        |_| (200, 0),
    ),
];
