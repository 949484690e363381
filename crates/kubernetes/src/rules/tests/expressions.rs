//! Expressions in policies and webhooks.

use super::table;

const RULES: &str = "matchConstraints: {resourceRules: [{operations: [CREATE], apiGroups: [apps], apiVersions: [v1], resources: [deployments]}]}";

fn policy(spec: &str) -> String {
    format!(
        "apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingAdmissionPolicy\nmetadata: {{name: a}}\nspec: {{{RULES}, {spec}}}"
    )
}

#[test]
fn expressions_of_policies() {
    table(
        &[
            ("validations: [{expression: 'object.spec.replicas <= 5'}]", &[]),
            (
                "validations: [{expression: \"!has(object.metadata.labels) || object.metadata.labels.all(key, key != 'a')\", messageExpression: \"'no ' + string(object.spec.replicas)\"}]",
                &[],
            ),
            (
                "paramKind: {apiVersion: v1, kind: ConfigMap}, validations: [{expression: 'object.spec.replicas <= int(params.data.most)'}]",
                &[],
            ),
            (
                "variables: [{name: most, expression: 'object.spec.replicas'}], validations: [{expression: 'variables.most < 5 && request.operation == \"CREATE\"'}]",
                &[],
            ),
            (
                "variables: [{name: a, expression: '[1]'}, {name: b, expression: 'variables.a[0]'}], validations: [{expression: \"variables.b == 1 && has(variables.a) && variables.?b.orValue(2) == 1\"}]",
                &[],
            ),
            (
                "validations: [{expression: \"authorizer.group('').resource('pods').check('get').allowed() && namespaceObject.metadata.name != 'a'\"}]",
                &[],
            ),
            ("auditAnnotations: [{key: a, valueExpression: 'null'}]", &[]),
            // The value of a field may be anything.
            (
                "validations: [{expression: 'object.spec.paused', messageExpression: 'object.spec.why'}]",
                &[
                    "spec.validations[0].expression: Invalid value: \"object.spec.paused\": must evaluate to bool but got dyn",
                    "spec.validations[0].messageExpression: Invalid value: \"object.spec.why\": must evaluate to string but got dyn",
                ],
            ),
            (
                "validations: [{expression: 'request.dryRun', messageExpression: 'namespaceObject.metadata.name'}]",
                &[],
            ),
            (
                "validations: [{expression: 'request.userInfo.groups.exists(group, group == request.userInfo.extra[\"a\"][0]) && namespaceObject == null'}]",
                &[],
            ),
            (
                "validations: [{expression: 'request.object == null'}, {expression: 'request.kind'}]",
                &[
                    "spec.validations[0].expression: Invalid value: \"request.object == null\": compilation failed: ERROR: <input>:1:8: undefined field 'object'\n | request.object == null\n | .......^",
                    "spec.validations[1].expression: Invalid value: \"request.kind\": must evaluate to bool but got kubernetes.GroupVersionKind",
                ],
            ),
            // A variable of another type than simple ones, or lists and maps of them, is `dyn`.
            (
                "variables: [{name: a, expression: \"quantity('1Gi')\"}, {name: b, expression: '[optional.of(1)]'}], validations: [{expression: 'variables.a + 1 == variables.b[0]'}]",
                &[],
            ),
            (
                "validations: [{expression: 'object.spec.replicas <= 5 &&'}]",
                &[
                    "spec.validations[0].expression: Invalid value: \"object.spec.replicas <= 5 &&\": compilation failed: ERROR: <input>:1:29: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | object.spec.replicas <= 5 &&\n | ............................^",
                ],
            ),
            (
                "validations: [{expression: 'self.spec.replicas <= 5'}]",
                &[
                    "spec.validations[0].expression: Invalid value: \"self.spec.replicas <= 5\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'self' (in container '')\n | self.spec.replicas <= 5\n | ^",
                ],
            ),
            (
                "validations: [{expression: 'params.data.most == object.metadata.name'}]",
                &[
                    "spec.validations[0].expression: Invalid value: \"params.data.most == object.metadata.name\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'params' (in container '')\n | params.data.most == object.metadata.name\n | ^",
                ],
            ),
            (
                "validations: [{expression: 'size(object.spec.replicas)', messageExpression: '1 + 1'}]",
                &[
                    "spec.validations[0].expression: Invalid value: \"size(object.spec.replicas)\": must evaluate to bool but got int",
                    "spec.validations[0].messageExpression: Invalid value: \"1 + 1\": must evaluate to string but got int",
                ],
            ),
            (
                "auditAnnotations: [{key: a, valueExpression: '1'}]",
                &[
                    "spec.auditAnnotations[0].valueExpression: Invalid value: \"1\": must evaluate to one of [string null_type] but got int",
                ],
            ),
            // Expressions know the variables before them.
            (
                "variables: [{name: a, expression: 'variables.b'}, {name: b, expression: '1'}], validations: [{expression: 'variables.c && has(variables.c)'}]",
                &[
                    "spec.variables[0].expression: Invalid value: \"variables.b\": compilation failed: ERROR: <input>:1:10: undefined field 'b'\n | variables.b\n | .........^",
                    "spec.validations[0].expression: Invalid value: \"variables.c && has(variables.c)\": compilation failed: ERROR: <input>:1:10: undefined field 'c'\n | variables.c && has(variables.c)\n | .........^\nERROR: <input>:1:19: undefined field 'c'\n | variables.c && has(variables.c)\n | ..................^",
                ],
            ),
            (
                "variables: [{name: a, expression: '1'}], validations: [{expression: 'variables.a'}]",
                &[
                    "spec.validations[0].expression: Invalid value: \"variables.a\": must evaluate to bool but got int",
                ],
            ),
            (
                "validations: [{expression: '[object.a]'}]",
                &[
                    "spec.validations[0].expression: Invalid value: \"[object.a]\": must evaluate to bool but got list(dyn)",
                ],
            ),
            (
                "validations: [{expression: 'true', messageExpression: ' '}], auditAnnotations: [{key: a, valueExpression: ' '}]",
                &[
                    "spec.validations[0].messageExpression: Invalid value: \" \": must be non-empty if specified",
                    "spec.auditAnnotations[0].valueExpression: Required value: valueExpression is not specified",
                ],
            ),
        ],
        policy,
    );
}

