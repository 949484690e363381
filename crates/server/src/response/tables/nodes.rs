//! Tables of Nodes: whether they are ready, and their roles.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::row::{Row, text};
use super::table::{AGE, NAME, Table};

pub(crate) const NODE: Table = Table {
    group: "",
    kind: "Node",
    columns: &[
        NAME,
        ("Status", "string", 0),
        ("Roles", "string", 0),
        AGE,
        ("Version", "string", 0),
        ("Internal-IP", "string", 1),
        ("External-IP", "string", 1),
        ("OS-Image", "string", 1),
        ("Kernel-Version", "string", 1),
        ("Container-Runtime", "string", 1),
    ],
    cells: |row| {
        let status = match row.condition("Ready") {
            Some("True") => "Ready",
            Some(_) => "NotReady",
            None => "Unknown",
        };
        let cordoned = if row.at("/spec/unschedulable") == true { ",SchedulingDisabled" } else { "" };
        let of_kubelet = |field: &str, none| json!(row.text_or(&format!("/status/nodeInfo/{field}"), none));
        vec![
            row.name(),
            json!(format!("{status}{cordoned}")),
            roles(row),
            row.age(),
            of_kubelet("kubeletVersion", ""),
            address(row, "InternalIP"),
            address(row, "ExternalIP"),
            of_kubelet("osImage", "<unknown>"),
            of_kubelet("kernelVersion", "<unknown>"),
            of_kubelet("containerRuntimeVersion", "<unknown>"),
        ]
    },
};

/// The roles that labels name.
fn roles(row: &Row<'_>) -> Value {
    let labels = row.metadata("labels").as_object().into_iter().flatten();
    let role = |(key, value): (&'_ String, &'_ Value)| match key.strip_prefix("node-role.kubernetes.io/") {
        Some(role) => Some(role.to_owned()),
        None if key == "kubernetes.io/role" => Some(text(value).to_owned()),
        None => None,
    };
    let roles: BTreeSet<String> = labels.filter_map(role).filter(|role| !role.is_empty()).collect();
    let roles: Vec<String> = roles.into_iter().collect();
    if roles.is_empty() { json!("<none>") } else { json!(roles.join(",")) }
}

fn address(row: &Row<'_>, of_type: &str) -> Value {
    let found = row.list("/status/addresses").iter().find(|address| address["type"] == of_type);
    json!(found.map_or("<none>", |address| text(&address["address"])))
}
