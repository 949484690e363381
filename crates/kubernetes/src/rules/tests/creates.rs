//! What servers check of other kinds when objects are created.

use super::{documents, kinds, problems, sentences, sentences_in, table};

fn job(spec: &str) -> String {
    format!(
        "apiVersion: batch/v1\nkind: Job\nmetadata: {{name: a}}\nspec: {{{spec}, template: {{spec: {{restartPolicy: Never, containers: \
         [{{name: a, image: a}}]}}}}}}"
    )
}

#[test]
fn jobs_with_indexes() {
    table(
        &[
            ("completionMode: Indexed, completions: 3, backoffLimitPerIndex: 1, maxFailedIndexes: 3", &[]),
            (
                "completionMode: Indexed, completions: 2, parallelism: 100001",
                &[
                    "spec.parallelism: Invalid value: 100001: must be less than or equal to 100000 when completion mode is Indexed",
                ],
            ),
            (
                "completionMode: Indexed, completions: 2, backoffLimitPerIndex: 1, maxFailedIndexes: 3",
                &["spec.maxFailedIndexes: Invalid value: 3: must be less than or equal to completions"],
            ),
            (
                "completionMode: Indexed, completions: 100001, backoffLimitPerIndex: 1, parallelism: 10001",
                &[
                    "spec.maxFailedIndexes: Required value: must be specified when completions is above 100000",
                    "spec.parallelism: Invalid value: 10001: must be less than or equal to 10000 when completions are above 100000 and used \
                     with backoff limit per index",
                ],
            ),
            ("managedBy: a.b/c", &[]),
            (
                "managedBy: a",
                &[
                    "spec.managedBy: Invalid value: \"a\": must be a domain-prefixed path (such as \"acme.io/foo\")",
                ],
            ),
        ],
        job,
    );
    assert_eq!(sentences_in(31, &job("managedBy: a")), [""; 0]);
}

#[test]
fn indexes_of_success() {
    let rule = |rule: &str| {
        job(&format!("completionMode: Indexed, completions: 5, successPolicy: {{rules: [{{{rule}}}]}}"))
    };
    let at = "spec.successPolicy.rules[0]";
    assert_eq!(sentences(&rule("succeededIndexes: '0,2-4', succeededCount: 4")), [""; 0]);
    for (text, reason) in [
        ("a", "cannot convert string to integer for index: \"a\""),
        ("5", "too large index: \"5\""),
        ("3-2", "non-increasing order, previous: 3, current: 2"),
        ("2,1", "non-increasing order, previous: 2, current: 1"),
        (
            "1-2-3",
            "the fragment \"1-2-3\" violates the requirement that an index interval can have at most two parts separated by '-'",
        ),
    ] {
        assert_eq!(
            sentences(&rule(&format!("succeededIndexes: '{text}'"))),
            [format!(
                "{at}.succeededIndexes: Invalid value: \"{text}\": error parsing succeededIndexes: {reason}"
            )]
        );
    }
    assert_eq!(
        sentences(&rule("succeededIndexes: '0,2', succeededCount: 3")),
        [format!(
            "{at}.succeededCount: Invalid value: 3: must be less than or equal to 2 (the number of indexes in the specified \
             succeededIndexes field)"
        )]
    );
}

#[test]
fn time_zones() {
    let cron = |spec: &str| {
        format!(
            "apiVersion: batch/v1\nkind: CronJob\nmetadata: {{name: a}}\nspec: {{{spec}, jobTemplate: {{spec: {{template: {{spec: \
             {{restartPolicy: Never, containers: [{{name: a, image: a}}]}}}}}}}}}}"
        )
    };
    for good in
        ["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/GMT+5", "EST5EDT", "posix/Asia/Tokyo"]
    {
        assert_eq!(sentences(&cron(&format!("schedule: '@daily', timeZone: {good}"))), [""; 0], "{good}");
    }
    for bad in ["Amerika/New_York", "europe/berlin", "utc", "GMT+1", "02:00"] {
        assert_eq!(
            sentences(&cron(&format!("schedule: '@daily', timeZone: '{bad}'"))),
            [format!("spec.timeZone: Invalid value: \"{bad}\": unknown time zone {bad}")]
        );
    }
    assert_eq!(
        sentences(&cron("schedule: 'TZ=Nowhere 0 0 * * *'"))[0],
        "spec.schedule: Invalid value: \"TZ=Nowhere 0 0 * * *\": provided bad location Nowhere: unknown time zone Nowhere"
    );
    // A stored zone stays.
    let change = |old: &str, new: &str| {
        let (old, new) = (documents(&cron(old)), documents(&cron(new)));
        problems(&kinds(36), &new[0], Some(&old[0])).len()
    };
    let nowhere = "schedule: '@daily', timeZone: Nowhere";
    assert_eq!(change(nowhere, nowhere), 0);
    assert_eq!(change("schedule: '@daily'", nowhere), 1);
}

