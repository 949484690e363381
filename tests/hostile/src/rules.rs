//! Objects and rules whose evaluation does much work for a small cost, for any size.

use std::fmt::Write;

/// A family of evaluations: one rule, and objects of any size.
#[derive(Debug)]
pub struct Family {
    /// A description of the work.
    pub name: &'static str,
    /// The rule, in CEL.
    pub rule: &'static str,
    /// The members of the object of a size.
    pub object: fn(usize) -> String,
    /// Whether evaluating the largest object ends before its cost does, by the limit of memory or work.
    pub limited: bool,
}

/// The schema of all objects.
pub const SCHEMA: &str = r#"{"type":"object","properties":{
    "ints":{"type":"array","items":{"type":"integer"}},
    "others":{"type":"array","items":{"type":"integer"}},
    "texts":{"type":"array","items":{"type":"string"}},
    "lists":{"type":"array","items":{"type":"array","items":{"type":"integer"}}},
    "set":{"type":"array","x-kubernetes-list-type":"set","items":{"type":"string"}},
    "unset":{"type":"array","x-kubernetes-list-type":"set","items":{"type":"string"}},
    "sets":{"type":"array","items":{"type":"array","x-kubernetes-list-type":"set","items":{"type":"string"}}},
    "maps":{"type":"array","items":{"type":"object","additionalProperties":{"type":"integer"}}},
    "times":{"type":"array","items":{"type":"array","items":{"type":"string","format":"date-time"}}},
    "keyeds":{"type":"array","items":{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["k"],
        "items":{"type":"object","required":["k"],"properties":{"k":{"type":"string"},"v":{"type":"integer"}}}}},
    "map":{"type":"object","additionalProperties":{"type":"integer"}},
    "unmap":{"type":"object","additionalProperties":{"type":"integer"}},
    "open":{"type":"object","x-kubernetes-preserve-unknown-fields":true,"properties":{"z":{"type":"integer"}}},
    "opens":{"type":"array","items":{"type":"object","x-kubernetes-preserve-unknown-fields":true,
        "properties":{"a":{"type":"integer"},"z":{"type":"integer"}}}},
    "anys":{"type":"array","items":{"type":"object","x-kubernetes-preserve-unknown-fields":true}},
    "text":{"type":"string"},
    "template":{"type":"string"},
    "bytes":{"type":"string","format":"byte"}
}}"#;

/// The largest objects that the server takes, in bytes.
pub const LARGEST: usize = 3 << 20;

/// A member that is a list.
fn list(name: &str, items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    format!("\"{name}\":[{}]", items.join(","))
}

/// The member `ints` with the numbers below `n`.
fn ints(n: usize) -> String {
    list("ints", (0..n).map(|at| at.to_string()))
}

/// A member that is a map with these keys.
fn map(name: &str, keys: impl Iterator<Item = usize>) -> String {
    let members: Vec<String> = keys.map(|at| format!("\"k{at}\":1")).collect();
    format!("\"{name}\":{{{}}}", members.join(","))
}

/// The member `texts` with `n` different strings.
fn texts(n: usize) -> String {
    list("texts", (0..n).map(|at| format!("\"k{at}\"")))
}

/// A member that is a list of strings with these numbers.
fn strings(name: &str, keys: impl Iterator<Item = usize>) -> String {
    list(name, keys.map(|at| format!("\"k{at}\"")))
}

/// The member `keyeds` with two list maps, with these keys.
fn keyed(one: impl Iterator<Item = usize>, other: impl Iterator<Item = usize>) -> String {
    let one: Vec<String> = one.map(|at| format!("{{\"k\":\"k{at}\"}}")).collect();
    let other: Vec<String> = other.map(|at| format!("{{\"k\":\"k{at}\"}}")).collect();
    format!("\"keyeds\":[[{}],[{}]]", one.join(","), other.join(","))
}

/// `n` unknown fields.
fn unknown(n: usize) -> String {
    (0..n).fold(String::new(), |mut text, at| {
        let _ = write!(text, "\"u{at}\":1,");
        text
    })
}

/// The member `text` with `n` characters.
fn text(n: usize) -> String {
    format!("\"text\":\"{}\"", "é".repeat(n))
}

/// A member that is a list of forty values of equal size. Each has an item that the others lack, and the
/// common items in another order.
fn parts(name: &str, n: usize, [before, after]: [&str; 2], item: impl Fn(usize) -> String) -> String {
    let each = n / 40;
    let part = |at: usize| {
        let items: Vec<String> = (0..each).map(|index| item((index + at * 7) % each.max(1))).collect();
        format!("{before}{},{}{after}", items.join(","), item(each + at))
    };
    list(name, (0..40).map(part))
}

/// A family that the limit of the cost ends.
const fn family(name: &'static str, rule: &'static str, object: fn(usize) -> String) -> Family {
    Family { name, rule, object, limited: false }
}

/// A family that another limit ends.
const fn limited(name: &'static str, rule: &'static str, object: fn(usize) -> String) -> Family {
    Family { name, rule, object, limited: true }
}

