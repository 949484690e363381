//! A Gateway whose CRD has ten CEL rules: prints which of them an object breaks, and what running them cost.
//! `tests.rs` makes each rule hold and fail.

mod gateway {
    crdc::include_crd!("gateways.example.com/v1");
}
#[cfg(test)]
mod tests;

use crdc::{Resource, Scratch};
use gateway::Gateway;

fn main() {
    let mut scratch = Scratch::new();
    scratch.count_rule_costs(true);
    let outcome = Gateway::create(include_bytes!("../objects/refused.json"), &mut scratch);
    for failed in outcome.failed_rules() {
        println!("{}\n    rule {} of `{}`: {}", failed.error, failed.index, failed.path, failed.rule);
    }
    println!(
        "{} rules failed; cost: {}",
        outcome.failed_rules().count(),
        outcome.rule_cost().unwrap_or_default()
    );
}
