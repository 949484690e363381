//! Images of workloads, and those that values of charts set.

use crate::collector::Collector;
use crate::nodes::{at, items, string};
use crate::statement::What;
use crdc_source::{Node, Value};

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

/// Images in the values of a release: a repository beside a tag, as charts agree on.
pub(super) fn values(values: &Node, to: &mut Collector<'_>) {
    let mut open = vec![values];
    while let Some(node) = open.pop() {
        match &node.value {
            Value::Array(items) => open.extend(items),
            Value::Object(members) => {
                open.extend(members.iter().map(|member| &member.value));
                let name = string(node, &["repository"]);
                if !name.is_empty() && !name.contains("://") && node.get("tag").is_some() {
                    let registry = string(node, &["registry"]);
                    let name =
                        if registry.is_empty() { name.to_owned() } else { format!("{registry}/{name}") };
                    to.say(node, &["tag"], What::Image { name });
                }
            }
            _ => {}
        }
    }
}
