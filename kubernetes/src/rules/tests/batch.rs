//! Jobs and CronJobs.

use super::{indented, sentences, table};

fn job(spec: &str) -> String {
    format!("apiVersion: batch/v1\nkind: Job\nmetadata: {{name: once}}\nspec:\n{}", indented(spec, 2))
}

const TEMPLATE: &str = "template: {spec: {restartPolicy: Never, containers: [{name: a, image: a}]}}\n";

#[test]
fn pods_of_jobs_end() {
    table(
        &[
            (TEMPLATE, &[]),
            (
                "template: {spec: {containers: [{name: a, image: a}]}}",
                &["spec.template.spec.restartPolicy: Required value: valid values: \"OnFailure\", \"Never\""],
            ),
            (
                "template: {spec: {restartPolicy: Always, containers: [{name: a, image: a}]}}",
                &["spec.template.spec.restartPolicy: Required value: valid values: \"OnFailure\", \"Never\""],
            ),
            (
                "selector: {matchLabels: {a: b}}\ntemplate: {metadata: {labels: {a: b}}, spec: {restartPolicy: Never, containers: [{name: a, image: a}]}}",
                &["spec.selector: Invalid value: `selector` not auto-generated"],
            ),
            (
                "manualSelector: true\nselector: {matchLabels: {a: b}}\ntemplate: {metadata: {labels: {a: b}}, spec: {restartPolicy: Never, containers: [{name: a, image: a}]}}",
                &[],
            ),
            (
                "backoffLimit: -1\ntemplate: {spec: {restartPolicy: Never, containers: [{name: a, image: a}]}}",
                &["spec.backoffLimit: Invalid value: -1: must be greater than or equal to 0"],
            ),
            (
                "completionMode: Indexed\ntemplate: {spec: {restartPolicy: Never, containers: [{name: a, image: a}]}}",
                &["spec.completions: Required value: when completion mode is Indexed"],
            ),
            (
                "completionMode: indexed\ntemplate: {spec: {restartPolicy: Never, containers: [{name: a, image: a}]}}",
                &[
                    "spec.completionMode: Unsupported value: \"indexed\": supported values: \"NonIndexed\", \"Indexed\"",
                ],
            ),
            (
                "backoffLimitPerIndex: 1\ntemplate: {spec: {restartPolicy: Never, containers: [{name: a, image: a}]}}",
                &["spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode"],
            ),
            (
                "podFailurePolicy: {rules: [{action: Fail, onExitCodes: {operator: In, values: [1]}}]}\ntemplate: {spec: {restartPolicy: OnFailure, containers: [{name: a, image: a}]}}",
                &[
                    "spec.podFailurePolicy.rules[0].action: Unsupported value: \"Fail\": supported values: \"Count\", \"FailIndex\", \"FailJob\", \"Ignore\"",
                    "spec.template.spec.restartPolicy: Invalid value: \"OnFailure\": only \"Never\" is supported when podFailurePolicy is specified",
                ],
            ),
        ],
        job,
    );
}

fn cron_job(spec: &str) -> String {
    format!(
        "apiVersion: batch/v1\nkind: CronJob\nmetadata: {{name: often}}\nspec:\n{}  jobTemplate: {{spec: {{template: {{spec: {{restartPolicy: Never, \
         containers: [{{name: a, image: a}}]}}}}}}}}\n",
        indented(spec, 2)
    )
}

#[test]
fn schedules() {
    table(
        &[
            ("schedule: '*/5 * * * *'", &[]),
            ("schedule: '@hourly'\ntimeZone: Etc/UTC\nconcurrencyPolicy: Forbid", &[]),
            ("suspend: true", &["spec.schedule: Required value"]),
            (
                "schedule: '* * * *'",
                &["spec.schedule: Invalid value: \"* * * *\": expected exactly 5 fields, found 4: [* * * *]"],
            ),
            (
                "schedule: 'TZ=UTC * * * * *'",
                &[
                    "spec.schedule: Invalid value: \"TZ=UTC * * * * *\": cannot use TZ or CRON_TZ in schedule, use timeZone field instead",
                ],
            ),
            (
                "schedule: '@daily'\nconcurrencyPolicy: Deny",
                &[
                    "spec.concurrencyPolicy: Unsupported value: \"Deny\": supported values: \"Allow\", \"Forbid\", \"Replace\"",
                ],
            ),
            (
                "schedule: '@daily'\ntimeZone: ''",
                &["spec.timeZone: Invalid value: \"\": timeZone must be nil or non-empty string"],
            ),
            (
                "schedule: '@daily'\ntimeZone: local",
                &[
                    "spec.timeZone: Invalid value: \"local\": timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones",
                ],
            ),
        ],
        cron_job,
    );
    let text = cron_job("schedule: '@daily'").replace("name: often", &format!("name: {}", "a".repeat(53)));
    let wanted =
        format!("metadata.name: Invalid value: \"{}\": must be no more than 52 characters", "a".repeat(53));
    assert_eq!(sentences(&text), [wanted]);
}
