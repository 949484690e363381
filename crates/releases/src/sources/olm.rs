//! Objects of the Operator Lifecycle Manager. A channel is no version: the newest release of it is installed.
//
// operator-framework/api: pkg/operators/v1alpha1/subscription_types.go, clusterserviceversion_types.go

use crate::collector::Collector;
use crate::nodes::{at, string};
use crate::statement::What;
use crdc_source::Node;

pub(super) fn subscription(node: &Node, to: &mut Collector<'_>) {
    let name = string(node, &["spec", "name"]).to_owned();
    if !name.is_empty() {
        to.say(node, &["spec", "startingCSV"], What::Package { name });
    }
}

/// A bundle of an operator; its name is that of the package with the version.
pub(super) fn cluster_service_version(node: &Node, to: &mut Collector<'_>) {
    let name = string(node, &["metadata", "name"]);
    let package = name.split_once('.').map_or(name, |(package, _)| package).to_owned();
    let has_version = at(node, &["spec", "version"]).is_some();
    let version: &[&str] = if has_version { &["spec", "version"] } else { &["metadata", "name"] };
    if !package.is_empty() {
        to.say(node, version, What::Package { name: package });
    }
}

// operator-framework/operator-controller: api/v1/clusterextension_types.go
pub(super) fn cluster_extension(node: &Node, to: &mut Collector<'_>) {
    let name = string(node, &["spec", "source", "catalog", "packageName"]).to_owned();
    if !name.is_empty() {
        to.say(node, &["spec", "source", "catalog", "version"], What::Package { name });
    }
}
