//! The law of cost advice, over random schemas and rules: with the limits that are advised, nothing is over that budget;
//! without one of them, or with one of them one higher, it is. If no limits are advised, none work: with all of them as
//! low as they can be, the budget is still exceeded.
//!
//! `CRDC_LAWS=5000` tests more documents, `CRDC_SEED=N` changes the first seed.
#![cfg(feature = "documents")]
#![allow(clippy::unwrap_used, clippy::panic)]

mod document;
#[allow(dead_code, unreachable_pub)]
#[path = "../../../tests/oracle/src/random/rng.rs"]
mod rng;

use crdc_codegen::check::cel::{RuleCost, rule_costs};
use crdc_codegen::check_source;
use crdc_codegen::diag::{Code, Severity};
use crdc_codegen::schema::read_schema;
use crdc_codegen::source::{Source, parse_json};
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
    /// Rules that only the advice for others brings over their budgets.
    new: usize,
}

/// The law for advice about `path`, if `before` is done besides.
fn law(document: &Value, before: &[Bound], found: &Over, seed: u64) -> Option<Vec<Bound>> {
    let shown = || format!("seed {seed}: {}: {}\n{document:#}", found.path, found.help);
    let Some(bounds) = advised(&found.help) else {
        assert!(is_over(&lowest(document), &found.path), "the lowest limits work: {}", shown());
        return None;
    };
    let base = with_limits(document, before);
    let fits = with_limits(&base, &bounds);
    assert!(!is_over(&fits, &found.path), "the limits do not work: {}", shown());
    // Several of many.
    for (index, bound) in bounds.iter().enumerate().step_by(1 + bounds.len() / 5) {
        let higher = with_limits(&base, &bounds);
        let higher = with_limits(
            &without_limit(&higher, bound, &base),
            &[Bound { value: bound.value + 1, ..bound.clone() }],
        );
        assert!(is_over(&higher, &found.path), "one higher works: {bound:?}: {}", shown());
        if bounds.len() == 1 {
            // Without it, the document is as it was.
            continue;
        }
        let mut others = bounds.clone();
        others.remove(index);
        assert!(is_over(&with_limits(&base, &others), &found.path), "not needed: {bound:?}: {}", shown());
    }
    Some(bounds)
}

fn case(seed: u64, tested: &mut Tested) {
    let document = document::random(&mut Rng::new(seed));
    let found = over(&document);
    let (rules, versions): (Vec<&Over>, Vec<&Over>) =
        found.iter().partition(|found| found.path.contains("x-kubernetes-validations"));
    let mut before = Vec::new();
    for rule in rules {
        match law(&document, &[], rule, seed) {
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
        match law(&document, &before, version, seed) {
            Some(bounds) if bounds.is_empty() => tested.version_by_rules += 1,
            Some(bounds) => {
                tested.version += 1;
                before.extend(bounds);
            }
            None => tested.impossible += 1,
        }
    }
    // All of it at once. A rule may be new: it is multiplied by the values that fit in a request as long as a limit
    // around it is missing, and by the product of the limits once all are set, which may be more.
    let all = with_limits(&document, &before);
    for left in over(&all) {
        match found.iter().find(|found| found.path == left.path) {
            Some(found) => {
                assert!(advised(&found.help).is_none(), "seed {seed}: {} is left\n{all:#}", left.path)
            }
            None => tested.new += 1,
        }
    }
}

#[test]
fn advice_works_and_is_needed() {
    let first = number("CRDC_SEED", 1);
    let count = number("CRDC_LAWS", 120);
    let mut tested = Tested::default();
    for seed in first..first + count {
        case(seed, &mut tested);
    }
    println!("{tested:?}");
    let Tested { one, several, impossible, version, version_by_rules, new } = tested;
    let least = usize::try_from(count / 20).unwrap();
    for count in [one, several, impossible, version, version_by_rules] {
        assert!(count >= least, "too few: {tested:?}");
    }
    assert!(new <= least / 2, "too many: {tested:?}");
}
