//! How long the rules of `tests/hostile` take on the largest objects that a server accepts: one line for each
//! family. Ends with an error if one takes more than a tenth of a second, which it does not on a machine that
//! does nothing else. An argument is a part of the names of the families to run.
#![allow(clippy::unwrap_used)]

use std::process::ExitCode;
use std::time::{Duration, Instant};

use crdc_dynamic::expressions::evaluate;
use crdc_hostile::rules::{FAMILIES, LARGEST, SCHEMA};
use crdc_schema::{Schema, read_schema};
use crdc_source::{Node, Source, parse_json};

/// A rule that takes no time.
const NOTHING: &str = "true";

fn read(text: &str) -> Node {
    parse_json(&Source::new("value", text)).0.remove(0)
}

/// The shortest of three runs, which read the object first.
fn time(schema: &Schema, object: &Node, rule: &str) -> Duration {
    let run = |_| {
        let start = Instant::now();
        let found = evaluate(schema, std::slice::from_ref(object), &[rule.to_owned()]);
        let time = start.elapsed();
        assert!(found[0].is_some(), "{rule} does not compile");
        time
    };
    (0..3).map(run).min().unwrap_or_default()
}

fn main() -> ExitCode {
    let schema = *read_schema(&read(SCHEMA)).0;
    let mut slow = 0;
    let only = std::env::args().nth(1).unwrap_or_default();
    for family in FAMILIES.iter().filter(|family| family.name.contains(&only)) {
        let object = |size: usize| format!("{{{}}}", (family.object)(size));
        let mut size = 700;
        while size < 4_000_000
            && object(size * 5 / 4).len() < LARGEST
            && object(size * 5 / 4).len() > object(size).len()
        {
            size = size * 5 / 4;
        }
        let text = object(size);
        let value = read(&text);
        let time = time(&schema, &value, family.rule).saturating_sub(time(&schema, &value, NOTHING));
        let found = evaluate(&schema, &[value], &[family.rule.to_owned()]);
        let cost = found[0].as_ref().map_or(0, |results| results[0].cost);
        let answers = found[0].as_ref().is_some_and(|results| results[0].value.is_ok());
        let end = match (answers, family.limited) {
            (true, _) => "answer",
            (false, true) => "limit",
            (false, false) => "cost",
        };
        let milliseconds = time.as_secs_f64() * 1e3;
        println!("{milliseconds:>8.1} ms  {end:6} {cost:>8}  {:>8} bytes  {}", text.len(), family.name);
        slow += u32::from(time > Duration::from_millis(100));
    }
    ExitCode::from(u8::from(slow > 0))
}
