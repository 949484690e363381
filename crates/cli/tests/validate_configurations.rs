//! `crdc validate` of folders with configurations of programs, which are no objects of a server.
#![allow(clippy::unwrap_used)]

mod support;

use support::Folder;

/// Configurations of programs are no objects that what is beside them could have been meant for.
#[test]
fn what_is_beside_a_configuration_is_left_out() {
    let machine = "machine: {install: {disk: /dev/sda}}\n";
    for (index, (text, code)) in [
        (format!("{machine}---\napiVersion: v1alpha1\nkind: HostnameConfig\nhostname: a\n"), 0),
        (
            format!(
                "apiVersion: v1alpha1\nkind: HostnameConfig\nhostname: a\n---\n{machine}---\ncluster: {{}}\n"
            ),
            0,
        ),
        (format!("apiVersion: kind.x-k8s.io/v1alpha4\nkind: Cluster\n---\n{machine}"), 0),
        ("kind: CustomResourceStateMetrics\nspec: {resources: []}\n".to_owned(), 0),
        (format!("{machine}---\napiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a}}\n"), 1),
        ("kind: Deployment\nspec: {}\n".to_owned(), 1),
    ]
    .into_iter()
    .enumerate()
    {
        let folder = Folder::new(&format!("beside-configuration-{index}"), &[("a.yaml", &text)]);
        let ran = folder.run(&["validate", "."]);
        assert_eq!(ran.code, code, "{text}: {}", ran.text());
    }
}
