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
}

#[test]
fn the_pods_of_a_suspended_job_can_be_placed() {
    let job = |pod: &str, container: &str, status: &str| {
        format!(
            "apiVersion: batch/v1\nkind: Job\nmetadata: {{name: a}}\nspec: {{suspend: true, completions: 2, selector: {{matchLabels: {{a: b}}}}, template: \
             {{metadata: {{labels: {{a: b, c: d}}}}, spec: {{restartPolicy: Never, {pod} containers: [{{name: a, image: a{container}}}]}}}}}}\nstatus: \
             {{{status}}}\n"
        )
    };
    let [of_template, of_pod] =
        ["", ".spec"].map(|place| format!("spec.template{place}: Invalid value: field is immutable"));
    let nodes = "affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, preference: {matchExpressions: [{key: a, operator: \
        Exists}]}}]}},";
    let memory = ", resources: {limits: {memory: 1Gi}}";
    let (started, suspended) = (
        "startTime: '2026-01-01T00:00:00Z'",
        "startTime: '2026-01-01T00:00:00Z', conditions: [{type: Suspended, status: 'True'}]",
    );
    // What changes, and whether it can since 1.36 and before.
    for (pod, container, new, old) in [
        ("nodeSelector: {a: b},", "", true, true),
        ("tolerations: [{operator: Exists}],", "", true, true),
        (nodes, "", true, true),
        ("", memory, true, false),
        ("hostNetwork: true,", "", false, false),
    ] {
        let update = |version: u8, status: &str| {
            errors(version, &job("", "", status), &job(pod, container, status), None)
        };
        for (version, may_change, error) in [(36, new, &of_pod), (35, old, &of_template)] {
            let wanted = Vec::from_iter((!may_change).then_some(error.clone()));
            assert_eq!(update(version, ""), wanted, "{version} {pod}");
        }
        assert_eq!(update(35, suspended), [of_template.as_str()], "{pod}");
        assert_eq!(update(36, suspended), Vec::from_iter((!new).then_some(of_pod.clone())), "{pod}");
        for status in [started, "active: 1", &format!("{suspended}, active: 1")] {
            assert_eq!(update(36, status), [of_template.as_str()], "{pod} {status}");
        }
    }
    let plain = job("", "", "");
    let metadata = plain.replace("c: d}", "c: e}, finalizers: [a.b/c]");
    assert_eq!(errors(36, &plain, &metadata, None), [""; 0]);
    assert_eq!(errors(35, &plain, &metadata, None), [of_template.as_str()]);
    assert_eq!(errors(35, &plain, &plain.replace("c: d", "c: e"), None), [""; 0]);
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

#[test]
fn an_empty_struct_is_nothing_unless_it_is_a_pointer() {
    let job = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: a}\nspec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: \
        {restartPolicy: Never, containers: [{name: a, image: a, resources: {}, securityContext: {}, env: [{name: a, value: ''}]}]}}}\n";
    let template = "spec.template: Invalid value: field is immutable";
    rows(
        job,
        &[
            (", resources: {}", "", &[]),
            (", resources: {}", ", resources: {limits: {}}", &[]),
            (", value: ''", "", &[]),
            (", securityContext: {}", ", securityContext: {capabilities: null}", &[]),
            (", securityContext: {}", "", &[template]),
            (", securityContext: {}", ", securityContext: {capabilities: {}}", &[template]),
        ],
    );
}
