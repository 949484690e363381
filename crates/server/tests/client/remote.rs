//! Requests that need a kubelet or a network of pods: refused with a sentence that says so.
// kubernetes: pkg/registry/core/pod/strategy_test.go

use crdc_server::{Server, TestServer};

use crate::raw::{Answer, ask};

const POD: &str = "/api/v1/namespaces/default/pods";
const WHY: &str = "this server has no kubelet, so containers do not run";

async fn started() -> Server {
    let server = TestServer::new().start().unwrap();
    let pod = |name: &str, more: &str, containers: &str| {
        format!(r#"{{"metadata":{{"name":"{name}"}},"spec":{{{more}"containers":[{containers}]}}}}"#)
    };
    let (a, b) = (r#"{"name":"a","image":"i"}"#, r#"{"name":"b","image":"i"}"#);
    let init = r#""initContainers":[{"name":"first","image":"i"}],"#;
    for body in
        [pod("one", "", a), pod("two", init, &format!("{a},{b}")), pod("placed", r#""nodeName":"n","#, a)]
    {
        assert_eq!(ask(&server, "POST", POD, &[], &body).await.code, 201);
    }
    let node = r#"{"metadata":{"name":"n"}}"#;
    assert_eq!(ask(&server, "POST", "/api/v1/nodes", &[], node).await.code, 201);
    server
}

#[tokio::test]
async fn what_a_kubelet_answers_is_refused_with_the_reason() {
    let server = started().await;
    let services = "/api/v1/namespaces/default/services";
    for (method, path, code, start) in [
        ("GET", format!("{POD}/one/log"), 400, "pod one does not have a host assigned: "),
        (
            "GET",
            format!("{POD}/one/log?container=a&follow=true"),
            400,
            "pod one does not have a host assigned: ",
        ),
        ("GET", format!("{POD}/two/log?container=first"), 400, "pod two does not have a host assigned: "),
        ("POST", format!("{POD}/one/exec?command=ls"), 400, "pod one does not have a host assigned: "),
        ("GET", format!("{POD}/one/exec?command=ls"), 400, "pod one does not have a host assigned: "),
        ("POST", format!("{POD}/one/attach"), 400, "pod one does not have a host assigned: "),
        ("POST", format!("{POD}/two/portforward"), 400, "pod two does not have a host assigned: "),
        ("GET", format!("{POD}/one/proxy"), 400, "pod one does not have a host assigned: "),
        ("PUT", format!("{POD}/one:80/proxy/a/b"), 400, "pod one does not have a host assigned: "),
        ("GET", format!("{POD}/placed/log"), 500, "Internal error occurred: error dialing backend: "),
        ("POST", format!("{POD}/placed/exec"), 500, "Internal error occurred: error dialing backend: "),
        (
            "GET",
            "/api/v1/nodes/n/proxy/metrics".to_owned(),
            500,
            "Internal error occurred: error dialing backend: ",
        ),
        (
            "GET",
            format!("{services}/https:kubernetes:443/proxy/"),
            503,
            "no endpoints available for service \"https:kubernetes:443\": ",
        ),
    ] {
        let answer = ask(&server, method, &path, &[], "").await;
        let status = answer.json();
        let message = status["message"].as_str().unwrap();
        assert_eq!((answer.code, &status["kind"]), (code, &"Status".into()), "{method} {path}");
        assert!(message.starts_with(start) && message.contains(WHY), "{method} {path}: {message}");
    }
}

#[tokio::test]
async fn other_faults_are_reported_before() {
    let server = started().await;
    for (method, path, code, message) in [
        ("GET", format!("{POD}/none/log"), 404, "pods \"none\" not found"),
        ("POST", format!("{POD}/none/exec"), 404, "pods \"none\" not found"),
        ("GET", "/api/v1/nodes/m/proxy/".to_owned(), 404, "nodes \"m\" not found"),
        (
            "GET",
            format!("{POD}/two/log"),
            400,
            "a container name must be specified for pod two, choose one of: [first a b]",
        ),
        ("POST", format!("{POD}/two/exec?container=c"), 400, "container c is not valid for pod two"),
        (
            "DELETE",
            format!("{POD}/one/log"),
            405,
            "the server does not allow this method on the requested resource",
        ),
        (
            "PUT",
            format!("{POD}/one/exec"),
            405,
            "the server does not allow this method on the requested resource",
        ),
        // These are subresources of no kind, or of another.
        ("GET", format!("{POD}/one/nothing"), 404, "the server could not find the requested resource"),
        (
            "GET",
            "/api/v1/namespaces/default/services/kubernetes/log".to_owned(),
            404,
            "the server could not find the requested resource",
        ),
    ] {
        let answer: Answer = ask(&server, method, &path, &[], "").await;
        assert_eq!((answer.code, &answer.json()["message"]), (code, &message.into()), "{method} {path}");
    }
}
