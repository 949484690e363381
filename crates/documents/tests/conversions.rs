//! What changes of the conversion mean, and which conversions cannot be compared.
#![allow(clippy::unwrap_used)]

use crdc_documents::compare::{compare_sources, unreadable};
use crdc_source::Source;

/// A document with this line in its `spec`.
fn crd(conversion: &str) -> String {
    format!(
        "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: sizes.example.com}}
spec:
  group: example.com
  scope: Namespaced
  names: {{plural: sizes, singular: size, kind: Size, listKind: SizeList}}
  versions: [{{name: v1, served: true, storage: true, schema: {{openAPIV3Schema: {{type: object}}}}}}]
  {conversion}
"
    )
}

fn webhook(config: &str) -> String {
    format!(
        "conversion: {{strategy: Webhook, webhook: {{clientConfig: {{{config}}}, conversionReviewVersions: [v1]}}}}"
    )
}

#[test]
fn a_ca_bundle_that_is_not_base64_cannot_be_read() {
    for bundle in ["not-base64!", "Cg=", "Cg==Cg==", "-----BEGIN CERTIFICATE-----", "{{ ca }}"] {
        let old = crd(&webhook(&format!("service: {{name: s, namespace: ns}}, caBundle: '{bundle}'")));
        assert!(!unreadable(&Source::new("old.yaml", old)).is_empty(), "{bundle}");
    }
}

#[test]
fn changes_of_the_conversion_are_reported() {
    let of = |config: &str| crd(&webhook(config));
    let service = "service: {name: s, namespace: ns}";
    let changes = |old: &str, new: &str| -> Vec<String> {
        let (old, new) = (Source::new("old.yaml", old), Source::new("new.yaml", new));
        let compared = compare_sources(&old, &new);
        compared.iter().flat_map(|one| &one.changes).map(|change| change.message()).collect()
    };
    for (old, new, expected) in [
        (
            service,
            "service: {name: t, namespace: ns}",
            "objects are converted by the service `ns/t/`; it was the service `ns/s/`",
        ),
        (
            service,
            "url: 'https://a.b/c'",
            "objects are converted by `https://a.b/c`; it was the service `ns/s/`",
        ),
        (
            service,
            "service: {name: s, namespace: ns, path: /convert, port: 8443}",
            "objects are converted by the service `ns/s:8443/convert`; it was the service `ns/s/`",
        ),
        (
            service,
            "service: {name: s, namespace: ns}, caBundle: Cg==",
            "the conversion webhook has a CA bundle; before, the server's own certificates were trusted",
        ),
        (
            "service: {name: s, namespace: ns}, caBundle: Cg==",
            service,
            "the conversion webhook has no CA bundle any more: the server's own certificates are trusted",
        ),
        (
            "service: {name: s, namespace: ns}, caBundle: Cg==",
            "service: {name: s, namespace: ns}, caBundle: Cgo=",
            "the CA bundle of the conversion webhook is another one",
        ),
    ] {
        assert_eq!(changes(&of(old), &of(new)), [expected], "{old} {new}");
    }
    let reviews = of(service).replace("[v1]", "[v1beta1, v1]");
    assert_eq!(
        changes(&of(service), &reviews),
        ["the versions of reviews that the conversion webhook understands changed"]
    );
    // What only looks different.
    for (old, new) in [
        (service, "service: {namespace: ns, name: s, port: 443}"),
        (service, "service: {namespace: ns, name: s, path: null}, caBundle: ''"),
        ("url: 'https://a/', caBundle: 'Cg=='", "caBundle: \"Cg\\n==\", url: https://a/"),
    ] {
        assert_eq!(changes(&of(old), &of(new)), [""; 0], "{old} {new}");
    }
    let none = crd("conversion: {strategy: None}");
    assert_eq!(changes(&crd(""), &none), [""; 0]);
}
