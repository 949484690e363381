//! Pods: containers, ports, variables, volumes, probes, resources, scheduling.

use super::{container, pod, sentences_in, table};

#[test]
fn containers_have_names_and_images() {
    table(
        &[
            ("containers: [{name: app, image: 'app:1'}]", &[]),
            ("{}", &["spec.containers: Required value"]),
            ("containers: []", &["spec.containers: Required value"]),
            ("containers: [{name: app}]", &["spec.containers[0].image: Required value"]),
            (
                "containers: [{name: '', image: ''}]",
                &["spec.containers[0].name: Required value", "spec.containers[0].image: Required value"],
            ),
            (
                "containers: [{name: App, image: a}]",
                &[
                    "spec.containers[0].name: Invalid value: \"App\": a lowercase RFC 1123 label must consist of lower case \
                     alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or \
                     '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
                ],
            ),
            (
                "containers: [{name: a.b, image: a}]",
                &["spec.containers[0].name: Invalid value: \"a.b\": must not contain dots"],
            ),
            (
                "containers: [{name: a, image: a}, {name: a, image: a}]",
                &["spec.containers[1].name: Duplicate value: \"a\""],
            ),
            (
                "containers: [{name: a, image: a}]\ninitContainers: [{name: a, image: a}]",
                &["spec.initContainers[0].name: Duplicate value: \"a\""],
            ),
            (
                "containers: [{name: a, image: ' a'}]",
                &[
                    "spec.containers[0].image: Invalid value: \" a\": must not have leading or trailing whitespace",
                ],
            ),
        ],
        pod,
    );
}

#[test]
fn containers_that_start_before_have_no_probes() {
    table(
        &[
            (
                "initContainers: [{name: b, image: b, restartPolicy: Always, livenessProbe: {tcpSocket: {port: 1}}}]",
                &[],
            ),
            (
                "initContainers: [{name: b, image: b, livenessProbe: {tcpSocket: {port: 1}}, lifecycle: {preStop: {sleep: {seconds: 1}}}}]",
                &[
                    "spec.initContainers[0].lifecycle: Forbidden: may not be set for init containers without restartPolicy=Always",
                    "spec.initContainers[0].livenessProbe: Forbidden: may not be set for init containers without restartPolicy=Always",
                ],
            ),
        ],
        |more| pod(&format!("containers: [{{name: a, image: a}}]\n{more}")),
    );
}

