//! Fields and values that servers take only since a version.

use super::{container, pod, sentences_in};

#[test]
fn files_of_variables_are_new() {
    let files = container("env: [{name: A, valueFrom: {fileKeyRef: {volumeName: a, path: b, key: C}}}]")
        .replace("  containers:", "  volumes: [{name: a, emptyDir: {}}]\n  containers:");
    assert_eq!(sentences_in(35, &files), [""; 0]);
    // The field is dropped, and then there is no source.
    assert_eq!(
        sentences_in(34, &files),
        [
            "spec.containers[0].env[0].valueFrom: Invalid value: \"\": must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`"
        ]
    );
}

#[test]
fn the_kind_of_a_mount_of_proc_was_dropped() {
    let text = container("securityContext: {procMount: Masked}");
    assert_eq!(sentences_in(32, &text), [""; 0]);
    assert_eq!(
        sentences_in(33, &text),
        [
            "spec.containers[0].securityContext.procMount: Unsupported value: \"Masked\": supported values: \"Default\", \"Unmasked\""
        ]
    );
}

#[test]
fn comparing_tolerations_were_not_known() {
    let text = pod("containers: [{name: a, image: a}]\ntolerations: [{key: a, operator: Lt, value: '1'}]");
    assert_eq!(
        sentences_in(34, &text),
        ["spec.tolerations[0].operator: Unsupported value: \"Lt\": supported values: \"Equal\", \"Exists\""]
    );
}
