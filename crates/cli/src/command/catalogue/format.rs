//! The format of an answer: text for people, or JSON for programs. In: the data of an answer. Out: text.

use clap::ValueEnum;
use crdc_source::diag::outside;
use serde_json::Value;

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people: lines
    #[default]
    Text,
    /// One JSON document
    Json,
}

/// A document as text.
pub(super) fn document(value: &Value) -> String {
    format!("{}\n", outside::json(&value.to_string()))
}
