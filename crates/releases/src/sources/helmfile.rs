//! Files of helmfile: releases of charts, whose repositories have names.
//
// helmfile: pkg/state/state.go

use crate::collector::Collector;
use crate::nodes::{items, string};
use crate::statement::What;
use crdc_source::{Node, Value};
use std::collections::HashMap;

/// Reads a document that has releases. Repositories may be in another document of the file, or in another
/// file; then the address of the chart stays unknown.
pub(super) fn file(node: &Node, to: &mut Collector<'_>) {
    let releases = items(node, &["releases"]);
    if releases.is_empty() {
        return;
    }
    let mut repositories = HashMap::new();
    for repository in items(node, &["repositories"]) {
        let is_oci = matches!(repository.get("oci").map(|oci| &oci.value), Some(Value::Bool(true)));
        let url = string(repository, &["url"]);
        let url = if is_oci && !url.contains("://") { format!("oci://{url}") } else { url.to_owned() };
        repositories.insert(string(repository, &["name"]), url);
    }
    for release in releases {
        let chart = string(release, &["chart"]);
        if chart.is_empty() || chart.starts_with(['.', '/']) || chart.starts_with("{{") {
            continue;
        }
        let what = if chart.starts_with("oci://") {
            What::Chart { repository: String::new(), name: chart.to_owned() }
        } else if chart.contains("://") || chart.starts_with("git::") {
            // `git::https://github.com/o/r@path?ref=v1.2.3`
            What::Git { url: chart.replacen(".git@", ".git//", 1), path: String::new() }
        } else {
            let Some((repository, name)) = chart.split_once('/') else { continue };
            let repository = repositories.get(repository).cloned().unwrap_or_default();
            What::Chart { repository, name: name.to_owned() }
        };
        to.say(release, &["version"], what);
    }
}
