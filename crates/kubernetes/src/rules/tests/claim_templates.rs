//! The templates of claims of StatefulSets, and the volumes that are made of them.

use super::{indexed, problems, sentences, table};
use crate::Level;

/// Servers look into them since 1.34; before, the claims of the pods are refused.
#[test]
fn templates_of_claims() {
    let set = |claim: &str| {
        set("containers: [{name: a, image: a}]", &format!("{{metadata: {{name: d}}, spec: {claim}}}"))
    };
    let good = "{accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}";
    let path = "spec.volumeClaimTemplates[0].spec";
    table(
        &[
            (good, &[]),
            (
                "{resources: {requests: {storage: 1Gi}}}",
                &[&format!("{path}.accessModes: Required value: at least 1 access mode is required")],
            ),
            ("{accessModes: [ReadWriteOnce]}", &[&format!("{path}.resources[storage]: Required value")]),
            (
                "{accessModes: [ReadWriteOnce], storageClassName: A_b, resources: {requests: {storage: 0}}}",
                &[
                    &format!("{path}.resources[storage]: Invalid value: \"0\": must be greater than zero"),
                    &format!(
                        "{path}.storageClassName: Invalid value: \"A_b\": {}",
                        crdc_vocabulary::names::against_name(b"A_b").join(", ")
                    ),
                ],
            ),
        ],
        set,
    );
    for (version, level) in [(36, Level::Error), (33, Level::Warning)] {
        let found = problems(&super::kinds(version), &super::documents(&set("{}"))[0], None);
        assert!(found.iter().all(|problem| problem.level == level), "{version} {found:?}");
    }
}

/// A StatefulSet with these fields of its pods, and these templates of claims.
fn set(pods: &str, claims: &str) -> String {
    format!(
        "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {{name: web}}\nspec: {{selector: {{matchLabels: {{app: web}}}}, template: {{metadata: \
         {{labels: {{app: web}}}}, spec: {{{pods}}}}}, volumeClaimTemplates: [{claims}]}}"
    )
}

const CLAIM: &str = "accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}";

/// They come before the other volumes, and replace those of the same name.
#[test]
fn volumes_of_the_claims_of_a_stateful_set() {
    let container = |mounts: &str| format!("containers: [{{name: a, image: a, volumeMounts: [{mounts}]}}]");
    let mount = "{name: d, mountPath: /d}";
    let claim = |metadata: &str| format!("{{metadata: {{{metadata}}}, spec: {{{CLAIM}}}}}");
    let label = crdc_vocabulary::names::against_namespace(b"A_b").join(", ");
    let volumes = "spec.template.spec.volumes";
    for (pods, claims, expected) in [
        (container(mount), claim("name: d"), vec![]),
        // The volume in the template is not looked at.
        (
            format!("{}, volumes: [{{name: d, hostPath: {{}}, emptyDir: {{}}}}]", container(mount)),
            claim("name: d"),
            vec![],
        ),
        (
            format!("{}, volumes: [{{name: d}}, {{name: e, hostPath: {{}}}}]", container(mount)),
            format!("{}, {}, {}", claim("name: c"), claim("name: d"), claim("name: d")),
            vec![format!("{volumes}[2].hostPath.path: Required value")],
        ),
        (
            container(""),
            claim(""),
            vec![
                format!("{volumes}[0].persistentVolumeClaim.claimName: Required value"),
                format!("{volumes}[0].name: Required value"),
            ],
        ),
        (
            container("{name: A_b, mountPath: /d}"),
            claim("name: A_b"),
            vec![
                format!("{volumes}[0].name: Invalid value: \"A_b\": {label}"),
                "spec.template.spec.containers[0].volumeMounts[0].name: Not found: \"A_b\"".to_owned(),
            ],
        ),
    ] {
        let text = set(&pods, &claims);
        for (version, level) in [(36, Level::Error), (33, Level::Warning)] {
            let found = problems(&super::kinds(version), &super::documents(&text)[0], None);
            assert_eq!(indexed(&found), expected, "{text}");
            assert!(found.iter().all(|problem| problem.level == level), "{version} {found:?}");
        }
    }
}

/// The strategy of claims drops some of these, that of StatefulSets none.
#[test]
fn sources_of_data_in_templates_of_claims() {
    let path = "spec.volumeClaimTemplates[0].spec";
    let default = "must be 'PersistentVolumeClaim' when referencing the default apiGroup";
    table(
        &[
            ("dataSource: {kind: PersistentVolumeClaim, name: x}", &[]),
            ("dataSource: {apiGroup: example.com, kind: Foo, name: x}", &[]),
            ("dataSourceRef: {kind: PersistentVolumeClaim, name: x, namespace: other}", &[]),
            (
                "dataSource: {kind: Foo, name: x}",
                &[&format!("{path}.dataSource: Invalid value: \"Foo\": {default}")],
            ),
            (
                "dataSource: {kind: PersistentVolumeClaim, name: x}, dataSourceRef: {kind: PersistentVolumeClaim, name: z}",
                &[&format!("{path}: Invalid value: {{}}: must match dataSourceRef")],
            ),
            (
                "dataSource: {kind: PersistentVolumeClaim, name: x}, dataSourceRef: {kind: PersistentVolumeClaim, name: x, namespace: A}",
                &[
                    &format!(
                        "{path}.dataSourceRef.namespace: Invalid value: \"A\": {}",
                        crdc_vocabulary::names::against_namespace(b"A").join(", ")
                    ),
                    &format!(
                        "{path}: Invalid value: {{}}: may not be specified when dataSourceRef.namespace is specified"
                    ),
                ],
            ),
        ],
        |more| {
            set(
                "containers: [{name: a, image: a}]",
                &format!("{{metadata: {{name: d}}, spec: {{{CLAIM}, {more}}}}}"),
            )
        },
    );
}

#[test]
fn stored_claims_do_not_hide_the_errors_of_pods() {
    let of = |image: &str| {
        super::documents(&set(
            &format!("containers: [{{name: a, image: '{image}'}}]"),
            "{metadata: {name: d}}",
        ))
    };
    let (old, new) = (of("a"), of(""));
    let found = problems(&super::kinds(36), &new[0], Some(&old[0]));
    let errors: Vec<String> = found
        .iter()
        .filter(|problem| problem.level == Level::Error)
        .map(|problem| problem.message())
        .collect();
    assert_eq!(errors, ["spec.template.spec.containers[0].image: Required value"]);
}

/// The volume of a claim is no empty directory, also in place of one.
#[test]
fn files_of_variables_are_not_in_claims() {
    let pods = "containers: [{name: a, image: a, env: [{name: A, valueFrom: {fileKeyRef: {volumeName: d, path: a, key: A}}}]}], volumes: [{name: \
                d, emptyDir: {}}]";
    let claim = |name: &str| format!("{{metadata: {{name: {name}}}, spec: {{{CLAIM}}}}}");
    let wrong = "spec.template.spec.containers[0].env[0].valueFrom.fileKeyRef.volumeName: Invalid value: \"d\": referenced volume must be of type \
                 emptyDir";
    assert_eq!(sentences(&set(pods, &claim("e"))), [""; 0]);
    assert_eq!(sentences(&set(pods, &claim("d"))), [wrong]);
}

#[test]
fn without_a_selector_pods_are_not_looked_at() {
    let text =
        set("containers: [{name: a}]", "").replace("matchLabels: {app: web}", "matchLabels: {app: '-'}");
    let found = sentences(&text);
    assert!(found.iter().all(|error| error.starts_with("spec.selector")), "{found:?}");
}
