//! Tables of Kubernetes' own kinds, as `kubectl get` prints them. In: a kind, an object. Out: columns, cells.
//!
//! Each file has some kinds; [`TABLES`] lists all. `row` reads objects. Easy to break: servers send the
//! columns of `-o wide` always, and clients leave them out by their priority. Descriptions are not written.
// kubernetes: pkg/printers/internalversion/printers.go

mod access;
mod admission;
mod events;
mod network;
mod nodes;
mod plain;
mod pods;
mod row;
mod scheduling;
mod storage;
pub(crate) mod table;
mod workloads;

use serde_json::{Value, json};

use table::{NAME, Table};

const TABLES: [Table; 36] = [
    plain::CONFIG_MAP,
    plain::SECRET,
    plain::SERVICE_ACCOUNT,
    plain::NAMESPACE,
    plain::LEASE,
    plain::CONTROLLER_REVISION,
    pods::POD,
    nodes::NODE,
    events::EVENT,
    events::NEW_EVENT,
    storage::VOLUME,
    storage::CLAIM,
    storage::CLASS,
    network::SERVICE,
    network::INGRESS,
    network::INGRESS_CLASS,
    network::POLICY,
    network::OLD_ENDPOINTS,
    network::ENDPOINT_SLICE,
    workloads::SCALE,
    workloads::DEPLOYMENT,
    workloads::REPLICA_SET,
    workloads::STATEFUL_SET,
    workloads::DAEMON_SET,
    workloads::JOB,
    workloads::CRON_JOB,
    scheduling::AUTOSCALER,
    scheduling::BUDGET,
    scheduling::PRIORITY,
    access::ROLE_BINDING,
    access::CLUSTER_ROLE_BINDING,
    access::SIGNING_REQUEST,
    admission::MUTATING,
    admission::VALIDATING,
    admission::POLICY,
    admission::BINDING,
];

/// The table of kinds for which the server has none.
// apiserver: pkg/registry/rest/table.go defaultTableConvertor
const OTHERS: Table = Table {
    group: "",
    kind: "",
    columns: &[NAME, ("Created At", "date", 0)],
    cells: |row| vec![row.name(), row.metadata("creationTimestamp").clone()],
};

/// The table of a kind.
pub(crate) fn of(group: &str, kind: &str) -> &'static Table {
    const ALL: &[Table] = &TABLES;
    const REST: &Table = &OTHERS;
    ALL.iter().find(|table| (table.group, table.kind) == (group, kind)).unwrap_or(REST)
}

/// The conditions of an object's row.
pub(crate) fn conditions(kind: &str, object: &Value) -> Option<Value> {
    let phase = object["status"]["phase"].as_str().filter(|_| kind == "Pod")?;
    let message = match phase {
        "Succeeded" => "The pod has completed successfully.",
        "Failed" => "The pod failed.",
        _ => return None,
    };
    Some(json!([{"type": "Completed", "status": "True", "reason": phase, "message": message}]))
}
