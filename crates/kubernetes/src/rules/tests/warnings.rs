//! Warnings: of servers, and of lists that apply refuses.

use super::{container, documents, kinds, pod, problems, table};
use crate::Level;

#[test]
fn what_the_server_warns_of() {
    table(
        &[
            ("env: [{name: A, value: a}, {name: B, value: $(A)}]", &[]),
            (
                "env: [{name: A, value: a}, {name: A, value: $(A)b}]",
                &["spec.containers[0].env[1]: duplicate entries for key [name=\"A\"]"],
            ),
            (
                "env: [{name: A, value: a}, {name: A, value: b}]",
                &[
                    "spec.containers[0].env[1]: hides previous definition of \"A\", which may be dropped when using apply",
                ],
            ),
            ("ports: [{containerPort: 80, name: a}, {containerPort: 80, name: b, protocol: UDP}]", &[]),
            (
                "ports: [{containerPort: 80, name: a}, {containerPort: 80, name: b}]",
                &["spec.containers[0].ports[1]: duplicate port definition with spec.containers[0].ports[0]"],
            ),
            ("ports: [{containerPort: 80, hostPort: 1}, {containerPort: 80, hostPort: 2}]", &[]),
            (
                "resources: {limits: {memory: 100m}}",
                &[
                    "spec.containers[0].resources.limits[memory]: fractional byte value \"100m\" is invalid, must be an integer",
                ],
            ),
        ],
        container,
    );
    let with = |more: &str| pod(&format!("containers: [{{name: a, image: a}}]\n{more}"));
    table(
        &[
            ("imagePullSecrets: [{name: a}, {name: b}]", &[]),
            (
                "imagePullSecrets: [{name: a}, {name: a}]",
                &["spec.imagePullSecrets[1].name: duplicate name \"a\""],
            ),
            (
                "hostAliases: [{ip: 10.0.0.1}, {ip: 10.0.0.1}]",
                &["spec.hostAliases[1].ip: duplicate ip \"10.0.0.1\""],
            ),
            (
                "nodeSelector: {beta.kubernetes.io/os: linux}",
                &[
                    "spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use \"kubernetes.io/os\" instead",
                ],
            ),
            (
                "terminationGracePeriodSeconds: -1",
                &[
                    "spec.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1",
                ],
            ),
            (
                "topologySpreadConstraints: [{maxSkew: 1, topologyKey: a, whenUnsatisfiable: ScheduleAnyway}]",
                &[
                    "spec.topologySpreadConstraints[0].labelSelector: a null labelSelector results in matching no pod",
                ],
            ),
            (
                "volumes: [{name: a, gitRepo: {repository: r}}]",
                &["spec.volumes[0].gitRepo: deprecated in v1.11, and disabled by default in v1.33+"],
            ),
        ],
        with,
    );
    assert_eq!(
        super::sentences_in(32, &with("volumes: [{name: a, gitRepo: {repository: r}}]")),
        ["spec.volumes[0].gitRepo: deprecated in v1.11"]
    );
}

#[test]
fn lists_that_only_apply_refuses() {
    let account =
        "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: a}\nsecrets: [{name: a}, {name: a}]\n";
    let all = problems(&kinds(36), &documents(account)[0], None);
    assert_eq!(super::indexed(&all), ["secrets[1]: duplicate entries for key [name=\"a\"]"]);
    assert_eq!(all[0].level, Level::Warning);
    table(
        &[
            (
                "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: a}\nsecrets: [{name: a}, {name: b}]\n",
                &[],
            ),
            (
                "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, finalizers: [a.b/c, a.b/c]}\n",
                &["metadata.finalizers[1]: duplicate entries for key [=\"a.b/c\"]"],
            ),
        ],
        str::to_owned,
    );
}

#[test]
fn errors_come_before_warnings() {
    let text = container("env: [{name: A}, {name: A}]\nimagePullPolicy: x");
    let all = problems(&kinds(36), &documents(&text)[0], None);
    let levels: Vec<Level> = all.iter().map(|problem| problem.level).collect();
    assert_eq!(levels, [Level::Error, Level::Warning]);
}
