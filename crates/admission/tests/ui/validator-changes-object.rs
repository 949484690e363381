//! A validator that tries to change the object.

use crdc_admission::{Attributes, Refusal, Validator};

struct Labels;

impl Validator for Labels {
    fn name(&self) -> &str {
        "labels"
    }

    fn validate(&self, attributes: &Attributes<'_>) -> Result<(), Refusal> {
        if let Some(object) = attributes.object_mut() {
            object.set_label("team", "a");
        }
        Ok(())
    }
}

fn main() {}