#[test]
fn what_expressions_know() {
    let has_variables = "variables: [{name: a, expression: '1'}]";
    let has_params = "paramKind: {apiVersion: v1, kind: ConfigMap}";
    for (name, known, unknown) in [
        ("authorizer", ["expression", "condition"].as_slice(), ["messageExpression"].as_slice()),
        ("variables", &["expression", "messageExpression"], &["condition"]),
        ("params", &["expression", "messageExpression", "condition"], &[]),
    ] {
        let spec = |field: &str| match field {
            "condition" => format!(
                "validations: [{{expression: 'true'}}], matchConditions: [{{name: a, expression: 'has({name}.a)'}}]"
            ),
            "expression" => format!("validations: [{{expression: 'has({name}.a)'}}]"),
            _ => format!("validations: [{{expression: 'true', {field}: 'string({name}.a)'}}]"),
        };
        for field in known {
            let all = format!("{has_variables}, {has_params}, {}", spec(field));
            assert_eq!(super::sentences(&policy(&all)), [""; 0], "{name} {field}");
        }
        for field in unknown {
            let all = format!("{has_variables}, {has_params}, {}", spec(field));
            let found = super::sentences(&policy(&all));
            assert!(
                found[0].contains(&format!("undeclared reference to '{name}'")),
                "{name} {field}: {found:?}"
            );
        }
        // Without them, only the authorizer is there.
        let found = super::sentences(&policy(&spec("expression")));
        assert_eq!(found.is_empty(), name == "authorizer", "{found:?}");
    }
}

