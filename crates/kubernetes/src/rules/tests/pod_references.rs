//! What parts of pods refer to: files and fields of variables, mounts, labels and nodes.

use super::{container, indented, pod, sentences, sentences_in};

/// A pod with one container and these fields.
fn with(spec: &str) -> String {
    pod(&format!("{spec}\ncontainers: [{{name: app, image: a}}]"))
}

#[test]
fn files_of_variables() {
    let of = |volume: &str, file: &str| {
        let env = format!("env: [{{name: a, valueFrom: {{fileKeyRef: {{{file}}}}}}}]");
        pod(&format!(
            "volumes: [{{name: v{volume}}}]\ncontainers:\n- name: app\n  image: a\n{}",
            indented(&env, 2)
        ))
    };
    let file = "volumeName: v, path: a, key: B";
    assert_eq!(sentences(&of("", file)), [""; 0]);
    assert_eq!(sentences(&of(", emptyDir: {}", file)), [""; 0]);
    let at = "spec.containers[0].env[0].valueFrom.fileKeyRef";
    assert_eq!(
        sentences(&of(", configMap: {name: a}", file)),
        [format!("{at}.volumeName: Invalid value: \"v\": referenced volume must be of type emptyDir")]
    );
    assert_eq!(
        sentences(&of("", "volumeName: w, path: ../a, key: ''")),
        [
            format!("{at}.key: Required value"),
            format!("{at}.path: Invalid value: \"../a\": must not contain '..'"),
            format!("{at}.volumeName: Not found: \"w\""),
        ]
    );
}

#[test]
fn fields_and_units_of_variables() {
    let from = |source: &str| container(&format!("env: [{{name: a, valueFrom: {{{source}}}}}]"));
    let at = "spec.containers[0].env[0].valueFrom";
    for good in [
        "fieldRef: {fieldPath: \"metadata.labels['a.b/c']\"}",
        "resourceFieldRef: {resource: limits.cpu, divisor: 1m}",
        "resourceFieldRef: {resource: limits.memory, divisor: 1Mi}",
        "resourceFieldRef: {resource: limits.cpu, divisor: 0}",
    ] {
        assert_eq!(sentences(&from(good)), [""; 0], "{good}");
    }
    for (bad, wanted) in [
        (
            "resourceFieldRef: {resource: limits.cpu, divisor: 2}",
            "resourceFieldRef.divisor: Invalid value: \"limits.cpu\": only divisor's values 1m and 1 are supported with the cpu resource",
        ),
        (
            "resourceFieldRef: {resource: requests.memory, divisor: 10}",
            "resourceFieldRef.divisor: Invalid value: \"requests.memory\": only divisor's values 1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, \
             1Ti, 1Pi, 1Ei are supported with the memory resource",
        ),
        (
            "fieldRef: {fieldPath: \"metadata.name['a']\"}",
            "fieldRef.fieldPath: Invalid value: \"metadata.name['a']\": error converting fieldPath: field label does not support subscript: \
             metadata.name['a']",
        ),
        (
            "fieldRef: {apiVersion: v2, fieldPath: metadata.name}",
            "fieldRef.fieldPath: Invalid value: \"metadata.name\": error converting fieldPath: unsupported pod version: v2",
        ),
    ] {
        assert_eq!(sentences(&from(bad)), [format!("{at}.{wanted}")]);
    }
    let bad = sentences(&from("fieldRef: {fieldPath: \"metadata.labels['-']\"}"));
    assert!(bad[0].starts_with(&format!("{at}.fieldRef: Invalid value: \"-\": ")), "{bad:?}");
}

#[test]
fn mounts_that_are_read_only() {
    let mount = |more: &str| {
        container(&format!("volumeMounts: [{{name: v, mountPath: /a, {more}}}]"))
            .replace("  containers:", "  volumes: [{name: v}]\n  containers:")
    };
    let at = "spec.containers[0].volumeMounts.recursiveReadOnly: Forbidden: may only be specified when";
    assert_eq!(sentences(&mount("readOnly: true, recursiveReadOnly: Enabled")), [""; 0]);
    assert_eq!(sentences(&mount("recursiveReadOnly: Enabled")), [format!("{at} readOnly is true")]);
    assert_eq!(
        sentences(&mount("readOnly: true, recursiveReadOnly: IfPossible, mountPropagation: HostToContainer")),
        [format!("{at} mountPropagation is None or not specified")]
    );
    let both =
        container("volumeMounts: [{name: v, mountPath: /a}]\nvolumeDevices: [{name: v, devicePath: /a}]")
            .replace(
                "  containers:",
                "  volumes: [{name: v, persistentVolumeClaim: {claimName: c}}]\n  containers:",
            );
    let found = sentences(&both);
    assert!(found.iter().any(|found| found.ends_with("must not already exist in volumeMounts")), "{found:?}");
    assert!(found.iter().any(|found| found.ends_with("must not already exist as a path in volumeMounts")));
}

