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
            // Without both, the server has one pod and one completion.
            (
                "completionMode: Indexed\ntemplate: {spec: {restartPolicy: Never, containers: [{name: a, image: a}]}}",
                &[],
            ),
            (
                "completionMode: Indexed\nparallelism: 2\ntemplate: {spec: {restartPolicy: Never, containers: [{name: a, image: a}]}}",
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

/// So many times the same, in a list.
fn many(count: usize, item: impl Fn(usize) -> String) -> String {
    let items: Vec<String> = (0..count).map(item).collect();
    format!("[{}]", items.join(", "))
}

/// Makes a Job with so many.
type Make<'m> = &'m dyn Fn(usize) -> String;

#[test]
fn policies_have_a_most() {
    let failing = |rules: String| job(&format!("podFailurePolicy: {{rules: {rules}}}\n{TEMPLATE}"));
    let rules =
        |count| failing(many(count, |_| "{action: Ignore, onExitCodes: {operator: In, values: [1]}}".into()));
    let codes = |count| {
        let values = many(count, |number| (number + 1).to_string());
        failing(format!("[{{action: Ignore, onExitCodes: {{operator: In, values: {values}}}}}]"))
    };
    let conditions = |count| {
        let all = many(count, |number| format!("{{type: a{number}}}"));
        failing(format!("[{{action: Ignore, onPodConditions: {all}}}]"))
    };
    let success = |count| indexed(&format!("{{rules: {}}}", many(count, |_| "{succeededCount: 1}".into())));
    let rule = "spec.podFailurePolicy.rules";
    let cases: [(Make<'_>, usize, &str); 4] = [
        (&rules, 20, rule),
        (&codes, 255, &format!("{rule}[0].onExitCodes.values")),
        (&conditions, 20, &format!("{rule}[0].onPodConditions")),
        (&success, 20, "spec.successPolicy.rules"),
    ];
    for (text, most, path) in cases {
        assert_eq!(sentences(&text(most)), [""; 0], "{path}");
        let wanted = format!("{path}: Too many: {}: must have at most {most} items", most + 1);
        assert_eq!(sentences(&text(most + 1)), [wanted]);
    }
}

#[test]
fn codes_of_containers_that_start_before() {
    let template = TEMPLATE.replace("containers:", "initContainers: [{name: first, image: a}], containers:");
    assert_ne!(template, TEMPLATE);
    for (name, is_good) in [("first", true), ("a", true), ("b", false)] {
        let rule =
            format!("{{action: Ignore, onExitCodes: {{containerName: {name}, operator: In, values: [1]}}}}");
        let text = job(&format!("podFailurePolicy: {{rules: [{rule}]}}\n{template}"));
        assert_eq!(sentences(&text).is_empty(), is_good, "{name}");
    }
}

/// A Job with these rules for failures of its container `a`.
fn failing(rules: &str) -> String {
    job(&format!("podFailurePolicy:\n  rules:\n{}{TEMPLATE}", indented(rules, 2)))
}

#[test]
fn policies_of_failures() {
    table(
        &[
            ("- {action: FailJob, onExitCodes: {containerName: a, operator: In, values: [1, 42]}}", &[]),
            ("- {action: Ignore, onPodConditions: [{type: DisruptionTarget}]}", &[]),
            ("- {action: Count, onExitCodes: {operator: NotIn, values: [0]}}", &[]),
            (
                "- {onExitCodes: {values: [1]}}",
                &[
                    "spec.podFailurePolicy.rules[0].action: Required value: valid values: [\"Count\" \"FailIndex\" \"FailJob\" \"Ignore\"]",
                    "spec.podFailurePolicy.rules[0].onExitCodes.operator: Required value: valid values: [\"In\" \"NotIn\"]",
                ],
            ),
            (
                "- {action: FailJob, onExitCodes: {containerName: b, operator: Exists, values: []}}",
                &[
                    "spec.podFailurePolicy.rules[0].onExitCodes.operator: Unsupported value: \"Exists\": supported values: \"In\", \"NotIn\"",
                    "spec.podFailurePolicy.rules[0].onExitCodes.containerName: Invalid value: \"b\": must be one of the container or initContainer names in the pod template",
                    "spec.podFailurePolicy.rules[0].onExitCodes.values: Invalid value: []: at least one value is required",
                ],
            ),
            (
                "- {action: FailJob, onExitCodes: {operator: In}}",
                &[
                    "spec.podFailurePolicy.rules[0].onExitCodes.values: Invalid value: null: at least one value is required",
                ],
            ),
            (
                "- {action: FailJob, onExitCodes: {operator: In, values: [2, 1, 0, 2]}}",
                &[
                    "spec.podFailurePolicy.rules[0].onExitCodes.values[2]: Invalid value: 0: must not be 0 for the In operator",
                    "spec.podFailurePolicy.rules[0].onExitCodes.values[3]: Duplicate value: 2",
                    "spec.podFailurePolicy.rules[0].onExitCodes.values: Invalid value: [2,1,0,2]: must be ordered",
                ],
            ),
            (
                "- {action: Ignore, onPodConditions: [{type: DisruptionTarget, status: Yes!}]}",
                &[
                    "spec.podFailurePolicy.rules[0].onPodConditions[0].status: Unsupported value: \"Yes!\": supported values: \"False\", \"True\", \"Unknown\"",
                ],
            ),
        ],
        failing,
    );
}

/// A Job of three pods with this policy of success.
fn indexed(policy: &str) -> String {
    job(&format!("completionMode: Indexed\ncompletions: 3\nsuccessPolicy: {policy}\n{TEMPLATE}"))
}

#[test]
fn policies_of_success() {
    table(
        &[
            ("{rules: [{succeededCount: 1, succeededIndexes: '0-2'}]}", &[]),
            (
                "{}",
                &[
                    "spec.successPolicy.rules: Required value: at least one rules must be specified when the successPolicy is specified",
                ],
            ),
            (
                "{rules: [{}, {succeededCount: 4}, {succeededCount: -1}]}",
                &[
                    "spec.successPolicy.rules[0]: Required value: at least one of succeededCount or succeededIndexes must be specified",
                    "spec.successPolicy.rules[1].succeededCount: Invalid value: 4: must be less than or equal to 3 (the number of specified completions)",
                    "spec.successPolicy.rules[2].succeededCount: Invalid value: -1: must be greater than or equal to 0",
                ],
            ),
        ],
        indexed,
    );
}

#[test]
fn selectors_of_jobs() {
    let refused: &[&str] = &["spec.selector: Invalid value: `selector` not auto-generated"];
    table(
        &[
            ("matchLabels: {job-name: once}", &[]),
            ("matchLabels: {batch.kubernetes.io/job-name: once}", &[]),
            ("matchExpressions: [{key: job-name, operator: Exists}]", &[]),
            ("matchExpressions: [{key: controller-uid, operator: Exists}]", &[]),
            ("matchExpressions: [{key: app, operator: DoesNotExist}]", &[]),
            ("matchExpressions: [{key: job-name, operator: In, values: [once, twice]}]", &[]),
            ("matchLabels: {job-name: twice}", refused),
            ("matchLabels: {controller-uid: 3f2a}", refused),
            ("matchExpressions: [{key: job-name, operator: NotIn, values: [once]}]", refused),
            (
                "matchExpressions: [{key: app, operator: in}]",
                &[
                    "spec.selector.matchExpressions[0].operator: Invalid value: \"in\": not a valid selector operator",
                ],
            ),
        ],
        |selector| job(&format!("selector: {{{selector}}}\n{TEMPLATE}")),
    );
    // The selector of a Job that makes none selects nothing if there is none.
    assert_eq!(
        sentences(&job(&format!("manualSelector: true\n{TEMPLATE}"))),
        [
            "spec.selector: Required value",
            "spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`"
        ]
    );
}

#[test]
fn names_of_jobs_are_the_beginning_of_host_names() {
    let long = "a".repeat(62);
    let indexed = job(&format!("completionMode: Indexed\n{TEMPLATE}"));
    let named = indexed.replace("name: once", &format!("name: {long}"));
    let wanted = format!(
        "metadata.name: Invalid value: \"{long}\": will not able to create pod with invalid DNS label: {long}-0"
    );
    assert!(sentences(&named)[0].starts_with(&wanted), "{:?}", sentences(&named));
    // The rest of the name is not known yet.
    assert_eq!(sentences(&indexed.replace("name: once", "generateName: once-")), [""; 0]);
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
                    "spec.timeZone: Invalid value: \"local\": unknown time zone local",
                ],
            ),
        ],
        cron_job,
    );
    let text = cron_job("schedule: '@daily'").replace("name: often", &format!("name: {}", "a".repeat(53)));
    let wanted =
        format!("metadata.name: Invalid value: \"{}\": must be no more than 52 characters", "a".repeat(53));
    assert_eq!(sentences(&text), [wanted]);
    // The name that is made of 48 letters has 53.
    let generated = |letters: usize| {
        cron_job("schedule: '@daily'")
            .replace("name: often", &format!("generateName: {}", "a".repeat(letters)))
    };
    assert_eq!(sentences(&generated(47)), [""; 0]);
    let wanted = format!(
        "metadata.name: Invalid value: \"{}00000\": must be no more than 52 characters",
        "a".repeat(48)
    );
    assert_eq!(sentences(&generated(48)), [wanted]);
}

/// The template of a CronJob has no defaults, unlike a Job.
#[test]
fn jobs_of_a_schedule_have_no_defaults() {
    let text = cron_job("schedule: '@daily'")
        .replace("{spec: {template", "{spec: {completionMode: Indexed, template");
    assert_eq!(
        sentences(&text),
        ["spec.jobTemplate.spec.completions: Required value: when completion mode is Indexed"]
    );
}
