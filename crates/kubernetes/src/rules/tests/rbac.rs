//! Roles, bindings, autoscalers and budgets.

use super::table;

#[test]
fn rules_have_verbs() {
    let role = |rule: &str| {
        format!(
            "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {{name: 'system:A_b'}}\nrules: [{rule}]"
        )
    };
    table(
        &[
            ("{apiGroups: [''], resources: [pods, secrets], resourceNames: [a], verbs: [get]}", &[]),
            ("{nonResourceURLs: [/metrics], verbs: [get]}", &[]),
            (
                "{apiGroups: [''], resources: [pods]}",
                &["rules[0].verbs: Required value: verbs must contain at least one value"],
            ),
            (
                "{resources: [pods], verbs: [get]}",
                &["rules[0].apiGroups: Required value: resource rules must supply at least one api group"],
            ),
            (
                "{apiGroups: [''], verbs: [get]}",
                &["rules[0].resources: Required value: resource rules must supply at least one resource"],
            ),
            (
                "{apiGroups: [''], nonResourceURLs: [/a], verbs: [get]}",
                &[
                    "rules[0].nonResourceURLs: Invalid value: [\"/a\"]: rules cannot apply to both regular resources and non-resource URLs",
                ],
            ),
        ],
        role,
    );
    table(
        &[
            ("{apiGroups: [''], resources: [pods], verbs: [get]}", &[]),
            (
                "{nonResourceURLs: [/a], verbs: [get]}",
                &[
                    "rules[0].nonResourceURLs: Invalid value: [\"/a\"]: namespaced rules cannot apply to non-resource URLs",
                ],
            ),
        ],
        |rule| role(rule).replace("ClusterRole", "Role"),
    );
}

#[test]
fn bindings_name_a_role() {
    let binding = |fields: &str| {
        format!(
            "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {{name: a}}\n{fields}"
        )
    };
    table(
        &[
            (
                "roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: a}\nsubjects: [{kind: ServiceAccount, name: a, namespace: b}, {kind: Group, name: 'system:masters'}]",
                &[],
            ),
            (
                "roleRef: {kind: Role, name: a}",
                &["roleRef.kind: Unsupported value: \"Role\": supported values: \"ClusterRole\""],
            ),
            ("roleRef: {kind: ClusterRole}", &["roleRef.name: Required value"]),
            (
                "roleRef: {apiGroup: rbac, kind: ClusterRole, name: a}",
                &[
                    "roleRef.apiGroup: Unsupported value: \"rbac\": supported values: \"rbac.authorization.k8s.io\"",
                ],
            ),
            (
                "roleRef: {kind: ClusterRole, name: a}\nsubjects: [{kind: ServiceAccount, name: a}]",
                &["subjects[0].namespace: Required value"],
            ),
            (
                "roleRef: {kind: ClusterRole, name: a}\nsubjects: [{kind: Serviceaccount, name: a}]",
                &[
                    "subjects[0].kind: Unsupported value: \"Serviceaccount\": supported values: \"ServiceAccount\", \"User\", \"Group\"",
                ],
            ),
        ],
        binding,
    );
    table(
        &[("roleRef: {kind: Role, name: a}\nsubjects: [{kind: ServiceAccount, name: a}]", &[])],
        |fields| binding(fields).replace("ClusterRoleBinding", "RoleBinding"),
    );
}