/// The families. Their size `n` is a number of items, members or characters.
pub const FAMILIES: &[Family] = &[
    family("size of a list in a loop", "self.ints.all(x, size(self.ints) > x)", ints),
    family("size of a map in a loop", "self.texts.all(x, size(self.map) > 0)", |n| {
        format!("{},{}", texts(n), map("map", 0..n))
    }),
    family("item of a list in a loop", "self.ints.all(x, self.ints[x] == x)", ints),
    family("last item in a loop", "self.ints.all(x, self.ints.last().hasValue())", ints),
    family(
        "end of a list in a loop",
        "self.ints.all(x, self.ints.slice(size(self.ints) - 1, size(self.ints)) != [])",
        ints,
    ),
    family("value of a key in a loop", "self.texts.all(k, self.map[k] == 1)", |n| {
        format!("{},{}", texts(n), map("map", (0..n).rev()))
    }),
    family("keys that a map has", "self.texts.all(k, k in self.map)", |n| {
        format!("{},{}", texts(n), map("map", 0..n))
    }),
    family("keys that a map lacks", "self.texts.all(k, !(k in self.map))", |n| {
        format!("{},{}", texts(n), map("map", n..2 * n))
    }),
    family("presence of a key in a loop", "self.ints.all(x, !has(self.map.last))", |n| {
        format!("{},{}", ints(n), map("map", 0..n))
    }),
    family(
        "field behind unknown ones in a loop",
        "self.ints.all(x, self.open.z == 1 && self.open.z != 2)",
        |n| format!("{},\"open\":{{{}\"z\":1}}", ints(n), unknown(n)),
    ),
    family(
        "fields of pairs of objects with unknown fields",
        "self.opens.all(x, self.opens.all(y, y.z >= y.a && x.z >= y.a))",
        |n| {
            let items = (n as f64 / 4.0).sqrt() as usize;
            list("opens", (0..items).map(|_| format!("{{{}\"a\":1,\"z\":1}}", unknown(n / items.max(1)))))
        },
    ),
    family("maps in another order", "self.map == self.unmap", |n| {
        format!("{},{}", map("map", 0..n), map("unmap", (0..n).rev()))
    }),
    family("maps in another order in a loop", "self.ints.all(x, self.map == self.unmap)", |n| {
        format!(
            "{},{},{}",
            list("ints", (0..n.min(200)).map(|at| at.to_string())),
            map("map", 0..n),
            map("unmap", (0..n).rev())
        )
    }),
    family("objects with unknown fields in another order", "self.opens[0] == self.opens[1]", |n| {
        let members: String = (0..n).rev().fold(String::new(), |text, at| text + &format!("\"u{at}\":1,"));
        format!("\"opens\":[{{{}\"z\":1}},{{{members}\"z\":1}}]", unknown(n))
    }),
    family("long lists in a loop", "self.ints.all(x, self.lists[0] == self.lists[1])", |n| {
        let items: String = vec!["1"; n].join(",");
        format!("{},\"lists\":[[{items}],[{items}]]", list("ints", (0..20).map(|at| at.to_string())))
    }),
    family("lists in a list of lists", "self.lists.all(x, x in self.lists)", |n| {
        let (items, each) = (40, vec!["1"; n / 40].join(","));
        list("lists", (0..items).map(|at| format!("[{each},{at}]")))
    }),
    family("sets in a list of sets", "self.sets.all(x, x in self.sets)", |n| {
        parts("sets", n, ["[", "]"], |at| format!("\"k{at}\""))
    }),
    family("list maps in a list of list maps", "self.keyeds.all(x, x in self.keyeds)", |n| {
        parts("keyeds", n, ["[", "]"], |at| format!("{{\"k\":\"k{at}\"}}"))
    }),
    family("maps in a list of maps", "self.maps.all(x, x in self.maps)", |n| {
        parts("maps", n, ["{", "}"], |at| format!("\"k{at}\":1"))
    }),
    family("values in a list of those that can only be compared", "self.anys.all(x, x in self.anys)", |n| {
        parts("anys", n, ["{", "}"], |at| format!("\"k{at}\":1"))
    }),
    family("lists of times in a list of lists", "self.times.all(x, x in self.times)", |n| {
        let (items, each) = (40, vec!["\"2024-05-01T10:00:00Z\""; n / 40].join(","));
        list("times", (0..items).map(|at| format!("[{each},\"2024-05-01T10:00:{at:02}Z\"]")))
    }),
    limited(
        "pairs of lists with a wrong time",
        "self.times.all(x, self.times.all(y, x == y || true))",
        |n| {
            let item = vec!["\"2024-05-01T10:00:00Z\""; n / 40].join(",");
            list("times", (0..40).map(|at| format!("[{item},\"2024-05-01T10:00:{}Z\"]", at + 40)))
        },
    ),
    limited(
        "pairs of objects with unknown fields in another order",
        "self.anys.all(x, self.anys.all(y, x == y || true))",
        |n| parts("anys", n, ["{", "}"], |at| format!("\"k{at}\":1")),
    ),
    family("long texts in a list of texts", "self.texts.all(x, x in self.texts)", |n| {
        let text = "a".repeat(n / 40);
        list("texts", (0..40).map(|at| format!("\"{text}{at:02}\"")))
    }),
    family(
        "lists that the rule made in a loop",
        "[self.ints.map(x, x)].all(l, self.ints.all(x, l == l))",
        ints,
    ),
    family(
        "lists of lists that the rule made in a loop",
        "[[self.ints], [self.others]].all(x, self.texts.all(y, x == [self.others]))",
        |n| {
            let items: String = vec!["1"; n].join(",");
            format!(
                "\"ints\":[{items}],\"others\":[{items}],{}",
                list("texts", (0..200).map(|at| format!("\"{at}\"")))
            )
        },
    ),
    family("values that can only be compared", "self.ints.all(x, self.anys[0] == self.anys[1])", |n| {
        let members: String = (0..n).fold(String::new(), |text, at| text + &format!(",\"u{at}\":1"));
        format!("{},\"anys\":[{{{}\"z\":1}},{{\"z\":1{members}}}]", ints(n), unknown(n))
    }),
    family("sets in another order", "self.set == self.unset", |n| {
        format!("{},{}", strings("set", 0..n), strings("unset", (0..n).rev()))
    }),
    family("union of sets", "size(self.set + self.unset) > 0", |n| {
        format!("{},{}", strings("set", 0..n), strings("unset", n / 2..n + n / 2))
    }),
    family("list maps in another order", "self.keyeds[0] == self.keyeds[1]", |n| keyed(0..n, (0..n).rev())),
    family("merged list maps", "size(self.keyeds[0] + self.keyeds[1]) > 0", |n| {
        keyed(0..n, n / 2..n + n / 2)
    }),
    family(
        "a map that the rule made",
        "[self.ints.transformMap(i, x, x)].all(m, self.ints.all(x, m[x] == x))",
        ints,
    ),
    family("entries that the rule made", "size(self.texts.transformMapEntry(i, x, {x: i})) > 0", texts),
    family("maps that the rule made", "[self.ints.transformMap(i, x, x)].all(m, m == m)", ints),
    family(
        "maps that the rule made in a loop",
        "[self.ints.transformMap(i, x, x)].all(m, self.texts.all(t, m == m))",
        |n| {
            format!(
                "{},{}",
                ints(n.min(100_000)),
                list("texts", (0..n.min(200)).map(|at| format!("\"{at}\"")))
            )
        },
    ),
    limited(
        "maps that the rule made in another order in a loop",
        "[self.texts.transformMapEntry(i, x, {x: 0})].all(m, [self.texts.reverse().transformMapEntry(i, x, {x: 0})].all(o, self.ints.all(t, m == o)))",
        |n| format!("{},{}", ints(n.min(200)), texts(n.min(90_000))),
    ),
    family("size of a text in a loop", "self.ints.all(x, size(self.text) > 0)", |n| {
        format!("{},{}", ints(n), text(n))
    }),
    family("characters of a text in a loop", "self.ints.all(x, self.text.charAt(x) == 'é')", |n| {
        format!("{},{}", ints(n), text(n))
    }),
    family("texts that are joined to nothing", "self.ints.all(x, self.texts.join('') == '')", |n| {
        format!(
            "{},{}",
            list("ints", (0..40).map(|at| at.to_string())),
            list("texts", (0..n).map(|_| "\"\"".into()))
        )
    }),
    family("parts of a text", "size(self.text.split('')) > 0", text),
    family("numbers under a quadratic rule", "self.ints.all(x, self.ints.all(y, x + y >= 0))", ints),
    family("sets of numbers", "sets.equivalent(self.ints, self.others)", |n| {
        let n = n.min(700);
        format!("{},{}", ints(n), list("others", (0..n).rev().map(|at| at.to_string())))
    }),
    family("a set with one number", "self.others.all(x, sets.contains(self.ints, [x]))", |n| {
        format!("{},{}", ints(n), list("others", (0..3).rev().map(|at| at.to_string())))
    }),
    family(
        "index of a number",
        "self.others.all(x, self.ints.indexOf(x) < 0 && self.ints.lastIndexOf(x) < 0)",
        |n| format!("{},\"others\":[-1,-2]", ints(n)),
    ),
    limited("a text in place of each character", "size(self.text.replace('é', self.text)) > 0", text),
    limited("a text for each item", "size(self.template.format(self.ints.map(x, self.text))) > 0", |n| {
        let n = n / 3;
        format!("{},{},\"template\":\"{}\"", ints(n), text(n), "%s".repeat(n))
    }),
    limited("lists that are joined in a loop", "self.ints.all(x, size(self.ints + self.ints) > 0)", ints),
    family("texts that are joined in a loop", "self.ints.all(x, size(self.text + self.text) > 0)", |n| {
        format!("{},{}", ints(n), text(n))
    }),
    family("bytes that are read in a loop", "self.ints.all(x, size(self.bytes) > 0)", |n| {
        format!("{},\"bytes\":\"{}\"", ints(n), "AAAA".repeat(n))
    }),
    limited(
        "nested lists of one text",
        "size([self.ints.map(x, self.text)].map(l, '%s'.format([l]))) > 0",
        |n| format!("{},{}", ints(n), text(n)),
    ),
];
