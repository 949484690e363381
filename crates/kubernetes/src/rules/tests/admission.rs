//! Webhooks and small kinds.

use super::table;

#[test]
fn webhooks() {
    let hook = |fields: &str| {
        format!(
            "apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nmetadata: {{name: a}}\nwebhooks: [{{name: \
             a.example.com, {fields}}}]"
        )
    };
    let good =
        "sideEffects: None, admissionReviewVersions: [v1], clientConfig: {service: {name: a, namespace: b}}";
    let all = format!(
        "{good}, rules: [{{operations: [CREATE], apiGroups: [''], apiVersions: [v1], resources: [pods]}}]"
    );
    let rule = format!("{good}, rules: [{{operations: [create], apiGroups: ['*', a], apiVersions: [v1]}}]");
    let late = format!("{good}, timeoutSeconds: 60");
    let both = "sideEffects: None, admissionReviewVersions: [v2], clientConfig: {}";
    table(
        &[
            (&all, &[]),
            (
                "admissionReviewVersions: [v1], clientConfig: {url: 'https://a'}",
                &["webhooks[0].sideEffects: Required value: must specify one of None, NoneOnDryRun"],
            ),
            (
                both,
                &[
                    "webhooks[0].clientConfig: Required value: exactly one of url or service is required",
                    "webhooks[0].admissionReviewVersions: Invalid value: [\"v2\"]: must include at least one of v1, v1beta1",
                ],
            ),
            (
                &rule,
                &[
                    "webhooks[0].rules[0].operations[0]: Unsupported value: \"create\": supported values: \"*\", \"CONNECT\", \"CREATE\", \"DELETE\", \"UPDATE\"",
                    "webhooks[0].rules[0].apiGroups: Invalid value: [\"*\",\"a\"]: if '*' is present, must not specify other API groups",
                    "webhooks[0].rules[0].resources: Required value",
                ],
            ),
            (
                &late,
                &[
                    "webhooks[0].timeoutSeconds: Invalid value: 60: the timeout value must be between 1 and 30 seconds",
                ],
            ),
        ],
        hook,
    );
    let unnamed = "sideEffects: None, admissionReviewVersions: [v1], clientConfig: {service: {}}";
    let place = "webhooks[0].clientConfig.service";
    assert_eq!(
        super::sentences(&hook(unnamed)),
        ["name", "namespace"].map(|field| format!("{place}.{field}: Required value"))
    );
    assert_eq!(
        super::sentences_in(33, &hook(unnamed)),
        ["name", "namespace"]
            .map(|field| format!("{place}.{field}: Required value: service {field} is required"))
    );
    table(
        &[(
            good,
            &[
                "webhooks[0].name: Invalid value: \"a.com\": should be a domain with at least three segments separated by dots",
            ],
        )],
        |fields| hook(fields).replace("a.example.com", "a.com"),
    );
}

#[test]
fn small_kinds() {
    table(
        &[
            (
                "apiVersion: v1\nkind: Node\nmetadata: {name: a}\nspec: {taints: [{key: a, effect: NoSchedule}]}",
                &[],
            ),
            (
                "apiVersion: v1\nkind: Node\nmetadata: {name: a}\nspec: {taints: [{key: a, effect: Never}]}",
                &[
                    "metadata.taints[0].effect: Unsupported value: \"Never\": supported values: \"NoSchedule\", \"PreferNoSchedule\", \"NoExecute\"",
                ],
            ),
            (
                "apiVersion: v1\nkind: Node\nmetadata: {name: a}\nspec: {taints: [{key: a, effect: NoSchedule}, {key: a, value: b, effect: NoSchedule}]}",
                &[
                    "metadata.taints[1]: Duplicate value: {\"Key\":\"a\",\"Value\":\"b\",\"Effect\":\"NoSchedule\",\"TimeAdded\":null}: taints must be unique by key and effect pair",
                ],
            ),
            ("apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: a}\nvalue: 100", &[]),
            (
                "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: a}\nvalue: 2000000000",
                &["value: Forbidden: maximum allowed value of a user defined priority is 1000000000"],
            ),
            ("apiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata: {name: a}\nhandler: runsc", &[]),
            (
                "apiVersion: apiregistration.k8s.io/v1\nkind: APIService\nmetadata: {name: v1beta1.metrics.k8s.io}\nspec: {group: metrics.k8s.io, version: v1beta1, \
                 groupPriorityMinimum: 100, versionPriority: 100, insecureSkipTLSVerify: true, service: {name: a, namespace: b}}",
                &[],
            ),
            (
                "apiVersion: apiregistration.k8s.io/v1\nkind: APIService\nmetadata: {name: metrics}\nspec: {group: metrics.k8s.io, version: v1beta1, \
                 groupPriorityMinimum: 100000, insecureSkipTLSVerify: true, caBundle: YQ==, service: {name: a, port: 0}}",
                &[
                    "metadata.name: Invalid value: \"metrics\": must be `spec.version+\".\"+spec.group`: \"v1beta1.metrics.k8s.io\"",
                    "spec.groupPriorityMinimum: Invalid value: 100000: must be positive and less than 20000",
                    "spec.versionPriority: Invalid value: 0: must be positive and less than 1000",
                    "spec.service.namespace: Required value",
                    "spec.service.port: Invalid value: 0: port is not valid: must be between 1 and 65535, inclusive",
                    "spec.insecureSkipTLSVerify: Invalid value: true: may not be true if caBundle is present",
                ],
            ),
            (
                "apiVersion: apiregistration.k8s.io/v1\nkind: APIService\nmetadata: {name: v2.}\nspec: {version: v2, groupPriorityMinimum: 1, versionPriority: 1, caBundle: YWE=}",
                &[
                    "spec.group: Required value: only v1 may have an empty group and it better be legacy kube",
                    "spec.caBundle: Invalid value: \"2 bytes\": local APIServices may not have a caBundle",
                ],
            ),
            (
                "apiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata: {name: a}\nhandler: a.b",
                &["handler: Invalid value: \"a.b\": must not contain dots"],
            ),
            (
                "apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata: {name: a}\naddressType: IPv4\nendpoints: []",
                &[],
            ),
            (
                "apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata: {name: a}\naddressType: ipv4\nendpoints: []",
                &["addressType: Unsupported value: \"ipv4\": supported values: \"FQDN\", \"IPv4\", \"IPv6\""],
            ),
            (
                "apiVersion: networking.k8s.io/v1\nkind: IngressClass\nmetadata: {name: a}\nspec: {controller: k8s.io/ingress-nginx}",
                &[],
            ),
            (
                "apiVersion: networking.k8s.io/v1\nkind: IngressClass\nmetadata: {name: a}\nspec: {controller: nginx}",
                &[
                    "spec.controller: Invalid value: \"nginx\": must be a domain-prefixed path (such as \"acme.io/foo\")",
                ],
            ),
        ],
        str::to_owned,
    );
}

