//! P9: hostile bodies. No panic, and twice the body takes about twice the time: floods of
//! errors, of unknown and of repeated keys, deep nesting, long keys and strings, bodies cut
//! at every byte and with every byte another.
#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use crdc_tests::compiled;
use crdc_tests::stack::deep;

const HEAD: &str = r#"{"apiVersion":"hostile.example.com/v1","kind":"Target","metadata":{"name":"x","resourceVersion":"7"},"spec":"#;

fn body(spec: &str) -> Vec<u8> {
    format!("{HEAD}{spec}}}").into_bytes()
}

/// Runs a body through everything that an outcome can say.
fn run(new: &[u8], old: &[u8], scratch: &mut crdc::Scratch) -> (u16, usize, usize) {
    let compiled = compiled::find("targets.hostile.example.com/v1");
    let request = match old {
        [] => crdc::Request::create(new),
        old => crdc::Request::update(new, old),
    };
    let outcome = crdc::answer(compiled, request, scratch);
    let errors = outcome.errors().count();
    let strict = outcome.strict().len();
    let length = outcome.object().map_or(0, <[u8]>::len);
    assert!(outcome.warnings().len() <= strict || length < usize::MAX);
    let _ = (outcome.message().map(str::len), outcome.unchanged());
    (outcome.code(), errors, strict)
}

