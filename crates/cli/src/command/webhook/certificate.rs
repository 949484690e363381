//! The certificate of the Service, by cert-manager, which issues it again long before it ends.

use super::placement::Placement;

const TEMPLATE: &str = r#"# Signs the certificate with its own key: only API servers need to trust it, and they are given it.
apiVersion: cert-manager.io/v1
kind: Issuer
metadata:
  name: <name>
  namespace: <namespace>
spec:
  selfSigned: {}
---
# The certificate that the webhook shows to API servers.
apiVersion: cert-manager.io/v1
kind: Certificate
metadata:
  name: <name>
  namespace: <namespace>
spec:
  # The Secret that the Deployment mounts. The webhook reads it again when it changes.
  secretName: <name>-tls
  # The names by which API servers call the Service.
  dnsNames:
    - <name>.<namespace>.svc
    - <name>.<namespace>.svc.cluster.local
  # 90 days, and a new one after 60.
  duration: 2160h
  renewBefore: 720h
  privateKey:
    algorithm: ECDSA
    size: 256
    # A new key with each certificate.
    rotationPolicy: Always
  usages: ["digital signature", "server auth"]
  issuerRef:
    kind: Issuer
    name: <name>
"#;

/// The Issuer and the Certificate.
pub(super) fn documents(placement: &Placement) -> String {
    placement.fill(TEMPLATE)
}