#[test]
fn keys_of_labels() {
    let spread = |keys: &str, selector: &str| {
        with(&format!(
            "topologySpreadConstraints: [{{maxSkew: 1, topologyKey: a, whenUnsatisfiable: DoNotSchedule, matchLabelKeys: [{keys}]{selector}}}]"
        ))
    };
    let at = "spec.topologySpreadConstraints[0]";
    assert_eq!(sentences(&spread("b", ", labelSelector: {}")), [""; 0]);
    // A warning comes after it.
    assert_eq!(
        sentences(&spread("b", ""))[..1],
        [format!("{at}.matchLabelKeys: Forbidden: must not be specified when labelSelector is not set")]
    );
    // The server adds the label of the pod to the selector, which has it.
    let both = spread("b", ", labelSelector: {matchLabels: {b: c}}");
    assert_eq!(sentences(&both), [""; 0]);
    let labeled = both.replace("metadata: {name: web}", "metadata: {name: web, labels: {b: c}}");
    assert_eq!(
        sentences(&labeled),
        [format!("{at}[0]: Invalid value: \"b\": exists in both matchLabelKeys and labelSelector")]
    );
    assert_eq!(
        sentences_in(33, &both),
        [format!(
            "{at}.matchLabelKeys[0]: Invalid value: \"b\": exists in both matchLabelKeys and labelSelector"
        )]
    );
    let affinity = with(
        "affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: a, labelSelector: {}, matchLabelKeys: [b], \
         mismatchLabelKeys: [b]}]}}",
    );
    assert_eq!(
        sentences(&affinity),
        [
            "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].matchLabelKeys[0]: Invalid value: \"b\": exists in \
             both matchLabelKeys and mismatchLabelKeys"
        ]
    );
}

#[test]
fn fields_of_nodes() {
    let term = |requirement: &str| {
        with(&format!(
            "affinity: {{nodeAffinity: {{requiredDuringSchedulingIgnoredDuringExecution: {{nodeSelectorTerms: [{{matchFields: \
             [{{{requirement}}}]}}]}}}}}}"
        ))
    };
    let at = "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchFields[0]";
    assert_eq!(sentences(&term("key: metadata.name, operator: In, values: [a]")), [""; 0]);
    assert_eq!(
        sentences(&term("key: metadata.uid, operator: Exists")),
        [
            format!("{at}.operator: Invalid value: \"Exists\": not a valid selector operator"),
            format!("{at}.key: Invalid value: \"metadata.uid\": not a valid field selector key"),
        ]
    );
    assert_eq!(
        sentences(&term("key: metadata.name, operator: In, values: [a, b]")),
        [format!(
            "{at}.values: Required value: must be only one value when `operator` is 'In' or 'NotIn' for node field selector"
        )]
    );
}

#[test]
fn overhead_and_profiles() {
    assert_eq!(
        sentences(&with("overhead: {cpu: -1}")),
        ["spec.overhead.limits[cpu]: Invalid value: \"-1\": must be greater than or equal to 0"]
    );
    let profile = |file: &str| {
        container(&format!(
            "securityContext: {{appArmorProfile: {{type: Localhost, localhostProfile: '{file}'}}}}"
        ))
    };
    let at = "spec.containers[0].securityContext.appArmorProfile.localhostProfile";
    assert_eq!(sentences(&profile("a")), [""; 0]);
    assert_eq!(
        sentences(&profile(" a")),
        [format!("{at}: Invalid value: \" a\": must not be padded with whitespace")]
    );
    assert_eq!(
        sentences(&profile("")),
        [format!("{at}: Required value: must be set when AppArmor type is Localhost")]
    );
}

/// The server converts the path, which volumes cannot have.
#[test]
fn the_old_name_of_a_node() {
    assert_eq!(
        sentences(&container("env: [{name: A, valueFrom: {fieldRef: {fieldPath: spec.host}}}]")),
        [""; 0]
    );
    let volume = |path: &str| {
        with(&format!(
            "volumes: [{{name: v, downwardAPI: {{items: [{{path: a, fieldRef: {{fieldPath: {path}}}}}]}}}}]"
        ))
    };
    assert_eq!(sentences(&volume("metadata.labels")), [""; 0]);
    let at = "spec.volumes[0].downwardAPI.fieldRef.fieldPath";
    let supported = "\"metadata.annotations\", \"metadata.labels\", \"metadata.name\", \"metadata.namespace\", \"metadata.uid\"";
    for path in ["spec.host", "spec.nodeName"] {
        assert_eq!(
            sentences(&volume(path)),
            [format!("{at}: Unsupported value: \"spec.nodeName\": supported values: {supported}")]
        );
    }
}
