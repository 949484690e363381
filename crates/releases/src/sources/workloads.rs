//! Images of workloads.

use crate::collector::Collector;
use crate::nodes::{at, items, string};
use crate::statement::What;
use crdc_source::Node;

pub(super) fn pod(node: &Node, to: &mut Collector<'_>) {
    if let Some(spec) = node.get("spec") {
        images(spec, to);
    }
}

pub(super) fn template(node: &Node, to: &mut Collector<'_>) {
    if let Some(spec) = at(node, &["spec", "template", "spec"]) {
        images(spec, to);
    }
}

pub(super) fn cron_job(node: &Node, to: &mut Collector<'_>) {
    if let Some(spec) = at(node, &["spec", "jobTemplate", "spec", "template", "spec"]) {
        images(spec, to);
    }
}

fn images(spec: &Node, to: &mut Collector<'_>) {
    for container in ["initContainers", "containers"].iter().flat_map(|list| items(spec, &[list])) {
        let image = string(container, &["image"]);
        if let Some(node) = container.get("image").filter(|_| !image.is_empty()) {
            to.say_at(node.span, What::Image { name: image.to_owned() }, String::new());
        }
    }
}
