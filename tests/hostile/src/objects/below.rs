//! Errors below a key that is as long as everything below it. Each error has a long path, so the total length
//! of all paths is quadratic.

/// A family: its name, the members below the key for a size, and those in the old object, `None` if they are
/// equal.
pub type Below = (&'static str, fn(usize) -> String, Option<fn(usize) -> String>);

/// A member that is a list of `n` items.
fn list(name: &str, n: usize, item: impl Fn(usize) -> String) -> String {
    let items: Vec<String> = (0..n).map(item).collect();
    format!("\"{name}\":[{}]", items.join(","))
}

/// A member that is a map of `n` values.
fn map(name: &str, n: usize, value: impl Fn(usize) -> String) -> String {
    format!("\"{name}\":{{{}}}", members(n, value))
}

/// `n` members.
fn members(n: usize, value: impl Fn(usize) -> String) -> String {
    let members: Vec<String> = (0..n).map(|i| format!("\"m{i}\":{}", value(i))).collect();
    members.join(",")
}

/// A key of plain letters.
fn long(n: usize) -> String {
    "k".repeat(16 * n)
}

/// The families, each with many errors of one kind.
pub const BELOW: [Below; 26] = [
    ("wrong items", |n| list("list", n, |_| "\"x\"".into()), None),
    ("items too large", |n| list("list", n, |_| "99".into()), None),
    ("wrong values of a map", |n| map("map", n, |_| "\"x\"".into()), None),
    (
        "wrong values below a second long key",
        |n| format!("\"inner\":{{\"{}\":{{{}}}}}", long(n), members(n, |_| "\"x\"".into())),
        None,
    ),
    ("missing fields", |n| list("objects", n, |_| "{}".into()), None),
    ("names too long", |n| list("objects", n, |i| format!("{{\"name\":\"name{i}\"}}")), None),
    ("unknown fields", |n| members(n, |i| i.to_string()), None),
    ("unknown fields in items", |n| list("objects", n, |_| "{\"name\":\"a\",\"unknown\":1}".into()), None),
    (
        "unknown long fields in items",
        |n| list("objects", 40, |_| format!("{{\"name\":\"a\",\"{}\":1}}", "u".repeat(n / 2))),
        None,
    ),
    ("one key repeated", |n| format!("{}\"list\":[]", "\"list\":[],".repeat(n)), None),
    (
        "keys repeated in pairs",
        |n| {
            let members: String = (0..n).map(|i| format!("\"k{}\":1,", i / 2)).collect();
            format!("\"map\":{{{members}\"k\":1}}")
        },
        None,
    ),
    ("unknown keys repeated", |n| format!("{}\"list\":[]", "\"unknown\":1,".repeat(n)), None),
    ("items of a set in pairs", |n| list("set", n, |i| format!("\"m{}\"", i / 2)), None),
    (
        "items of a list map in pairs",
        |n| list("keyed", n, |i| format!("{{\"name\":\"m{}\",\"value\":9}}", i / 2)),
        None,
    ),
    (
        "long keys of a list map",
        |n| list("keyed", 40, |i| format!("{{\"name\":\"{}{}\",\"value\":9}}", "n".repeat(n), i / 2)),
        None,
    ),
    ("alternatives", |n| list("choices", n, |i| (i % 12).to_string()), None),
    (
        "unions",
        |n| {
            list("unions", n, |i| match i % 4 {
                0 => "{\"kind\":\"One\",\"two\":2}".into(),
                1 => "{\"kind\":\"Three\"}".into(),
                2 => "{\"one\":1,\"two\":2}".into(),
                _ => "{}".into(),
            })
        },
        None,
    ),
    (
        "unions that are not normalized",
        |n| list("older", n, |_| "{\"by\":\"Left\",\"left\":1,\"right\":2}".into()),
        Some(|n| list("older", n, |_| "{\"by\":\"Left\",\"left\":1}".into())),
    ),
    (
        "embedded objects",
        |n| list("embedded", n, |_| "{\"kind\":\"-\",\"metadata\":{\"name\":\" \"}}".into()),
        None,
    ),
    (
        "labels of an embedded object",
        |n| {
            let labels = members(n, |_| "\" \"".into());
            format!("\"embedded\":[{{\"metadata\":{{\"labels\":{{{labels}}},\"unknown\":1}}}}]")
        },
        None,
    ),
    (
        "unknown metadata of embedded objects",
        |n| {
            list("embedded", n, |_| {
                "{\"apiVersion\":\"v1\",\"kind\":\"K\",\"metadata\":{\"name\":\"x\",\"unknown\":1}}".into()
            })
        },
        None,
    ),
    (
        "immutable values that changed",
        |n| map("fixed", n, |_| "1".into()),
        Some(|n| map("fixed", n, |_| "2".into())),
    ),
    ("keys that may not go", |_| "\"growing\":{}".into(), Some(|n| map("growing", n, |_| "2".into()))),
    (
        "values that declarative validation refuses",
        |n| map("tagged", n, |_| "1".into()),
        Some(|n| map("tagged", n, |_| "2".into())),
    ),
    (
        "an immutable value, all of it changed",
        |n| list("whole", n, |_| "1".into()),
        Some(|n| list("whole", n, |_| "2".into())),
    ),
    ("an immutable value, changed on every level", |n| steps(n, 1), Some(|n| steps(n, 2))),
];

/// Families for the kind with rules.
pub const RULED: [Below; 2] = [
    (
        "values that rules refuse",
        |n| map("ruled", n, |_| "1".into()),
        Some(|n| map("ruled", n, |_| "2".into())),
    ),
    ("errors that keep rules from running", |n| map("map", n, |_| "9".into()), None),
];

/// A value as deep as its size, with a member on each level.
fn steps(n: usize, value: usize) -> String {
    let open: String = (0..n).map(|_| format!("{{\"x\":{value},\"k\":")).collect();
    format!("\"whole\":{open}{value}{}", "}".repeat(n))
}

/// A spelling of keys: its name, and a key of a length.
pub type Key = (&'static str, fn(usize) -> String);

/// Spellings of keys.
pub const KEYS: [Key; 3] =
    [("plain", long), ("of escapes", |n| "\\u00e9\\\"".repeat(4 * n)), ("of dots", |n| ".".repeat(16 * n))];
