//! Tables of webhook configurations and policies.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::row::{Row, items, text};
use super::table::{AGE, Heading, NAME, Table};

const COLUMNS: &[Heading] = &[NAME, ("Webhooks", "integer", 0), AGE];

fn cells(row: &Row<'_>) -> Vec<Value> {
    vec![row.name(), json!(row.count("/webhooks")), row.age()]
}

pub(crate) const MUTATING: Table = Table {
    group: "admissionregistration.k8s.io",
    kind: "MutatingWebhookConfiguration",
    columns: COLUMNS,
    cells,
};

pub(crate) const VALIDATING: Table = Table {
    group: "admissionregistration.k8s.io",
    kind: "ValidatingWebhookConfiguration",
    columns: COLUMNS,
    cells,
};

pub(crate) const POLICY: Table = Table {
    group: "admissionregistration.k8s.io",
    kind: "ValidatingAdmissionPolicy",
    columns: &[NAME, ("Validations", "integer", 0), ("ParamKind", "string", 0), AGE],
    cells: |row| {
        let kind = match row.at("/spec/paramKind") {
            Value::Object(kind) => format!("{}/{}", text(&kind["apiVersion"]), text(&kind["kind"])),
            _ => UNSET.to_owned(),
        };
        vec![row.name(), json!(row.count("/spec/validations")), json!(kind), row.age()]
    },
};

pub(crate) const BINDING: Table = Table {
    group: "admissionregistration.k8s.io",
    kind: "ValidatingAdmissionPolicyBinding",
    columns: &[NAME, ("PolicyName", "string", 0), ("ParamRef", "string", 0), AGE],
    cells: |row| {
        let selector = row.at("/spec/paramRef/selector");
        let param = match row.text("/spec/paramRef/name") {
            "" if selector.is_object() => go_selector(selector),
            "" => UNSET.to_owned(),
            name => format!("{}/{name}", row.text_or("/spec/paramRef/namespace", "*")),
        };
        vec![row.name(), json!(row.text("/spec/policyName")), json!(param), row.age()]
    },
};

const UNSET: &str = "<unset>";

/// A label selector as Go shows it.
// apimachinery: pkg/apis/meta/v1/generated.pb.go
fn go_selector(selector: &Value) -> String {
    let labels = selector["matchLabels"].as_object().into_iter().flatten();
    let labels: BTreeMap<&String, &str> = labels.map(|(key, value)| (key, text(value))).collect();
    let labels: String = labels.into_iter().map(|(key, value)| format!("{key}: {value},")).collect();
    let requirement = |of: &Value| {
        let values: Vec<&str> = items(&of["values"]).iter().map(text).collect();
        let (key, operator, values) = (text(&of["key"]), text(&of["operator"]), values.join(" "));
        format!("LabelSelectorRequirement{{Key:{key},Operator:{operator},Values:[{values}],}},")
    };
    let requirements: String = items(&selector["matchExpressions"]).iter().map(requirement).collect();
    format!(
        "&LabelSelector{{MatchLabels:map[string]string{{{labels}}},MatchExpressions:[]LabelSelectorRequirement{{{requirements}}},}}"
    )
}
