//! Updates of complete claims and volumes.

use super::{errors, rows};

#[test]
fn claims_grow_when_they_are_bound() {
    let claim = "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: a}\nspec: {accessModes: [ReadWriteOnce], volumeMode: Filesystem, resources: \
        {requests: {storage: 2Gi}}}\nstatus: {phase: Pending}\n";
    let why = "spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims";
    rows(
        claim,
        &[
            ("storage: 2Gi", "storage: 2048Mi", &[]),
            ("storage: 2Gi", "storage: 3Gi", &[why]),
            ("storage: 2Gi", "storage: 1Gi", &[why]),
            // Claims get their volume and their class once.
            ("volumeMode: Filesystem", "volumeMode: Filesystem, volumeName: b, storageClassName: c", &[]),
            (
                "volumeMode: Filesystem",
                "volumeMode: Block",
                &[why, "volumeMode: Invalid value: \"Block\": field is immutable"],
            ),
            (
                "volumeMode: Filesystem",
                "volumeMode: Filesystem, dataSource: {kind: Foo, name: a, apiGroup: a.b}",
                &[],
            ),
            (
                "volumeMode: Filesystem",
                "volumeMode: Filesystem, dataSource: {kind: PersistentVolumeClaim, name: b}",
                &[why],
            ),
        ],
    );
    let bound = claim.replace("Pending", "Bound, capacity: {storage: 1Gi}");
    rows(
        &bound,
        &[
            ("storage: 2Gi", "storage: 3Gi", &[]),
            ("storage: 2Gi", "storage: 1500Mi", &[]),
            (
                "storage: 2Gi",
                "storage: 1Gi",
                &["spec.resources.requests.storage: Forbidden: field can not be less than status.capacity"],
            ),
            ("volumeMode: Filesystem", "volumeMode: Filesystem, volumeAttributesClassName: b", &[]),
            ("storage: 2Gi}", "storage: 2Gi}, limits: {storage: 3Gi}", &[why]),
        ],
    );
}

#[test]
fn the_class_of_attributes_can_go_until_a_volume_has_it() {
    let claim = |class: &str, status: &str| {
        format!(
            "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {{name: a}}\nspec: {{accessModes: [ReadWriteOnce], {class} resources: {{requests: \
             {{storage: 1Gi}}}}}}\nstatus: {{{status}}}\n"
        )
    };
    let class = "volumeAttributesClassName: b,";
    let empty = "volumeAttributesClassName: '',";
    let bound = "phase: Bound";
    let applied = "phase: Bound, currentVolumeAttributesClassName: b";
    let error = |given: &str| {
        format!(
            "spec.volumeAttributesClassName: Forbidden: update to {given} is forbidden when status.currentVolumeAttributesClassName is not nil"
        )
    };
    for (version, status, old, new, wanted) in [
        (36, bound, class, "", None),
        (34, bound, class, "", None),
        (36, bound, class, empty, None),
        (36, applied, class, "volumeAttributesClassName: c,", None),
        (36, applied, class, "", Some(error("nil"))),
        (34, applied, class, empty, Some(error("empty string"))),
        (36, applied, "", empty, Some(error("empty string"))),
        (36, applied, empty, empty, None),
    ] {
        assert_eq!(
            errors(version, &claim(old, status), &claim(new, status), None),
            Vec::from_iter(wanted),
            "{version} {status} {old} {new}"
        );
    }
    let volume = |class: &str| {
        format!(
            "apiVersion: v1\nkind: PersistentVolume\nmetadata: {{name: a}}\nspec: {{accessModes: [ReadWriteOnce], capacity: {{storage: 1Gi}}, {class} \
             csi: {{driver: a, volumeHandle: b}}}}\n"
        )
    };
    assert_eq!(
        errors(36, &volume(class), &volume(""), None),
        ["spec.volumeAttributesClassName: Forbidden: update from non-nil value to nil is forbidden"]
    );
}

#[test]
fn volumes_keep_source_mode_and_nodes() {
    let volume = |spec: &str| {
        format!(
            "apiVersion: v1\nkind: PersistentVolume\nmetadata: {{name: a}}\nspec: {{accessModes: [ReadWriteOnce], capacity: {{storage: 1Gi}}, {spec}}}\n"
        )
    };
    let path = "hostPath: {path: /a, type: ''}, volumeMode: Filesystem";
    let source =
        "spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation";
    let nodes = |key: &str| {
        volume(&format!(
            "{path}, nodeAffinity: {{required: {{nodeSelectorTerms: [{{matchExpressions: [{{key: {key}, operator: Exists}}]}}]}}}}"
        ))
    };
    let affinity =
        "nodeAffinity: Invalid value: field is immutable, except for updating from beta label to GA";
    for (old, new, wanted) in [
        (volume(path), volume("volumeMode: Filesystem, hostPath: {type: '', path: /a}"), None),
        (volume(path), volume("nfs: {server: a, path: /a}, volumeMode: Filesystem"), Some(source)),
        (volume("fc: {lun: 1, targetWWNs: [a]}"), volume("fc: {lun: 2, targetWWNs: [a]}"), Some(source)),
        (
            volume(path),
            volume(&path.replace("Filesystem", "Block")),
            Some("volumeMode: Invalid value: \"Block\": field is immutable"),
        ),
        (volume(path), nodes("a"), None),
        (nodes("a"), nodes("b"), Some(affinity)),
        (nodes("a"), volume(path), Some(affinity)),
        (nodes("beta.kubernetes.io/os"), nodes("kubernetes.io/os"), None),
        (nodes("kubernetes.io/os"), nodes("beta.kubernetes.io/os"), Some(affinity)),
    ] {
        assert_eq!(errors(36, &old, &new, None), Vec::from_iter(wanted), "{old} {new}");
    }
}
