//! Objects that are made to keep a rule busy. CEL's cost allows an evaluation so many steps; whatever the object, these take time
//! that is linear in its size and in the cost, and bounded memory: four times the object takes about four times the time.
//!
//! Sizes are compared with each other, so that the results do not depend on the machine.
//! `cargo run --release -p crdc-dynamic --example hostile_times` shows the times of the largest objects.
#![allow(clippy::unwrap_used)]

mod families;

use std::time::{Duration, Instant};

use crdc_codegen::schema::{Schema, read_schema};
use crdc_codegen::source::{Node, Source, parse_json};
use crdc_dynamic::expressions::evaluate;
use families::{FAMILIES, Family, LARGEST, SCHEMA};

/// The size of small objects; large ones have four times as much.
const SMALL: usize = 6_000;
/// The highest ratio for four times the size. Linear time gives 4, sorting a little more, quadratic time 16.
const MOST: f64 = 8.0;
/// Shorter times are not significant.
const SHORT: Duration = Duration::from_millis(2);
/// What one evaluation may cost.
const LIMIT: u64 = 1_000_000;
const OVER_LIMIT: &str = "operation cancelled: actual cost limit exceeded";

fn read(text: &str) -> Node {
    let (mut nodes, problems) = parse_json(&Source::new("value", text));
    assert!(problems.is_empty());
    nodes.remove(0)
}

/// The rule of a family on an object, and one that does nothing.
struct Subject {
    object: Node,
    rule: [String; 1],
}

impl Subject {
    fn new(family: &Family, size: usize) -> Subject {
        let text = format!("{{{}}}", (family.object)(size));
        Subject { object: read(&text), rule: [family.rule.to_owned()] }
    }

    /// The value of the rule and its cost.
    fn run(&self, schema: &Schema) -> (Result<String, String>, u64) {
        let found = evaluate(schema, std::slice::from_ref(&self.object), &self.rule);
        let [Some(results)] = found.as_slice() else { panic!("{:?} does not compile", self.rule) };
        (results[0].value.clone(), results[0].cost)
    }

    /// The time that it takes, with that of loading the object.
    fn time(&self, schema: &Schema) -> Duration {
        let since = Instant::now();
        let start = ran(since);
        let _ = self.run(schema);
        ran(since).saturating_sub(start)
    }
}

/// CPU time of this thread, if the system provides it, since other processes may interrupt it.
fn ran(since: Instant) -> Duration {
    // The kernel updates the value when a thread yields.
    std::thread::yield_now();
    let account = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = account.split(' ').next().and_then(|first| first.parse().ok());
    nanoseconds.map_or_else(|| since.elapsed(), Duration::from_nanos)
}

#[test]
fn all_rules_compile() {
    let schema = *read_schema(&read(SCHEMA)).0;
    let rules: Vec<String> = FAMILIES.iter().map(|family| family.rule.to_owned()).collect();
    let found = evaluate(&schema, &[], &rules);
    let wrong: Vec<_> = rules.iter().zip(found).filter(|(_, found)| found.is_none()).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn four_times_the_object_takes_about_four_times_the_time() {
    let schema = *read_schema(&read(SCHEMA)).0;
    let mut failed = Vec::new();
    // What another limit ends takes as long as that allows.
    for family in FAMILIES.iter().filter(|family| !family.limited) {
        let (small, large) = (Subject::new(family, SMALL), Subject::new(family, 4 * SMALL));
        let (mut one, mut four) = (small.time(&schema), large.time(&schema));
        let grown = |one: Duration, four: Duration| {
            four > SHORT && four.as_secs_f64() > MOST * one.as_secs_f64().max(SHORT.as_secs_f64() / MOST)
        };
        for _ in 0..5 {
            if !grown(one, four) {
                break;
            }
            (one, four) = (one.min(small.time(&schema)), four.min(large.time(&schema)));
        }
        if grown(one, four) {
            failed.push(format!("{}: {one:?}, then {four:?}", family.name));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// Each family has an answer, or its cost is over the limit. Only what is said to be ends by another limit.
#[test]
fn evaluations_end_by_their_cost() {
    let schema = *read_schema(&read(SCHEMA)).0;
    for family in FAMILIES {
        let (value, cost) = Subject::new(family, 100).run(&schema);
        assert!(value.is_ok(), "{}: {value:?} {cost}", family.name);
        let (value, cost) = Subject::new(family, 4 * SMALL).run(&schema);
        match value {
            Ok(value) => assert!(value == "true" && cost <= LIMIT, "{}: {value} {cost}", family.name),
            Err(error) => {
                assert_eq!(error, OVER_LIMIT, "{}", family.name);
                assert!(family.limited || cost > LIMIT, "{}: {cost}", family.name);
            }
        }
    }
}

/// A rule that compares the largest objects a few times is not near the limits.
#[test]
fn large_objects_are_compared() {
    let schema = *read_schema(&read(SCHEMA)).0;
    let items = vec!["1"; LARGEST / 4 / 2].join(",");
    let object = format!("{{\"ints\":[{items}],\"others\":[{items}]}}");
    for rule in [
        "self.ints == self.others && self.others == self.ints",
        "self.ints + self.others == self.others + self.ints",
        "self == self",
    ] {
        let subject = Subject { object: read(&object), rule: [rule.to_owned()] };
        assert_eq!(subject.run(&schema).0, Ok("true".to_owned()), "{rule}");
    }
}
