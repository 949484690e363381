//! A closure that validates, registered as a mutator.

use crdc_admission::{Attributes, Chain, validator_fn};

fn chain(chain: Chain) -> Chain {
    chain.mutator(validator_fn("team", |attributes: &Attributes<'_>| Err(attributes.forbidden("no"))))
}

fn main() {}
