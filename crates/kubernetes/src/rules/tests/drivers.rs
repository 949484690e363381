//! Storage drivers, their nodes, attachments and classes.

use super::updates::check;
use super::{sentences, sentences_in, table};

fn of(kind: &str, fields: &str) -> String {
    format!("apiVersion: storage.k8s.io/v1\nkind: {kind}\nmetadata: {{name: a.b}}\n{fields}\n")
}

#[test]
fn drivers() {
    table(
        &[
            ("{}", &[]),
            ("{fsGroupPolicy: File, volumeLifecycleModes: [Ephemeral, Persistent]}", &[]),
            (
                "{fsGroupPolicy: Foo}",
                &[
                    "spec.fsGroupPolicy: Unsupported value: \"Foo\": supported values: \"File\", \"None\", \"ReadWriteOnceWithFSType\"",
                ],
            ),
            (
                "{volumeLifecycleModes: [Foo]}",
                &[
                    "spec.volumeLifecycleModes: Unsupported value: \"Foo\": supported values: \"Persistent\", \"Ephemeral\"",
                ],
            ),
            (
                "{serviceAccountTokenInSecrets: true, tokenRequests: [{audience: a, expirationSeconds: 10}, {audience: b, \
                 expirationSeconds: 4294967297}, {audience: a}]}",
                &[
                    "spec.tokenRequests[0].expirationSeconds: Invalid value: 10: may not specify a duration less than 10 minutes",
                    "spec.tokenRequests[1].expirationSeconds: Invalid value: 4294967297: may not specify a duration larger than 2^32 seconds",
                    "spec.tokenRequests[2].audience: Duplicate value: \"a\"",
                ],
            ),
            (
                "{nodeAllocatableUpdatePeriodSeconds: 9}",
                &[
                    "spec.nodeAllocatableUpdatePeriodSeconds: Invalid value: 9: must be greater than or equal to 10 seconds",
                ],
            ),
            (
                "{serviceAccountTokenInSecrets: false}",
                &[
                    "spec.serviceAccountTokenInSecrets: Invalid value: false: serviceAccountTokenInSecrets is set but no tokenRequests are specified",
                ],
            ),
            (
                "{tokenRequests: [{audience: a}]}",
                &[
                    "spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of \
                     tokens in volume attributes",
                ],
            ),
        ],
        |spec| of("CSIDriver", &format!("spec: {spec}")),
    );
    let old =
        of("CSIDriver", "spec: {tokenRequests: [{audience: a}], nodeAllocatableUpdatePeriodSeconds: 9}");
    assert!(sentences_in(34, &old).is_empty());
}

#[test]
fn what_a_driver_cannot_change() {
    let old = of("CSIDriver", "spec: {}");
    check(
        36,
        &old,
        &of("CSIDriver", "spec: {attachRequired: true, volumeLifecycleModes: [Persistent]}"),
        &[],
    );
    let new = of("CSIDriver", "spec: {attachRequired: false, volumeLifecycleModes: [Ephemeral]}");
    check(
        36,
        &old,
        &new,
        &[
            "spec.attachedRequired: Invalid value: false: field is immutable",
            "spec.volumeLifecycleModes: Invalid value: [\"Ephemeral\"]: field is immutable",
        ],
    );
    check(
        33,
        &old,
        &new,
        &[
            "spec.attachedRequired: Invalid value: false: field is immutable",
            "spec.volumeLifecycleModes: Invalid value: []storage.VolumeLifecycleMode{\"Ephemeral\"}: field is immutable",
        ],
    );
}

#[test]
fn nodes_of_drivers() {
    let node = |drivers: &str| of("CSINode", &format!("spec: {{drivers: {drivers}}}"));
    table(
        &[
            ("[]", &[]),
            ("[{name: d.io, nodeID: web, topologyKeys: [a/b], allocatable: {count: 3}}]", &[]),
            ("[{name: d.io, nodeID: ''}]", &["spec.drivers[0].nodeID: Required value"]),
            (
                "[{name: d, nodeID: web, topologyKeys: [a, a], allocatable: {count: -1}}, {name: d, nodeID: m}]",
                &[
                    "spec.drivers[0].allocatable.count: Invalid value: -1: must be greater than or equal to 0",
                    "spec.drivers[0]: Duplicate value: \"a\"",
                    "spec.drivers[1].name: Duplicate value: \"d\"",
                ],
            ),
        ],
        node,
    );
    let old = node("[{name: d, nodeID: web, allocatable: {count: 3}}]");
    check(36, &old, &node("[{name: d, nodeID: web, allocatable: {count: 4}}, {name: e, nodeID: web}]"), &[]);
    check(36, &old, &node("[{name: d, nodeID: m}]"), &["spec.drivers: Invalid value: field is immutable"]);
    check(
        32,
        &old,
        &node("[{name: d, nodeID: web, allocatable: {count: 4}}]"),
        &["CSINodeDriver: Invalid value: field is immutable"],
    );
}

