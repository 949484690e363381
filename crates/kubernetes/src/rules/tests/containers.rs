//! Containers: ports, variables, mounts, probes, resources, security.

use super::{container, pod, sentences_in, table};

#[test]
fn a_policy_of_a_container_is_new() {
    let text = container("restartPolicy: Always");
    assert_eq!(
        sentences_in(34, &text),
        ["spec.containers[0].restartPolicy: Forbidden: may not be set for non-init containers"]
    );
    assert!(sentences_in(36, &text).is_empty());
    let wrong = container("restartPolicy: Often");
    assert_eq!(
        sentences_in(36, &wrong),
        [
            "spec.containers[0].restartPolicy: Unsupported value: \"Often\": supported values: \"Always\", \"Never\", \"OnFailure\""
        ]
    );
}

#[test]
fn ports() {
    table(
        &[
            ("ports: [{containerPort: 80, name: http}, {containerPort: 53, protocol: UDP}]", &[]),
            ("ports: [{name: http}]", &["spec.containers[0].ports[0].containerPort: Required value"]),
            (
                "ports: [{containerPort: 70000}]",
                &[
                    "spec.containers[0].ports[0].containerPort: Invalid value: 70000: must be between 1 and 65535, inclusive",
                ],
            ),
            (
                "ports: [{containerPort: 80, hostPort: -1}]",
                &[
                    "spec.containers[0].ports[0].hostPort: Invalid value: -1: must be between 1 and 65535, inclusive",
                ],
            ),
            (
                "ports: [{containerPort: 80, protocol: tcp}]",
                &[
                    "spec.containers[0].ports[0].protocol: Unsupported value: \"tcp\": supported values: \"SCTP\", \"TCP\", \"UDP\"",
                ],
            ),
            (
                "ports: [{containerPort: 80, name: a-very-long-port-name}]",
                &[
                    "spec.containers[0].ports[0].name: Invalid value: \"a-very-long-port-name\": must be no more than 15 characters",
                ],
            ),
            (
                "ports: [{containerPort: 80, name: '80'}]",
                &[
                    "spec.containers[0].ports[0].name: Invalid value: \"80\": must contain at least one letter (a-z)",
                ],
            ),
            (
                "ports: [{containerPort: 80, name: a_b}]",
                &[
                    "spec.containers[0].ports[0].name: Invalid value: \"a_b\": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)",
                ],
            ),
            (
                "ports: [{containerPort: 80, name: a}, {containerPort: 81, name: a}]",
                &["spec.containers[0].ports[1].name: Duplicate value: \"a\""],
            ),
            (
                "ports: [{containerPort: 80, hostPort: 80}, {containerPort: 81, hostPort: 80}]",
                &["spec.containers[0].ports[1].hostPort: Duplicate value: \"TCP//80\""],
            ),
        ],
        container,
    );
    table(
        &[
            ("80", &[]),
            (
                "81",
                &[
                    "spec.containers[0].ports[0].hostPort: Invalid value: 81: must match `containerPort` when `hostNetwork` is true",
                ],
            ),
        ],
        |port| {
            pod(&format!(
                "hostNetwork: true\ncontainers: [{{name: a, image: a, ports: [{{containerPort: 80, hostPort: {port}}}]}}]"
            ))
        },
    );
}

