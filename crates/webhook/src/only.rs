//! The scopes of a webhook: all rules, or only the extensions that servers do not check.

use std::str::FromStr;

use crdc::{ErrorSource, FieldError};

/// The scope of a webhook: the rules that refuse and change objects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Only {
    /// Immutability, unions and normalization, which servers do not implement. Pruning, defaults and all
    /// other rules are left to the server, so a webhook with an older CRD than the server neither removes nor
    /// refuses new fields.
    #[default]
    Extensions,
    /// All rules, as a second check: also schemas, list types, CEL rules, pruning and defaults.
    All,
}

impl Only {
    /// Whether an error of this source refuses the request.
    pub(crate) fn refuses(self, error: &FieldError) -> bool {
        match self {
            Only::All => true,
            Only::Extensions => matches!(error.source, ErrorSource::Immutable | ErrorSource::Union),
        }
    }

    /// The name in settings: `extensions`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Only::Extensions => "extensions",
            Only::All => "all",
        }
    }
}

impl FromStr for Only {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        [Only::Extensions, Only::All]
            .into_iter()
            .find(|only| only.as_str() == text)
            .ok_or_else(|| format!("expected `extensions` or `all`, found {text:?}"))
    }
}