/// A body of size `n` for some `n`.
type Flood = (&'static str, usize, fn(usize) -> String);

const FLOODS: [Flood; 35] = [
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

/// Metadata of size `n`: many of everything, all of it wrong.
const METADATA: [Flood; 7] = [
    ("labels", 5_000, |n| {
        let members: String = (0..n).map(|i| format!(",\"l {i}\":\"v {i}\"")).collect();
        format!("\"labels\":{{\"a\":\"\"{members}}}")
    }),
    ("annotations", 5_000, |n| {
        let members: String = (0..n).map(|i| format!(",\"é{i}/A\":\"{i}\"")).collect();
        format!("\"annotations\":{{\"a\":\"\"{members}}}")
    }),
    ("owners", 5_000, |n| {
        let owner = "{\"apiVersion\":\"\",\"kind\":\"\",\"name\":\"\",\"uid\":\"\"},";
        format!("\"ownerReferences\":[{}]", owner.repeat(n).trim_end_matches(','))
    }),
    ("controllers", 5_000, |n| {
        let owner =
            "{\"apiVersion\":\"v1\",\"kind\":\"K\",\"name\":\"n\",\"uid\":\"u\",\"controller\":true},";
        format!("\"ownerReferences\":[{}]", owner.repeat(n).trim_end_matches(','))
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

/// Embedded objects, of which nothing is as it must be.
const EMBEDDED: Flood = ("embedded objects", 5_000, |n| {
    let one = "{\"kind\":\"-\",\"metadata\":{\"labels\":{\"\":\" \"}}},";
    format!("{{\"embedded\":[{}]}}", one.repeat(n).trim_end_matches(','))
});

fn metadata(members: &str) -> Vec<u8> {
    let head = HEAD.trim_end_matches("},\"spec\":");
    format!("{head},{members}}}}}").into_bytes()
}

/// The runtime's own hash, so that the strings below keep colliding when it changes.
#[path = "../../runtime/src/lists/hash.rs"]
mod hash;

/// At least `n` strings with one hash, of which none is another. Each takes one of two ways from
/// state to state in every sixteen bytes: the second of two words takes back what differs
/// after the first.
fn colliding(n: usize) -> Vec<String> {
    let levels = n.next_power_of_two().trailing_zeros() as usize;
    let plain = |word: u64| {
        word.to_le_bytes().iter().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'\\'))
    };
    let mut state = (levels * 16) as u64;
    let mut rng = crdc_tests::random::Rng::new(7);
    let mut word = || u64::from_le_bytes([(); 8].map(|()| b'0' + rng.below(75) as u8));
    let mut all = vec![Vec::new()];
    for _ in 0..levels {
        let (ways, after) = loop {
            let (one, other, next) = (word(), word(), word());
            let (left, right) = (hash::mix(state, one), hash::mix(state, other));
            let last = next ^ left ^ right;
            if one != other && [one, other, next, last].into_iter().all(plain) {
                break ([[one, next], [other, last]], hash::mix(left, next));
            }
        };
        state = after;
        all = all
            .iter()
            .flat_map(|start: &Vec<u8>| {
                ways.map(|way| [start.as_slice(), &way.map(u64::to_le_bytes).concat()].concat())
            })
            .collect();
    }
    let first = hash::of_bytes(&all[0]);
    assert!(all.iter().all(|bytes| hash::of_bytes(bytes) == first), "the hash is another");
    all.into_iter().map(|bytes| String::from_utf8(bytes).unwrap()).collect()
}

/// How long this thread ran, where the system says it: a neighbour may take the core at any time,
/// and does so the more often the longer one runs.
fn ran(since: Instant) -> Duration {
    // The account is made up when a thread gives way.
    std::thread::yield_now();
    let account = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = account.split(' ').next().and_then(|first| first.parse().ok());
    nanoseconds.map_or_else(|| since.elapsed(), Duration::from_nanos)
}

/// The best of a few.
fn time(times: usize, new: &[u8], old: &[u8], scratch: &mut crdc::Scratch) -> Duration {
    let once = |scratch: &mut crdc::Scratch| {
        let since = Instant::now();
        let start = ran(since);
        run(new, old, scratch);
        ran(since).saturating_sub(start)
    };
    (0..times).map(|_| once(scratch)).min().unwrap()
}

/// A body of sixteen times the size in at most 45 times the time: what is linear takes sixteen,
/// what is sorted some 23, and more of both once the caches are too small; what is quadratic takes
/// 256. What is too short to be measured is short enough.
#[test]
fn floods_take_linear_time() {
    let mut scratch = crdc::Scratch::new();
    let mut failed = Vec::new();
    let floods = FLOODS.into_iter().chain([EMBEDDED]).map(|flood| (flood, false));
    for ((what, n, flood), own) in floods.chain(METADATA.map(|flood| (flood, true))) {
        let [small, large] = [n / 8, 2 * n].map(|n| if own { metadata(&flood(n)) } else { body(&flood(n)) });
        for old in [false, true] {
            let mut time =
                |times: usize, new: &[u8]| time(times, new, if old { new } else { b"" }, &mut scratch);
            let few = time(3, &small);
            let limit = few * 45 + Duration::from_millis(5);
            // Measured again where it is a near thing.
            let mut many = time(1, &large);
            for _ in 0..5 {
                if many > limit && many < limit * 3 {
                    many = many.min(time(1, &large));
                }
            }
            println!("{what} (update: {old}): [{few:?}, {many:?}] for {} bytes", large.len());
            if many > limit {
                failed.push(format!("{what} (update: {old}): {few:?}, then {many:?}"));
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn a_hundred_thousand_errors_are_all_said() {
    let mut scratch = crdc::Scratch::new();
    let (code, errors, _) = run(&body(&FLOODS[0].2(100_000)), b"", &mut scratch);
    assert_eq!((code, errors), (422, 100_000));
    let (code, errors, _) = run(&body(&FLOODS[2].2(99_999)), b"", &mut scratch);
    assert_eq!((code, errors), (422, 100_000));
    let (code, _, strict) = run(&body(&FLOODS[4].2(100_000)), b"", &mut scratch);
    assert_eq!((code, strict), (201, 100_000));
    // Keys and values of labels; keys of annotations, and their size; four fields of an owner.
    for (index, expected) in
        [(0, 200_000), (1, 100_001), (2, 400_000), (3, 99_999), (4, 100_000), (6, 200_000)]
    {
        let (what, _, flood) = METADATA[index];
        let (code, errors, _) = run(&metadata(&flood(100_000)), b"", &mut scratch);
        assert_eq!((code, errors), (422, expected), "{what}");
    }
    let (code, errors, _) = run(&body(&EMBEDDED.2(100_000)), b"", &mut scratch);
    assert_eq!((code, errors), (422, 500_000));
    // The server stops counting repeated keys at a hundred.
    let (code, _, strict) = run(&body(&FLOODS[8].2(100_000)), b"", &mut scratch);
    assert_eq!((code, strict), (201, 100));
}

#[test]
fn a_hundred_thousand_items_are_compared() {
    let mut scratch = crdc::Scratch::new();
    let flood = |what: &str, n: usize| {
        let (_, _, flood) = FLOODS.iter().find(|(name, ..)| *name == what).unwrap();
        body(&flood(n))
    };
    assert_eq!(run(&flood("equal items of a set", 100_000), b"", &mut scratch), (422, 1, 0));
    assert_eq!(run(&flood("items of a set in pairs", 100_000), b"", &mut scratch), (422, 50_000, 0));
    assert_eq!(run(&flood("different items of a set", 100_000), b"", &mut scratch), (201, 0, 0));
    assert_eq!(run(&flood("keys in pairs, with defaults", 100_000), b"", &mut scratch).1, 50_001);
    // Not one of them is said to be another, nor is any missed.
    let names = colliding(4_096);
    let twice = names.iter().chain(&names).map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(",");
    assert_eq!(run(&body(&format!("{{\"set\":[{twice}]}}")), b"", &mut scratch), (422, 4_096, 0));
    assert_eq!(run(&flood("items of a set with one hash", 4_096), b"", &mut scratch), (201, 0, 0));
}

#[test]
fn three_megabytes_pass() {
    let mut scratch = crdc::Scratch::new();
    let items = "{\"name\":\"abc\",\"port\":80},".repeat(120_000);
    let valid = body(&format!("{{\"objects\":[{items}{{\"name\":\"a\"}}]}}"));
    assert!(valid.len() > 3_000_000);
    assert_eq!(run(&valid, b"", &mut scratch).0, 201);
    assert_eq!(run(&valid, &valid, &mut scratch).0, 200);
}

#[test]
fn nesting_ends_at_ten_thousand() {
    deep(|| {
        let mut scratch = crdc::Scratch::new();
        let nested = |n: usize| body(&format!("{{\"any\":{}{}}}", "[".repeat(n), "]".repeat(n)));
        // `spec` and the object itself are two levels.
        assert_eq!(run(&nested(9_998), b"", &mut scratch).0, 201);
        assert_eq!(run(&nested(9_999), b"", &mut scratch).0, 400);
        assert_eq!(run(&nested(100_000), b"", &mut scratch).0, 400);
        assert_eq!(run(&body(&format!("{{\"any\":{}", "[".repeat(3_000_000))), b"", &mut scratch).0, 400);
        let objects = |n: usize| body(&format!("{{\"any\":{}1{}}}", "{\"a\":".repeat(n), "}".repeat(n)));
        assert_eq!(run(&objects(9_998), b"", &mut scratch).0, 201);
        assert_eq!(run(&objects(9_998), &objects(9_998), &mut scratch).0, 200);
        assert_eq!(run(&objects(9_999), b"", &mut scratch).0, 400);
        // Where the schema ends, and in fields that are pruned.
        for field in ["list", "map", "objects", "string", "either", "enum", "unknown"] {
            let body = |n: usize| body(&format!("{{\"{field}\":{}1{}}}", "[".repeat(n), "]".repeat(n)));
            assert_ne!(run(&body(9_998), b"", &mut scratch).0, 400, "{field}");
            assert_eq!(run(&body(9_999), b"", &mut scratch).0, 400, "{field}");
        }
    });
}

const SMALL: &str = r#"{"any":{"a":[1,-2.5e3,"x\u00e9\n",null,true]},"map":{"k":1},"list":[1,2],"objects":[{"name":"ab","x":1},{"name":"é"}],"string":"ab","either":"1","enum":"one","nope":{"a":{}}}"#;

#[test]
fn cut_at_every_byte() {
    let mut scratch = crdc::Scratch::new();
    let whole = body(SMALL);
    assert_eq!(run(&whole, b"", &mut scratch).0, 422);
    for end in 0..whole.len() {
        assert_eq!(run(&whole[..end], b"", &mut scratch).0, 400, "cut at {end}");
        assert_eq!(run(&whole[..end], &whole, &mut scratch).0, 400, "cut at {end}");
        run(&whole, &whole[..end], &mut scratch);
    }
}

#[test]
fn every_byte_another() {
    let mut scratch = crdc::Scratch::new();
    let whole = body(SMALL);
    for at in 0..whole.len() {
        let mut body = whole.clone();
        for byte in 0..=255 {
            body[at] = byte;
            run(&body, b"", &mut scratch);
            if byte % 16 == 0 {
                run(&body, &whole, &mut scratch);
                run(&whole, &body, &mut scratch);
            }
        }
    }
}

#[test]
fn bytes_put_in_and_taken_out() {
    let mut scratch = crdc::Scratch::new();
    let whole = body(SMALL);
    for at in 0..whole.len() {
        let mut body = whole.clone();
        body.remove(at);
        run(&body, b"", &mut scratch);
        for byte in *b"\"\\{}[],:0-e.\x00\xff\xc3 " {
            let mut body = whole.clone();
            body.insert(at, byte);
            run(&body, b"", &mut scratch);
        }
    }
}
