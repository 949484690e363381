//! Workloads: selectors, strategies, policies.

use super::{SELECTED, deployment, indexed, problems, sentences, sentences_in, table};
use crate::Level;

fn with(more: &str) -> String {
    deployment(&format!("{SELECTED}{more}"))
}

#[test]
fn selectors_select_the_template() {
    table(
        &[
            (SELECTED, &[]),
            // Go reads null as a text of nothing.
            (
                "selector: {matchLabels: {app: null}}\ntemplate: {metadata: {labels: {app: }}, spec: {containers: [{name: a, image: a}]}}",
                &[],
            ),
            (
                "selector: {matchLabels: {app: null}}\ntemplate: {metadata: {labels: {a: null}}, spec: {containers: [{name: a, image: a}]}}",
                &[
                    "spec.template.metadata.labels: Invalid value: {\"a\":\"\"}: `selector` does not match template `labels`",
                ],
            ),
            (
                "{}",
                &[
                    "spec.selector: Required value",
                    "spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`",
                    "spec.template.spec.containers: Required value",
                ],
            ),
            (
                "selector: {matchLabels: {app: web}}\ntemplate: {metadata: {labels: {app: api}}, spec: {containers: [{name: a, image: a}]}}",
                &[
                    "spec.template.metadata.labels: Invalid value: {\"app\":\"api\"}: `selector` does not match template `labels`",
                ],
            ),
            (
                "selector: {matchLabels: {app: web}}\ntemplate: {spec: {containers: [{name: a, image: a}]}}",
                &[
                    "spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`",
                ],
            ),
            (
                "selector: {}\ntemplate: {metadata: {labels: {app: api}}, spec: {containers: [{name: a, image: a}]}}",
                &["spec.selector: Invalid value: {}: empty selector is invalid for deployment"],
            ),
            (
                "selector: {matchExpressions: [{key: app, operator: in, values: [a]}]}\ntemplate: {metadata: {labels: {app: a}}, spec: {containers: [{name: a, image: a}]}}",
                &[
                    "spec.selector.matchExpressions[0].operator: Invalid value: \"in\": not a valid selector operator",
                    "spec.selector: Invalid value: {\"matchExpressions\":[{\"key\":\"app\",\"operator\":\"in\",\"values\":[\"a\"]}]}: invalid label selector",
                ],
            ),
            // The server does not look into the template then.
            (
                "selector: {matchExpressions: [{key: app, operator: In}]}\ntemplate: {spec: {restartPolicy: Never}}",
                &[
                    "spec.selector.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
                    "spec.selector: Invalid value: {\"matchExpressions\":[{\"key\":\"app\",\"operator\":\"In\"}]}: invalid label selector",
                ],
            ),
            (
                "selector: {matchExpressions: [{key: app, operator: In, values: [a, b]}]}\ntemplate: {metadata: {labels: {app: b}}, spec: {containers: [{name: a, image: a}]}}",
                &[],
            ),
        ],
        deployment,
    );
    let mismatch = deployment(
        "selector: {matchLabels: {app: web}}\ntemplate: {metadata: {labels: {app: api}}, spec: {containers: [{name: a, image: a}]}}",
    );
    assert_eq!(
        sentences_in(33, &mismatch),
        [
            "spec.template.metadata.labels: Invalid value: map[string]string{\"app\":\"api\"}: `selector` does not match template `labels`"
        ]
    );
}

