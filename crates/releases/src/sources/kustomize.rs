//! Kustomizations: resources at addresses, charts, images, and versions in patches.
//
// kustomize: api/types/kustomization.go, api/types/helmchartargs.go

use super::helm;
use crate::collector::Collector;
use crate::nodes::{at, items, string};
use crate::statement::{Kind, Name, What};
use crdc_source::{Node, Source, parse};

pub(super) fn kustomization(node: &Node, to: &mut Collector<'_>) {
    // Flux's kind of the same name has a file of the same name at times.
    if string(node, &["apiVersion"]).starts_with("kustomize.toolkit.fluxcd.io/") {
        return;
    }
    for resource in ["resources", "bases", "components", "crds"].iter().flat_map(|list| items(node, &[list]))
    {
        let Some(url) = resource.as_str().filter(|url| url.contains("//") || url.contains("ref=")) else {
            continue;
        };
        to.say_at(resource.span, What::Git { url: url.to_owned(), path: String::new() }, String::new());
    }
    for chart in items(node, &["helmCharts"]) {
        helm::named(chart, ["repo", "name", "version"], to);
    }
    for chart in items(node, &["helmChartInflationGenerator"]) {
        helm::named(chart, ["chartRepoUrl", "chartName", "chartVersion"], to);
    }
    to.images(node, &["images"]);
    patches(node, &["patches"], to);
    patches(node, &["patchesJson6902"], to);
    for patch in items(node, &["patchesStrategicMerge"]) {
        if patch.as_str().is_some_and(|text| text.contains('\n')) {
            to.inside(patch);
        }
    }
}

pub(super) fn inflation_generator(node: &Node, to: &mut Collector<'_>) {
    helm::named(node, ["repo", "name", "version"], to);
}

/// Patches that are written in the list: objects, or operations on the object that the target names.
pub(super) fn patches(node: &Node, path: &[&str], to: &mut Collector<'_>) {
    for item in items(node, path) {
        let Some(patch) = item.get("patch") else { continue };
        let Some(text) = patch.as_str().filter(|text| text.contains("version") || text.contains("ref"))
        else {
            continue;
        };
        // Operations are a list, whose items begin with a dash.
        if !text.trim_start().starts_with(['-', '[']) || text.trim_start().starts_with("---") {
            to.inside(patch);
            continue;
        }
        let name = string(item, &["target", "name"]).to_owned();
        let Some(kind) = Kind::of(string(item, &["target", "kind"])).filter(|_| !name.is_empty()) else {
            continue;
        };
        let namespace = string(item, &["target", "namespace"]).to_owned();
        operations(text, patch, &Name { kind, name, namespace }, to);
    }
}

/// The operations of a JSON patch that set a version.
fn operations(text: &str, patch: &Node, of: &Name, to: &mut Collector<'_>) {
    let source = Source::new("", text);
    for list in &parse(&source).0 {
        for operation in items(list, &[]) {
            let sets = ["add", "replace"].contains(&string(operation, &["op"]));
            let field = string(operation, &["path"]);
            let is_version = match of.kind {
                Kind::HelmRelease => field == "/spec/chart/spec/version",
                Kind::HelmChart => field == "/spec/version",
                Kind::OciRepository | Kind::GitRepository => {
                    ["/spec/ref/tag", "/spec/ref/semver"].contains(&field)
                }
                Kind::HelmRepository => false,
            };
            let value = at(operation, &["value"]).and_then(|value| crate::nodes::scalar(value, &source));
            if let Some(value) = value.filter(|_| sets && is_version) {
                to.say_at(patch.span, What::Patch { of: of.clone() }, value);
            }
        }
    }
}
