//! Converts `metav1.LabelSelector` to a selector of labels.

use crdc_admission::{LabelSelector, Refusal};
use serde_json::Value;

/// Reads a label selector. An empty one selects everything.
///
/// # Errors
///
/// The selector cannot be read. A server refuses such a selector before it is stored, but a test can store
/// any object.
pub(crate) fn selector(of: &Value) -> Result<LabelSelector, Refusal> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let labels = of["matchLabels"].as_object().into_iter().flatten();
    let equal = labels.map(|(key, value)| format!("{key}={}", text(value)));
    let others = of["matchExpressions"].as_array().into_iter().flatten().map(|expression| {
        let values: Vec<String> = expression["values"].as_array().into_iter().flatten().map(text).collect();
        let (key, values) = (text(&expression["key"]), values.join(","));
        match expression["operator"].as_str() {
            Some("In") => format!("{key} in ({values})"),
            Some("NotIn") => format!("{key} notin ({values})"),
            Some("DoesNotExist") => format!("!{key}"),
            _ => key,
        }
    });
    let all: Vec<String> = equal.chain(others).collect();
    LabelSelector::parse(&all.join(",")).map_err(|refusal| Refusal::internal(&refusal.status().message))
}