#[test]
fn strategies() {
    table(
        &[
            ("strategy: {type: Recreate}", &[]),
            ("strategy: {rollingUpdate: {maxSurge: 50%, maxUnavailable: 0}}", &[]),
            (
                "strategy: {type: Recreate, rollingUpdate: {maxSurge: 1}}",
                &[
                    "spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'",
                ],
            ),
            (
                "strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 0}}",
                &[
                    "spec.strategy.rollingUpdate.maxUnavailable: Invalid value: 0: may not be 0 when `maxSurge` is 0",
                ],
            ),
            (
                "strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: '0'}}",
                &[
                    "spec.strategy.rollingUpdate.maxUnavailable: Invalid value: \"0\": a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')",
                    "spec.strategy.rollingUpdate.maxUnavailable: Invalid value: \"0\": may not be 0 when `maxSurge` is 0",
                ],
            ),
            (
                "strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: '1'}}",
                &[
                    "spec.strategy.rollingUpdate.maxUnavailable: Invalid value: \"1\": a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')",
                ],
            ),
            (
                "strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: '99999999999999999999'}}",
                &[
                    "spec.strategy.rollingUpdate.maxUnavailable: Invalid value: \"99999999999999999999\": a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')",
                ],
            ),
            (
                "strategy: {rollingUpdate: {maxUnavailable: 101%}}",
                &[
                    "spec.strategy.rollingUpdate.maxUnavailable: Invalid value: \"101%\": must not be greater than 100%",
                ],
            ),
            (
                "strategy: {type: Rolling}",
                &[
                    "spec.strategy: Unsupported value: {\"Type\":\"Rolling\",\"RollingUpdate\":null}: supported values: \"Recreate\", \"RollingUpdate\"",
                ],
            ),
            ("replicas: -1", &["spec.replicas: Invalid value: -1: must be greater than or equal to 0"]),
            (
                "progressDeadlineSeconds: 5\nminReadySeconds: 5",
                &["spec.progressDeadlineSeconds: Invalid value: 5: must be greater than minReadySeconds"],
            ),
        ],
        with,
    );
}

#[test]
fn unknown_strategies_are_shown_whole() {
    let text = with("strategy: {type: Rolling}");
    assert_eq!(
        sentences_in(33, &text),
        [
            "spec.strategy: Unsupported value: apps.DeploymentStrategy{Type:\"Rolling\", RollingUpdate:(*apps.RollingUpdateDeployment)(nil)}: supported values: \"Recreate\", \"RollingUpdate\""
        ]
    );
    let text = with("updateStrategy: {type: Rolling}").replace("kind: Deployment", "kind: DaemonSet");
    assert_eq!(
        sentences_in(33, &text),
        [
            "spec.updateStrategy: Unsupported value: apps.DaemonSetUpdateStrategy{Type:\"Rolling\", RollingUpdate:(*apps.RollingUpdateDaemonSet)(nil)}: supported values: \"RollingUpdate\", \"OnDelete\""
        ]
    );
    let stateful = |update: &str| {
        with(&format!("serviceName: a\nupdateStrategy: {update}"))
            .replace("kind: Deployment", "kind: StatefulSet")
    };
    let text = stateful("{type: Recreate}");
    assert_eq!(
        sentences(&text),
        [
            "spec.updateStrategy: Invalid value: {\"Type\":\"Recreate\",\"RollingUpdate\":null}: must be 'RollingUpdate' or 'OnDelete'"
        ]
    );
    assert_eq!(
        sentences_in(33, &text),
        ["spec.updateStrategy: Invalid value: must be 'RollingUpdate' or 'OnDelete'"]
    );
    let text = stateful("{type: OnDelete, rollingUpdate: {partition: 1, maxUnavailable: 10%}}");
    assert_eq!(
        sentences(&text),
        [
            "spec.updateStrategy.rollingUpdate: Invalid value: {\"Partition\":1,\"MaxUnavailable\":null}: only allowed for updateStrategy 'RollingUpdate'"
        ]
    );
}

#[test]
fn pods_of_workloads_start_again() {
    for kind in ["Deployment", "ReplicaSet", "DaemonSet", "StatefulSet"] {
        let text = with("").replace("kind: Deployment", &format!("kind: {kind}"));
        assert_eq!(sentences(&text), [""; 0], "{text}");
        let text = text.replace("spec: {containers", "spec: {restartPolicy: Never, containers");
        assert_eq!(
            sentences(&text),
            ["spec.template.spec.restartPolicy: Unsupported value: \"Never\": supported values: \"Always\""],
            "{text}"
        );
    }
}

