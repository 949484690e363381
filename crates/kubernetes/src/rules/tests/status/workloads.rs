//! The status of kinds that create pods.

use super::{rows, rows_in};

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
                &["status.startTime: Invalid value: null: field is immutable for unsuspended job once set"],
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
fn a_job_that_resumes_starts_again() {
    let job = |is: &str, day: u8| {
        format!("startTime: '2026-01-0{day}T00:00:00Z', conditions: [{{type: Suspended, status: '{is}'}}]")
    };
    let kept = "status.startTime: Invalid value: \"2026-01-02T00:00:00Z\": field is immutable for unsuspended job once set";
    let old = "status.startTime: Required value: startTime cannot be removed for unsuspended job";
    for (version, was, is, wanted) in [
        (36, "True", "False", &[] as &[&str]),
        (32, "True", "False", &[]),
        (36, "True", "True", &[kept]),
        (36, "False", "False", &[kept]),
        (36, "True", "Unknown", &[kept]),
        (35, "True", "True", &[old]),
    ] {
        rows_in(version, "batch/v1", "Job", "suspend: false", &[(&job(was, 1), &job(is, 2), wanted)]);
    }
}

#[test]
fn the_status_of_a_job_is_worded_as_each_version_does() {
    let done = |day: u8, more: &str| {
        format!(
            "startTime: '2026-01-03T00:00:00Z', completionTime: '2026-01-0{day}T00:00:00Z', {more} conditions: [{{type: SuccessCriteriaMet, status: \
             'True'}}, {{type: Complete, status: 'True'}}]"
        )
    };
    let pods = "uncountedTerminatedPods: {succeeded: [a]},";
    let wanted = |[second, fourth, shown]: [&str; 3], texts: [&str; 3]| {
        [
            vec![format!("status.completionTime: Invalid value: {second}: {}", texts[0])],
            vec![format!("status.uncountedTerminatedPods: Invalid value: {shown}: {}", texts[1])],
            vec![format!("status.completionTime: Invalid value: {fourth}: {}", texts[2])],
        ]
    };
    let shown = [
        "2026-01-02 00:00:00 +0000 UTC",
        "2026-01-04 00:00:00 +0000 UTC",
        "batch.UncountedTerminatedPods{Succeeded:[]types.UID{\"a\"}, Failed:[]types.UID(nil)}",
    ];
    let old = wanted(
        shown,
        [
            "completionTime cannot be set before startTime",
            "uncountedTerminatedPods needs to be empty for finished job",
            "completionTime cannot be mutated",
        ],
    );
    let json =
        ["\"2026-01-02T00:00:00Z\"", "\"2026-01-04T00:00:00Z\"", "{\"Succeeded\":[\"a\"],\"Failed\":null}"];
    let new = wanted(
        json,
        ["must be equal to or after `startTime`", "must be empty for finished job", "field is immutable"],
    );
    for (version, [early, pending, changed]) in [(32, &old), (33, &old), (34, &new), (36, &new)] {
        for (from, to, wanted) in [
            (String::new(), done(2, ""), early),
            (done(5, ""), done(5, pods), pending),
            (done(5, ""), done(4, ""), changed),
        ] {
            let wanted: Vec<&str> = wanted.iter().map(String::as_str).collect();
            rows_in(version, "batch/v1", "Job", "completions: 2", &[(&from, &to, &wanted)]);
        }
    }
}

#[test]
fn what_ended_without_a_reason_is_found_when_the_reason_changes() {
    let start = "startTime: '2026-01-01T00:00:00Z'";
    let at = "status.conditions: Invalid value:";
    let failed = format!("{start}, conditions: [{{type: Failed, status: 'True'}}]");
    let target = format!("{at} cannot set Failed=True condition without the FailureTarget=true condition");
    rows(
        "batch/v1",
        "Job",
        "completions: 2, completionMode: Indexed, backoffLimitPerIndex: 1",
        &[
            (&failed, &format!("{failed}, failed: 1"), &[]),
            (&failed, &format!("{failed}, failedIndexes: '0'"), &[&target]),
        ],
    );
    let done = |is: &str| {
        format!(
            "{start}, completionTime: '2026-01-01T00:00:05Z', conditions: [{{type: Complete, status: 'True'}}, {{type: SuccessCriteriaMet, status: '{is}'}}]"
        )
    };
    let met =
        format!("{at} cannot set Complete=True condition without the SuccessCriteriaMet=true condition");
    let taken = format!("{at} cannot disable the SuccessCriteriaMet=True condition");
    rows(
        "batch/v1",
        "Job",
        "completions: 2",
        &[
            (&done("True"), &done("False"), &[&met, &taken]),
            (&done("False"), &format!("{}, failed: 1", done("False")), &[]),
        ],
    );
}
