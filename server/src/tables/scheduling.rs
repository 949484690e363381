//! What decides which pods run.

use serde_json::{Value, json};

use super::row::Row;
use super::table::{AGE, NAME, Table};

pub(super) const BUDGET: Table = Table {
    group: "policy",
    kind: "PodDisruptionBudget",
    columns: &[
        NAME,
        ("Min Available", "string", 0),
        ("Max Unavailable", "string", 0),
        ("Allowed Disruptions", "integer", 0),
        AGE,
    ],
    cells: |row| {
        vec![
            row.name(),
            count(row, "/spec/minAvailable"),
            count(row, "/spec/maxUnavailable"),
            json!(row.int("/status/disruptionsAllowed")),
            row.age(),
        ]
    },
};

/// A number, or a text such as `50%`.
fn count(row: &Row<'_>, path: &str) -> Value {
    match row.at(path) {
        Value::Null => json!("N/A"),
        Value::String(text) => json!(text),
        number => json!(number.to_string()),
    }
}

pub(super) const PRIORITY: Table = Table {
    group: "scheduling.k8s.io",
    kind: "PriorityClass",
    columns: &[
        NAME,
        ("Value", "integer", 0),
        ("Global-Default", "boolean", 0),
        AGE,
        ("PreemptionPolicy", "string", 0),
    ],
    cells: |row| {
        vec![
            row.name(),
            json!(row.int("/value")),
            json!(row.at("/globalDefault") == true),
            row.age(),
            json!(row.text_or("/preemptionPolicy", "PreemptLowerPriority")),
        ]
    },
};
