//! Requests for certificates, and bundles of them.

use super::updates::check;
use super::{sentences, sentences_in, table};

/// `-----BEGIN CERTIFICATE REQUEST-----`, `AAAA`, `-----END CERTIFICATE REQUEST-----`
const PEM: &str =
    "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KQUFBQQotLS0tLUVORCBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0K";

fn request(spec: &str) -> String {
    format!(
        "apiVersion: certificates.k8s.io/v1\nkind: CertificateSigningRequest\nmetadata: {{name: a}}\nspec: {spec}\n"
    )
}

#[test]
fn requests() {
    let with = |more: &str| format!("{{request: {PEM}, {more}}}");
    table(
        &[
            (
                &with("signerName: a.b/c, usages: [client auth, digital signature], expirationSeconds: 600"),
                &[],
            ),
            (
                "{request: eA==, signerName: a.b/c, usages: [client auth]}",
                &["spec.request: Invalid value: \"eA==\": PEM block type must be CERTIFICATE REQUEST"],
            ),
            (
                &with("signerName: foo, usages: []"),
                &[
                    "spec.usages: Required value",
                    "spec.signerName: Invalid value: \"foo\": must be a fully qualified domain and path of the form 'example.com/signer-name'",
                ],
            ),
            (
                &with("signerName: kubernetes.io/legacy-unknown, usages: [any, any], expirationSeconds: 10"),
                &[
                    "spec.usages[1]: Duplicate value: \"any\"",
                    "spec.signerName: Invalid value: \"kubernetes.io/legacy-unknown\": the legacy signerName is not allowed via this API version",
                    "spec.expirationSeconds: Invalid value: 10: may not specify a duration less than 600 seconds (10 minutes)",
                ],
            ),
            (
                &with("signerName: a/c, usages: [any]"),
                &[
                    "spec.signerName: Invalid value: \"a\": should be a domain with at least two segments separated by dots",
                ],
            ),
        ],
        request,
    );
    let foo = sentences(&request(&with("signerName: a.b/c, usages: [foo]")));
    assert!(
        foo.len() == 1
            && foo[0].starts_with(
                "spec.usages[0]: Unsupported value: \"foo\": supported values: \"any\", \"cert sign\""
            ),
        "{foo:?}"
    );
    assert_eq!(
        sentences_in(33, &request("{request: eA==, signerName: a.b/c, usages: [any]}")),
        ["spec.request: Invalid value: []byte{0x78}: PEM block type must be CERTIFICATE REQUEST"]
    );
    // Updates keep the stored spec.
    let old = request(&with("signerName: a.b/c, usages: [any]"));
    check(36, &old, &request("{request: eA==}"), &[]);
}

#[test]
fn bundles() {
    let bundle = |name: &str, spec: &str| {
        format!(
            "apiVersion: certificates.k8s.io/v1beta1\nkind: ClusterTrustBundle\nmetadata: {{name: '{name}'}}\nspec: {spec}\n"
        )
    };
    let pem = |label: &str| format!("\"-----BEGIN {label}-----\\nMAAA\\n-----END {label}-----\\n\"");
    assert!(sentences(&bundle("a", &format!("{{trustBundle: {}}}", pem("CERTIFICATE")))).is_empty());
    assert_eq!(
        sentences(&bundle("a:b", &format!("{{trustBundle: {}}}", pem("PRIVATE KEY")))),
        [
            "metadata.name: Invalid value: \"a:b\": ClusterTrustBundle without signer name must not have \":\" in its name",
            "spec.trustBundle: Invalid value: \"<value omitted>\": entry 0 has bad block type: PRIVATE KEY",
        ]
    );
    assert_eq!(
        sentences(&bundle("b", "{signerName: a.b/c, trustBundle: x}")),
        [
            "metadata.name: Invalid value: \"b\": ClusterTrustBundle for signerName a.b/c must be named with prefix a.b:c:",
            "spec.trustBundle: Invalid value: \"<value omitted>\": at least one trust anchor must be provided",
        ]
    );
    let both = format!("{{signerName: a.b/c, trustBundle: {}}}", pem("CERTIFICATE"));
    let twice =
        both.replace("\\n\"}", "\\n-----BEGIN CERTIFICATE-----\\nMAAA\\n-----END CERTIFICATE-----\\n\"}");
    assert_eq!(
        sentences(&bundle("a.b:c:d", &twice)),
        ["spec.trustBundle: Invalid value: \"<value omitted>\": duplicate trust anchor (indices [0 1])"]
    );
}

#[test]
fn requests_of_pods() {
    let request = |spec: &str| {
        format!(
            "apiVersion: certificates.k8s.io/v1beta1\nkind: PodCertificateRequest\nmetadata: {{name: a}}\nspec: {spec}\n"
        )
    };
    let good = "{signerName: a.b/c, podName: p, podUID: u, serviceAccountName: s, serviceAccountUID: u, nodeName: web, nodeUID: u, \
                stubPKCS10Request: AAAA}";
    assert!(sentences(&request(good)).is_empty());
    assert_eq!(
        sentences(&request(
            &good.replace("podUID: u", "podUID: ''").replace("AAAA", "AAAA, maxExpirationSeconds: 10")
        )),
        [
            "spec.podUID: Invalid value: \"\": must not be empty",
            "spec.maxExpirationSeconds: Invalid value: 10: must be in the range [3600, 7862400]",
        ]
    );
    let old = request(good);
    check(36, &old, &old.replace("podName: p", "podName: q"), &["spec: Invalid value: field is immutable"]);
    // Servers fill it in.
    check(36, &old.replace("AAAA", "AAAA, maxExpirationSeconds: 86400"), &old, &[]);
}
