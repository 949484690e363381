//! The release of Flux itself: the namespace that `flux bootstrap` writes, and instances of the operator of
//! Flux.
//
// fluxcd/flux2: pkg/manifestgen/install; controlplaneio-fluxcd/flux-operator: api/v1/fluxinstance_types.go

use crate::collector::Collector;
use crate::nodes::{at, string};
use crate::statement::What;
use crdc_source::Node;

/// The repository of Flux.
const FLUX: &str = "https://github.com/fluxcd/flux2";

/// The namespace in `gotk-components.yaml`, which has the version as a label.
pub(super) fn namespace(node: &Node, to: &mut Collector<'_>) {
    const LABELS: [&str; 2] = ["metadata", "labels"];
    let label = |name| at(node, &LABELS).and_then(|labels| labels.get(name)?.as_str());
    if label("app.kubernetes.io/part-of") == Some("flux") && label("app.kubernetes.io/version").is_some() {
        to.say(node, &["metadata", "labels", "app.kubernetes.io/version"], flux());
    }
}

/// An instance of the operator: `spec.distribution.version` is a version or a range.
pub(super) fn instance(node: &Node, to: &mut Collector<'_>) {
    if let Some(spec) = node.get("spec") {
        distribution(spec, to);
    }
}

/// Values of the chart `flux-instance`, in a release or in a file.
pub(super) fn values(node: &Node, to: &mut Collector<'_>) {
    if let Some(instance) = node.get("instance") {
        distribution(instance, to);
    }
}

fn distribution(spec: &Node, to: &mut Collector<'_>) {
    let Some(distribution) = spec.get("distribution") else { return };
    let of_flux = ["artifact", "registry", "version"].iter().any(|field| distribution.get(field).is_some());
    if distribution.get("version").is_some() {
        to.say(distribution, &["version"], flux());
    } else if of_flux && string(distribution, &["artifact"]).contains("flux-operator-manifests") {
        // The version that the chart has if values have none.
        // controlplaneio-fluxcd/charts: charts/flux-instance/values.yaml
        to.say_at(distribution.span, flux(), "2.x".to_owned());
    }
}

fn flux() -> What {
    What::Git { url: FLUX.to_owned(), path: String::new() }
}
