//! Objects that are made to keep a rule busy. CEL's cost allows an evaluation so many steps; whatever the
//! object, these end by an answer, by their cost or by a limit of memory or work. `cargo xtask growth` counts
//! instructions for the same rules; `cargo run --release -p crdc-hostile --example hostile_times` shows the
//! times of the largest objects.
#![allow(clippy::unwrap_used)]

use crdc_dynamic::expressions::evaluate;
use crdc_hostile::rules::{FAMILIES, Family, LARGEST, SCHEMA};
use crdc_schema::{Schema, read_schema};
use crdc_source::{Node, Source, parse_json};

/// A size at which each rule costs more than it may.
const LARGE: usize = 24_000;
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
}

#[test]
fn all_rules_compile() {
    let schema = *read_schema(&read(SCHEMA)).0;
    let rules: Vec<String> = FAMILIES.iter().map(|family| family.rule.to_owned()).collect();
    let found = evaluate(&schema, &[], &rules);
    let wrong: Vec<_> = rules.iter().zip(found).filter(|(_, found)| found.is_none()).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// Each family has an answer, or its cost is over the limit. Only what is said to be ends by another limit.
#[test]
fn evaluations_end_by_their_cost() {
    let schema = *read_schema(&read(SCHEMA)).0;
    for family in FAMILIES {
        let (value, cost) = Subject::new(family, 100).run(&schema);
        assert!(value.is_ok(), "{}: {value:?} {cost}", family.name);
        let (value, cost) = Subject::new(family, LARGE).run(&schema);
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
