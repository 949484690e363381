//! The cost of immutability: hostile updates take linear time on a small stack; an update that does not
//! change immutable values allocates nothing.

use std::time::{Duration, Instant};

use allocation_counter::measure;
use crdc_oracle::stack::small;
use crdc_tests::compiled;

fn object(spec: &str) -> Vec<u8> {
    format!(
        r#"{{"apiVersion":"immutability.example.com/v1","kind":"Fixture","metadata":{{"name":"x","namespace":"default","resourceVersion":"7","generation":1}},"spec":{spec}}}"#
    )
    .into_bytes()
}

/// The code and the number of errors.
fn answer(new: &[u8], old: &[u8], scratch: &mut crdc::Scratch) -> (u16, usize) {
    let compiled = compiled::find("fixtures.immutability.example.com/v1");
    let outcome = crdc::answer(compiled, crdc::Request::update(new, old), scratch);
    let status = outcome.status().map_or(0, |status| status.to_json().len());
    assert!(status > 0 || outcome.accepted());
    (outcome.code(), outcome.errors().count())
}

fn joined(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(",")
}

fn quoted(at: usize) -> String {
    format!("\"m{at}\"")
}

/// The new and old spec of a size, with the expected code and number of errors.
type Flood = (&'static str, fn(usize) -> (String, String), fn(usize) -> (u16, usize));

const FLOODS: [Flood; 13] = [
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

/// CPU time of this thread.
fn ran(since: Instant) -> Duration {
    std::thread::yield_now();
    let account = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = account.split(' ').next().and_then(|first| first.parse().ok());
    nanoseconds.map_or_else(|| since.elapsed(), Duration::from_nanos)
}

/// Sixteen times the size in at most 45 times the time, as in `hostile.rs`.
#[test]
fn sixteen_times_the_size_takes_some_sixteen_times_the_time() {
    small(|| {
        let mut scratch = crdc::Scratch::new();
        for (name, specs, wanted) in FLOODS {
            let mut time = |n: usize, times: usize| {
                let (new, old) = specs(n);
                let (new, old) = (object(&new), object(&old));
                let best = (0..times).map(|_| {
                    let since = Instant::now();
                    let start = ran(since);
                    assert_eq!(answer(&new, &old, &mut scratch), wanted(n), "{name}");
                    ran(since).saturating_sub(start)
                });
                best.min().unwrap()
            };
            time(500, 1);
            let (one, many) = (time(500, 5), time(8_000, 2));
            println!("{name}: {one:?}, {many:?}");
            assert!(many < one * 45 || many < Duration::from_millis(5), "{name}: {one:?}, {many:?}");
        }
    });
}

#[test]
fn a_hundred_thousand_of_everything() {
    small(|| {
        let mut scratch = crdc::Scratch::new();
        for (name, specs, wanted) in FLOODS {
            let (new, old) = specs(100_000);
            let since = Instant::now();
            assert_eq!(answer(&object(&new), &object(&old), &mut scratch), wanted(100_000), "{name}");
            println!("{name}: {:?}", since.elapsed());
        }
    });
}

/// Nearly as deep as JSON may be, and changed at the bottom.
#[test]
fn a_deep_value_takes_no_stack() {
    small(|| {
        let mut scratch = crdc::Scratch::new();
        for (open, close) in [("[", "]"), ("{\"k\":", "}")] {
            let deep = |value: u8| {
                let nested = format!("{}{value}{}", open.repeat(9_990), close.repeat(9_990));
                object(&format!("{{\"any\":{nested}}}"))
            };
            assert_eq!(answer(&deep(1), &deep(1), &mut scratch), (200, 0));
            assert_eq!(answer(&deep(1), &deep(2), &mut scratch), (400, 1));
            assert_eq!(answer(&deep(1), &object("{\"any\":[{}]}"), &mut scratch), (400, 1));
        }
    });
}

#[test]
fn an_update_that_leaves_marked_values_alone_allocates_nothing() {
    let compiled = compiled::find("fixtures.immutability.example.com/v1");
    let spec = |free: &str, more: &str, grown: &str| {
        object(&format!(
            r#"{{"free":"{free}","kep":"a","class":"fast","text":"b","object":{{"inner":"c"}},"list":["x","y"],"any":{{"deep":[1,2.5,"z"]}},"set":["m","n"],"growing":["m","n"{grown}],"keyed":[{{"name":"n","value":1}},{{"name":"o","value":2}}],"fixedKeys":[{{"name":"n","value":{}}},{{"name":"o","value":2}}],"map":{{"k":1,"l":2}},"shrinking":{{"k":1}},"values":{{"k":1,"l":2{more}}},"plain":[1,2,3]}}"#,
            free.len(),
        ))
    };
    let old = spec("one", "", "");
    let mut scratch = crdc::Scratch::new();
    for new in [spec("other", "", ""), spec("other", ",\"m\":3", ""), spec("third", ",\"m\":3", ",\"o\"")] {
        let mut update = |new: &[u8]| {
            let outcome = crdc::answer(compiled, crdc::Request::update(new, &old), &mut scratch);
            assert!(outcome.accepted() && outcome.accepted_object().is_some());
        };
        update(&new);
        update(&new);
        let counted = measure(|| update(&new));
        assert_eq!(counted.count_total, 0, "{} bytes", counted.bytes_total);
    }
}
