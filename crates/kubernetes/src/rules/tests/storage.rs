//! Volumes, claims and classes.

use super::table;

#[test]
fn claims() {
    let claim = |spec: &str| {
        format!("apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {{name: a}}\nspec: {spec}")
    };
    let with = |more: &str| {
        format!("{{accessModes: [ReadWriteOnce], resources: {{requests: {{storage: 1Gi}}}}, {more}}}")
    };
    table(
        &[
            ("{accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}", &[]),
            ("{accessModes: [ReadWriteOnce]}", &["spec.resources[storage]: Required value"]),
            (
                "{resources: {requests: {storage: 1Gi}}}",
                &["spec.accessModes: Required value: at least 1 access mode is required"],
            ),
            (
                "{accessModes: [ReadWrite], resources: {requests: {storage: 1Gi}}}",
                &[
                    "spec.accessModes: Unsupported value: \"ReadWrite\": supported values: \"ReadOnlyMany\", \"ReadWriteMany\", \"ReadWriteOnce\", \"ReadWriteOncePod\"",
                ],
            ),
            (
                "{accessModes: [ReadWriteOncePod, ReadWriteOnce], resources: {requests: {storage: 1Gi}}}",
                &["spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes"],
            ),
            (
                "{accessModes: [ReadWriteOnce], resources: {requests: {storage: 0}}}",
                &["spec.resources[storage]: Invalid value: \"0\": must be greater than zero"],
            ),
            // What is no claim and no snapshot is dropped.
            (&with("dataSource: {kind: Foo, name: a}"), &[]),
            (&with("dataSource: {apiGroup: a.b, kind: Foo}"), &[]),
            (&with("dataSource: {kind: VolumeSnapshot, name: a}"), &[]),
            (&with("dataSource: {apiGroup: snapshot.storage.k8s.io, kind: VolumeSnapshot, name: a}"), &[]),
            // One is the default of the other.
            (
                &with("dataSource: {kind: PersistentVolumeClaim}"),
                &["spec.dataSource.name: Required value", "spec.dataSourceRef.name: Required value"],
            ),
            (
                &with("dataSourceRef: {apiGroup: a.b, name: a}"),
                &["spec.dataSource.kind: Required value", "spec.dataSourceRef.kind: Required value"],
            ),
            (
                &with("dataSource: {kind: Foo, name: a}, dataSourceRef: {apiGroup: a.b, kind: Foo, name: a}"),
                &[
                    "spec.dataSource: Invalid value: \"Foo\": must be 'PersistentVolumeClaim' when referencing the default apiGroup",
                    "spec: Invalid value: {}: must match dataSourceRef",
                ],
            ),
            // A reference to another namespace is dropped.
            (&with("dataSourceRef: {kind: Foo, namespace: b}"), &[]),
            (
                "{accessModes: [ReadWriteOnce], volumeMode: File, resources: {requests: {storage: 1Gi}}}",
                &[
                    "spec.volumeMode: Unsupported value: \"File\": supported values: \"Block\", \"Filesystem\"",
                ],
            ),
        ],
        claim,
    );
}

#[test]
fn volumes() {
    let volume = |spec: &str| {
        format!(
            "apiVersion: v1\nkind: PersistentVolume\nmetadata: {{name: a}}\nspec: {{accessModes: [ReadWriteOnce], {spec}}}"
        )
    };
    table(
        &[
            ("capacity: {storage: 1Gi}, hostPath: {path: /a}", &[]),
            ("capacity: {storage: 1Gi}", &["spec: Required value: must specify a volume type"]),
            (
                "capacity: {storage: 1Gi}, hostPath: {path: /a}, nfs: {server: a, path: /a}",
                &["spec.nfs: Forbidden: may not specify more than 1 volume type"],
            ),
            (
                "hostPath: {path: /a}",
                &[
                    "spec.capacity: Required value",
                    "spec.capacity: Unsupported value: null: supported values: \"storage\"",
                ],
            ),
            (
                "capacity: {storage: 1Gi, cpu: 1}, hostPath: {path: /a}",
                &[
                    "spec.capacity: Unsupported value: {\"cpu\":\"1\",\"storage\":\"1Gi\"}: supported values: \"storage\"",
                ],
            ),
            (
                "capacity: {storage: 1Gi}, local: {path: /a}",
                &["spec.nodeAffinity: Required value: Local volume requires node affinity"],
            ),
            ("capacity: {storage: 1Gi}, csi: {driver: a}", &["spec.csi.volumeHandle: Required value"]),
            (
                "capacity: {storage: 1Gi}, hostPath: {path: /a}, persistentVolumeReclaimPolicy: Keep",
                &[
                    "spec.persistentVolumeReclaimPolicy: Unsupported value: \"Keep\": supported values: \"Delete\", \"Recycle\", \"Retain\"",
                ],
            ),
        ],
        volume,
    );
}

