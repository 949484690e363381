//! Rules of Kubernetes' own kinds beyond their types. In: a decoded object. Out: errors, and warnings.
//!
//! `at` is a value of the object with its path and its place in the text, `report` builds problems from
//! places and messages, and `shown` formats values as Go does. `registry` has the kinds. Each other file
//! has the rules of a kind, or of a part of several kinds, with the server's source. They read the object
//! with Go's defaults. Values of wrong types are reported by the decoder.
//
// kubernetes: pkg/apis/*/validation

mod addresses;
mod at;
mod autoscaling;
mod bodies;
mod certificates;
mod changes;
mod claims;
mod cluster_ips;
mod comparison;
mod config;
mod container_lists;
mod containers;
mod coordination;
mod cron;
mod csi;
mod device_attributes;
mod device_claims;
mod device_names;
mod device_selectors;
mod device_slices;
mod device_status;
mod dns;
mod dropped;
mod endpoints;
mod env;
mod env_files;
mod events;
mod expressions;
mod flow_schemas;
mod host_namespaces;
mod immutable;
mod indexes;
mod ingresses;
mod jobs;
mod lists;
mod mandatory;
mod match_conditions;
mod metadata;
mod mounts;
mod mutations;
mod names;
mod others;
mod outcomes;
mod page;
mod persistent_volumes;
mod pod_annotations;
mod pod_resources;
mod pods;
mod policies;
mod ports;
mod priority_levels;
mod probes;
mod projected;
mod quantity;
mod questions;
mod quotas;
mod ranges;
mod rbac;
mod registry;
mod report;
mod resources;
mod restarts;
mod revisions;
mod scheduling;
mod security;
mod selector;
mod services;
mod shown;
mod signers;
mod status;
#[cfg(test)]
mod tests;
mod texts;
mod time_zones;
mod volume_files;
mod volume_sources;
mod volumes;
mod warnings;
mod webhooks;
mod windows;
mod workloads;

pub use self::page::rules_page;

use std::collections::HashSet;

use self::at::At;
use self::comparison::Comparison;
use self::registry::{Update, Written, rules_of};
use self::report::{DUPLICATE, REPEATED, Report};
use crate::definition::{Definition, Type};
use crate::kinds::Kinds;
use crate::problem::{Level, Problem};
use crate::request::Request;

/// The problems of an object: errors, then warnings.
pub(crate) fn problems(kinds: &Kinds, definition: &Definition, request: Request<'_>) -> Vec<Problem> {
    let Some(known) = &definition.kind else { return Vec::new() };
    let (group, version, kind) = (known.group.as_str(), known.version.as_str(), known.kind.as_str());
    let root = At::root(request.object);
    let mut report = Report::new(kinds.version(), request.server_side).of_update(request.old.is_some());
    let comparison = Comparison::new(kinds, definition, request.is_complete);
    if !is_stored(kinds, definition, group, kind) {
        by_kind(&root, (group, version, kind), request, &comparison, &mut report);
        return report.finish();
    }
    metadata::metadata(&root, group, kind, request.old.is_some(), &mut report);
    let subresource = request.subresource.unwrap_or_default();
    by_kind(&root, (group, version, kind), request, &comparison, &mut report);
    if subresource != "status" {
        pod_warnings(&root, kind, &mut report);
    }
    lists::lists(kinds, definition, &root, &mut report);
    let problems = without_same(report.finish(), request.server_side);
    let (errors, rest): (Vec<_>, Vec<_>) =
        problems.into_iter().partition(|problem| problem.level == Level::Error);
    errors.into_iter().chain(rest).collect()
}

/// All problems of a request. Server-side apply refuses repeated items before Go validates the object, so
/// problems that Go would report about the same items (duplicates, warnings) are left out.
fn without_same(mut problems: Vec<Problem>, is_server_side: bool) -> Vec<Problem> {
    if !is_server_side {
        return problems;
    }
    let refused = problems.iter().filter(|problem| problem.id == REPEATED);
    let refused: HashSet<String> = refused.map(|problem| problem.path.clone()).collect();
    if refused.is_empty() {
        return problems;
    }
    problems.retain(|problem| {
        let item = problem.path.rsplit_once('.').map_or("", |(item, _)| item);
        let is_same = problem.id == DUPLICATE || problem.level == Level::Warning;
        !is_same || ![problem.path.as_str(), item].iter().any(|path| refused.contains(*path))
    });
    problems
}

/// Whether objects of a kind are stored with a name. Lists and questions to the server are not, and
/// definitions of custom resources have checks of their own.
fn is_stored(kinds: &Kinds, definition: &Definition, group: &str, kind: &str) -> bool {
    let metadata = definition.field("metadata").map(|field| &field.value);
    let has_metadata = match metadata {
        Some(Type::Named(id)) => kinds.get(*id).is_some_and(|found| found.go_name() == "ObjectMeta"),
        _ => false,
    };
    let is_question = ["authentication.k8s.io", "authorization.k8s.io"].contains(&group)
        || ["Binding", "Eviction", "Scale", "CustomResourceDefinition"].contains(&kind);
    has_metadata && !is_question
}

/// The rules of the object, then of the update. Of an update of the status only its own rules: a server does
/// not look at the rest of the object then.
fn by_kind(
    root: &At<'_, '_>,
    of: (&str, &str, &str),
    request: Request<'_>,
    comparison: &Comparison<'_>,
    report: &mut Report,
) {
    let Some(rules) = rules_of(of.0, of.2) else { return };
    let subresource = request.subresource.unwrap_or_default();
    let update = request.old.map(|old| Update { now: *root, before: At::root(old), subresource, comparison });
    if ["approval", "status"].contains(&subresource)
        && let Some(update) = &update
    {
        if let Some(rule) = rules.status {
            rule(update, report);
        }
        return;
    }
    let written = Written {
        root: *root,
        old: request.old.map(At::root),
        version: of.1,
        is_complete: request.is_complete,
    };
    let create = rules.create.filter(|_| update.is_none());
    for rule in rules.object.into_iter().chain(create) {
        rule(&written, report);
    }
    if let (Some(rule), Some(update)) = (rules.update, &update) {
        rule(update, report);
    }
}

fn pod_warnings(root: &At<'_, '_>, kind: &str, report: &mut Report) {
    let spec = root.child("spec");
    match kind {
        "Pod" => warnings::warnings(root, report),
        "PodTemplate" => warnings::warnings(&root.child("template"), report),
        "Deployment" | "ReplicaSet" | "DaemonSet" | "StatefulSet" | "ReplicationController" | "Job" => {
            warnings::warnings(&spec.child("template"), report);
        }
        "CronJob" => {
            let job = spec.child("jobTemplate");
            let spec = job.child("spec");
            warnings::warnings(&spec.child("template"), report);
        }
        _ => {}
    }
}
