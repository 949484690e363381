//! Admission policies that change objects, and their bindings.

use super::updates::check;
use super::{sentences, sentences_in, table};

fn policy(spec: &str) -> String {
    format!(
        "apiVersion: admissionregistration.k8s.io/v1alpha1\nkind: MutatingAdmissionPolicy\nmetadata: {{name: a}}\nspec:\n  matchConstraints: \
         {{resourceRules: [{{operations: [CREATE], apiGroups: [apps], apiVersions: [v1], resources: [deployments]}}]}}\n  \
         reinvocationPolicy: Never\n{}",
        super::indented(spec, 2)
    )
}

fn patch(expression: &str) -> String {
    policy(&format!("mutations: [{{patchType: JSONPatch, jsonPatch: {{expression: {expression:?}}}}}]"))
}

fn apply(expression: &str) -> String {
    policy(&format!(
        "mutations: [{{patchType: ApplyConfiguration, applyConfiguration: {{expression: {expression:?}}}}}]"
    ))
}

#[test]
fn expressions_that_people_write() {
    for good in [
        "[JSONPatch{op: \"add\", path: \"/metadata/labels/\" + jsonpatch.escapeKey(\"a/b\"), value: \"c\"}]",
        "has(object.spec.x) ? [JSONPatch{op: \"test\", path: \"/a\", value: 1}] : []",
        "[JSONPatch{op: \"add\", path: \"/spec/selector\", value: Object.spec.selector{matchLabels: {\"a\": \"b\"}}}]",
    ] {
        assert!(sentences(&patch(good)).is_empty(), "{good}: {:?}", sentences(&patch(good)));
    }
    for good in [
        "Object{spec: Object.spec{replicas: object.spec.replicas + 1}}",
        "Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{initContainers: \
         [Object.spec.template.spec.initContainers{name: \"a\", image: \"b\"}]}}}}",
    ] {
        assert!(sentences(&apply(good)).is_empty(), "{good}: {:?}", sentences(&apply(good)));
        assert!(sentences_in(32, &apply(good)).is_empty());
    }
    let variables = "variables: [{name: size, expression: 'object.spec.replicas'}]\nmutations: [{patchType: ApplyConfiguration, \
                     applyConfiguration: {expression: 'Object{spec: Object.spec{replicas: variables.size}}'}}]";
    assert!(sentences(&policy(variables)).is_empty());
}

#[test]
fn expressions_that_do_not_fit() {
    let path = "spec.mutations[0].jsonPatch.expression: Invalid value: ";
    for (bad, said) in [
        ("object.x +", "compilation failed: ERROR: <input>:1:11: Syntax error"),
        ("Object{}", "must evaluate to list(JSONPatch) but got Object"),
        ("[1]", "must evaluate to list(JSONPatch) but got list(int)"),
        // Nothing says what the items of a list without any are.
        ("[]", "must evaluate to list(JSONPatch) but got list(dyn)"),
        (
            "[JSONPatch{op: 1}]",
            "compilation failed: ERROR: <input>:1:14: expected type of field 'op' is 'string' but provided type is 'int'",
        ),
        ("[Foo{}]", "compilation failed: ERROR: <input>:1:5: undeclared reference to 'Foo'"),
    ] {
        let found = sentences(&patch(bad));
        assert!(found.len() == 1 && found[0].starts_with(&format!("{path}{bad:?}: {said}")), "{found:?}");
    }
    // The white space around an expression does not count.
    let found = sentences(&patch(" Object{} \n"));
    assert!(found[0].starts_with(&format!("{path}\"Object{{}}\": must")), "{found:?}");
    let found = sentences(&apply("Object.spec{}"));
    assert_eq!(
        found,
        [
            "spec.mutations[0].applyConfiguration.expression: Invalid value: \"Object.spec{}\": must evaluate to Object but got Object.spec"
        ]
    );
    // Only mutations have these types.
    let spaced = "matchConditions: [{name: a, expression: \" 1\\n\"}]\nmutations: [{patchType: JSONPatch, jsonPatch: {expression: '[JSONPatch{}]'}}]";
    assert_eq!(
        sentences(&policy(spaced)),
        ["spec.matchConditions[0].expression: Invalid value: \"1\": must evaluate to bool but got int"]
    );
    let condition = "matchConditions: [{name: a, expression: 'jsonpatch.escapeKey(\"a\") == \"a\"'}]\n";
    let good = "mutations: [{patchType: JSONPatch, jsonPatch: {expression: '[JSONPatch{}]'}}]";
    let found = sentences(&policy(&format!("{condition}{good}")));
    assert!(found.len() == 1 && found[0].contains("undeclared reference"), "{found:?}");
}