/// Several reasons are one error, in the words of the version.
#[test]
fn reasons_that_are_joined() {
    let text = format!(
        "apiVersion: v1\nkind: Node\nmetadata: {{name: a}}\nspec: {{taints: [{{key: a, value: -{}, effect: NoSchedule}}]}}",
        "b".repeat(63)
    );
    for (version, words) in
        [(34, "must be no more than 63 characters"), (36, "must be no more than 63 bytes")]
    {
        let found = super::sentences_in(version, &text);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("metadata.taints[0].value: ") && found[0].contains(words), "{found:?}");
        assert!(found[0].contains(';'), "{found:?}");
    }
}

#[test]
fn policies() {
    let policy = |spec: &str| {
        format!(
            "apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingAdmissionPolicy\nmetadata: {{name: a}}\nspec: {spec}"
        )
    };
    let rules = "resourceRules: [{operations: [CREATE], apiGroups: [apps], apiVersions: [v1], resources: [deployments]}]";
    let good = format!("{{matchConstraints: {{{rules}}}, validations: [{{expression: 'true'}}]}}");
    let empty = format!("{{matchConstraints: {{{rules}}}}}");
    let with = |more: &str| format!("{{matchConstraints: {{{rules}}}, {more}}}");
    let detail = "validations or auditAnnotations must contain at least one item";
    let [one, other] =
        ["validations", "auditAnnotations"].map(|field| format!("spec.{field}: Required value: {detail}"));
    table(
        &[
            (&good, &[]),
            ("{validations: [{expression: 'true'}]}", &["spec.matchConstraints: Required value"]),
            (&empty, &[&one, &other]),
            (
                "{matchConstraints: {}, validations: [{message: a}]}",
                &[
                    "spec.matchConstraints.resourceRules: Required value",
                    "spec.validations[0].expression: Required value: expression is not specified",
                ],
            ),
            (
                &with(
                    "variables: [{name: a-b, expression: '1'}, {name: in, expression: '1'}], validations: [{expression: 'true', message: \"a\\nb\", reason: Other}, {expression: 'true', message: ' '}]",
                ),
                &[
                    "spec.variables[0].name: Invalid value: \"a-b\": must be a valid CEL identifier",
                    "spec.variables[1].name: Invalid value: \"in\": must be a valid CEL identifier",
                    "spec.validations[0].message: Invalid value: \"a\\nb\": must not contain line breaks",
                    "spec.validations[0].reason: Unsupported value: \"Other\": supported values: \"Forbidden\", \"Invalid\", \"RequestEntityTooLarge\"",
                    "spec.validations[1].message: Invalid value: \" \": must be non-empty if specified",
                ],
            ),
            (
                &with(
                    "paramKind: {apiVersion: example.com/v1/v2, kind: Limit}, auditAnnotations: [{key: a, valueExpression: 'null'}, {key: a, valueExpression: 'null'}]",
                ),
                &[
                    "spec.paramKind.apiVersion: Invalid value: \"example.com/v1/v2\": unexpected GroupVersion string: example.com/v1/v2",
                    "spec.auditAnnotations[1].key: Duplicate value: \"a\"",
                ],
            ),
            (
                &with(
                    "paramKind: {apiVersion: example.com/, kind: Limit}, validations: [{expression: 'true'}]",
                ),
                &["spec.paramKind.apiVersion: Invalid value: \"example.com/\": version must be specified"],
            ),
        ],
        policy,
    );
    let binding = |spec: &str| policy(spec).replace("Policy\n", "PolicyBinding\n");
    table(
        &[
            ("{policyName: a, validationActions: [Deny, Audit]}", &[]),
            (
                "{policyName: a, validationActions: [Deny], paramRef: {name: a, selector: {}}}",
                &[
                    "spec.paramRef.name: Forbidden: name and selector are mutually exclusive",
                    "spec.paramRef.selector: Forbidden: name and selector are mutually exclusive",
                    "spec.paramRef.parameterNotFoundAction: Required value",
                ],
            ),
            (
                "{policyName: a, validationActions: [Deny], paramRef: {parameterNotFoundAction: Warn}}",
                &[
                    "spec.paramRef: Required value: one of name or selector must be specified",
                    "spec.paramRef.parameterNotFoundAction: Unsupported value: \"Warn\": supported values: \"Deny\", \"Allow\"",
                ],
            ),
            (
                "{policyName: a}",
                &["spec.validationActions: Required value: at least one validation action is required"],
            ),
            (
                "{validationActions: [deny]}",
                &[
                    "spec.policyName: Required value",
                    "spec.validationActions[0]: Unsupported value: \"deny\": supported values: \"Audit\", \"Deny\", \"Warn\"",
                ],
            ),
        ],
        binding,
    );
}

