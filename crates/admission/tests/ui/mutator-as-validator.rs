//! A mutator that is registered as a validator.

use crdc_admission::{Attributes, Chain, Mutator, Refusal};

struct Labels;

impl Mutator for Labels {
    fn name(&self) -> &str {
        "labels"
    }

    fn apply_mutations(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
        if let Some(object) = attributes.object_mut() {
            object.set_label("team", "a");
        }
        Ok(())
    }
}

fn chain(chain: Chain) -> Chain {
    chain.validator(Labels)
}

fn main() {}
