//! Names, labels, annotations, owners and finalizers.

use super::{SELECTED, deployment, problems, sentences, table};

const SUBDOMAIN: &str = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and \
    end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*\
    [a-z0-9])?)*')";

#[test]
fn each_kind_has_its_names() {
    let bad = format!("metadata.name: Invalid value: \"A:b\": {SUBDOMAIN}");
    for (kind, name, wanted) in [
        ("v1 ConfigMap", "a.b", ""),
        ("v1 ConfigMap", "A:b", bad.as_str()),
        ("v1 Namespace", "a", ""),
        ("v1 Namespace", "a.b", "metadata.name: Invalid value: \"a.b\": must not contain dots"),
        ("v1 Secret", "", "metadata.name: Required value: name or generateName is required"),
        ("rbac.authorization.k8s.io/v1 ClusterRole", "A:b", ""),
        (
            "rbac.authorization.k8s.io/v1 ClusterRole",
            "a/b",
            "metadata.name: Invalid value: \"a/b\": may not contain '/'",
        ),
        ("policy/v1 PodDisruptionBudget", "A:b", ""),
        ("certificates.k8s.io/v1 CertificateSigningRequest", "node-csr-AbC_1", ""),
        (
            "certificates.k8s.io/v1 CertificateSigningRequest",
            "a/b",
            "metadata.name: Invalid value: \"a/b\": may not contain '/'",
        ),
        ("v1 ServiceAccount", "A:b", bad.as_str()),
        ("networking.k8s.io/v1 NetworkPolicy", "A:b", bad.as_str()),
    ] {
        let (version, kind) = kind.split_once(' ').expect("two words");
        let text = format!("apiVersion: {version}\nkind: {kind}\nmetadata: {{name: '{name}'}}\n");
        let wanted: Vec<&str> = Some(wanted).into_iter().filter(|wanted| !wanted.is_empty()).collect();
        let mut found = sentences(&text);
        found.retain(|sentence| sentence.starts_with("metadata"));
        assert_eq!(found, wanted, "{text}");
    }
}

#[test]
fn generated_names() {
    let map = |metadata: &str| format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {metadata}\n");
    assert!(sentences(&map("{generateName: web-}")).is_empty());
    assert_eq!(
        sentences(&map("{generateName: Web-}")),
        [format!("metadata.generateName: Invalid value: \"Web-\": {SUBDOMAIN}")]
    );
    assert_eq!(sentences(&map("{}")), ["metadata.name: Required value: name or generateName is required"]);
    assert_eq!(
        sentences("apiVersion: v1\nkind: ConfigMap\n"),
        ["metadata.name: Required value: name or generateName is required"]
    );
}

#[test]
fn help_has_a_name_that_is_one() {
    let text = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: My_Config}\n";
    let all = problems(&super::kinds(36), &super::documents(text)[0], None);
    assert_eq!(all[0].help.as_deref(), Some("write `my-config`"));
    let span = all[0].span;
    assert_eq!(&text[span.start as usize..span.end as usize], "My_Config");
}

#[test]
fn labels_and_annotations() {
    let map =
        |metadata: &str| format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a, {metadata}}}\n");
    table(
        &[
            ("labels: {app.kubernetes.io/name: a_B.c, empty: ''}, annotations: {A/b: anything goes}", &[]),
            (
                "labels: {a: 'b c'}",
                &[
                    "metadata.labels: Invalid value: \"b c\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
                ],
            ),
            (
                "labels: {a/: b}",
                &[
                    "metadata.labels: Invalid value: \"a/\": name part must be non-empty",
                    "metadata.labels: Invalid value: \"a/\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
                ],
            ),
            (
                "annotations: {/a: b}",
                &["metadata.annotations: Invalid value: \"/a\": prefix part must be non-empty"],
            ),
            ("namespace: a.b", &["metadata.namespace: Invalid value: \"a.b\": must not contain dots"]),
            (
                "generation: -1",
                &["metadata.generation: Invalid value: -1: must be greater than or equal to 0"],
            ),
        ],
        map,
    );
    let large = map(&format!("annotations: {{a: '{}'}}", "x".repeat(256 * 1024)));
    assert_eq!(sentences(&large), ["metadata.annotations: Too long: may not be more than 262144 bytes"]);
    let template = deployment(&SELECTED.replace("app: web}}\n  spec", "app: web, bad: 'b c'}}\n  spec"));
    assert!(
        sentences(&template)[0].starts_with("spec.template.labels: Invalid value: \"b c\": a valid label")
    );
}

#[test]
fn lengths_of_labels_were_characters() {
    let text = format!(
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a, labels: {{a: {}}}}}\n",
        "b".repeat(64)
    );
    assert!(super::sentences_in(35, &text)[0].ends_with("must be no more than 63 bytes"));
    assert!(super::sentences_in(34, &text)[0].ends_with("must be no more than 63 characters"));
}

