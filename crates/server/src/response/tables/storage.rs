//! Tables of volumes, claims and their classes.
// kubernetes: pkg/apis/core/v1/helper/helpers.go GetAccessModesAsString, pkg/apis/storage/util/helpers.go

use serde_json::{Value, json};

use super::row::{Row, text};
use super::table::{AGE, NAME, Table};

/// Access modes and what stands for them, in this order.
const MODES: [(&str, &str); 4] = [
    ("ReadWriteOnce", "RWO"),
    ("ReadOnlyMany", "ROX"),
    ("ReadWriteMany", "RWX"),
    ("ReadWriteOncePod", "RWOP"),
];

fn modes(row: &Row<'_>, path: &str) -> Value {
    let given = row.list(path);
    let short = MODES.iter().filter(|(mode, _)| given.iter().any(|given| text(given) == *mode));
    json!(short.map(|(_, short)| *short).collect::<Vec<_>>().join(","))
}

/// The name of the class: an annotation of former times comes first.
fn class<'o>(row: &Row<'o>) -> &'o str {
    let annotation = row.metadata("annotations")["volume.beta.kubernetes.io/storage-class"].as_str();
    annotation.unwrap_or_else(|| row.text("/spec/storageClassName"))
}

fn phase<'o>(row: &Row<'o>) -> &'o str {
    if row.is_going() { "Terminating" } else { row.text("/status/phase") }
}

fn or_unset(row: &Row<'_>, path: &str) -> Value {
    json!(row.at(path).as_str().unwrap_or("<unset>"))
}

pub(crate) const VOLUME: Table = Table {
    group: "",
    kind: "PersistentVolume",
    columns: &[
        NAME,
        ("Capacity", "string", 0),
        ("Access Modes", "string", 0),
        ("Reclaim Policy", "string", 0),
        ("Status", "string", 0),
        ("Claim", "string", 0),
        ("StorageClass", "string", 0),
        ("VolumeAttributesClass", "string", 0),
        ("Reason", "string", 0),
        AGE,
        ("VolumeMode", "string", 1),
    ],
    cells: |row| {
        let claim = match row.at("/spec/claimRef") {
            Value::Null => String::new(),
            claim => format!("{}/{}", text(&claim["namespace"]), text(&claim["name"])),
        };
        vec![
            row.name(),
            json!(row.text_or("/spec/capacity/storage", "0")),
            modes(row, "/spec/accessModes"),
            json!(row.text("/spec/persistentVolumeReclaimPolicy")),
            json!(phase(row)),
            json!(claim),
            json!(class(row)),
            or_unset(row, "/spec/volumeAttributesClassName"),
            json!(row.text("/status/reason")),
            row.age(),
            or_unset(row, "/spec/volumeMode"),
        ]
    },
};

pub(crate) const CLAIM: Table = Table {
    group: "",
    kind: "PersistentVolumeClaim",
    columns: &[
        NAME,
        ("Status", "string", 0),
        ("Volume", "string", 0),
        ("Capacity", "string", 0),
        ("Access Modes", "string", 0),
        ("StorageClass", "string", 0),
        ("VolumeAttributesClass", "string", 0),
        AGE,
        ("VolumeMode", "string", 1),
    ],
    cells: |row| {
        let volume = row.text("/spec/volumeName");
        let (capacity, modes) = match volume {
            "" => (json!(""), json!("")),
            _ => (json!(row.text_or("/status/capacity/storage", "0")), modes(row, "/status/accessModes")),
        };
        vec![
            row.name(),
            json!(phase(row)),
            json!(volume),
            capacity,
            modes,
            json!(class(row)),
            or_unset(row, "/spec/volumeAttributesClassName"),
            row.age(),
            or_unset(row, "/spec/volumeMode"),
        ]
    },
};

pub(crate) const CLASS: Table = Table {
    group: "storage.k8s.io",
    kind: "StorageClass",
    columns: &[
        NAME,
        ("Provisioner", "string", 0),
        ("ReclaimPolicy", "string", 0),
        ("VolumeBindingMode", "string", 0),
        ("AllowVolumeExpansion", "string", 0),
        AGE,
    ],
    cells: |row| {
        let annotations = row.metadata("annotations");
        let is_default = ["storageclass.kubernetes.io", "storageclass.beta.kubernetes.io"]
            .iter()
            .any(|domain| annotations[format!("{domain}/is-default-class")] == "true");
        let mark = if is_default { " (default)" } else { "" };
        vec![
            json!(format!("{}{mark}", row.text("/metadata/name"))),
            json!(row.text("/provisioner")),
            json!(row.text_or("/reclaimPolicy", "Delete")),
            json!(row.text_or("/volumeBindingMode", "Immediate")),
            json!(row.at("/allowVolumeExpansion") == true),
            row.age(),
        ]
    },
};