#[test]
fn types_that_earlier_servers_do_not_tell() {
    let text = policy("validations: [{expression: '1'}]");
    for (version, end) in [(31, "bool"), (32, "bool but got int")] {
        let wanted = format!("spec.validations[0].expression: Invalid value: \"1\": must evaluate to {end}");
        assert_eq!(super::sentences_in(version, &text), [wanted]);
    }
}

/// What a stored object has can stay, even if it is wrong now.
#[test]
fn updates_that_keep_conditions() {
    let check = |old: &str, new: &str, count: usize| {
        let (old, new) = (super::documents(old), super::documents(new));
        let found = super::problems(&super::kinds(36), &new[0], Some(&old[0]));
        assert_eq!(found.len(), count, "{:?}", super::indexed(&found));
    };
    let conditions = |text: &str| format!("validations: [{{expression: 'true'}}], matchConditions: [{text}]");
    let (bad, other) = (conditions("{name: a, expression: 'a'}"), conditions("{name: b, expression: 'a'}"));
    let params = "paramKind: {apiVersion: v1, kind: ConfigMap}";
    check(&policy(&bad), &policy(&format!("failurePolicy: Ignore, {bad}")), 0);
    check(&policy(&bad), &policy(&other), 1);
    check(&policy(&bad), &policy(&format!("{params}, {bad}")), 1);
    check(&policy(&conditions("")), &policy(&bad), 1);
    let hook = |name: &str, condition: &str| {
        format!(
            "{{name: {name}.example.com, sideEffects: None, admissionReviewVersions: [v1], clientConfig: {{url: 'https://a'}}, matchConditions: [{condition}]}}"
        )
    };
    let (one, two) = (hook("a", "{name: a, expression: 'a'}"), hook("b", ""));
    let hooks = |hooks: &[&str]| {
        format!(
            "apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nmetadata: {{name: a}}\nwebhooks: [{}]",
            hooks.join(", ")
        )
    };
    check(&hooks(&[&one]), &hooks(&[&hook("b", "{name: a, expression: 'a'}")]), 0);
    check(&hooks(&[&one]), &hooks(&[&one, &two]), 1);
    check(&hooks(&[&one, &two]), &hooks(&[&two, &one]), 1);
    check(&hooks(&[&one]), &hooks(&[&hook("a", "{name: a, expression: 'b'}")]), 1);
}

#[test]
fn many_conditions() {
    let conditions: Vec<String> =
        (0..65).map(|index| format!("{{name: a{index}, expression: 'true'}}")).collect();
    let text = |count: usize| {
        policy(&format!(
            "validations: [{{expression: 'true'}}], matchConditions: [{}]",
            conditions[..count].join(", ")
        ))
    };
    assert_eq!(super::sentences(&text(64)), [""; 0]);
    assert_eq!(
        super::sentences(&text(65)),
        ["spec.matchConditions: Too many: 65: must have at most 64 items"]
    );
}

#[test]
fn match_conditions_of_webhooks() {
    let hook = |condition: &str| {
        format!(
            "apiVersion: admissionregistration.k8s.io/v1\nkind: MutatingWebhookConfiguration\nmetadata: {{name: a}}\nwebhooks: [{{name: a.example.com, \
             sideEffects: None, admissionReviewVersions: [v1], clientConfig: {{url: 'https://a.example.com'}}, matchConditions: [{condition}]}}]"
        )
    };
    table(
        &[
            ("{name: a, expression: \"!('system:nodes' in request.userInfo.groups)\"}", &[]),
            (
                "{name: a, expression: 'variables.a'}",
                &[
                    "webhooks[0].matchConditions[0].expression: Invalid value: \"variables.a\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'variables' (in container '')\n | variables.a\n | ^",
                ],
            ),
            (
                "{name: a, expression: \"request.name + 'a'\"}, {name: b, expression: ' '}",
                &[
                    "webhooks[0].matchConditions[0].expression: Invalid value: \"request.name + 'a'\": must evaluate to bool but got string",
                    "webhooks[0].matchConditions[1].expression: Required value",
                ],
            ),
        ],
        hook,
    );
}
