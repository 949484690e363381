//! The law of cost advice, over random schemas and rules: with the limits that are advised, nothing is over
//! that budget, and with all limits that are advised, `check` accepts the document. Without one of them, or
//! with one of them one higher, that budget or that of another rule is exceeded. If no limits are advised,
//! none work: with all of them as low as they can be, the budget is still exceeded.
//!
//! `CRDC_SAMPLES=N` tests N times as many documents, `CRDC_SEED=N` changes the first seed.
#![allow(clippy::unwrap_used, clippy::panic)]

mod document;
#[allow(dead_code, unreachable_pub)]
#[path = "../../../../tests/oracle/src/random/rng.rs"]
mod rng;

use std::collections::BTreeSet;

use crdc_check::cel::{RuleCost, rule_costs};
use crdc_check::check_source;
use crdc_schema::read_schema;
use crdc_source::diag::{Code, Severity};
use crdc_source::{Source, parse_json};
use document::{Bound, lowest, with_limits, without_limit};
use rng::Rng;
use serde_json::Value;

/// What is over a budget: the server's path of a rule or message, or of the version.
struct Over {
    path: String,
    help: String,
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

fn over(document: &Value) -> Vec<Over> {
    let source = Source::new("crd.json", document.to_string());
    let found = check_source(&source, None).diagnostics;
    let errors = found.into_iter().filter(|found| found.severity() == Severity::Error);
    errors
        .map(|found| {
            assert_eq!(found.code, Code::RuleCost, "{}: {:?}\n{document:#}", found.message, found.server);
            let said = found.server.last().unwrap().to_string();
            let path = said.split(": Forbidden").next().unwrap().to_owned();
            Over { path, help: found.help.unwrap() }
        })
        .collect()
}

/// The same for one budget, without advice, which takes longer.
fn is_over(document: &Value, path: &str) -> bool {
    let rule = path.split_once(".x-kubernetes-validations[0].");
    let mut document = document.clone();
    if let Some((schema, expression)) = rule {
        let schema = schema.trim_start_matches("spec.validation.openAPIV3Schema");
        document::keep_rule(&mut document, &schema.replace(['.', '['], "/").replace(']', ""), expression);
    }
    let schema = document.pointer(document::ROOT).unwrap().to_string();
    let (nodes, _) = parse_json(&Source::new("schema.json", schema));
    let costs = rule_costs(&read_schema(&nodes[0]).0).costs;
    let message = |cost: &RuleCost| cost.message == path.ends_with(".messageExpression");
    match rule {
        None => costs.iter().map(|cost| u128::from(cost.total())).sum::<u128>() > 100_000_000,
        Some(_) => costs.iter().find(|cost| message(cost)).unwrap().total() > 10_000_000,
    }
}

/// A rule or message: the path of its values, and whether it is a message.
type Which = (String, bool);

/// The rules and messages that are over their own budgets.
fn rules_over(document: &Value) -> BTreeSet<Which> {
    let schema = document.pointer(document::ROOT).unwrap().to_string();
    let (nodes, _) = parse_json(&Source::new("schema.json", schema));
    let costs = rule_costs(&read_schema(&nodes[0]).0).costs;
    let over = costs.into_iter().filter(|cost| cost.total() > 10_000_000);
    over.map(|cost| (cost.path, cost.message)).collect()
}

/// The rule or message at a server's path; none for that of a version.
fn which(path: &str) -> Option<Which> {
    let (schema, expression) = path.split_once(".x-kubernetes-validations[0].")?;
    let schema = schema.trim_start_matches("spec.validation.openAPIV3Schema");
    let path = schema.replace(".items", "[*]").replace(".additionalProperties", ".*");
    let path = path.replace(".properties[", ".").replace(']', "").replace("[*", "[*]");
    Some((path, expression == "messageExpression"))
}

/// The limits of a help text.
fn advised(help: &str) -> Option<Vec<Bound>> {
    if help.starts_with("simplify") {
        return None;
    }
    assert!(help.contains("set ") && !help.contains(" other lists"), "{help}");
    let quoted: Vec<&str> = help.split('`').skip(1).step_by(2).collect();
    let bound = |pair: &[&str]| {
        let (keyword, value) = pair[0].split_once(": ").unwrap();
        Bound { path: pair[1].to_owned(), keyword: keyword.to_owned(), value: value.parse().unwrap() }
    };
    Some(quoted.chunks(2).map(bound).collect())
}

/// How often each kind of advice was tested.
#[derive(Debug, Default)]
struct Tested {
    one: usize,
    several: usize,
    impossible: usize,
    version: usize,
    version_by_rules: usize,
}

/// The law for advice about one budget, if what is in `before` was advised before. `left` are the rules that
/// nothing brings under their budgets, or that have not been looked at.
fn law(
    document: &Value,
    before: &[Bound],
    left: &BTreeSet<Which>,
    found: &Over,
    seed: u64,
) -> Option<Vec<Bound>> {
    let shown = || format!("seed {seed}: {}: {}\n{document:#}", found.path, found.help);
    let Some(bounds) = advised(&found.help) else {
        assert!(is_over(&lowest(document), &found.path), "the lowest limits work: {}", shown());
        return None;
    };
    let all = with_limits(document, before);
    // Advice for a rule suffices by itself, that for a version with the advice for its rules.
    let own = if which(&found.path).is_some() { document } else { &all };
    let is_over = |bounds: &dyn Fn(&Value) -> Value| {
        is_over(&bounds(own), &found.path)
            || rules_over(&bounds(&all)).iter().any(|rule| !left.contains(rule))
    };
    assert!(!is_over(&|base| with_limits(base, &bounds)), "the limits do not work: {}", shown());
    // Several of many.
    for (index, bound) in bounds.iter().enumerate().step_by(1 + bounds.len() / 5) {
        let one_higher = |base: &Value| {
            let others = without_limit(&with_limits(base, &bounds), bound, base);
            with_limits(&others, &[Bound { value: bound.value + 1, ..bound.clone() }])
        };
        assert!(is_over(&one_higher), "one higher works: {bound:?}: {}", shown());
        if bounds.len() == 1 {
            // Without it, the document is as it was.
            continue;
        }
        let mut others = bounds.clone();
        others.remove(index);
        assert!(is_over(&|base| with_limits(base, &others)), "not needed: {bound:?}: {}", shown());
    }
    Some(bounds)
}

fn case(seed: u64, tested: &mut Tested) {
    let document = document::random(&mut Rng::new(seed));
    let found = over(&document);
    let mut left: BTreeSet<Which> = found.iter().filter_map(|found| which(&found.path)).collect();
    assert_eq!(left, rules_over(&document), "seed {seed}\n{document:#}");
    let (rules, versions): (Vec<&Over>, Vec<&Over>) =
        found.iter().partition(|found| which(&found.path).is_some());
    let mut before = Vec::new();
    for rule in rules {
        let is_advised = advised(&rule.help).is_some();
        if is_advised && let Some(which) = which(&rule.path) {
            left.remove(&which);
        }
        match law(&document, &before, &left, rule, seed) {
            Some(bounds) if bounds.len() == 1 => {
                tested.one += 1;
                before.extend(bounds);
            }
            Some(bounds) => {
                assert!(!bounds.is_empty());
                tested.several += 1;
                before.extend(bounds);
            }
            None => tested.impossible += 1,
        }
    }
    for version in versions {
        match law(&document, &before, &left, version, seed) {
            Some(bounds) if bounds.is_empty() => tested.version_by_rules += 1,
            Some(bounds) => {
                tested.version += 1;
                before.extend(bounds);
            }
            None => tested.impossible += 1,
        }
    }
    // All of it at once.
    let all = with_limits(&document, &before);
    for left in over(&all) {
        let found = found.iter().find(|found| found.path == left.path);
        let is_advised = found.is_none_or(|found| advised(&found.help).is_some());
        assert!(!is_advised, "seed {seed}: {} is left\n{all:#}", left.path);
    }
}

#[test]
fn advice_works_and_is_needed() {
    let first = number("CRDC_SEED", 1);
    let count = 40 * number("CRDC_SAMPLES", 1);
    let mut tested = Tested::default();
    for seed in first..first + count {
        case(seed, &mut tested);
    }
    println!("{tested:?}");
    let Tested { one, several, impossible, version, version_by_rules } = tested;
    let least = usize::try_from(count / 20).unwrap();
    for count in [one, several, impossible, version, version_by_rules] {
        assert!(count >= least, "too few: {tested:?}");
    }
}
