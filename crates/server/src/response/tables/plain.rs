//! Tables of kinds with a few plain columns.

use serde_json::json;

use super::row::text;
use super::table::{AGE, NAME, Table};

pub(crate) const CONFIG_MAP: Table = Table {
    group: "",
    kind: "ConfigMap",
    columns: &[NAME, ("Data", "string", 0), AGE],
    cells: |row| vec![row.name(), json!(row.count("/data") + row.count("/binaryData")), row.age()],
};

pub(crate) const SECRET: Table = Table {
    group: "",
    kind: "Secret",
    columns: &[NAME, ("Type", "string", 0), ("Data", "string", 0), AGE],
    cells: |row| vec![row.name(), json!(row.text("/type")), json!(row.count("/data")), row.age()],
};

pub(crate) const SERVICE_ACCOUNT: Table = Table {
    group: "",
    kind: "ServiceAccount",
    columns: &[NAME, ("Secrets", "string", 0), AGE],
    cells: |row| vec![row.name(), json!(row.count("/secrets")), row.age()],
};

pub(crate) const NAMESPACE: Table = Table {
    group: "",
    kind: "Namespace",
    columns: &[NAME, ("Status", "string", 0), AGE],
    cells: |row| vec![row.name(), json!(row.text("/status/phase")), row.age()],
};

pub(crate) const LEASE: Table = Table {
    group: "coordination.k8s.io",
    kind: "Lease",
    columns: &[NAME, ("Holder", "string", 0), AGE],
    cells: |row| vec![row.name(), json!(row.text("/spec/holderIdentity")), row.age()],
};

pub(crate) const CONTROLLER_REVISION: Table = Table {
    group: "apps",
    kind: "ControllerRevision",
    columns: &[NAME, ("Controller", "string", 0), ("Revision", "string", 0), AGE],
    cells: |row| {
        let owner = row.list("/metadata/ownerReferences").iter().find(|owner| owner["controller"] == true);
        let controller = owner.map_or_else(
            || "<none>".to_owned(),
            |owner| {
                let kind = text(&owner["kind"]).to_lowercase();
                let group = text(&owner["apiVersion"]).split_once('/').map(|(group, _)| format!(".{group}"));
                format!("{kind}{}/{}", group.unwrap_or_default(), text(&owner["name"]))
            },
        );
        vec![row.name(), json!(controller), json!(row.int("/revision")), row.age()]
    },
};