#[test]
fn words_of_pods() {
    let with = |more: &str| pod(&format!("containers: [{{name: a, image: a}}]\n{more}"));
    table(
        &[
            ("restartPolicy: Never", &[]),
            (
                "restartPolicy: never",
                &[
                    "spec.restartPolicy: Unsupported value: \"never\": supported values: \"Always\", \"OnFailure\", \"Never\"",
                ],
            ),
            ("dnsPolicy: ClusterFirst", &[]),
            (
                "dnsPolicy: clusterFirst",
                &[
                    "spec.dnsPolicy: Unsupported value: \"clusterFirst\": supported values: \"ClusterFirstWithHostNet\", \"ClusterFirst\", \"Default\", \"None\"",
                ],
            ),
            (
                "dnsPolicy: None",
                &["spec.dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None"],
            ),
            (
                "activeDeadlineSeconds: 0",
                &[
                    "spec.activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, inclusive",
                ],
            ),
            ("hostname: a.b", &["spec.hostname: Invalid value: \"a.b\": must not contain dots"]),
            (
                "hostAliases: [{ip: nowhere, hostnames: [a]}]",
                &[
                    "spec.hostAliases[0].ip: Invalid value: \"nowhere\": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)",
                ],
            ),
        ],
        with,
    );
    table(
        &[
            ("imagePullPolicy: Always", &[]),
            (
                "imagePullPolicy: always",
                &[
                    "spec.containers[0].imagePullPolicy: Unsupported value: \"always\": supported values: \"Always\", \"IfNotPresent\", \"Never\"",
                ],
            ),
            (
                "terminationMessagePolicy: Log",
                &[
                    "spec.containers[0].terminationMessagePolicy: Unsupported value: \"Log\": supported values: \"File\", \"FallbackToLogsOnError\"",
                ],
            ),
        ],
        container,
    );
}

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
                    "spec.containers[0].env[0].valueFrom: Invalid value: \"\": must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`",
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
fn volumes() {
    let with = |more: &str| pod(&format!("containers: [{{name: a, image: a}}]\nvolumes: [{more}]"));
    table(
        &[
            ("{name: a, emptyDir: {}}, {name: b, secret: {secretName: s}}, {name: c}", &[]),
            (
                "{name: a, emptyDir: {}, secret: {secretName: s}}",
                &["spec.volumes[0].secret: Forbidden: may not specify more than 1 volume type"],
            ),
            ("{emptyDir: {}}", &["spec.volumes[0].name: Required value"]),
            (
                "{name: a, emptyDir: {}}, {name: a, emptyDir: {}}",
                &["spec.volumes[1].name: Duplicate value: \"a\""],
            ),
            ("{name: a, secret: {name: s}}", &["spec.volumes[0].secret.secretName: Required value"]),
            ("{name: a, configMap: {}}", &["spec.volumes[0].configMap.name: Required value"]),
            (
                "{name: a, configMap: {name: c, defaultMode: 755}}",
                &[
                    "spec.volumes[0].configMap.defaultMode: Invalid value: 755: must be a number between 0 and 0777 (octal), both inclusive",
                ],
            ),
            (
                "{name: a, persistentVolumeClaim: {}}",
                &["spec.volumes[0].persistentVolumeClaim.claimName: Required value"],
            ),
            ("{name: a, hostPath: {}}", &["spec.volumes[0].hostPath.path: Required value"]),
            (
                "{name: a, hostPath: {path: /a/../b, type: Dir}}",
                &[
                    "spec.volumes[0].hostPath.path: Invalid value: \"/a/../b\": must not contain '..'",
                    "spec.volumes[0].hostPath.type: Unsupported value: \"Dir\": supported values: \"\", \"BlockDevice\", \"CharDevice\", \"Directory\", \"DirectoryOrCreate\", \"File\", \"FileOrCreate\", \"Socket\"",
                ],
            ),
            (
                "{name: a, configMap: {name: c, items: [{key: k}]}}",
                &["spec.volumes[0].configMap.items[0].path: Required value"],
            ),
            (
                "{name: a, nfs: {server: s, path: p}}",
                &["spec.volumes[0].nfs.path: Invalid value: \"p\": must be an absolute path"],
            ),
        ],
        with,
    );
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

#[test]
fn scheduling() {
    let with = |more: &str| pod(&format!("containers: [{{name: a, image: a}}]\n{more}"));
    table(
        &[
            ("tolerations: [{operator: Exists}, {key: a, value: b, effect: NoSchedule}]", &[]),
            (
                "tolerations: [{effect: NoSchedule}]",
                &[
                    "spec.tolerations[0].operator: Invalid value: \"\": operator must be Exists when `key` is empty, which means \"match all values and all keys\"",
                ],
            ),
            (
                "tolerations: [{key: a, operator: exists}]",
                &[
                    "spec.tolerations[0].operator: Unsupported value: \"exists\": supported values: \"Equal\", \"Exists\"",
                ],
            ),
            (
                "tolerations: [{key: a, operator: Exists, value: b}]",
                &[
                    "spec.tolerations[0].operator: Invalid value: \"b\": value must be empty when `operator` is 'Exists'",
                ],
            ),
            (
                "tolerations: [{key: a, operator: Exists, effect: Never}]",
                &[
                    "spec.tolerations[0].effect: Unsupported value: \"Never\": supported values: \"NoSchedule\", \"PreferNoSchedule\", \"NoExecute\"",
                ],
            ),
            (
                "topologySpreadConstraints: [{maxSkew: 1, topologyKey: a, whenUnsatisfiable: DoNotSchedule, labelSelector: {}}]",
                &[],
            ),
            (
                "topologySpreadConstraints: [{topologyKey: a, whenUnsatisfiable: Maybe, labelSelector: {}}]",
                &[
                    "spec.topologySpreadConstraints[0].maxSkew: Invalid value: 0: must be greater than zero",
                    "spec.topologySpreadConstraints[0].whenUnsatisfiable: Unsupported value: \"Maybe\": supported values: \"DoNotSchedule\", \"ScheduleAnyway\"",
                ],
            ),
            (
                "topologySpreadConstraints: [{maxSkew: 1, topologyKey: a, whenUnsatisfiable: DoNotSchedule, labelSelector: {}}, {maxSkew: 2, topologyKey: a, whenUnsatisfiable: DoNotSchedule, labelSelector: {}}]",
                &[
                    "spec.topologySpreadConstraints[0].{topologyKey, whenUnsatisfiable}: Duplicate value: \"{a, DoNotSchedule}\"",
                ],
            ),
            (
                "affinity: {podAntiAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 101, podAffinityTerm: {topologyKey: a, labelSelector: {}}}]}}",
                &[
                    "spec.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight: Invalid value: 101: must be in the range 1-100",
                ],
            ),
            (
                "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: []}}}",
                &[
                    "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms: Required value: must have at least one node selector term",
                ],
            ),
            (
                "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: In}]}]}}}",
                &[
                    "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
                ],
            ),
        ],
        with,
    );
}