#[test]
fn fields() {
    let good = "mutations: [{patchType: JSONPatch, jsonPatch: {expression: '[JSONPatch{}]'}}]";
    table(
        &[
            (good, &[]),
            ("mutations: []", &["spec.mutations: Required value: mutations must contain at least one item"]),
            (
                "mutations: [{patchType: Foo}, {}, {patchType: JSONPatch}, {patchType: JSONPatch, jsonPatch: {}, applyConfiguration: {}}]",
                &[
                    "spec.mutations[0].patchType: Unsupported value: \"Foo\": supported values: \"ApplyConfiguration\", \"JSONPatch\"",
                    "spec.mutations[1].patchType: Required value",
                    "spec.mutations[2].jsonPatch: Required value: must be specified when patchType is JSONPatch",
                    "spec.mutations[3].jsonPatch.expression: Required value",
                    "spec.mutations[3].applyConfiguration: Invalid value: \"{applyConfiguration}\": must not be specified when patchType is \
                     JSONPatch",
                ],
            ),
        ],
        policy,
    );
    assert_eq!(
        sentences(&policy(good).replace("Never", "Foo")),
        ["spec.reinvocationPolicy: Unsupported value: \"Foo\": supported values: \"IfNeeded\", \"Never\""]
    );
    assert_eq!(
        sentences(&policy(good).replace("[CREATE]", "[DELETE]")),
        [
            "spec.matchConstraints.resourceRules.operations: Unsupported value: \"DELETE\": supported values: \"*\", \"CONNECT\", \"CREATE\", \
             \"UPDATE\"",
        ]
    );
    assert_eq!(
        sentences(&policy(good).replace("operations: [", "resourceNames: [a, a], operations: [")),
        ["spec.matchConstraints.resourceRules[0].resourceNames[1]: Duplicate value: \"a\""]
    );
    let old = policy(good);
    check(
        36,
        &old,
        &old.replace("[JSONPatch{}]", "1"),
        &[
            "spec.mutations[0].jsonPatch.expression: Invalid value: \"1\": must evaluate to list(JSONPatch) but got int",
        ],
    );
}

#[test]
fn bindings() {
    let binding = |spec: &str| {
        format!(
            "apiVersion: admissionregistration.k8s.io/v1\nkind: MutatingAdmissionPolicyBinding\nmetadata: {{name: a}}\nspec: {spec}\n"
        )
    };
    table(
        &[
            ("{policyName: a}", &[]),
            ("{policyName: ''}", &["spec.policyName: Required value"]),
            (
                "{policyName: a, paramRef: {}, matchResources: {resourceRules: [{operations: [DELETE], apiGroups: [''], apiVersions: [v1], \
                 resources: [pods]}]}}",
                &[
                    "spec.paramRef: Required value: one of name or selector must be specified",
                    "spec.paramRef.parameterNotFoundAction: Required value",
                    "spec.matchResources.resourceRules.operations: Unsupported value: \"DELETE\": supported values: \"*\", \"CONNECT\", \"CREATE\", \
                     \"UPDATE\"",
                ],
            ),
        ],
        binding,
    );
}
