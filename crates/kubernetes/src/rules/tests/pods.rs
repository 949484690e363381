//! Pods: their words, volumes and scheduling.

use super::{container, pod, table};

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
                "containers: [{image: a}, {image: b}]\ninitContainers: [{image: c}]",
                &[
                    "spec.containers[0].name: Required value",
                    "spec.containers[1].name: Required value",
                    "spec.containers[1].name: Duplicate value: \"\"",
                    "spec.initContainers[0].name: Required value",
                    "spec.initContainers[0].name: Duplicate value: \"\"",
                ],
            ),
            (
                "containers: [{name: a, image: a}]\ninitContainers: [{image: b}, {image: c}]",
                &[
                    "spec.initContainers[0].name: Required value",
                    "spec.initContainers[1].name: Required value",
                ],
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
            // The server does not look at the rest then.
            (
                "dnsPolicy: None\ndnsConfig: {options: [{value: a}]}",
                &[
                    "spec.dnsConfig.nameservers: Required value: must provide at least one DNS nameserver when `dnsPolicy` is None",
                ],
            ),
            (
                "activeDeadlineSeconds: 0",
                &[
                    "spec.activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, inclusive",
                ],
            ),
            ("os: {}", &["spec.os.name: Required value"]),
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
            ("{name: a, secret: {optional: true}}", &["spec.volumes[0].secret.secretName: Required value"]),
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
            (
                "{name: a, nfs: {server: s}}",
                &[
                    "spec.volumes[0].nfs.path: Required value",
                    "spec.volumes[0].nfs.path: Invalid value: \"\": must be an absolute path",
                ],
            ),
        ],
        with,
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
                "tolerations: [{key: a, operator: Gt, value: '1'}]",
                &[
                    "spec.tolerations[0].operator: Unsupported value: \"Gt\": supported values: \"Equal\", \"Exists\", \"Lt\", \"Gt\"",
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
            ("schedulingGates: [{name: a}, {name: a.b/c}]", &[]),
            ("schedulingGates: [{name: a}, {name: a}]", &["spec.schedulingGates[1]: Duplicate value: \"a\""]),
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