#[test]
fn classes() {
    let class = |fields: &str| {
        format!("apiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata: {{name: a}}\n{fields}")
    };
    table(
        &[
            ("provisioner: ebs.csi.aws.com", &[]),
            ("parameters: {a: b}", &["provisioner: Required value"]),
            (
                "provisioner: a\nparameters: {'': b}",
                &["parameters: Invalid value: \"\": field can not be empty."],
            ),
            (
                "provisioner: A_",
                &[
                    "provisioner: Invalid value: \"a_\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and \
                     end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is \
                     '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
                ],
            ),
            (
                "provisioner: a\nreclaimPolicy: Recycle",
                &["reclaimPolicy: Unsupported value: \"Recycle\": supported values: \"Delete\", \"Retain\""],
            ),
            (
                "provisioner: a\nvolumeBindingMode: Later",
                &[
                    "volumeBindingMode: Unsupported value: \"Later\": supported values: \"Immediate\", \"WaitForFirstConsumer\"",
                ],
            ),
        ],
        class,
    );
}

#[test]
fn fields_of_the_pod_as_files() {
    let path = "spec.volumes[0].downwardAPI";
    super::table(
        &[
            ("{path: labels, fieldRef: {fieldPath: metadata.labels}}", &[]),
            ("{path: a, fieldRef: {fieldPath: \"metadata.annotations['a']\"}}", &[]),
            ("{path: cpu, resourceFieldRef: {containerName: a, resource: limits.cpu}}", &[]),
            ("{path: a, resourceFieldRef: {containerName: a, resource: requests.hugepages-2Mi}}", &[]),
            (
                "{path: a, resourceFieldRef: {resource: cpu}}",
                &[&format!("{path}.resourceFieldRef.containerName: Required value")],
            ),
            (
                "{path: a, resourceFieldRef: {containerName: a}}",
                &[&format!("{path}.resourceFieldRef.resource: Required value")],
            ),
            (
                "{path: a, resourceFieldRef: {containerName: a, resource: cpu}}",
                &[&format!(
                    "{path}.resourceFieldRef.resource: Unsupported value: \"cpu\": supported values: \"limits.cpu\", \"limits.ephemeral-storage\", \
                     \"limits.memory\", \"requests.cpu\", \"requests.ephemeral-storage\", \"requests.memory\""
                )],
            ),
            // The server looks into the first alone.
            (
                "{path: a, fieldRef: {fieldPath: metadata.name}, resourceFieldRef: {}}",
                &[&format!(
                    "{path}: Invalid value: \"resource\": fieldRef and resourceFieldRef can not be specified simultaneously"
                )],
            ),
            (
                "{path: a}",
                &[&format!("{path}: Required value: one of fieldRef and resourceFieldRef is required")],
            ),
            (
                "{path: /a, fieldRef: {fieldPath: metadata.label}}",
                &[
                    &format!("{path}.path: Invalid value: \"/a\": must be a relative path"),
                    &format!(
                        "{path}.fieldRef.fieldPath: Invalid value: \"metadata.label\": error converting fieldPath: field label not supported: metadata.label"
                    ),
                ],
            ),
            (
                "{path: a, fieldRef: {fieldPath: status.podIP}}",
                &[&format!(
                    "{path}.fieldRef.fieldPath: Unsupported value: \"status.podIP\": supported values: \"metadata.annotations\", \"metadata.labels\", \
                     \"metadata.name\", \"metadata.namespace\", \"metadata.uid\""
                )],
            ),
            (
                "{path: a, mode: 644, fieldRef: {fieldPath: metadata.name}}",
                &[&format!(
                    "{path}.mode: Invalid value: 644: must be a number between 0 and 0777 (octal), both inclusive"
                )],
            ),
        ],
        |item| {
            super::pod(&format!(
                "containers: [{{name: a, image: a}}]\nvolumes: [{{name: a, downwardAPI: {{items: [{item}]}}}}]"
            ))
        },
    );
}

#[test]
fn resources_of_a_container_as_files() {
    let volume = "projected: {sources: [{downwardAPI: {items: [{path: a, resourceFieldRef: {resource: limits.cpu}}]}}]}";
    let text = super::pod(&format!("containers: [{{name: a, image: a}}]\nvolumes: [{{name: a, {volume}}}]"));
    assert_eq!(
        super::sentences(&text),
        ["spec.volumes[0].projected.sources[0].downwardAPI.resourceFieldRef.containerName: Required value"]
    );
}
