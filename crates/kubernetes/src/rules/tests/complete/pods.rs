//! Updates of complete pods.

use super::{errors, rows};
use crate::rules::tests::pod as pod_with;

pub(super) const POD: &str = "apiVersion: v1
kind: Pod
metadata: {name: a, annotations: {a: b}}
spec:
  restartPolicy: Always
  serviceAccountName: a
  serviceAccount: a
  hostNetwork: false
  activeDeadlineSeconds: 100
  terminationGracePeriodSeconds: 30
  automountServiceAccountToken: false
  tolerations: [{key: a, operator: Exists, tolerationSeconds: 5, effect: NoExecute}]
  containers: [{name: a, image: 'a:1', resources: {limits: {cpu: 1000m}, requests: {cpu: 1000m}}, args: ['1']}]
";
pub(super) const OTHERS: &str = "spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,\
    `spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set \
    to 1 if it was previously negative)";

#[test]
fn pods_keep_their_spec() {
    rows(
        POD,
        &[
            ("a:1", "a:2", &[]),
            ("{a: b}", "{a: c}", &[]),
            // The same for Go.
            ("  hostNetwork: false\n", "", &[]),
            ("limits: {cpu: 1000m}", "limits: {cpu: 1}", &[]),
            ("restartPolicy: Always", "restartPolicy: Always\n  volumes: []", &[]),
            // A text is no quantity, and a zero that is a pointer is a value.
            ("args: ['1']", "args: ['1.0']", &[OTHERS]),
            ("  automountServiceAccountToken: false\n", "", &[OTHERS]),
            ("limits: {cpu: 1000m}", "limits: {cpu: 2}", &[OTHERS]),
            (", args: ['1']", "", &[OTHERS]),
            ("serviceAccountName: a", "serviceAccountName: b", &[OTHERS]),
            ("restartPolicy: Always", "restartPolicy: Never", &[OTHERS]),
            ("  terminationGracePeriodSeconds: 30", "  terminationGracePeriodSeconds: 1", &[OTHERS]),
            (
                "restartPolicy: Always",
                "restartPolicy: Always\n  volumes: [{name: a, emptyDir: {}}]",
                &[OTHERS],
            ),
        ],
    );
    let negative = POD.replace("PeriodSeconds: 30", "PeriodSeconds: -5");
    let seconds = |number: &str| negative.replace("PeriodSeconds: -5", &format!("PeriodSeconds: {number}"));
    assert_eq!(errors(36, &negative, &seconds("1"), None), [""; 0]);
    assert_eq!(errors(36, &negative, &seconds("2"), None), [OTHERS]);
}

#[test]
fn deadlines_and_tolerations_of_pods_change_in_one_direction() {
    let toleration =
        "spec.tolerations: Forbidden: existing toleration can not be modified except its tolerationSeconds";
    let seconds = "spec.activeDeadlineSeconds: Invalid value:";
    rows(
        POD,
        &[
            ("DeadlineSeconds: 100", "DeadlineSeconds: 50", &[]),
            (
                "DeadlineSeconds: 100",
                "DeadlineSeconds: 200",
                &[&format!("{seconds} 200: must be less than or equal to previous value")],
            ),
            (
                "  activeDeadlineSeconds: 100\n",
                "",
                &[&format!("{seconds} null: must not update from a positive integer to nil value")],
            ),
            ("tolerations: [", "tolerations: [{key: b, operator: Exists}, ", &[]),
            ("tolerationSeconds: 5", "tolerationSeconds: 6", &[]),
            ("{key: a, operator", "{key: b, operator", &[toleration]),
            ("effect: NoExecute}]", "effect: NoExecute}, {key: a, operator: Exists}]", &[]),
        ],
    );
    assert_eq!(
        errors(
            36,
            POD,
            &POD.replace(
                "tolerations: [{key: a, operator: Exists, tolerationSeconds: 5, effect: NoExecute}]",
                "tolerations: []"
            ),
            None
        ),
        [toleration]
    );
}

#[test]
fn gated_pods_can_be_narrowed() {
    let pod = |gates: &str, more: &str| {
        pod_with(&format!("containers: [{{name: a, image: a}}]\nschedulingGates: [{gates}]\n{more}"))
    };
    let gate = "{name: a.b/c}";
    let node = |selector: &str| pod(gate, &format!("nodeSelector: {{{selector}}}"));
    assert_eq!(errors(36, &pod(gate, ""), &pod("", ""), None), [""; 0]);
    assert_eq!(
        errors(36, &pod(gate, ""), &pod(&format!("{gate}, {{name: d.e/f}}"), ""), None),
        [
            "spec.schedulingGates[1].name: Forbidden: only deletion is allowed, but found new scheduling gate 'd.e/f'"
        ]
    );
    assert_eq!(errors(36, &node("a: b"), &node("a: b, c: d"), None), [""; 0]);
    let detail = "only additions to spec.nodeSelector are allowed (no mutations or deletions)";
    assert_eq!(
        errors(36, &node("a: b"), &node("a: c"), None),
        [format!("spec.nodeSelector: Invalid value: {{\"a\":\"c\"}}: {detail}")]
    );
    assert_eq!(errors(36, &pod("", ""), &pod("", "nodeSelector: {a: b}"), None), [OTHERS]);
    let affinity = |terms: &str| {
        pod(
            gate,
            &format!(
                "affinity: {{nodeAffinity: {{requiredDuringSchedulingIgnoredDuringExecution: {{nodeSelectorTerms: [{terms}]}}}}}}"
            ),
        )
    };
    let term = |more: &str| format!("{{matchExpressions: [{{key: a, operator: Exists}}{more}]}}");
    let more = term(", {key: b, operator: Exists}");
    assert_eq!(errors(36, &pod(gate, ""), &affinity(&term("")), None), [""; 0]);
    assert_eq!(errors(36, &affinity(&term("")), &affinity(&more), None), [""; 0]);
    let at = "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms";
    assert_eq!(
        errors(36, &affinity(&more), &affinity(&term("")), None),
        [format!("{at}[0]: Invalid value: only additions are allowed (no mutations or deletions)")]
    );
    let two = format!("{}, {}", term(""), term(""));
    assert_eq!(
        errors(36, &affinity(&term("")), &affinity(&two), None),
        [format!(
            "{at}: Invalid value: no additions/deletions to non-empty NodeSelectorTerms list are allowed"
        )]
    );
}

#[test]
fn versions_show_nothing_in_their_own_way() {
    let new = POD.replace("  activeDeadlineSeconds: 100\n", "");
    for (version, nothing) in [(33, "\"null\""), (34, "null")] {
        assert_eq!(
            errors(version, POD, &new, None),
            [format!(
                "spec.activeDeadlineSeconds: Invalid value: {nothing}: must not update from a positive integer to nil value"
            )]
        );
    }
}
