//! What a server refuses of an update, depending on what the old document is: from a server or a file,
//! established or not.
#![allow(clippy::unwrap_used)]

use crdc_check::check_source;
use crdc_source::Source;
use crdc_source::diag::{Diagnostic, Severity};

const ESTABLISHED: &str = "status: {conditions: [{type: Established, status: 'True'}]}\n";
const NOT_ESTABLISHED: &str = "status: {conditions: [{type: Established, status: 'False'}]}\n";
const REFUSED_NAMES: &str = "status: {conditions: [{type: NamesAccepted, status: 'False'}]}\n";
const EMPTY: &str = "status: {acceptedNames: {kind: '', plural: ''}, conditions: [], storedVersions: []}\n";

/// A document with these lines in its `spec`.
fn crd(spec: &str, status: &str) -> String {
    let mut text = String::from(
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: sizes.example.com}\nspec:\n  group: example.com\n",
    );
    for (key, line) in [
        ("scope", "scope: Namespaced"),
        ("names", "names: {plural: sizes, singular: size, kind: Size, listKind: SizeList}"),
        (
            "versions",
            "versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]",
        ),
    ] {
        if !spec.lines().any(|own| own.starts_with(&format!("{key}:"))) {
            text += &format!("  {line}\n");
        }
    }
    spec.lines().for_each(|line| text += &format!("  {line}\n"));
    text + status
}

fn versions(names: &[(&str, bool)]) -> String {
    let one = |(name, storage): &(&str, bool)| {
        format!(
            "{{name: {name}, served: true, storage: {storage}, schema: {{openAPIV3Schema: {{type: object}}}}}}"
        )
    };
    format!("versions: [{}]", names.iter().map(one).collect::<Vec<_>>().join(", "))
}

fn webhook(config: &str) -> String {
    format!(
        "conversion: {{strategy: Webhook, webhook: {{clientConfig: {{{config}}}, conversionReviewVersions: [v1]}}}}"
    )
}

fn with_bundle(bundle: &str) -> String {
    webhook(&format!("service: {{name: s, namespace: ns}}, caBundle: '{bundle}'"))
}

fn certificate() -> String {
    crdc_vocabulary::go::encode_base64(include_bytes!("../src/ca_bundle/certificate.pem"))
}

fn found(old: Option<&str>, new: &str) -> Vec<Diagnostic> {
    let old = old.map(|text| Source::new("old.yaml", text));
    check_source(&Source::new("new.yaml", new), old.as_ref()).diagnostics
}

/// What the server says.
fn said(old: Option<&str>, new: &str) -> Vec<String> {
    let found = found(old, new);
    let errors = found.iter().filter(|found| found.severity() == Severity::Error);
    errors.flat_map(|found| &found.server).map(ToString::to_string).collect()
}

/// The codes of the warnings.
fn warnings(old: Option<&str>, new: &str) -> Vec<&'static str> {
    let found = found(old, new);
    found
        .iter()
        .filter(|found| found.severity() == Severity::Warning)
        .map(|found| found.code.name())
        .collect()
}

#[test]
fn scope_and_kind_are_immutable_unless_the_status_says_that_they_are_not() {
    let kind = "names: {plural: sizes, singular: size, kind: Measure, listKind: SizeList}";
    for status in ["", ESTABLISHED, EMPTY, "status: null\n", "status: {storedVersions: [v1]}\n"] {
        let old = crd("", status);
        assert_eq!(
            said(Some(&old), &crd("scope: Cluster", "")),
            ["spec.scope: Invalid value: \"Cluster\": field is immutable"],
            "{status}"
        );
        assert_eq!(
            said(Some(&old), &crd(kind, "")),
            ["spec.names.kind: Invalid value: \"Measure\": field is immutable"],
            "{status}"
        );
    }
    for status in [NOT_ESTABLISHED, REFUSED_NAMES] {
        let old = crd("", status);
        assert_eq!(said(Some(&old), &crd("scope: Cluster", "")), [""; 0], "{status}");
        assert_eq!(said(Some(&old), &crd(kind, "")), [""; 0], "{status}");
    }
    // The status of the new document does not count, and neither do its other names.
    let old = crd("", "");
    assert_eq!(said(Some(&old), &crd("scope: Cluster", NOT_ESTABLISHED)).len(), 1);
    let names = "names: {plural: sizes, singular: measure, kind: Size, listKind: Sizes, shortNames: [s]}";
    assert_eq!(said(Some(&old), &crd(names, "")), [""; 0]);
}

#[test]
fn what_is_assumed_is_said() {
    let new = crd("scope: Cluster", "");
    let help = |status: &str| found(Some(&crd("", status)), &new)[0].help.clone().unwrap();
    assert!(help("").ends_with("the old document has no conditions, so it counts as established"));
    assert!(!help(ESTABLISHED).contains("established"));
}