#[test]
fn variables() {
    table(
        &[
            (
                "env: [{name: A, value: b}, {name: a.b-c_1, valueFrom: {fieldRef: {fieldPath: status.podIP}}}]",
                &[],
            ),
            ("env: [{name: A, valueFrom: {fieldRef: {fieldPath: \"metadata.labels['a']\"}}}]", &[]),
            ("env: [{value: b}]", &["spec.containers[0].env[0].name: Required value"]),
            (
                "env: [{name: 'a=b', value: b}]",
                &[
                    "spec.containers[0].env[0].name: Invalid value: \"a=b\": a valid environment variable name must consist only of printable ASCII characters other than '='",
                ],
            ),
            (
                "env: [{name: A, value: b, valueFrom: {secretKeyRef: {name: s, key: k}}}]",
                &[
                    "spec.containers[0].env[0].valueFrom: Invalid value: \"\": may not be specified when `value` is not empty",
                ],
            ),
            (
                "env: [{name: A, valueFrom: {secretKeyRef: {name: s, key: k}, configMapKeyRef: {name: s, key: k}}}]",
                &[
                    "spec.containers[0].env[0].valueFrom: Invalid value: \"\": may not have more than one field specified at a time",
                ],
            ),
            (
                "env: [{name: A, valueFrom: {}}]",
                &[
                    "spec.containers[0].env[0].valueFrom: Invalid value: \"\": must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`",
                ],
            ),
            (
                "env: [{name: A, valueFrom: {secretKeyRef: {name: s}}}]",
                &["spec.containers[0].env[0].valueFrom.secretKeyRef.key: Required value"],
            ),
            (
                "env: [{name: A, valueFrom: {fieldRef: {fieldPath: status.podIp}}}]",
                &[
                    "spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: Invalid value: \"status.podIp\": error converting fieldPath: field label not supported: status.podIp",
                ],
            ),
            (
                "env: [{name: A, valueFrom: {resourceFieldRef: {resource: limits.gpu}}}]",
                &[
                    "spec.containers[0].env[0].valueFrom.resourceFieldRef.resource: Unsupported value: \"limits.gpu\": supported values: \"limits.cpu\", \"limits.ephemeral-storage\", \"limits.memory\", \"requests.cpu\", \"requests.ephemeral-storage\", \"requests.memory\"",
                ],
            ),
            ("envFrom: [{configMapRef: {name: c}}]", &[]),
            (
                "envFrom: [{prefix: A}]",
                &[
                    "spec.containers[0].envFrom: Invalid value: \"\": must specify one of: `configMapRef` or `secretRef`",
                ],
            ),
            ("envFrom: [{secretRef: {}}]", &["spec.containers[0].envFrom[0].secretRef.name: Required value"]),
        ],
        container,
    );
    let relaxed = container("env: [{name: 1a, value: b}]");
    assert!(sentences_in(32, &relaxed).is_empty());
    assert_eq!(sentences_in(31, &relaxed).len(), 1);
}

#[test]
fn claims_that_a_pod_does_not_have() {
    let claims = |known: &str| {
        container("resources: {claims: [{name: a}, {name: b}]}")
            .replace("  containers:", &format!("  resourceClaims: [{known}]\n  containers:"))
    };
    assert_eq!(
        sentences_in(36, &claims("{name: b, resourceClaimName: one}, {name: c, resourceClaimName: two}")),
        [
            "spec.containers[0].resources.claims[0]: Not found: \"a\": must be one of the names in pod.spec.resourceClaims: b, c"
        ]
    );
    assert_eq!(sentences_in(36, &claims("")).len(), 2);
    assert!(sentences_in(36, &claims(""))[0].ends_with("pod.spec.resourceClaims which is empty"));
}

#[test]
fn claims_that_are_named_twice() {
    let claims = |used: &str| {
        container(&format!("resources: {{claims: [{used}]}}"))
            .replace("  containers:", "  resourceClaims: [{name: a, resourceClaimName: one}]\n  containers:")
    };
    assert!(sentences_in(36, &claims("{name: a, request: x}, {name: a, request: z}")).is_empty());
    // The whole claim has the parts in it, before and after them.
    for used in ["{name: a, request: x}, {name: a}", "{name: a}, {name: a, request: x}"] {
        let wanted = "spec.containers[0].resources.claims[1]: Duplicate value: \"a\"";
        assert_eq!(sentences_in(36, &claims(used)), [wanted]);
    }
    for (used, key) in
        [("{name: a}, {name: a}", "a"), ("{name: a, request: x}, {name: a, request: x}", "a/x")]
    {
        let wanted = format!("spec.containers[0].resources.claims[1]: Duplicate value: \"{key}\"");
        assert_eq!(sentences_in(36, &claims(used)), [wanted]);
    }
}

