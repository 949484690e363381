//! Tables of disruption budgets, autoscalers and other kinds of scheduling.

use serde_json::{Value, json};

use super::row::{Row, text};
use super::table::{AGE, NAME, Table};

pub(crate) const BUDGET: Table = Table {
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

pub(crate) const PRIORITY: Table = Table {
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

pub(crate) const AUTOSCALER: Table = Table {
    group: "autoscaling",
    kind: "HorizontalPodAutoscaler",
    columns: &[
        NAME,
        ("Reference", "string", 0),
        ("Targets", "string", 0),
        ("MinPods", "string", 0),
        ("MaxPods", "string", 0),
        ("Replicas", "string", 0),
        AGE,
    ],
    cells: |row| {
        let target = |field: &str| row.text(&format!("/spec/scaleTargetRef/{field}"));
        let least = row.at("/spec/minReplicas").as_i64();
        vec![
            row.name(),
            json!(format!("{}/{}", target("kind"), target("name"))),
            json!(targets(row)),
            json!(least.map_or_else(|| "<unset>".to_owned(), |least| least.to_string())),
            json!(row.int("/spec/maxReplicas")),
            json!(row.int("/status/currentReplicas")),
            row.age(),
        ]
    },
};

/// The number of metrics of an autoscaler that are named.
const METRICS: usize = 2;

/// The metrics of an autoscaler: the current values, and the targets.
fn targets(row: &Row<'_>) -> String {
    let (metrics, statuses) = (row.list("/spec/metrics"), row.list("/status/currentMetrics"));
    if metrics.is_empty() {
        return "<none>".to_owned();
    }
    let shown = metrics.iter().enumerate().take(METRICS);
    let shown = shown.map(|(index, metric)| target(metric, statuses.get(index).unwrap_or(&Value::Null)));
    let shown = shown.collect::<Vec<_>>().join(", ");
    match metrics.len().saturating_sub(METRICS) {
        0 => shown,
        more => format!("{shown} + {more} more..."),
    }
}

fn target(metric: &Value, status: &Value) -> String {
    let source = match text(&metric["type"]) {
        "External" => "external",
        "Pods" => "pods",
        "Object" => "object",
        "Resource" => "resource",
        "ContainerResource" => "containerResource",
        _ => return "<unknown type>".to_owned(),
    };
    let (wanted, current) = (&metric[source]["target"], &status[source]["current"]);
    let found = |field: &str| current[field].as_str().unwrap_or("<unknown>");
    let percent = |value: &Value| value.as_i64().map(|value| format!("{value}%"));
    let is_resource = source.ends_with("esource");
    match (is_resource, wanted["averageValue"].as_str()) {
        (true, Some(average)) => {
            format!("{}: {}/{average}", text(&metric[source]["name"]), found("averageValue"))
        }
        (true, None) => {
            let current = percent(&current["averageUtilization"]);
            let wanted = percent(&wanted["averageUtilization"]);
            let [current, wanted] = [(current, "<unknown>"), (wanted, "<auto>")]
                .map(|(value, none)| value.unwrap_or_else(|| none.to_owned()));
            format!("{}: {current}/{wanted}", text(&metric[source]["name"]))
        }
        (false, Some(average)) if source == "pods" => format!("{}/{average}", found("averageValue")),
        (false, Some(average)) => format!("{}/{average} (avg)", found("averageValue")),
        (false, None) => format!("{}/{}", found("value"), wanted["value"].as_str().unwrap_or("0")),
    }
}
