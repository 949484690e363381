//! Bodies with many similar values, mostly invalid.

use super::collisions::colliding;

/// A family of bodies: its name, a large size, and the body of a size.
pub type Flood = (&'static str, usize, fn(usize) -> String);

/// Specs with many values, or a long one.
pub const FLOODS: [Flood; 35] = [
    ("wrong items", 5_000, |n| format!("{{\"list\":[{}0]}}", "\"x\",".repeat(n))),
    ("items too large", 5_000, |n| format!("{{\"list\":[{}0]}}", "99,".repeat(n))),
    ("missing fields", 5_000, |n| format!("{{\"objects\":[{}{{}}]}}", "{},".repeat(n))),
    ("bad names", 5_000, |n| {
        format!("{{\"objects\":[{}{{}}]}}", "{\"name\":\"ABCD\",\"port\":0},".repeat(n))
    }),
    ("unknown fields", 5_000, |n| {
        let members: String = (0..n).map(|i| format!("\"u{i}\":{i},")).collect();
        format!("{{{members}\"list\":[]}}")
    }),
    ("unknown fields in items", 5_000, |n| {
        format!("{{\"objects\":[{}{{}}]}}", "{\"name\":\"a\",\"x\":1},".repeat(n))
    }),
    ("one key repeated", 5_000, |n| format!("{{{}\"list\":[]}}", "\"list\":[],".repeat(n))),
    ("unknown key repeated", 5_000, |n| format!("{{{}\"list\":[]}}", "\"u\":1,".repeat(n))),
    ("keys repeated in pairs", 5_000, |n| {
        let members: String = (0..n).map(|i| format!("\"k{}\":1,", i / 2)).collect();
        format!("{{\"map\":{{{members}\"k\":1}}}}")
    }),
    ("map of wrong values", 5_000, |n| {
        let members: String = (0..n).map(|i| format!("\"k{i}\":\"x\",")).collect();
        format!("{{\"map\":{{{members}\"k\":1}}}}")
    }),
    ("free keys", 5_000, |n| {
        let members: String = (0..n).map(|i| format!("\"k{i}\":{{\"k{i}\":null}},")).collect();
        format!("{{\"any\":{{{members}\"k\":1}}}}")
    }),
    ("long string", 200_000, |n| format!("{{\"string\":\"{}\"}}", "ab".repeat(n))),
    ("long string of escapes", 20_000, |n| format!("{{\"string\":\"{}\"}}", "\\u0061\\n".repeat(n))),
    ("string for a slow pattern", 30_000, |n| format!("{{\"slow\":\"{}\"}}", "ab".repeat(n))),
    ("comments of an address", 50_000, |n| format!("{{\"email\":\"a@b {}\"}}", "(".repeat(n))),
    ("quotes of an address", 30_000, |n| format!("{{\"email\":\"{}\"}}", "\\\"a\\\" ".repeat(n))),
    ("a group of addresses", 30_000, |n| format!("{{\"email\":\"g: {}\"}}", "a <b@c>, ".repeat(n))),
    ("escapes of a uri", 50_000, |n| {
        format!("{{\"uri\":\"http://{}:1/{}\"}}", "%e9@:".repeat(n), "%41".repeat(n))
    }),
    ("brackets of a uri", 50_000, |n| format!("{{\"uri\":\"http://[::1%25{}]\"}}", "%20]".repeat(n))),
    ("numbers of a duration", 50_000, |n| format!("{{\"duration\":\"1h{}\"}}", "1      ".repeat(n))),
    ("labels of a host", 60_000, |n| format!("{{\"hostname\":\"{}\"}}", "a-.é.".repeat(n))),
    ("zeros of an address", 100_000, |n| format!("{{\"address\":\"{}.0.0.1\"}}", "0".repeat(n))),
    ("dashes of a card", 100_000, |n| format!("{{\"card\":\"4{}\"}}", "-".repeat(n))),
    ("fraction of a time", 100_000, |n| format!("{{\"when\":\"2024-05-01T10:00:00.{}\"}}", "0".repeat(n))),
    ("long unknown key", 100_000, |n| format!("{{\"{}\":1}}", "k\\u00e9".repeat(n / 4))),
    ("lists in lists", 500, |n| {
        format!("{{\"any\":[{}0]}}", format!("{}{},", "[".repeat(50), "]".repeat(50)).repeat(n))
    }),
    ("equal items of a set", 5_000, |n| format!("{{\"set\":[{}\"x\"]}}", "\"same\",".repeat(n))),
    ("items of a set in pairs", 5_000, |n| {
        let items: String = (0..n).map(|i| format!("\"k{}\",", i / 2)).collect();
        format!("{{\"set\":[{items}\"x\"]}}")
    }),
    ("different items of a set", 5_000, |n| {
        let items: String = (0..n).map(|i| format!("\"k{i}\",")).collect();
        format!("{{\"set\":[{items}\"x\"]}}")
    }),
    ("items of a set with one hash", 1_024, |n| format!("{{\"set\":[\"{}\"]}}", colliding(n).join("\",\""))),
    ("deep items of a set", 100, |n| {
        let deep = format!("{}1{}", "[".repeat(500), "]".repeat(500));
        format!("{{\"tuples\":[{}[1]]}}", format!("{deep},").repeat(n))
    }),
    ("equal keys", 5_000, |n| format!("{{\"keyed\":[{}null]}}", "{\"name\":\"a\"},".repeat(n))),
    ("sets in list maps", 5_000, |n| {
        let items: String = (0..n).map(|i| format!("{{\"name\":\"k{i}\",\"set\":[\"a\",\"a\"]}},")).collect();
        format!("{{\"keyed\":[{items}{{}}]}}")
    }),
    ("keys in pairs, with defaults", 5_000, |n| {
        let items: String = (0..n).map(|i| format!("{{\"port\":{}}},", i / 2)).collect();
        format!("{{\"pairs\":[{items}{{}}]}}")
    }),
    ("long number", 50_000, |n| format!("{{\"any\":0.{}}}", "1".repeat(n))),
];

/// Members of metadata with many values of one kind, which are invalid or cause warnings.
pub const METADATA: [Flood; 7] = [
    ("labels", 5_000, |n| {
        let members: String = (0..n).map(|i| format!(",\"l {i}\":\"v {i}\"")).collect();
        format!("\"labels\":{{\"a\":\"\"{members}}}")
    }),
    ("annotations", 5_000, |n| {
        let members: String = (0..n).map(|i| format!(",\"é{i}/A\":\"{i}\"")).collect();
        format!("\"annotations\":{{\"a\":\"\"{members}}}")
    }),
    ("owners", 5_000, |n| {
        // Equal references would be stored once.
        let owner = |i| format!("{{\"apiVersion\":\"g{i}/\",\"kind\":\"\",\"name\":\"\",\"uid\":\"\"}}");
        format!("\"ownerReferences\":[{}]", (0..n).map(owner).collect::<Vec<_>>().join(","))
    }),
    ("controllers", 5_000, |n| {
        let owner = |i| {
            format!(
                "{{\"apiVersion\":\"v1\",\"kind\":\"K\",\"name\":\"n{i}\",\"uid\":\"u\",\"controller\":true}}"
            )
        };
        format!("\"ownerReferences\":[{}]", (0..n).map(owner).collect::<Vec<_>>().join(","))
    }),
    ("finalizers", 5_000, |n| {
        let items: String = (0..n).map(|i| format!(",\"f {i}\"")).collect();
        format!("\"deletionTimestamp\":\"2024-05-01T10:00:00Z\",\"finalizers\":[\"a\"{items}]")
    }),
    ("finalizers to warn of", 5_000, |n| {
        let items: String = (0..n).map(|i| format!(",\"f{i}\"")).collect();
        format!("\"finalizers\":[\"a\"{items}]")
    }),
    ("managers", 5_000, |n| {
        let entry = "{\"manager\":\"\\u0001\",\"operation\":\"x\"},";
        format!("\"managedFields\":[{}]", entry.repeat(n).trim_end_matches(','))
    }),
];

/// Embedded objects with only invalid fields.
pub const EMBEDDED: Flood = ("embedded objects", 5_000, |n| {
    let one = "{\"kind\":\"-\",\"metadata\":{\"labels\":{\"\":\" \"}}},";
    format!("{{\"embedded\":[{}]}}", one.repeat(n).trim_end_matches(','))
});