/// The help is the same in each run, though two names are equally near.
#[test]
fn the_first_of_two_near_volumes_is_meant() {
    let text = pod(
        "containers: [{name: a, image: a, volumeMounts: [{name: data-3, mountPath: /a}]}]\nvolumes: [{name: data-2, emptyDir: {}}, {name: data-1, emptyDir: {}}]",
    );
    for _ in 0..8 {
        let all = super::problems(&super::kinds(36), &super::documents(&text)[0], None);
        assert_eq!(all[0].help.as_deref(), Some("write `data-1`, or add it to `volumes` of the pod"));
    }
}

#[test]
fn mounts() {
    let with = |mounts: &str| {
        pod(&format!(
            "containers: [{{name: a, image: a, volumeMounts: [{mounts}]}}]\nvolumes: [{{name: data, emptyDir: {{}}}}]"
        ))
    };
    table(
        &[
            ("{name: data, mountPath: /data}, {name: data, mountPath: /other, subPath: x}", &[]),
            (
                "{name: dat, mountPath: /data}",
                &["spec.containers[0].volumeMounts[0].name: Not found: \"dat\""],
            ),
            ("{name: data}", &["spec.containers[0].volumeMounts[0].mountPath: Required value"]),
            (
                "{name: data, mountPath: /a}, {name: data, mountPath: /a}",
                &["spec.containers[0].volumeMounts[1].mountPath: Invalid value: \"/a\": must be unique"],
            ),
            (
                "{name: data, mountPath: /a, subPath: /b}",
                &["spec.containers[0].volumeMounts.subPath: Invalid value: \"/b\": must be a relative path"],
            ),
            (
                "{name: data, mountPath: /a, mountPropagation: Bidirectional}",
                &[
                    "spec.containers[0].volumeMounts.mountPropagation: Forbidden: Bidirectional mount propagation is available only to privileged containers",
                ],
            ),
        ],
        with,
    );
}

#[test]
fn probes() {
    table(
        &[
            (
                "livenessProbe: {httpGet: {port: http, path: /}}\nreadinessProbe: {exec: {command: [a]}, successThreshold: 2}",
                &[],
            ),
            (
                "livenessProbe: {initialDelaySeconds: 1}",
                &["spec.containers[0].livenessProbe: Required value: must specify a handler type"],
            ),
            (
                "livenessProbe: {exec: {command: [a]}, tcpSocket: {port: 1}}",
                &[
                    "spec.containers[0].livenessProbe.tcpSocket: Forbidden: may not specify more than 1 handler type",
                ],
            ),
            (
                "livenessProbe: {tcpSocket: {port: 70000}}",
                &[
                    "spec.containers[0].livenessProbe.tcpSocket.port: Invalid value: 70000: must be between 1 and 65535, inclusive",
                ],
            ),
            (
                "livenessProbe: {httpGet: {path: /}}",
                &[
                    "spec.containers[0].livenessProbe.httpGet.port: Invalid value: 0: must be between 1 and 65535, inclusive",
                ],
            ),
            (
                "livenessProbe: {httpGet: {port: 80, scheme: http}}",
                &[
                    "spec.containers[0].livenessProbe.httpGet.scheme: Unsupported value: \"http\": supported values: \"HTTP\", \"HTTPS\"",
                ],
            ),
            (
                "livenessProbe: {tcpSocket: {port: 80}, successThreshold: 2}",
                &["spec.containers[0].livenessProbe.successThreshold: Invalid value: 2: must be 1"],
            ),
            (
                "readinessProbe: {tcpSocket: {port: 80}, periodSeconds: -1}",
                &[
                    "spec.containers[0].readinessProbe.periodSeconds: Invalid value: -1: must be greater than or equal to 0",
                ],
            ),
            (
                "lifecycle: {preStop: {exec: {}}}",
                &["spec.containers[0].lifecycle.preStop.exec.command: Required value"],
            ),
        ],
        container,
    );
}

