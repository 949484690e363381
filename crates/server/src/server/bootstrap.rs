//! The objects that a server starts with: objects that every cluster has, and objects of a test.

use crdc_source::Node;
use http::Method;
use serde_json::Value;

use crate::kinds::accepted_names::Conflict;
use crate::server::error::StartError;
use crate::server::running::Server;

/// The namespaces that every cluster has.
const NAMESPACES: [&str; 4] = ["default", "kube-node-lease", "kube-public", "kube-system"];

/// The Service of the API server itself.
// kubernetes: pkg/controlplane/controller/kubernetesservice
const KUBERNETES: &str = r#"{"apiVersion":"v1","kind":"Service",
    "metadata":{"name":"kubernetes","namespace":"default","labels":{"component":"apiserver","provider":"kubernetes"}},
    "spec":{"clusterIP":"10.96.0.1","ports":[{"name":"https","port":443,"targetPort":6443}]}}"#;

/// The role that every cluster has.
// kubernetes: plugin/pkg/auth/authorizer/rbac/bootstrappolicy/policy.go
const CLUSTER_ADMIN: &str = r#"{"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRole",
    "metadata":{"name":"cluster-admin","labels":{"kubernetes.io/bootstrapping":"rbac-defaults"}},
    "rules":[{"apiGroups":["*"],"resources":["*"],"verbs":["*"]},{"nonResourceURLs":["*"],"verbs":["*"]}]}"#;

impl Server {
    /// Creates the objects that every cluster has.
    pub(super) fn bootstrap(&self) -> Result<(), StartError> {
        for namespace in NAMESPACES {
            self.namespace(namespace)?;
        }
        self.post("/api/v1/namespaces/default/services", KUBERNETES, "kubernetes")?;
        self.post("/apis/rbac.authorization.k8s.io/v1/clusterroles", CLUSTER_ADMIN, "cluster-admin")
    }

    /// Creates a namespace, unless it exists.
    fn namespace(&self, name: &str) -> Result<(), StartError> {
        if self.api.history.get("namespaces", "", name).is_some() {
            return Ok(());
        }
        let text = format!(r#"{{"apiVersion":"v1","kind":"Namespace","metadata":{{"name":"{name}"}}}}"#);
        self.post("/api/v1/namespaces", &text, name)
    }

    /// Adds an object that a test starts with, and creates its namespace.
    pub(super) fn add(&self, file: &str, node: &Node, is_crd: bool) -> Result<(), StartError> {
        let text = |keys: &[&str]| {
            let found = keys.iter().try_fold(node, |node, key| node.get(key));
            found.and_then(Node::as_str).unwrap_or_default().to_owned()
        };
        let (api_version, kind, name) = (text(&["apiVersion"]), text(&["kind"]), text(&["metadata", "name"]));
        let what = format!("{file}: {kind} {name}");
        if is_crd && kind != "CustomResourceDefinition" {
            return Err(StartError(format!(
                "{what}: not a CustomResourceDefinition, so it belongs to the objects"
            )));
        }
        let Some(found) = self.api.registry.of_object(&api_version, &kind) else {
            return Err(StartError(format!(
                "{what}: no kind {kind} in {api_version}; add its CustomResourceDefinition with `crds`"
            )));
        };
        let base = if found.group.is_empty() {
            format!("/api/{}", found.version)
        } else {
            format!("/apis/{api_version}")
        };
        let mut path = format!("{base}/{}", found.names.plural);
        if found.namespaced {
            let namespace = Some(text(&["metadata", "namespace"])).filter(|text| !text.is_empty());
            let namespace = namespace.unwrap_or_else(|| "default".to_owned());
            self.namespace(&namespace)?;
            path = format!("{base}/namespaces/{namespace}/{}", found.names.plural);
        }
        self.post(&path, &node.to_json(), &what)?;
        match self.api.registry.conflict(&name) {
            Some(Conflict { message, .. }) => Err(StartError(format!(
                "{what}: a server does not serve it: {message} by another definition of its group; write another name"
            ))),
            None => Ok(()),
        }
    }

    fn post(&self, path: &str, body: &str, what: &str) -> Result<(), StartError> {
        let path = format!("{path}?fieldValidation=Strict");
        let answered = self.send(&Method::POST, &path, "", body.as_bytes());
        if answered.code < 300 {
            return Ok(());
        }
        let status: Value = serde_json::from_slice(&answered.body).unwrap_or_default();
        Err(StartError(format!("{what}: {}", status["message"].as_str().unwrap_or("refused"))))
    }
}
