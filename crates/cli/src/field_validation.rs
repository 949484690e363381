//! `--field-validation`: the level of findings about unknown fields and duplicate keys. In: the option. Out:
//! how much a problem weighs.

use clap::ValueEnum;
use crdc_check::Located;

/// What becomes of unknown fields and duplicate keys, as kubectl has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum FieldValidation {
    /// They are errors
    #[default]
    Strict,
    /// They are warnings
    Warn,
    /// They are not reported
    Ignore,
}

impl FieldValidation {
    /// Makes errors of the diagnostics that it is about, or leaves them out.
    pub(crate) fn apply(self, found: &mut Vec<Located>) {
        match self {
            FieldValidation::Strict => {
                found.iter_mut().for_each(|one| one.diagnostic.refused = one.diagnostic.is_of_fields());
            }
            FieldValidation::Warn => {}
            FieldValidation::Ignore => found.retain(|one| !one.diagnostic.is_of_fields()),
        }
    }
}