#[test]
fn resources() {
    table(
        &[
            ("resources: {limits: {cpu: 1, memory: 1Gi}, requests: {cpu: 500m, memory: 1024Mi}}", &[]),
            (
                "resources: {limits: {cpu: 1}, requests: {cpu: 2}}",
                &[
                    "spec.containers[0].resources.requests: Invalid value: \"2\": must be less than or equal to cpu limit of 1",
                ],
            ),
            (
                "resources: {limits: {memory: 512Mi}, requests: {memory: 1Gi}}",
                &[
                    "spec.containers[0].resources.requests: Invalid value: \"1Gi\": must be less than or equal to memory limit of 512Mi",
                ],
            ),
            (
                "resources: {limits: {cpu: -1}}",
                &[
                    "spec.containers[0].resources.limits[cpu]: Invalid value: \"-1\": must be greater than or equal to 0",
                ],
            ),
            (
                "resources: {limits: {cpus: 1}}",
                &[
                    "spec.containers[0].resources.limits[cpus]: Invalid value: \"cpus\": must be a standard resource type or fully qualified",
                    "spec.containers[0].resources.limits[cpus]: Invalid value: \"cpus\": must be a standard resource for containers",
                ],
            ),
            (
                "resources: {requests: {nvidia.com/gpu: 1}}",
                &[
                    "spec.containers[0].resources.limits: Required value: Limit must be set for non overcommitable resources",
                ],
            ),
            (
                "resources: {limits: {nvidia.com/gpu: 500m}}",
                &[
                    "spec.containers[0].resources.limits[nvidia.com/gpu]: Invalid value: \"500m\": must be an integer",
                ],
            ),
        ],
        container,
    );
}

#[test]
fn security() {
    table(
        &[
            ("securityContext: {runAsUser: 1000, seccompProfile: {type: RuntimeDefault}}", &[]),
            (
                "securityContext: {runAsUser: -1}",
                &[
                    "spec.containers[0].securityContext.runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive",
                ],
            ),
            (
                "securityContext: {seccompProfile: {type: Localhost}}",
                &[
                    "spec.containers[0].securityContext.seccompProfile.localhostProfile: Required value: must be set when seccomp type is Localhost",
                ],
            ),
            (
                "securityContext: {seccompProfile: {type: RuntimeDefault, localhostProfile: 'a&b<c>\u{2028}\"'}}",
                &[
                    "spec.containers[0].securityContext.seccompProfile.localhostProfile: Invalid value: {\"Type\":\"RuntimeDefault\",\"LocalhostProfile\":\"a\\u0026b\\u003cc\\u003e\\u2028\\\"\"}: can only be set when seccomp type is Localhost",
                ],
            ),
            (
                "securityContext: {seccompProfile: {type: RuntimeDefault, localhostProfile: x}}",
                &[
                    "spec.containers[0].securityContext.seccompProfile.localhostProfile: Invalid value: {\"Type\":\"RuntimeDefault\",\"LocalhostProfile\":\"x\"}: can only be set when seccomp type is Localhost",
                ],
            ),
            (
                "securityContext: {seccompProfile: {type: runtime}}",
                &[
                    "spec.containers[0].securityContext.seccompProfile.type: Unsupported value: \"runtime\": supported values: \"Localhost\", \"RuntimeDefault\", \"Unconfined\"",
                ],
            ),
            (
                "securityContext: {privileged: true, allowPrivilegeEscalation: false}",
                &[
                    "spec.containers[0].securityContext: Invalid value: cannot set `allowPrivilegeEscalation` to false and `privileged` to true",
                ],
            ),
        ],
        container,
    );
}
