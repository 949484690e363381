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
                "validations: [{expression: \"authorizer.group('').resource('pods').check('get').allowed() && namespaceObject.metadata.name != 'a'\"}]",
                &[],
            ),
            ("auditAnnotations: [{key: a, valueExpression: 'null'}]", &[]),
            // The value of a field may be anything for crdc.
            ("validations: [{expression: 'object.spec.paused'}]", &[]),
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
                    "spec.validations[0].expression: Invalid value: \"size(object.spec.replicas)\": must evaluate to bool",
                    "spec.validations[0].messageExpression: Invalid value: \"1 + 1\": must evaluate to string",
                ],
            ),
            (
                "auditAnnotations: [{key: a, valueExpression: '1'}]",
                &[
                    "spec.auditAnnotations[0].valueExpression: Invalid value: \"1\": must evaluate to one of [string null_type]",
                ],
            ),
        ],
        policy,
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
                    "webhooks[0].matchConditions[0].expression: Invalid value: \"request.name + 'a'\": must evaluate to bool",
                    "webhooks[0].matchConditions[1].expression: Required value",
                ],
            ),
        ],
        hook,
    );
}