#[test]
fn daemon_sets() {
    let daemons = |more: &str| with(more).replace("kind: Deployment", "kind: DaemonSet");
    table(
        &[
            ("updateStrategy: {rollingUpdate: {maxUnavailable: 10%}}", &[]),
            ("updateStrategy: {type: OnDelete}", &[]),
            (
                "updateStrategy: {rollingUpdate: {maxSurge: 1}}",
                &[
                    "spec.updateStrategy.rollingUpdate.maxSurge: Invalid value: 1: may not be set when maxUnavailable is non-zero",
                ],
            ),
            (
                "updateStrategy: {rollingUpdate: {maxUnavailable: 0}}",
                &[
                    "spec.updateStrategy.rollingUpdate.maxUnavailable: Required value: cannot be 0 when maxSurge is 0",
                ],
            ),
        ],
        daemons,
    );
    let text = daemons("").replace("  selector: {matchLabels: {app: web}}\n", "");
    assert_eq!(
        sentences(&text),
        [
            "spec.template.metadata.labels: Invalid value: {\"app\":\"web\"}: `selector` does not match template `labels`"
        ]
    );
}

#[test]
fn servers_look_into_the_pods_of_stateful_sets_since_1_34() {
    let text = "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: db}\nspec:\n  serviceName: db\n  selector: {matchLabels: {app: db}}\n  \
        template:\n    metadata: {labels: {app: db}}\n    spec:\n      containers:\n      - name: db\n        image: 'db:1'\n        \
        volumeMounts: [{name: data, mountPath: /data}]\n  volumeClaimTemplates:\n  - metadata: {name: data}\n    spec: {accessModes: \
        [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}\n";
    assert_eq!(sentences(text), [""; 0]);
    let broken = text.replace("image: 'db:1'", "image: ''").replace("name: data, mount", "name: dat, mount");
    let found = |version: u8, old: Option<&str>| {
        let old = old.map(super::documents);
        problems(&super::kinds(version), &super::documents(&broken)[0], old.as_ref().map(|old| &old[0]))
    };
    for (version, old, level) in [
        (36, None, Level::Error),
        (34, None, Level::Error),
        (33, None, Level::Warning),
        (36, Some(text), Level::Error),
        // What is stored with such an error can be updated.
        (36, Some(&*broken), Level::Warning),
    ] {
        let all = found(version, old);
        assert!(
            all.iter()
                .all(|problem| problem.level == level && problem.help.is_some() >= (level == Level::Warning)),
            "{version} {old:?} {all:?}"
        );
    }
    let all = found(36, None);
    assert_eq!(
        indexed(&all),
        [
            "spec.template.spec.containers[0].image: Required value",
            "spec.template.spec.containers[0].volumeMounts[0].name: Not found: \"dat\"",
        ]
    );
    let bad = text.replace("serviceName: db", "podManagementPolicy: Ordered");
    assert_eq!(
        sentences(&bad),
        ["spec.podManagementPolicy: Invalid value: \"Ordered\": must be 'OrderedReady' or 'Parallel'"]
    );
}

#[test]
fn replication_controllers() {
    let controller = |spec: &str| {
        format!(
            "apiVersion: v1\nkind: ReplicationController\nmetadata: {{name: web}}\nspec:\n{}",
            super::indented(spec, 2)
        )
    };
    table(
        &[
            ("template: {metadata: {labels: {app: web}}, spec: {containers: [{name: a, image: a}]}}", &[]),
            (
                "selector: {app: web}\ntemplate: {metadata: {labels: {app: web}}, spec: {containers: [{name: a, image: a}]}}",
                &[],
            ),
            (
                "selector: {app: api}\ntemplate: {metadata: {labels: {app: web}}, spec: {containers: [{name: a, image: a}]}}",
                &[
                    "spec.template.metadata.labels: Invalid value: {\"app\":\"web\"}: `selector` does not match template `labels`",
                ],
            ),
            ("template: {spec: {containers: [{name: a, image: a}]}}", &["spec.selector: Required value"]),
        ],
        controller,
    );
}
