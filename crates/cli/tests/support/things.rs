//! The project `things`: a catalogue with four releases, and objects of its kind.

use crdc_catalogue::{About, Builder, Chart, VersionRule};
use serde_json::{Value, json};

/// A CRD `things.example.com` with versions, and a schema for each: `v1` with the properties of `spec`.
pub(crate) fn crd(versions: &[(&str, Value)]) -> Value {
    let version = |(index, (name, spec)): (usize, &(&str, Value))| {
        json!({"name": name, "served": true, "storage": index == 0, "schema": {"openAPIV3Schema": {
            "type": "object", "properties": {"spec": {"type": "object", "properties": spec}}}}})
    };
    let versions: Vec<Value> = versions.iter().enumerate().map(version).collect();
    json!({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "things.example.com"},
        "spec": {"group": "example.com", "scope": "Namespaced",
            "names": {"kind": "Thing", "listKind": "ThingList", "plural": "things", "singular": "thing"}, "versions": versions}})
}

/// 1.0 serves v1beta1 only, 1.1 also v1, 1.2 has the field `size` and not `width`, 1.3 no v1beta1.
pub(crate) fn catalogue() -> Vec<u8> {
    let mut builder = Builder::new();
    let chart = Chart {
        name: "things".into(),
        versions: VersionRule::Same,
        addresses: vec!["https://charts.example.com".into()],
    };
    let about = About {
        name: "things".into(),
        repository: "example/things".into(),
        charts: vec![chart],
        ..About::default()
    };
    builder.project(about).unwrap();
    let (string, old) =
        (json!({"type": "string"}), json!({"name": {"type": "string"}, "width": {"type": "integer"}}));
    let new = json!({"name": string, "size": {"type": "integer", "maximum": 9}});
    let releases = [
        ("1.0.4", crd(&[("v1beta1", old.clone())])),
        ("1.1.2", crd(&[("v1", old.clone()), ("v1beta1", old.clone())])),
        ("1.2.0", crd(&[("v1", new.clone()), ("v1beta1", old)])),
        ("1.3.1", crd(&[("v1", new)])),
    ];
    for (version, crd) in releases {
        builder.release(version, "0123456789", vec![crd]).unwrap();
    }
    builder.finish()
}

/// An object of the kind.
pub(crate) fn thing(version: &str, spec: &str) -> String {
    format!(
        "apiVersion: example.com/{version}\nkind: Thing\nmetadata: {{name: a, namespace: b}}\nspec: {spec}\n"
    )
}

/// A release of Flux, whose version is `VERSION`.
pub(crate) const RELEASE: &str = "apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata: {name: charts, namespace: flux-system}
spec: {url: https://charts.example.com, interval: 1h}
---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: things, namespace: things}
spec:
  interval: 1h
  chart: {spec: {chart: things, version: \"VERSION\", sourceRef: {kind: HelmRepository, name: charts, namespace: flux-system}}}
";