#[test]
fn stateful_sets() {
    let set = |spec: &str| {
        format!(
            "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {{name: a}}\nspec: {{{spec}, selector: {{matchLabels: {{a: b}}}}, template: \
             {{metadata: {{labels: {{a: b}}}}, spec: {{containers: [{{name: a, image: a}}]}}}}}}"
        )
    };
    assert_eq!(sentences(&set("serviceName: web, ordinals: {start: 1}")), [""; 0]);
    assert_eq!(
        sentences(&set("ordinals: {start: -1}")),
        ["spec.ordinals.start: Invalid value: -1: must be greater than or equal to 0"]
    );
    let name = set("serviceName: Not_A_Label");
    assert!(
        sentences(&name)[0]
            .starts_with("spec.serviceName: Invalid value: \"Not_A_Label\": a lowercase RFC 1123 label")
    );
    assert_eq!(sentences_in(32, &name), [""; 0]);
    // The feature is off: the field is dropped.
    assert_eq!(sentences(&set("updateStrategy: {rollingUpdate: {maxUnavailable: 0}}")), [""; 0]);
}

/// Documents without a namespace and their sentences.
#[test]
fn small_rules() {
    for (text, wanted) in [
        (
            "{apiVersion: networking.k8s.io/v1, kind: IngressClass, metadata: {name: a}, spec: {controller: a.b/c, parameters: {kind: a, name: \
             b, scope: Namespace, namespace: c}}}",
            &[] as &[&str],
        ),
        (
            "{apiVersion: networking.k8s.io/v1, kind: IngressClass, metadata: {name: a}, spec: {controller: a.b/c, parameters: {name: b, scope: \
             Namespace}}}",
            &[
                "spec.parameters.kind: Required value",
                "spec.parameters.namespace: Required value: `parameters.scope` is set to 'Namespace'",
            ],
        ),
        (
            "{apiVersion: networking.k8s.io/v1, kind: IngressClass, metadata: {name: a}, spec: {controller: a.b/c, parameters: {kind: a, name: \
             b, namespace: c}}}",
            &["spec.parameters.namespace: Forbidden: `parameters.scope` is set to 'Cluster'"],
        ),
        (
            "{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: a}, provisioner: a.b/c, parameters: {'': a}, \
             allowedTopologies: [{matchLabelExpressions: [{key: a, values: [b, b]}]}, {matchLabelExpressions: [{key: a, values: [b]}]}]}",
            &[
                "parameters: Invalid value: \"\": field can not be empty.",
                "allowedTopologies[0].matchLabelExpressions[0].values[1]: Duplicate value: \"b\"",
                "allowedTopologies[1].matchLabelExpressions: Duplicate value: \"\"",
            ],
        ),
        (
            "{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: system-a}, value: 1}",
            &[
                "metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for system use only. error: system-a is not a \
                 known system priority class",
            ],
        ),
        (
            "{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: system-node-critical}, value: 2000001000}",
            &[],
        ),
        (
            "{apiVersion: node.k8s.io/v1, kind: RuntimeClass, metadata: {name: a}, handler: a, overhead: {podFixed: {cpu: -1}}, scheduling: \
             {tolerations: [{key: a, operator: Exists}, {key: a, operator: Exists}]}}",
            &[
                "overhead.limits[cpu]: Invalid value: \"-1\": must be greater than or equal to 0",
                "scheduling.tolerations[1]: Duplicate value: {\"Key\":\"a\",\"Operator\":\"Exists\",\"Value\":\"\",\"Effect\":\"\",\"TolerationSeconds\":null}",
            ],
        ),
        (
            "{apiVersion: v1, kind: Namespace, metadata: {name: a}, spec: {finalizers: [kubernetes, foo]}}",
            &[
                "spec.finalizers: Invalid value: \"foo\": name is neither a standard finalizer name nor is it fully qualified",
            ],
        ),
        (
            "{apiVersion: v1, kind: LimitRange, metadata: {name: a}, spec: {limits: [{type: Container, maxLimitRequestRatio: {cpu: 500m}}]}}",
            &["spec.limits[0].maxLimitRequestRatio[cpu]: Invalid value: \"500m\": ratio 500m is less than 1"],
        ),
        (
            "{apiVersion: v1, kind: LimitRange, metadata: {name: a}, spec: {limits: [{type: Pod, min: {cpu: 1}, max: {cpu: 2}, \
             maxLimitRequestRatio: {cpu: 3}}]}}",
            &[
                "spec.limits[0].maxLimitRequestRatio[cpu]: Invalid value: \"3\": ratio 3 is greater than max/min = 2.000000",
            ],
        ),
        (
            "{apiVersion: v1, kind: ResourceQuota, metadata: {name: a}, spec: {hard: {cpu: 1}, scopes: [BestEffort]}}",
            &["spec.scopes: Invalid value: [\"BestEffort\"]: unsupported scope applied to resource"],
        ),
        (
            "{apiVersion: v1, kind: ResourceQuota, metadata: {name: a}, spec: {hard: {pods: 1}, scopes: [BestEffort]}}",
            &[],
        ),
        (
            "{apiVersion: v1, kind: Service, metadata: {name: a, annotations: {service.beta.kubernetes.io/load-balancer-source-ranges: \
             '10.0.0.0/8, a'}}, spec: {type: LoadBalancer, ports: [{port: 80}]}}",
            &[
                "metadata.annotations[service.beta.kubernetes.io/load-balancer-source-ranges]: Invalid value: \"a\": must be a valid CIDR value, \
                 (e.g. 10.9.8.0/24 or 2001:db8::/64)",
            ],
        ),
        (
            "{apiVersion: v1, kind: Service, metadata: {name: a}, spec: {clusterIP: 10.0.0.1, clusterIPs: [10.0.0.1, 10.0.0.2], ipFamilies: \
             [IPv6, IPv6], ports: [{port: 80}]}}",
            &[
                "spec.ipFamilies[1]: Duplicate value: \"IPv6\"",
                "spec.clusterIPs: Invalid value: [\"10.0.0.1\",\"10.0.0.2\"]: may specify no more than one IP for each IP family",
                "spec.clusterIPs[0]: Invalid value: \"10.0.0.1\": expected an IPv6 value as indicated by `ipFamilies[0]`",
                "spec.clusterIPs[1]: Invalid value: \"10.0.0.2\": expected an IPv6 value as indicated by `ipFamilies[1]`",
            ],
        ),
        (
            "{apiVersion: v1, kind: Service, metadata: {name: a}, spec: {clusterIP: 10.0.0.1, clusterIPs: [10.0.0.1, '::1'], ipFamilies: [IPv4, \
             IPv6], ports: [{port: 80}]}}",
            &[],
        ),
        // The only address is in the list too.
        (
            "{apiVersion: v1, kind: Service, metadata: {name: a}, spec: {clusterIP: 10.96.0.1, ipFamilies: [IPv6], ports: [{port: 80}]}}",
            &[
                "spec.clusterIPs[0]: Invalid value: \"10.96.0.1\": expected an IPv6 value as indicated by `ipFamilies[0]`",
            ],
        ),
        (
            "{apiVersion: v1, kind: Service, metadata: {name: a}, spec: {clusterIP: 10.96.0.1, ipFamilies: [IPv4], ports: [{port: 80}]}}",
            &[],
        ),
        (
            "{apiVersion: v1, kind: Service, metadata: {name: a}, spec: {clusterIP: None, ipFamilies: [IPv6], ports: [{port: 80}]}}",
            &[],
        ),
        (
            "{apiVersion: v1, kind: Service, metadata: {name: a}, spec: {type: LoadBalancer, loadBalancerClass: a/b/c, ports: [{port: 80}]}}",
            &[
                "spec.loadBalancerClass: Invalid value: \"a/b/c\": a valid label key must consist of alphanumeric characters, '-', '_' or '.', and \
                 must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is \
                 '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')",
            ],
        ),
        (
            "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: a}, spec: {accessModes: [ReadWriteOnce], resources: {requests: \
             {storage: 1Gi}}, dataSource: {kind: PersistentVolumeClaim, name: a}, dataSourceRef: {kind: PersistentVolumeClaim, name: b}}}",
            &["spec: Invalid value: {}: must match dataSourceRef"],
        ),
        (
            "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: a}, spec: {accessModes: [ReadWriteOnce], resources: {requests: \
             {storage: 1Gi}}, volumeAttributesClassName: A.b_, dataSourceRef: {kind: PersistentVolumeClaim, name: b}}}",
            &[
                "spec.volumeAttributesClassName: Invalid value: \"A.b_\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric \
                 characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is \
                 '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
            ],
        ),
        (
            "{apiVersion: v1, kind: Node, metadata: {name: a}, spec: {podCIDRs: [10.0.0.0/24, 10.0.1.0/24]}}",
            &[
                "spec.podCIDRs: Invalid value: [\"10.0.0.0/24\",\"10.0.1.0/24\"]: may specify no more than one CIDR for each IP family",
            ],
        ),
        (
            "{apiVersion: discovery.k8s.io/v1, kind: EndpointSlice, metadata: {name: a}, addressType: IPv4, endpoints: [{addresses: ['2001:db8::1'], \
             hints: {forZones: [{name: a}, {name: a}]}}]}",
            &[
                "endpoints[0].addresses: Invalid value: \"2001:db8::1\": must be an IPv4 address",
                "endpoints[0].hints.forZones[1].name: Duplicate value: \"a\"",
            ],
        ),
        (
            "{apiVersion: discovery.k8s.io/v1, kind: EndpointSlice, metadata: {name: a}, addressType: FQDN, endpoints: [{addresses: [a.b, c]}]}",
            &[
                "endpoints[0].addresses[1]: Invalid value: \"c\": should be a domain with at least two segments separated by dots",
            ],
        ),
        (
            "{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: a}, spec: {maxReplicas: 1, scaleTargetRef: {kind: a, \
             name: b, apiVersion: v1}}}",
            &["spec.scaleTargetRef.apiVersion: Invalid value: \"v1\": apiVersion must specify API group"],
        ),
        (
            "{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: a}, spec: {maxReplicas: 1, scaleTargetRef: {kind: \
             ReplicationController, name: b, apiVersion: v1}, behavior: {scaleUp: {tolerance: -1}}}}",
            &["spec.behavior.scaleUp.tolerance: Invalid value: \"-1\": must be greater than or equal to 0"],
        ),
    ] {
        assert_eq!(sentences(text), wanted, "{text}");
    }
}