#[test]
fn autoscalers() {
    let scaler = |spec: &str| {
        format!(
            "apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {{name: a}}\nspec: {spec}"
        )
    };
    table(
        &[
            (
                "{scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: a}, maxReplicas: 2, metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}}}]}",
                &[],
            ),
            (
                "{scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: a}, minReplicas: 3, maxReplicas: 2}",
                &["spec.maxReplicas: Invalid value: 2: must be greater than or equal to `minReplicas`"],
            ),
            (
                "{scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: a}, minReplicas: 0, maxReplicas: 2}",
                &[
                    "spec.minReplicas: Invalid value: 0: must be greater than or equal to 1",
                    "spec.metrics: Forbidden: must specify at least one Object or External metric to support scaling to zero replicas",
                ],
            ),
            (
                "{scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: a}, minReplicas: 0, maxReplicas: 2, metrics: [{type: External, external: {metric: {name: a}, target: {type: Value, value: 1}}}]}",
                &["spec.minReplicas: Invalid value: 0: must be greater than or equal to 1"],
            ),
            (
                "{scaleTargetRef: {apiVersion: apps/v1, kind: Deployment}}",
                &[
                    "spec.maxReplicas: Required value: must be set and greater than 0",
                    "spec.maxReplicas: Invalid value: 0: must be greater than or equal to `minReplicas`",
                    "spec.scaleTargetRef.name: Required value",
                ],
            ),
            (
                "{scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: a}, maxReplicas: 2, metrics: [{type: Resource, pods: {}}]}",
                &[
                    "spec.metrics[0].pods.metric.name: Required value: must specify a metric name",
                    "spec.metrics[0].pods.target.type: Required value: must specify a metric target type",
                    "spec.metrics[0].pods.target.type: Invalid value: \"\": must be either Utilization, Value, or AverageValue",
                    "spec.metrics[0].pods.target.averageValue: Required value: must specify a positive target averageValue",
                    "spec.metrics[0].resource: Required value: must populate information for the given metric source",
                ],
            ),
            (
                "{scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: a}, maxReplicas: 2, behavior: {scaleDown: {selectPolicy: min}}}",
                &[
                    "spec.behavior.scaleDown.selectPolicy: Unsupported value: \"min\": supported values: \"Disabled\", \"Max\", \"Min\"",
                ],
            ),
        ],
        scaler,
    );
}

/// Whether it may be zero depends on a feature that is off by default; whether it can be does not.
#[test]
fn autoscalers_to_zero() {
    let scaler = |kind: &str| {
        format!(
            "apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {{name: a}}\nspec: {{scaleTargetRef: {{kind: Deployment, name: a}}, \
             minReplicas: 0, maxReplicas: 2, metrics: [{kind}]}}\n"
        )
    };
    let level = |text: &str| {
        let all = super::problems(&super::kinds(36), &super::documents(text)[0], None);
        let least =
            all.iter().find(|problem| problem.path == "spec.minReplicas").expect("there is a problem");
        (least.level, least.help.is_some())
    };
    let external = scaler("{type: External, external: {metric: {name: a}, target: {type: Value, value: 1}}}");
    assert_eq!(level(&external), (crate::Level::Warning, true));
    let resource =
        scaler("{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 1}}}");
    assert_eq!(level(&resource), (crate::Level::Error, false));
    assert_eq!(level(&scaler("")), (crate::Level::Error, false));
    let v1 = "apiVersion: autoscaling/v1\nkind: HorizontalPodAutoscaler\nmetadata: {name: a}\nspec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: a}, \
        minReplicas: 0, maxReplicas: 2}\n";
    assert_eq!(level(v1), (crate::Level::Error, false));
    let metrics = "{name: a, annotations: {autoscaling.alpha.kubernetes.io/metrics: '[]'}}";
    assert_eq!(level(&v1.replace("{name: a}", metrics)), (crate::Level::Warning, true));
}

#[test]
fn budgets() {
    let budget = |spec: &str| {
        format!("apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {{name: a}}\nspec: {spec}")
    };
    table(
        &[
            ("{minAvailable: 50%, selector: {matchLabels: {a: b}}}", &[]),
            (
                "{minAvailable: 1, maxUnavailable: 1}",
                &[
                    "spec: Invalid value: {\"MinAvailable\":1,\"Selector\":null,\"MaxUnavailable\":1,\"UnhealthyPodEvictionPolicy\":null}: minAvailable and maxUnavailable cannot be both set",
                ],
            ),
            (
                "{minAvailable: 1, maxUnavailable: 10%, unhealthyPodEvictionPolicy: AlwaysAllow, selector: {matchLabels: {a: b}}}",
                &[
                    "spec: Invalid value: {\"MinAvailable\":1,\"Selector\":{\"matchLabels\":{\"a\":\"b\"}},\"MaxUnavailable\":\"10%\",\"UnhealthyPodEvictionPolicy\":\"AlwaysAllow\"}: minAvailable and maxUnavailable cannot be both set",
                ],
            ),
            (
                "{minAvailable: -1}",
                &["spec.minAvailable: Invalid value: -1: must be greater than or equal to 0"],
            ),
            (
                "{maxUnavailable: 150%}",
                &["spec.maxUnavailable: Invalid value: \"150%\": must not be greater than 100%"],
            ),
            (
                "{maxUnavailable: half}",
                &[
                    "spec.maxUnavailable: Invalid value: \"half\": a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')",
                ],
            ),
        ],
        budget,
    );
}