#[test]
fn owners_and_finalizers() {
    let map =
        |metadata: &str| format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a, {metadata}}}\n");
    table(
        &[
            (
                "finalizers: [example.com/a, kubernetes], ownerReferences: [{apiVersion: v1, kind: Pod, name: a, uid: u}]",
                &[],
            ),
            (
                "finalizers: [cleanup]",
                &[
                    "metadata.finalizers[0]: Invalid value: \"cleanup\": name is neither a standard finalizer name nor is it fully qualified",
                ],
            ),
            (
                "ownerReferences: [{kind: Pod, name: a}]",
                &[
                    "metadata.ownerReferences.apiVersion: Invalid value: \"\": version must not be empty",
                    "metadata.ownerReferences.uid: Invalid value: \"\": must not be empty",
                ],
            ),
            (
                "ownerReferences: [{apiVersion: v1, name: a, uid: u}, {apiVersion: v1, name: b, uid: v}]",
                &["metadata.ownerReferences.kind: Invalid value: \"\": must not be empty"],
            ),
            (
                "ownerReferences: [{apiVersion: v1, kind: Event, name: a, uid: u, controller: false}]",
                &[
                    "metadata.ownerReferences: Invalid value: {\"apiVersion\":\"v1\",\"kind\":\"Event\",\"name\":\"a\",\"uid\":\"u\",\"controller\":false}: /v1, Kind=Event is disallowed from being an owner",
                ],
            ),
            (
                "ownerReferences: [{apiVersion: a/b/c, kind: Pod, name: a, uid: u}]",
                &["metadata.ownerReferences.apiVersion: Invalid value: \"a/b/c\": version must not be empty"],
            ),
            (
                "ownerReferences: [{apiVersion: v1, kind: Pod, name: a, uid: u, controller: true}, {apiVersion: v1, kind: Pod, name: b, uid: v, controller: true}]",
                &[
                    "metadata.ownerReferences: Invalid value: [{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"name\":\"a\",\"uid\":\"u\",\"controller\":true},{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"name\":\"b\",\"uid\":\"v\",\"controller\":true}]: Only one reference can have Controller set to true. Found \"true\" in references for Pod/a and Pod/b",
                ],
            ),
        ],
        map,
    );
    let owner = map("ownerReferences: [{apiVersion: v1, name: a}]");
    assert_eq!(
        super::sentences_in(33, &owner),
        [
            "metadata.ownerReferences.kind: Invalid value: \"\": kind must not be empty",
            "metadata.ownerReferences.uid: Invalid value: \"\": uid must not be empty",
        ]
    );
}

/// Only some kinds are checked by the function that wants a domain in front.
#[test]
fn finalizers_of_each_kind() {
    for (kind, more, is_checked) in [
        ("v1 Namespace", "", true),
        ("rbac.authorization.k8s.io/v1 Role", "", true),
        ("rbac.authorization.k8s.io/v1 ClusterRole", "", true),
        ("rbac.authorization.k8s.io/v1 ClusterRoleBinding", "roleRef: {kind: ClusterRole, name: a}", true),
        ("certificates.k8s.io/v1 CertificateSigningRequest", "", true),
        ("scheduling.k8s.io/v1 PriorityClass", "value: 1", true),
        ("networking.k8s.io/v1 IngressClass", "spec: {controller: a.b/c}", true),
        ("coordination.k8s.io/v1 Lease", "", false),
        ("node.k8s.io/v1 RuntimeClass", "handler: a", false),
        ("policy/v1 PodDisruptionBudget", "", false),
        ("apiregistration.k8s.io/v1 APIService", "", false),
        ("admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration", "", false),
    ] {
        let (version, kind) = kind.split_once(' ').expect("two words");
        let text = format!(
            "apiVersion: {version}\nkind: {kind}\nmetadata: {{name: a, finalizers: [cleanup]}}\n{more}\n"
        );
        let found = sentences(&text);
        let is_refused = found.iter().any(|sentence| sentence.starts_with("metadata.finalizers[0]: "));
        assert_eq!(is_refused, is_checked, "{text}{found:?}");
    }
}

#[test]
fn the_server_sets_the_generation_of_most_kinds() {
    let text = deployment(SELECTED).replace("{name: web}", "{name: web, generation: -1}");
    assert_eq!(sentences(&text), [""; 0]);
}

#[test]
fn a_namespace_of_what_is_in_none_is_taken_away() {
    let text =
        "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: a, namespace: b}\n";
    assert!(sentences(text).is_empty());
}

#[test]
fn owners_are_shown_as_json() {
    let map = |owner: &str| {
        format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a, ownerReferences: [{owner}]}}\n")
    };
    assert!(
        sentences(&map("{apiVersion: v1, kind: Event, name: 'a&b', uid: u}"))[0]
            .contains("\"name\":\"a\\u0026b\",\"uid\":\"u\"}")
    );
}

#[test]
fn finalizers_that_exclude_each_other() {
    let text =
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, finalizers: [orphan, foregroundDeletion]}\n";
    for (version, shown) in
        [(36, "[\"orphan\",\"foregroundDeletion\"]"), (33, "[]string{\"orphan\", \"foregroundDeletion\"}")]
    {
        let detail = "finalizer orphan and foregroundDeletion cannot be both set";
        assert_eq!(
            super::sentences_in(version, text),
            [format!("metadata.finalizers: Invalid value: {shown}: {detail}")]
        );
    }
}
