//! Tables of role bindings.
// kubernetes: pkg/apis/rbac/helpers.go SubjectsStrings

use serde_json::{Value, json};

use super::row::{Row, text};
use super::table::{AGE, Heading, NAME, Table};
use crate::apimachinery::duration;

const COLUMNS: &[Heading] = &[
    NAME,
    ("Role", "string", 0),
    AGE,
    ("Users", "string", 1),
    ("Groups", "string", 1),
    ("ServiceAccounts", "string", 1),
];

pub(crate) const ROLE_BINDING: Table =
    Table { group: "rbac.authorization.k8s.io", kind: "RoleBinding", columns: COLUMNS, cells: binding };

pub(crate) const CLUSTER_ROLE_BINDING: Table = Table {
    group: "rbac.authorization.k8s.io",
    kind: "ClusterRoleBinding",
    columns: COLUMNS,
    cells: binding,
};

fn binding(row: &Row<'_>) -> Vec<Value> {
    let subjects = |kind: &str| -> Value {
        let all = row.list("/subjects").iter().filter(|subject| subject["kind"] == kind);
        let name = |subject: &Value| match (kind, text(&subject["namespace"])) {
            ("ServiceAccount", namespace) if !namespace.is_empty() => {
                format!("{namespace}/{}", text(&subject["name"]))
            }
            _ => text(&subject["name"]).to_owned(),
        };
        json!(all.map(name).collect::<Vec<_>>().join(", "))
    };
    let role = format!("{}/{}", row.text("/roleRef/kind"), row.text("/roleRef/name"));
    vec![row.name(), json!(role), row.age(), subjects("User"), subjects("Group"), subjects("ServiceAccount")]
}

pub(crate) const SIGNING_REQUEST: Table = Table {
    group: "certificates.k8s.io",
    kind: "CertificateSigningRequest",
    columns: &[
        NAME,
        AGE,
        ("SignerName", "string", 0),
        ("Requestor", "string", 0),
        ("RequestedDuration", "string", 0),
        ("Condition", "string", 0),
    ],
    cells: |row| {
        let asked = row.at("/spec/expirationSeconds").as_i64();
        let has = |condition: &str| row.condition(condition).is_some();
        let mut condition = match () {
            () if has("Denied") => "Denied",
            () if has("Approved") => "Approved",
            () => "Pending",
        }
        .to_owned();
        if has("Failed") {
            condition.push_str(",Failed");
        }
        if !row.text("/status/certificate").is_empty() {
            condition.push_str(",Issued");
        }
        vec![
            row.name(),
            row.age(),
            json!(row.text_or("/spec/signerName", "<none>")),
            json!(row.text("/spec/username")),
            json!(asked.map_or_else(|| "<none>".to_owned(), duration::human)),
            json!(condition),
        ]
    },
};
