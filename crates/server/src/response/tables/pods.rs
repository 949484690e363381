//! Tables of Pods: how many containers are ready, what the pod waits for or why it ended.
//!
//! Easy to break: the first init container that is not done decides, and then no container counts.

use std::collections::{HashMap, HashSet};

use serde_json::{Value, json};

use super::row::{Row, items, text};
use super::table::{AGE, NAME, Table};
use crate::apimachinery::duration;

pub(crate) const POD: Table = Table {
    group: "",
    kind: "Pod",
    columns: &[
        NAME,
        ("Ready", "string", 0),
        ("Status", "string", 0),
        ("Restarts", "string", 0),
        AGE,
        ("IP", "string", 1),
        ("Node", "string", 1),
        ("Nominated Node", "string", 1),
        ("Readiness Gates", "string", 1),
    ],
    cells,
};

fn cells(row: &Row<'_>) -> Vec<Value> {
    let ContainerStates { ready, reason, restarts } = seen(row);
    let helpers = row.list("/spec/initContainers").iter().filter(|container| is_helper(container));
    let total = row.list("/spec/containers").len() + helpers.count();
    let restarts = match restarts.last.filter(|_| restarts.count != 0) {
        Some(last) => format!("{} ({} ago)", restarts.count, duration::since(&json!(last), row.clock)),
        None => restarts.count.to_string(),
    };
    vec![
        row.name(),
        json!(format!("{ready}/{total}")),
        json!(reason),
        json!(restarts),
        row.age(),
        json!(row.text_or("/status/podIPs/0/ip", "<none>")),
        json!(row.text_or("/spec/nodeName", "<none>")),
        json!(row.text_or("/status/nominatedNodeName", "<none>")),
        gates(row),
    ]
}

/// The states of the containers of a pod.
struct ContainerStates<'o> {
    ready: usize,
    reason: String,
    restarts: Restarts<'o>,
}

#[derive(Clone, Copy, Default)]
struct Restarts<'o> {
    count: i64,
    /// The time when the last container ended that started again. Times in UTC are in the order of their
    /// texts.
    last: Option<&'o str>,
}

impl<'o> Restarts<'o> {
    fn add(&mut self, container: &'o Value) {
        self.count += container["restartCount"].as_i64().unwrap_or_default();
        self.last = self.last.max(container["lastState"]["terminated"]["finishedAt"].as_str());
    }
}

fn seen<'o>(row: &Row<'o>) -> ContainerStates<'o> {
    let phase = row.text("/status/phase");
    let mut reason = row.text_or("/status/reason", phase).to_owned();
    let is_gated =
        |condition: &Value| condition["type"] == "PodScheduled" && condition["reason"] == "SchedulingGated";
    if row.list("/status/conditions").iter().any(is_gated) {
        "SchedulingGated".clone_into(&mut reason);
    }
    let (mut ready, mut restarts, mut of_helpers) = (0, Restarts::default(), Restarts::default());
    let inits = row.list("/spec/initContainers");
    let helpers: HashSet<&str> = inits
        .iter()
        .filter(|container| is_helper(container))
        .map(|container| text(&container["name"]))
        .collect();
    let mut waits_for = None;
    for (index, status) in row.list("/status/initContainerStatuses").iter().enumerate() {
        let is_helper = helpers.contains(text(&status["name"]));
        restarts.add(status);
        if is_helper {
            of_helpers.add(status);
        }
        let ended = &status["state"]["terminated"];
        if ended.is_object() && ended["exitCode"].as_i64().unwrap_or_default() == 0 {
            continue;
        }
        if is_helper && status["started"] == true {
            ready += usize::from(status["ready"] == true);
            continue;
        }
        let waiting = text(&status["state"]["waiting"]["reason"]);
        waits_for = Some(match () {
            () if ended.is_object() => format!("Init:{}", why_ended(ended)),
            () if !matches!(waiting, "" | "PodInitializing") => format!("Init:{waiting}"),
            () => format!("Init:{index}/{}", inits.len()),
        });
        break;
    }
    let is_initialized = row.condition("Initialized") == Some("True");
    let is_initializing = waits_for.is_some();
    if let Some(waits_for) = waits_for {
        reason = waits_for;
    }
    if !is_initializing || is_initialized {
        restarts = of_helpers;
        let mut is_running = false;
        for status in row.list("/status/containerStatuses").iter().rev() {
            restarts.add(status);
            let state = &status["state"];
            match text(&state["waiting"]["reason"]) {
                "" if state["terminated"].is_object() => reason = why_ended(&state["terminated"]),
                "" if status["ready"] == true && state["running"].is_object() => {
                    is_running = true;
                    ready += 1;
                }
                "" => {}
                waiting => waiting.clone_into(&mut reason),
            }
        }
        if reason == "Completed" && is_running {
            let is_ready = row.condition("Ready") == Some("True");
            (if is_ready { "Running" } else { "NotReady" }).clone_into(&mut reason);
        }
    }
    if row.is_going() && row.text("/status/reason") == "NodeLost" {
        "Unknown".clone_into(&mut reason);
    } else if row.is_going() && !matches!(phase, "Succeeded" | "Failed") {
        "Terminating".clone_into(&mut reason);
    }
    ContainerStates { ready, reason, restarts }
}

/// The reason why a container ended.
fn why_ended(ended: &Value) -> String {
    let number = |field: &str| ended[field].as_i64().unwrap_or_default();
    match (text(&ended["reason"]), number("signal")) {
        ("", 0) => format!("ExitCode:{}", number("exitCode")),
        ("", signal) => format!("Signal:{signal}"),
        (reason, _) => reason.to_owned(),
    }
}

/// Whether an init container runs beside the others.
fn is_helper(container: &Value) -> bool {
    container["restartPolicy"] == "Always"
}

fn gates(row: &Row<'_>) -> Value {
    let gates = items(row.at("/spec/readinessGates"));
    if gates.is_empty() {
        return json!("<none>");
    }
    let conditions = row.list("/status/conditions").iter().rev();
    // The first of a type counts.
    let conditions: HashMap<&str, &str> =
        conditions.map(|condition| (text(&condition["type"]), text(&condition["status"]))).collect();
    let is_open = |gate: &&Value| conditions.get(text(&gate["conditionType"])) == Some(&"True");
    json!(format!("{}/{}", gates.iter().filter(is_open).count(), gates.len()))
}
