//! Tables of workloads: how many of their pods there are.

use crdc_admission::{Clock, seconds_of};
use serde_json::{Value, json};

use super::row::Row;
use super::table::{AGE, Heading, NAME, Table};
use crate::apimachinery::duration;

const CONTAINERS: Heading = ("Containers", "string", 1);
const IMAGES: Heading = ("Images", "string", 1);
const SELECTOR: Heading = ("Selector", "string", 1);

/// The cells of a template's containers, and of the selector.
fn wide(row: &Row<'_>, mut cells: Vec<Value>) -> Vec<Value> {
    cells.extend(row.containers("/spec/template/spec"));
    cells.push(row.selector("/spec/selector"));
    cells
}

pub(crate) const SCALE: Table = Table {
    group: "autoscaling",
    kind: "Scale",
    columns: &[NAME, ("Desired", "integer", 0), ("Available", "integer", 0), AGE],
    cells: |row| {
        vec![row.name(), json!(row.int("/spec/replicas")), json!(row.int("/status/replicas")), row.age()]
    },
};

pub(crate) const DEPLOYMENT: Table = Table {
    group: "apps",
    kind: "Deployment",
    columns: &[
        NAME,
        ("Ready", "string", 0),
        ("Up-to-date", "string", 0),
        ("Available", "string", 0),
        AGE,
        CONTAINERS,
        IMAGES,
        SELECTOR,
    ],
    cells: |row| {
        let ready = format!("{}/{}", row.int("/status/readyReplicas"), row.int("/spec/replicas"));
        let count = |field: &str| json!(row.int(&format!("/status/{field}")));
        wide(
            row,
            vec![row.name(), json!(ready), count("updatedReplicas"), count("availableReplicas"), row.age()],
        )
    },
};

pub(crate) const REPLICA_SET: Table = Table {
    group: "apps",
    kind: "ReplicaSet",
    columns: &[
        NAME,
        ("Desired", "integer", 0),
        ("Current", "integer", 0),
        ("Ready", "integer", 0),
        AGE,
        CONTAINERS,
        IMAGES,
        SELECTOR,
    ],
    cells: |row| {
        let counts = ["/spec/replicas", "/status/replicas", "/status/readyReplicas"];
        let mut cells = vec![row.name()];
        cells.extend(counts.map(|path| json!(row.int(path))));
        cells.push(row.age());
        wide(row, cells)
    },
};

pub(crate) const STATEFUL_SET: Table = Table {
    group: "apps",
    kind: "StatefulSet",
    columns: &[NAME, ("Ready", "string", 0), AGE, CONTAINERS, IMAGES],
    cells: |row| {
        let ready = format!("{}/{}", row.int("/status/readyReplicas"), row.int("/spec/replicas"));
        let [names, images] = row.containers("/spec/template/spec");
        vec![row.name(), json!(ready), row.age(), names, images]
    },
};

pub(crate) const DAEMON_SET: Table = Table {
    group: "apps",
    kind: "DaemonSet",
    columns: &[
        NAME,
        ("Desired", "integer", 0),
        ("Current", "integer", 0),
        ("Ready", "integer", 0),
        ("Up-to-date", "integer", 0),
        ("Available", "integer", 0),
        ("Node Selector", "string", 0),
        AGE,
        CONTAINERS,
        IMAGES,
        SELECTOR,
    ],
    cells: |row| {
        let counts = [
            "desiredNumberScheduled",
            "currentNumberScheduled",
            "numberReady",
            "updatedNumberScheduled",
            "numberAvailable",
        ];
        let mut cells = vec![row.name()];
        cells.extend(counts.map(|field| json!(row.int(&format!("/status/{field}")))));
        cells.extend([row.labels("/spec/template/spec/nodeSelector"), row.age()]);
        wide(row, cells)
    },
};

pub(crate) const JOB: Table = Table {
    group: "batch",
    kind: "Job",
    columns: &[
        NAME,
        ("Status", "string", 0),
        ("Completions", "string", 0),
        ("Duration", "string", 0),
        AGE,
        CONTAINERS,
        IMAGES,
        SELECTOR,
    ],
    cells: |row| {
        let succeeded = row.int("/status/succeeded");
        let completions = match (row.at("/spec/completions").as_i64(), row.int("/spec/parallelism")) {
            (Some(wanted), _) => format!("{succeeded}/{wanted}"),
            (None, parallelism @ 2..) => format!("{succeeded}/1 of {parallelism}"),
            (None, _) => format!("{succeeded}/1"),
        };
        let [begun, ended] = ["startTime", "completionTime"]
            .map(|field| row.at(&format!("/status/{field}")).as_str().and_then(seconds_of));
        let took = begun.map(|begun| ended.unwrap_or_else(|| row.clock.now()).saturating_sub(begun));
        let is = |condition: &str| row.condition(condition) == Some("True");
        let status = match () {
            () if is("Complete") => "Complete",
            () if is("Failed") => "Failed",
            () if row.is_going() => "Terminating",
            () if is("Suspended") => "Suspended",
            () if is("FailureTarget") => "FailureTarget",
            () => "Running",
        };
        let took = took.map(duration::human).unwrap_or_default();
        wide(row, vec![row.name(), json!(status), json!(completions), json!(took), row.age()])
    },
};

pub(crate) const CRON_JOB: Table = Table {
    group: "batch",
    kind: "CronJob",
    columns: &[
        NAME,
        ("Schedule", "string", 0),
        ("Timezone", "string", 0),
        ("Suspend", "boolean", 0),
        ("Active", "integer", 0),
        ("Last Schedule", "string", 0),
        AGE,
        CONTAINERS,
        IMAGES,
        SELECTOR,
    ],
    cells: |row| {
        let suspend = match row.at("/spec/suspend").as_bool() {
            None => "<unset>",
            Some(true) => "True",
            Some(false) => "False",
        };
        let zone = row.at("/spec/timeZone").as_str().unwrap_or("<none>");
        let last = match row.at("/status/lastScheduleTime") {
            Value::Null => "<none>".to_owned(),
            _ => row.since("/status/lastScheduleTime"),
        };
        let mut cells = vec![
            row.name(),
            json!(row.text("/spec/schedule")),
            json!(zone),
            json!(suspend),
            json!(row.count("/status/active")),
            json!(last),
            row.age(),
        ];
        cells.extend(row.containers("/spec/jobTemplate/spec/template/spec"));
        cells.push(row.selector("/spec/jobTemplate/spec/selector"));
        cells
    },
};