#[test]
fn attachments() {
    let attachment = |spec: &str| of("VolumeAttachment", &format!("spec: {spec}"));
    let one_of = "must specify exactly one of inlineVolumeSpec and persistentVolumeName";
    let (none, both) =
        (format!("spec.source: Required value: {one_of}"), format!("spec.source: Forbidden: {one_of}"));
    table(
        &[
            ("{attacher: a.b, nodeName: web, source: {persistentVolumeName: v}}", &[]),
            (
                "{attacher: a.b, nodeName: web, source: {inlineVolumeSpec: {accessModes: [ReadWriteOnce], csi: {driver: a.b, volumeHandle: h}}}}",
                &[],
            ),
            ("{attacher: a.b, nodeName: web, source: {}}", &[none.as_str()]),
            (
                "{attacher: a.b, nodeName: web, source: {persistentVolumeName: v, inlineVolumeSpec: {}}}",
                &[both.as_str()],
            ),
            (
                "{attacher: '', nodeName: web, source: {persistentVolumeName: ''}}",
                &[
                    "spec.attacher: Required value",
                    "spec.source.persistentVolumeName: Required value: must specify non empty persistentVolumeName",
                    "spec.source.persistentVolumeName: Invalid value: \"\": a lowercase RFC 1123 subdomain must consist of lower case \
                     alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used \
                     for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
                ],
            ),
            (
                "{attacher: a.b, nodeName: web, source: {inlineVolumeSpec: {capacity: {storage: 1Gi}, claimRef: {name: a}}}}",
                &[
                    "spec.source.inlineVolumeSpec.claimRef: Forbidden: may not be specified in the context of inline volumes",
                    "spec.source.inlineVolumeSpec.capacity: Forbidden: may not be specified in the context of inline volumes",
                    "spec.source.inlineVolumeSpec.csi: Required value: has to be specified in the context of inline volumes",
                    "spec.source.inlineVolumeSpec.accessModes: Required value",
                ],
            ),
        ],
        attachment,
    );
    let old = attachment("{attacher: a.b, nodeName: web, source: {persistentVolumeName: v}}");
    let new = old.replace("nodeName: web", "nodeName: api");
    check(36, &old, &old, &[]);
    check(36, &old, &new, &["spec: Invalid value: field is immutable"]);
}

#[test]
fn classes_of_attributes() {
    let class = |fields: &str| of("VolumeAttributesClass", fields);
    assert!(sentences(&class("driverName: d.io\nparameters: {a: b}")).is_empty());
    assert_eq!(
        sentences(&class("driverName: ''")),
        [
            "driverName: Required value",
            "parameters: Required value: must contain at least one key/value pair"
        ]
    );
    assert_eq!(
        sentences(&class("driverName: d\nparameters: {'': b}")),
        ["parameters: Invalid value: \"\": field can not be empty."]
    );
    let old = class("driverName: d.io\nparameters: {a: b}");
    check(
        36,
        &old,
        &class("driverName: e.io\nparameters: {a: c}"),
        &[
            "driverName: Forbidden: updates to driverName are forbidden.",
            "parameters: Forbidden: updates to parameters are forbidden.",
        ],
    );
}

#[test]
fn capacities() {
    let capacity = |fields: &str| of("CSIStorageCapacity", &format!("storageClassName: a\n{fields}"));
    assert!(sentences(&capacity("capacity: 1Gi\nnodeTopology: {matchLabels: {a: b}}")).is_empty());
    assert_eq!(
        sentences(&capacity("capacity: -1")),
        ["capacity: Invalid value: \"-1\": must be greater than or equal to 0"]
    );
    let old = capacity("nodeTopology: {matchLabels: {a: b}}");
    check(
        36,
        &old,
        &capacity("nodeTopology: {matchLabels: {a: c}}"),
        &["nodeTopology: Invalid value: {\"matchLabels\":{\"a\":\"c\"}}: field is immutable"],
    );
}
