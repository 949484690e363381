//! The ValidatingWebhookConfiguration and the MutatingWebhookConfiguration.
//!
//! Easy to break: with `failurePolicy: Fail`, an unreachable webhook stops every write that its rules match.
//! So the rules must not match objects that the webhook needs to start: those in its own namespace and in
//! kube-system.

use super::placement::Placement;
use super::rules::{Endpoint, Served};

const HEAD: &str = r#"# Asks the webhook whether objects are <asked>.
apiVersion: admissionregistration.k8s.io/v1
kind: <kind>
metadata:
  name: <name>
  annotations:
    # cert-manager writes the CA of this Certificate into clientConfig.caBundle, now and when it changes.
    cert-manager.io/inject-ca-from: <namespace>/<name>
webhooks:
  # Servers show this name to their clients. It needs two dots.
  - name: <endpoint>.<name>.<namespace>.svc
    # The version of reviews. v1 is the only one that current servers send.
    admissionReviewVersions: ["v1"]
    # Answers depend on the request alone, so dry runs are sent here too.
    sideEffects: None
    # What is written while no replica answers would not be checked, so it is refused. Ignore lets it pass.
    failurePolicy: Fail
    # For a replica that is going away: the server gives up then, and the failure policy decides.
    timeoutSeconds: <seconds>
    # Objects of other versions are converted and sent here as well.
    matchPolicy: Equivalent
"#;

const AGAIN: &str = r#"    # Called again if a later webhook changes the object. Its patch is empty if there is nothing to do.
    reinvocationPolicy: IfNeeded
"#;

const EXEMPT: &str = r#"    # Against deadlock: what the webhook itself needs to start is never asked about.
    namespaceSelector:
      matchExpressions:
        # Every namespace has this label with its name.
        - key: kubernetes.io/metadata.name
          operator: NotIn
          values: ["<namespace>", "kube-system"]
"#;

const CLUSTER: &str = r#"    # Objects without a namespace are always asked about: no selector exempts them.
"#;

const CLIENT: &str = r#"    clientConfig:
      service:
        name: <name>
        namespace: <namespace>
        # The endpoint.
        path: /<endpoint>
        # That of the Service, not of the container.
        port: 443
    # Exactly these kinds.
    rules:
"#;

/// The document of an endpoint.
pub(super) fn configuration(placement: &Placement, served: &[Served], endpoint: Endpoint) -> String {
    let (kind, path, asked, seconds) = match endpoint {
        Endpoint::Validate => ("ValidatingWebhookConfiguration", "validate", "valid", "10"),
        Endpoint::Mutate => ("MutatingWebhookConfiguration", "mutate", "normalized", "5"),
    };
    let mut template = HEAD.to_owned();
    if endpoint == Endpoint::Mutate {
        template.push_str(AGAIN);
    }
    if served.iter().any(Served::is_namespaced) {
        template.push_str(EXEMPT);
    }
    if !served.iter().all(Served::is_namespaced) {
        template.push_str(CLUSTER);
    }
    template.push_str(CLIENT);
    let template = template
        .replace("<kind>", kind)
        .replace("<endpoint>", path)
        .replace("<asked>", asked)
        .replace("<seconds>", seconds);
    let rules: String = served.iter().map(|served| served.rule(endpoint, 6)).collect();
    placement.fill(&template) + &rules
}
