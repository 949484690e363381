//! What kubebuilder writes for other projects' kinds into a new project is valid by the catalogue, without
//! options.
#![cfg(feature = "built-in-catalogue")]
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::process::Command;

const CERTIFICATE: &str = "\
apiVersion: cert-manager.io/v1
kind: Certificate
metadata: {name: serving-cert, namespace: system}
spec:
  dnsNames: [SERVICE_NAME.SERVICE_NAMESPACE.svc, SERVICE_NAME.SERVICE_NAMESPACE.svc.cluster.local]
  issuerRef: {kind: Issuer, name: selfsigned-issuer}
  secretName: webhook-server-cert
";
const ISSUER: &str = "\
apiVersion: cert-manager.io/v1
kind: Issuer
metadata: {name: selfsigned-issuer, namespace: system}
spec: {selfSigned: {}}
";
const MONITOR: &str = "\
apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata: {name: controller-manager-metrics-monitor, namespace: system}
spec:
  endpoints:
  - path: /metrics
    port: https
    scheme: https
    bearerTokenFile: /var/run/secrets/kubernetes.io/serviceaccount/token
    tlsConfig: {insecureSkipVerify: true}
  selector: {matchLabels: {control-plane: controller-manager}}
";

/// The code and the output of `crdc validate config` in a folder with these files.
fn validate(name: &str, files: &[(&str, String)]) -> (Option<i32>, String) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("scaffold").join(name);
    let _ = fs::remove_dir_all(&folder);
    for (path, text) in files {
        let path = folder.join("config").join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let output = Command::new(env!("CARGO_BIN_EXE_crdc"))
        .args(["validate", "config", "--require-schemas"])
        .current_dir(&folder)
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

#[test]
fn kinds_of_cert_manager_and_prometheus_are_known() {
    let files = |issuer: &str| {
        [
            ("certmanager/certificate-webhook.yaml", CERTIFICATE.to_owned()),
            ("certmanager/issuer.yaml", issuer.to_owned()),
            ("prometheus/monitor.yaml", MONITOR.to_owned()),
        ]
    };
    let (code, text) = validate("whole", &files(ISSUER));
    assert!(code == Some(0) && text.contains("validated 3 objects in 3 files"), "{text}");
    let (code, text) = validate("wrong", &files(&ISSUER.replace("{}", "[]")));
    assert!(text.contains("spec.selfSigned"), "{code:?} {text}");
}
