//! Users that a request impersonates: as a server sees them, and as webhooks and policies do.
// apiserver: pkg/endpoints/filters/impersonation/impersonation_test.go

use serde_json::{Value, json};

use crate::raw::{Answer, ask, get};
use crate::server;
use crate::webhooks::{Asked, allowed, hook, validating};

const REVIEWS: &str = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
const DATABASE: &str =
    r#"{"apiVersion":"example.com/v1","kind":"Database","metadata":{"name":"a"},"spec":{"engine":"e"}}"#;
const DATABASES: &str = "/apis/example.com/v1/namespaces/default/databases";

async fn who(headers: &[(&str, &str)]) -> Answer {
    ask(&server(), "POST", REVIEWS, headers, "{}").await
}

#[tokio::test]
async fn reviews_name_the_impersonated_user() {
    let (user, group) = ("Impersonate-User", "Impersonate-Group");
    let account = "system:serviceaccount:a:b";
    for (headers, expected) in [
        (
            vec![],
            json!({"username": "kubernetes-admin", "groups": ["system:masters", "system:authenticated"]}),
        ),
        (vec![(user, "bob")], json!({"username": "bob", "groups": ["system:authenticated"]})),
        (
            vec![(user, "bob"), (group, "g"), (group, "system:authenticated"), ("Impersonate-Uid", "7")],
            json!({"username": "bob", "groups": ["g", "system:authenticated"], "uid": "7"}),
        ),
        (
            vec![(user, account)],
            json!({"username": account, "groups": ["system:serviceaccounts", "system:serviceaccounts:a", "system:authenticated"]}),
        ),
        (
            vec![(user, account), (group, "g")],
            json!({"username": account, "groups": ["g", "system:authenticated"]}),
        ),
        // No name of a service account.
        (
            vec![(user, "system:serviceaccount:a.b:c")],
            json!({"username": "system:serviceaccount:a.b:c", "groups": ["system:authenticated"]}),
        ),
        (
            vec![(user, "system:node:n")],
            json!({"username": "system:node:n", "groups": ["system:nodes", "system:authenticated"]}),
        ),
        (
            vec![(user, "system:anonymous")],
            json!({"username": "system:anonymous", "groups": ["system:unauthenticated"]}),
        ),
        (
            vec![(user, "x"), (group, "system:unauthenticated")],
            json!({"username": "x", "groups": ["system:unauthenticated"]}),
        ),
        (
            vec![
                (user, "bob"),
                ("Impersonate-Extra-Scopes", "view"),
                ("Impersonate-Extra-scopes", "edit"),
                ("Impersonate-Extra-example.com%2fTeam", "t"),
                ("Impersonate-Extra-b%zz", "kept"),
            ],
            json!({"username": "bob", "groups": ["system:authenticated"],
                "extra": {"scopes": ["view", "edit"], "example.com/team": ["t"], "b%zz": ["kept"]}}),
        ),
    ] {
        let answer = who(&headers).await;
        assert_eq!((answer.code, &answer.json()["status"]["userInfo"]), (201, &expected), "{headers:?}");
    }
}

#[tokio::test]
async fn a_part_of_a_user_without_a_name_is_refused() {
    for (header, value, shown) in [
        ("Impersonate-Group", "g", r#"UID:"", Groups:[]string{"g"}, Extra:map[string][]string(nil)"#),
        ("Impersonate-Uid", "7", r#"UID:"7", Groups:[]string(nil), Extra:map[string][]string(nil)"#),
        (
            "Impersonate-Extra-a",
            "v",
            r#"UID:"", Groups:[]string(nil), Extra:map[string][]string{"a":[]string{"v"}}"#,
        ),
    ] {
        let message =
            format!("requested &user.DefaultInfo{{Name:\"\", {shown}}} without impersonating a user name");
        for path in ["/api/v1/namespaces", "/api"] {
            let answer = get(&server(), path, &[(header, value)]).await;
            assert_eq!((answer.code, &answer.json()["message"]), (400, &json!(message)), "{path}");
            assert_eq!(answer.json()["reason"], "BadRequest");
        }
    }
}

#[tokio::test]
async fn webhooks_and_policies_see_the_user() {
    let server = server();
    let asked = Asked::default();
    server.webhook_service("default/reads", asked.router(allowed));
    validating(&server, "v", vec![hook("reads", &json!({}))]).await;
    let bob = [("Impersonate-User", "bob"), ("Impersonate-Group", "g"), ("Impersonate-Extra-k", "v")];
    assert_eq!(ask(&server, "POST", DATABASES, &bob, DATABASE).await.code, 201);
    assert_eq!(
        asked.all()[0]["userInfo"],
        json!({"username": "bob", "groups": ["g", "system:authenticated"], "extra": {"k": ["v"]}})
    );
    let of = |kind: &str, spec: Value| {
        json!({"apiVersion": "admissionregistration.k8s.io/v1", "kind": kind, "metadata": {"name": "p"}, "spec": spec})
            .to_string()
    };
    let rules = json!([{"apiGroups": ["example.com"], "apiVersions": ["v1"], "operations": ["DELETE"], "resources": ["databases"]}]);
    let policy = json!({"matchConstraints": {"resourceRules": rules},
        "validations": [{"expression": "request.userInfo.username == 'alice'", "message": "only alice"}]});
    let binding = json!({"policyName": "p", "validationActions": ["Deny"]});
    let base = "/apis/admissionregistration.k8s.io/v1";
    for (path, body) in [
        ("validatingadmissionpolicies", of("ValidatingAdmissionPolicy", policy)),
        ("validatingadmissionpolicybindings", of("ValidatingAdmissionPolicyBinding", binding)),
    ] {
        assert_eq!(ask(&server, "POST", &format!("{base}/{path}"), &[], &body).await.code, 201, "{path}");
    }
    let path = format!("{DATABASES}/a");
    let refused = ask(&server, "DELETE", &path, &bob, "").await;
    assert!(refused.code == 422 && refused.text().contains("only alice"), "{}", refused.text());
    assert_eq!(ask(&server, "DELETE", &path, &[("Impersonate-User", "alice")], "").await.code, 200);
}
