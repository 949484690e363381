//! Configurations of webhooks.

use serde_json::{Value, json};

use super::row::Row;
use super::table::{AGE, Heading, NAME, Table};

const COLUMNS: &[Heading] = &[NAME, ("Webhooks", "integer", 0), AGE];

fn cells(row: &Row<'_>) -> Vec<Value> {
    vec![row.name(), json!(row.count("/webhooks")), row.age()]
}

pub(super) const MUTATING: Table = Table {
    group: "admissionregistration.k8s.io",
    kind: "MutatingWebhookConfiguration",
    columns: COLUMNS,
    cells,
};

pub(super) const VALIDATING: Table = Table {
    group: "admissionregistration.k8s.io",
    kind: "ValidatingWebhookConfiguration",
    columns: COLUMNS,
    cells,
};