#[test]
fn resources_of_webhooks() {
    let hook = |resources: &str| {
        format!(
            "apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nmetadata: {{name: a}}\nwebhooks: [{{name: \
             a.b.c, sideEffects: None, admissionReviewVersions: [v1], clientConfig: {{service: {{name: a, namespace: b}}}}, rules: \
             [{{operations: ['*'], apiGroups: ['*'], apiVersions: [v1], resources: [{resources}]}}]}}]"
        )
    };
    table(
        &[
            ("'*', pods/status", &[]),
            ("pods, '*'", &[]),
            (
                "'*', pods",
                &[
                    "webhooks[0].rules[0].resources: Invalid value: [\"*\",\"pods\"]: if '*' is present, must not specify other resources without \
                     subresources",
                ],
            ),
            (
                "'pods/*', pods/status, '*/scale', deployments/scale, ''",
                &[
                    "webhooks[0].rules[0].resources[1]: Invalid value: \"pods/status\": if 'pods/*' is present, must not specify pods/status",
                    "webhooks[0].rules[0].resources[3]: Invalid value: \"deployments/scale\": if '*/scale' is present, must not specify \
                     deployments/scale",
                    "webhooks[0].rules[0].resources[4]: Required value",
                ],
            ),
        ],
        hook,
    );
}