#[test]
fn a_removed_version_is_named_unless_it_is_known_where_objects_are_stored() {
    let two = versions(&[("v1alpha1", false), ("v1", true)]);
    let three = versions(&[("v1alpha1", false), ("v1beta1", false), ("v1", true)]);
    let one = crd("", "");
    let maybe = "version-maybe-stored";
    for (old, status, expected) in [
        (&two, "", &[maybe][..]),
        (&three, "", &[maybe, maybe]),
        (&two, EMPTY, &[maybe]),
        (&two, ESTABLISHED, &[maybe]),
        (&two, "status: {storedVersions: [v1]}\n", &[]),
        // Refused, not only maybe.
        (&two, "status: {storedVersions: [v1alpha1, v1]}\n", &[]),
    ] {
        assert_eq!(warnings(Some(&crd(old, status)), &one), expected, "{old} {status}");
    }
    let stored = said(Some(&crd(&two, "status: {storedVersions: [v1alpha1, v1]}\n")), &one);
    assert!(
        stored.len() == 1 && stored[0].starts_with("status.storedVersions[0]: Invalid value: \"v1alpha1\"")
    );
    // The old storage version is refused, the other one named.
    let moved = crd(&versions(&[("v2", true)]), "");
    let old = crd(&two, "");
    assert_eq!(said(Some(&old), &moved).len(), 1);
    assert_eq!(warnings(Some(&old), &moved), [maybe]);
    // A version that is only no longer served is still there.
    let unserved = two.replace("name: v1alpha1, served: true", "name: v1alpha1, served: false");
    assert_eq!(warnings(Some(&old), &crd(&unserved, "")), [""; 0]);
    assert_eq!(warnings(Some(&crd(&unserved, "")), &one), [maybe]);
}

#[test]
fn a_ca_bundle_that_is_not_base64_is_not_decoded() {
    for (bundle, at) in
        [("not-base64!", 3), ("Cg=", 3), ("Cg==Cg==", 4), ("-----BEGIN CERTIFICATE-----", 0), ("{{ ca }}", 0)]
    {
        let new = crd(&with_bundle(bundle), "");
        assert_eq!(said(None, &new), [format!("illegal base64 data at input byte {at}")], "{bundle}");
    }
    let v1beta1 =
        crd("conversion: {strategy: Webhook, webhookClientConfig: {url: 'https://a/b', caBundle: '?'}}", "");
    let v1beta1 = v1beta1.replace("k8s.io/v1\n", "k8s.io/v1beta1\n");
    assert_eq!(said(None, &v1beta1), ["illegal base64 data at input byte 0"]);
}

#[test]
fn an_established_document_needs_a_certificate_unless_the_old_one_has_none() {
    let (good, dummy) = (with_bundle(&certificate()), with_bundle("Cg=="));
    let without = webhook("service: {name: s, namespace: ns}");
    let refused = "spec.conversion.webhookClientConfig.caBundle: Invalid value: \"Cg==\": unable to load root certificates: unable to parse bytes as PEM block";
    let warned = "ca-bundle-invalid";
    for (old, status, new, errors, expected) in [
        // Creation.
        (None, "", &dummy, &[][..], &[warned][..]),
        (None, "", &good, &[], &[]),
        (None, "", &without, &[], &[]),
        (None, "", &with_bundle(""), &[], &[]),
        // Updates.
        (Some(""), "", &dummy, &[refused], &[]),
        (Some(without.as_str()), "", &dummy, &[refused], &[]),
        (Some(&good), "", &dummy, &[refused], &[]),
        (Some(&good), ESTABLISHED, &dummy, &[refused], &[]),
        (Some(&with_bundle("")), ESTABLISHED, &dummy, &[refused], &[]),
        (Some(&good), NOT_ESTABLISHED, &dummy, &[], &[warned]),
        (Some(&dummy), ESTABLISHED, &dummy, &[], &[warned]),
        (Some(&with_bundle("ZHVtbXk=")), ESTABLISHED, &dummy, &[], &[warned]),
        (Some(&dummy), ESTABLISHED, &good, &[], &[]),
        (Some(&good), ESTABLISHED, &without, &[], &[]),
        (Some(&good), ESTABLISHED, &with_bundle(""), &[], &[]),
    ] {
        let old = old.map(|spec| crd(spec, status));
        let new = crd(new, "");
        assert_eq!(said(old.as_deref(), &new), errors, "{old:?} {new}");
        assert_eq!(warnings(old.as_deref(), &new), expected, "{old:?} {new}");
    }
}
