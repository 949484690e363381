//! The status of pods, and of kinds that create them.

use super::rows;

#[test]
fn replicas_are_not_negative_and_not_more_than_all() {
    let negative = "Invalid value: -1: must be greater than or equal to 0";
    rows(
        "apps/v1",
        "Deployment",
        // The spec is not looked at.
        "replicas: -5",
        &[
            ("", "replicas: 3, readyReplicas: 2, availableReplicas: 1, updatedReplicas: 3", &[]),
            (
                "",
                "readyReplicas: -1",
                &[
                    &format!("status.readyReplicas: {negative}"),
                    "status.availableReplicas: Invalid value: 0: cannot be greater than readyReplicas",
                ],
            ),
            (
                "",
                "replicas: 1, updatedReplicas: 2",
                &["status.updatedReplicas: Invalid value: 2: cannot be greater than status.replicas"],
            ),
            (
                "collisionCount: 2",
                "collisionCount: 1",
                &["status.collisionCount: Invalid value: 1: cannot be decremented"],
            ),
            ("collisionCount: 2", "", &["status.collisionCount: Invalid value: 0: cannot be decremented"]),
        ],
    );
    rows(
        "apps/v1",
        "ReplicaSet",
        "",
        &[(
            "",
            "replicas: 1, fullyLabeledReplicas: 2",
            &["status.fullyLabeledReplicas: Invalid value: 2: cannot be greater than status.replicas"],
        )],
    );
    rows(
        "apps/v1",
        "StatefulSet",
        "",
        &[
            ("", "replicas: 2, readyReplicas: 2, availableReplicas: 2, currentReplicas: 2", &[]),
            (
                "",
                "replicas: 2, readyReplicas: 1, availableReplicas: 2",
                &["status.availableReplicas: Invalid value: 2: cannot be greater than status.readyReplicas"],
            ),
        ],
    );
    rows(
        "apps/v1",
        "DaemonSet",
        "",
        &[
            ("", "numberReady: -1", &[&format!("status.numberReady: {negative}")]),
            ("", "numberReady: 5", &[]),
        ],
    );
    rows(
        "autoscaling/v2",
        "HorizontalPodAutoscaler",
        "",
        &[
            ("", "desiredReplicas: -1", &[&format!("status.desiredReplicas: {negative}")]),
            ("", "desiredReplicas: 1", &[]),
        ],
    );
}

#[test]
fn jobs_end_once_and_as_controllers_end_them() {
    let conditions = |kinds: &[&str]| -> String {
        kinds.iter().map(|kind| format!("{{type: {kind}, status: 'True'}},")).collect()
    };
    let at = "status.conditions: Invalid value:";
    let start = "startTime: '2026-01-01T00:00:00Z'";
    let done = format!(
        "{start}, completionTime: '2026-01-01T00:00:05Z', conditions: [{}]",
        conditions(&["SuccessCriteriaMet", "Complete"])
    );
    rows(
        "batch/v1",
        "Job",
        "completions: 2, parallelism: 1",
        &[
            ("", "active: 1, ready: 1, startTime: '2026-01-01T00:00:00Z'", &[]),
            ("", &done, &[]),
            (&done, &done, &[]),
            (
                "",
                &format!("conditions: [{}]", conditions(&["Complete"])),
                &[
                    "status.completionTime: Required value: completionTime is required for Complete jobs",
                    &format!(
                        "{at} cannot set Complete=True condition without the SuccessCriteriaMet=true condition"
                    ),
                    "status.startTime: Required value: startTime is required for finished job",
                ],
            ),
            (
                start,
                &format!("{start}, conditions: [{}]", conditions(&["Failed"])),
                &[&format!("{at} cannot set Failed=True condition without the FailureTarget=true condition")],
            ),
            (
                &done,
                start,
                &[
                    &format!("{at} cannot disable the terminal Complete=True condition"),
                    &format!("{at} cannot disable the SuccessCriteriaMet=True condition"),
                ],
            ),
            (
                "failed: 2",
                "failed: 1",
                &["status.failed: Invalid value: 1: cannot decrease the failed counter"],
            ),
            (
                "",
                "completedIndexes: '0'",
                &[
                    "status.completedIndexes: Invalid value: \"0\": cannot set non-empty completedIndexes when non-indexed completion mode",
                ],
            ),
            ("", "ready: 1", &["status.ready: Invalid value: 1: cannot set more ready pods than active"]),
            (
                start,
                "",
                &["status.startTime: Required value: startTime cannot be removed for unsuspended job"],
            ),
            (
                "",
                "uncountedTerminatedPods: {succeeded: [a], failed: [a]}",
                &["status.uncountedTerminatedPods.failed[0]: Duplicate value: \"a\""],
            ),
        ],
    );
}

#[test]
fn pods_that_ended_stay_so() {
    let state = |state: &str| format!("containerStatuses: [{{name: a, state: {{{state}}}}}]");
    let ended = state("terminated: {exitCode: 1}");
    let detail =
        "status.containerStatuses[0].state: Forbidden: may not be transitioned to non-terminated state";
    let pod = |policy: &str| format!("restartPolicy: {policy}, containers: [{{name: a, image: a}}]");
    let running = state("running: {}");
    rows("v1", "Pod", &pod("Never"), &[(&ended, &running, &[detail]), (&running, &ended, &[])]);
    rows("v1", "Pod", &pod("Always"), &[(&ended, &running, &[])]);
    rows(
        "v1",
        "Pod",
        &pod("OnFailure"),
        &[
            (&ended, &running, &[]),
            (
                "qosClass: BestEffort",
                "qosClass: Burstable",
                &["status.qosClass: Invalid value: \"Burstable\": field is immutable"],
            ),
            (
                "",
                "podIP: 10.0.0.1, podIPs: [{ip: 10.0.0.1}], hostIP: 10.0.0.2, hostIPs: [{ip: 10.0.0.2}]",
                &[],
            ),
            (
                "",
                "podIPs: [{ip: 10.0.0.1}, {ip: 10.0.0.2}]",
                &[
                    "status.podIPs: Invalid value: [{\"IP\":\"10.0.0.1\"},{\"IP\":\"10.0.0.2\"}]: may specify no more than one IP for each IP family",
                ],
            ),
            (
                "",
                "hostIPs: [{ip: 10.0.0.2}]",
                &["status.hostIPs[0].ip: Invalid value: \"10.0.0.2\": must be equal to `hostIP`"],
            ),
            ("", "conditions: [{type: a.b/Gate, status: 'True'}, {type: Ready, status: 'True'}]", &[]),
            (
                "",
                "resourceClaimStatuses: [{name: a}]",
                &[
                    "status.resourceClaimStatuses[0].name: Invalid value: \"a\": must match the name of an entry in `spec.resourceClaims`",
                ],
            ),
        ],
    );
}
