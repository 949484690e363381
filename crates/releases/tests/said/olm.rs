//! Objects of the Operator Lifecycle Manager.

use super::of;

#[test]
fn packages_have_the_version_of_their_first_bundle() {
    for (spec, expected) in [
        (
            "{name: cert-manager, channel: stable, startingCSV: cert-manager.v1.16.1}",
            &["3 package cert-manager =1.16.1"] as &[_],
        ),
        ("{name: prometheus, startingCSV: prometheusoperator.0.47.0}", &["3 package prometheus =0.47.0"]),
        ("{name: cert-manager, channel: stable-4.2}", &["1 package cert-manager ?"]),
        ("{name: a, startingCSV: patch-me}", &["3 package a ?patch-me"]),
        ("{channel: stable}", &[]),
    ] {
        let text = format!("apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nspec: {spec}\n");
        assert_eq!(of("a.yaml", &text), expected, "{spec}");
    }
    // Of another group, Knative's.
    let other = "apiVersion: messaging.knative.dev/v1 # operators.coreos.com\nkind: Subscription\nspec: {name: a, startingCSV: a.v1.2.3}\n";
    assert_eq!(of("a.yaml", other), [""; 0]);
}

#[test]
fn bundles_and_extensions_are_packages() {
    let bundle = "apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\nmetadata: {name: cert-manager.v1.16.1}\n";
    assert_eq!(of("a.yaml", bundle), ["3 package cert-manager =1.16.1"]);
    assert_eq!(
        of("a.yaml", &(bundle.to_owned() + "spec: {version: 1.16.2}\n")),
        ["4 package cert-manager =1.16.2"]
    );
    let extension = "apiVersion: olm.operatorframework.io/v1\nkind: ClusterExtension\nspec: {source: {catalog: {packageName: a, version: VERSION}}}\n";
    assert_eq!(of("a.yaml", &extension.replace("VERSION", "1.2.3")), ["3 package a =1.2.3"]);
    assert_eq!(of("a.yaml", &extension.replace("VERSION", "1.2.x")), ["3 package a ~1.2.x"]);
}
