//! Questions to the server about what somebody may do, and bodies of subresources.

use super::sentences;

fn review(kind: &str, metadata: &str, spec: &str) -> String {
    format!("apiVersion: authorization.k8s.io/v1\nkind: {kind}\n{metadata}spec: {spec}\n")
}

#[test]
fn questions() {
    let resource = "resourceAttributes: {verb: get, resource: pods, namespace: shop}";
    let one = "exactly one of nonResourceAttributes or resourceAttributes must be specified";
    for (kind, metadata, spec, wanted) in [
        ("SelfSubjectAccessReview", "", format!("{{{resource}}}"), vec![]),
        ("SubjectAccessReview", "", format!("{{{resource}, user: a}}"), vec![]),
        ("LocalSubjectAccessReview", "metadata: {namespace: shop}\n", format!("{{{resource}, user: a}}"), vec![]),
        (
            "SubjectAccessReview",
            "metadata: {name: a}\n",
            "{}".to_owned(),
            vec![
                format!("spec.resourceAttributes: Invalid value: null: {one}"),
                "spec.user: Invalid value: \"\": at least one of user or group must be specified".to_owned(),
                "metadata: Invalid value: must be empty".to_owned(),
            ],
        ),
        (
            "LocalSubjectAccessReview",
            "metadata: {namespace: other}\n",
            format!("{{{resource}, user: a}}"),
            vec![
                "spec.resourceAttributes.namespace: Invalid value: \"shop\": must match metadata.namespace".to_owned(),
            ],
        ),
        (
            "SelfSubjectAccessReview",
            "",
            "{resourceAttributes: {labelSelector: {}, fieldSelector: {requirements: [{key: a, operator: In}, {operator: Foo}]}}}".to_owned(),
            vec![
                "spec.resourceAttributes.fieldSelector.requirements[0].values: Required value: must be specified when `operator` is 'In' or \
                 'NotIn'"
                    .to_owned(),
                "spec.resourceAttributes.fieldSelector.requirements[1].key: Required value: must be specified".to_owned(),
                "spec.resourceAttributes.labelSelector.requirements: Required value: when spec.resourceAttributes.labelSelector is specified, \
                 requirements or rawSelector is required"
                    .to_owned(),
            ],
        ),
    ] {
        let text = review(kind, metadata, &spec);
        assert_eq!(sentences(&text), wanted, "{text}");
    }
}

#[test]
fn bodies() {
    let token =
        |spec: &str| format!("apiVersion: authentication.k8s.io/v1\nkind: TokenRequest\nspec: {spec}\n");
    assert!(sentences(&token("{audiences: [a]}")).is_empty());
    assert_eq!(
        sentences(&token("{audiences: [a], expirationSeconds: 10}")),
        ["spec.expirationSeconds: Invalid value: 10: may not specify a duration less than 10 minutes"]
    );
    let binding =
        |target: &str| format!("apiVersion: v1\nkind: Binding\nmetadata: {{name: web}}\ntarget: {target}\n");
    assert!(sentences(&binding("{kind: Node, name: node-1}")).is_empty());
    assert_eq!(
        sentences(&binding("{kind: Pod}")),
        [
            "target.kind: Unsupported value: \"Pod\": supported values: \"Node\", \"<empty>\"",
            "target.name: Required value",
        ]
    );
}
