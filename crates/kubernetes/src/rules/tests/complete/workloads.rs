//! Updates of complete Jobs, CronJobs and StatefulSets.

use super::{errors, rows};

#[test]
fn jobs_keep_what_they_began_with() {
    let job = |spec: &str, pod: &str| {
        format!(
            "apiVersion: batch/v1\nkind: Job\nmetadata: {{name: a}}\nspec: {{suspend: true, {spec}, parallelism: 2, selector: {{matchLabels: {{a: b}}}}, \
             template: {{metadata: {{labels: {{a: b, c: d}}}}, spec: {{restartPolicy: Never, {pod} containers: [{{name: a, image: a}}]}}}}}}\n"
        )
    };
    let plain = job("completions: 2", "");
    let why = "field is immutable";
    for (spec, wanted) in [
        ("completions: 2, backoffLimit: 3", None),
        ("completions: 3", Some(format!("spec.completions: Invalid value: 3: {why}"))),
        (
            "completions: 2, managedBy: a.b/c",
            Some(format!("spec.managedBy: Invalid value: \"a.b/c\": {why}")),
        ),
        (
            "completions: 2, podFailurePolicy: {rules: [{action: Ignore, onPodConditions: [{type: DisruptionTarget, status: 'True'}]}]}",
            Some(format!("spec.podFailurePolicy: Invalid value: {why}")),
        ),
    ] {
        assert_eq!(errors(36, &plain, &job(spec, ""), None), Vec::from_iter(wanted), "{spec}");
    }
    let indexed = |more: &str| job(&format!("completionMode: Indexed, {more}"), "");
    assert_eq!(
        errors(36, &indexed("completions: 2"), &indexed("completions: 3"), None),
        ["spec.completions: Invalid value: 3: can only be modified in tandem with spec.parallelism"]
    );
    assert_eq!(errors(36, &indexed("completions: 3"), &indexed("completions: 2"), None), [""; 0]);
    assert_eq!(
        errors(36, &indexed("completions: 2, backoffLimitPerIndex: 1"), &indexed("completions: 2"), None),
        [format!("spec.backoffLimitPerIndex: Invalid value: null: {why}")]
    );
    // An update names the selector that the server made.
    assert_eq!(
        errors(36, &plain, &plain.replace("selector: {matchLabels: {a: b}}, ", ""), None),
        [
            "spec.selector: Required value".to_owned(),
            "spec.template.metadata.labels: Invalid value: {\"a\":\"b\",\"c\":\"d\"}: `selector` does not match template `labels`".to_owned(),
            format!("spec.selector: Invalid value: null: {why}"),
        ]
    );
    // A suspended Job can still be placed.
    let template = format!("spec.template: Invalid value: {why}");
    let nodes = "affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, preference: {matchExpressions: [{key: a, operator: \
        Exists}]}}]}},";
    for (pod, wanted) in [
        ("nodeSelector: {a: b},", false),
        ("tolerations: [{operator: Exists}],", false),
        (nodes, false),
        ("hostNetwork: true,", true),
    ] {
        let found = errors(36, &plain, &job("completions: 2", pod), None);
        assert_eq!(found.contains(&template), wanted, "{pod} {found:?}");
        let started = format!("{plain}status: {{startTime: '2026-01-01T00:00:00Z'}}\n");
        assert_eq!(errors(35, &started, &job("completions: 2", pod), None), [template.as_str()], "{pod}");
    }
    assert_eq!(errors(36, &plain, &plain.replace("c: d", "c: e"), None), [""; 0]);
}

#[test]
fn time_zones_in_schedules_can_only_stay() {
    let cron = |schedule: &str| {
        format!(
            "apiVersion: batch/v1\nkind: CronJob\nmetadata: {{name: a}}\nspec: {{schedule: '{schedule}', jobTemplate: {{spec: {{template: {{spec: \
             {{restartPolicy: Never, containers: [{{name: a, image: a}}]}}}}}}}}}}\n"
        )
    };
    let zoned = cron("TZ=UTC * * * * *");
    assert_eq!(errors(36, &zoned, &zoned, None), [""; 0]);
    assert_eq!(
        errors(36, &cron("* * * * *"), &zoned, None),
        [
            "spec.schedule: Invalid value: \"TZ=UTC * * * * *\": cannot use TZ or CRON_TZ in schedule, use timeZone field instead"
        ]
    );
    assert_eq!(
        errors(36, &zoned, &zoned.replace("spec: {schedule", "spec: {timeZone: Etc/UTC, schedule"), None),
        [
            "spec.schedule: Invalid value: \"TZ=UTC * * * * *\": cannot use both timeZone field and TZ or CRON_TZ in schedule"
        ]
    );
}

#[test]
fn stateful_sets_change_in_named_fields() {
    let set = "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: a}\nspec: {serviceName: a, replicas: 1, selector: {matchLabels: {a: b}}, template: \
        {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: a}]}}, volumeClaimTemplates: [{apiVersion: v1, kind: PersistentVolumeClaim, \
        metadata: {name: d}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}]}\n";
    let why = "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', \
        'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";
    rows(
        set,
        &[
            (
                "replicas: 1",
                "replicas: 2, revisionHistoryLimit: 2, minReadySeconds: 1, ordinals: {start: 1}",
                &[],
            ),
            ("apiVersion: v1, kind: PersistentVolumeClaim, ", "", &[]),
            ("1Gi", "1024Mi", &[]),
            ("1Gi", "2Gi", &[why]),
            ("serviceName: a, ", "", &[why]),
            ("metadata: {name: d}", "metadata: {name: d, labels: {a: b}}", &[why]),
            ("serviceName: a", "serviceName: a, podManagementPolicy: Parallel", &[why]),
        ],
    );
}