#[test]
fn where_webhooks_are() {
    let hook = |client: &str| {
        format!(
            "apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nmetadata: {{name: a}}\nwebhooks: [{{name: a.example.com, \
             sideEffects: None, admissionReviewVersions: [v1], clientConfig: {client}}}]"
        )
    };
    let url = "webhooks[0].clientConfig.url: Invalid value:";
    let service = "webhooks[0].clientConfig.service";
    table(
        &[
            ("{url: 'https://a.example.com:8443/validate'}", &[]),
            ("{service: {name: a, namespace: b, path: /validate-apps-v1}}", &[]),
            (
                "{url: 'http://a.example.com'}",
                &[&format!(
                    "{url} \"http\": 'https' is the only allowed URL scheme; desired format: https://host[/path]"
                )],
            ),
            (
                "{url: 'https:///a'}",
                &[&format!("{url} \"\": host must be specified; desired format: https://host[/path]")],
            ),
            (
                "{url: 'https://u:p@a.example.com/?x=y#z'}",
                &[
                    &format!("{url} \"u:p\": user information is not permitted in the URL"),
                    &format!("{url} \"z\": fragments are not permitted in the URL"),
                    &format!("{url} \"x=y\": query parameters are not permitted in the URL"),
                ],
            ),
            (
                "{url: 'a.example.com'}",
                &[
                    &format!(
                        "{url} \"\": 'https' is the only allowed URL scheme; desired format: https://host[/path]"
                    ),
                    &format!("{url} \"\": host must be specified; desired format: https://host[/path]"),
                ],
            ),
            (
                "{url: '10.0.0.1:443'}",
                &[
                    "webhooks[0].clientConfig.url: Required value: url must be a valid URL: parse \"10.0.0.1:443\": first path segment in URL cannot contain colon; desired format: https://host[/path]",
                ],
            ),
            ("{url: 'https://[::1]/'}", &[]),
            // The server swaps the two.
            ("{service: {name: a}}", &[&format!("{service}.name: Required value")]),
            ("{service: {namespace: a}}", &[&format!("{service}.namespace: Required value")]),
            (
                "{service: {name: a, namespace: b, path: ab, port: 0}}",
                &[
                    &format!(
                        "{service}.port: Invalid value: 0: port is not valid: must be between 1 and 65535, inclusive"
                    ),
                    &format!("{service}.path: Invalid value: \"ab\": must start with a '/'"),
                ],
            ),
            (
                "{service: {name: a, namespace: b, path: validate}}",
                &[&format!("{service}.path: Invalid value: \"validate\": must start with a '/'")],
            ),
            (
                "{service: {name: a, namespace: b, path: /a//b}}",
                &[&format!("{service}.path: Invalid value: \"/a//b\": segment[1] may not be empty")],
            ),
        ],
        hook,
    );
    assert_eq!(
        super::sentences_in(33, &hook("{service: {name: a}}")),
        [format!("{service}.name: Required value: service name is required")]
    );
}

#[test]
fn aggregated_roles() {
    table(
        &[
            ("{clusterRoleSelectors: [{matchLabels: {a: b}}]}", &[]),
            (
                "{}",
                &[
                    "aggregationRule.clusterRoleSelectors: Required value: at least one clusterRoleSelector required if aggregationRule is non-nil",
                ],
            ),
            (
                "{clusterRoleSelectors: [{matchExpressions: [{key: a, operator: in}]}]}",
                &[
                    "aggregationRule.clusterRoleSelectors[0].matchExpressions[0].operator: Invalid value: \"in\": not a valid selector operator",
                ],
            ),
        ],
        |rule| {
            format!(
                "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {{name: a}}\nrules: []\naggregationRule: {rule}"
            )
        },
    );
}
