//! An object of 2 KB of the operator, and an update of it: a valid change in the middle of the spec, as in
//! the other benches.

use serde_json::{Value, json};

/// `spec` before and after.
#[must_use]
pub fn specs() -> (Value, Value) {
    let mut spec: Value =
        serde_json::from_str(include_str!("../../../../../examples/operator/objects/orders.json"))
            .unwrap_or_default();
    let name = |what: &str, index: usize| format!("{what}-of-the-orders-database-{index}");
    spec["exclude"] = (0..12).map(|index| json!(name("table", index))).collect();
    spec["keys"] = (0..6)
        .map(|index| json!({"id": format!("{}", 2020 + index), "secret": name("key", index)}))
        .collect();
    spec["hooks"] = (0..8)
        .map(|index| {
            json!({"name": format!("hook-{index}"), "when": if index % 2 == 0 { "Before" } else { "After" },
                "command": ["psql", "--file", name("script", index)], "timeoutSeconds": 60 + index})
        })
        .collect();
    let mut new = spec.clone();
    new["hooks"][4]["timeoutSeconds"] = json!(600);
    (spec, new)
}
