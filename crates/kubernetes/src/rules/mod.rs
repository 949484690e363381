//! Rules of Kubernetes' own kinds beyond their types. In: a decoded object. Out: errors, and warnings.
//!
//! `at` is a value of the object with its path and its place in the text, `report` builds problems from
//! places and messages, and `shown` formats values as Go does. Each other file has the rules of a kind, or of
//! a part of several kinds, with the server's source. They read the object with Go's defaults. Values of
//! wrong types are reported by the decoder.
//
// kubernetes: pkg/apis/*/validation

mod addresses;
mod at;
mod autoscaling;
mod changes;
mod claims;
mod config;
mod containers;
mod cron;
mod dropped;
mod endpoints;
mod env;
mod expressions;
mod immutable;
mod ingresses;
mod jobs;
mod lists;
mod match_conditions;
mod metadata;
mod mounts;
mod names;
mod others;
mod outcomes;
mod persistent_volumes;
mod pod_changes;
mod pods;
mod policies;
mod ports;
mod probes;
mod quantity;
mod quotas;
mod rbac;
mod report;
mod resources;
mod scheduling;
mod security;
mod selector;
mod services;
mod shown;
#[cfg(test)]
mod tests;
mod texts;
mod volumes;
mod warnings;
mod webhooks;
mod workloads;

use std::collections::HashSet;

use self::at::At;
use self::report::{DUPLICATE, REPEATED, Report};
use crate::definition::{Definition, Type};
use crate::kinds::Kinds;
use crate::problem::{Level, Problem};
use crate::request::Request;

/// The problems of an object: errors, then warnings.
pub(crate) fn problems(kinds: &Kinds, definition: &Definition, request: Request<'_>) -> Vec<Problem> {
    let Some(known) = &definition.kind else { return Vec::new() };
    if !is_stored(kinds, definition, &known.group, &known.kind) {
        return Vec::new();
    }
    let (group, version, kind) = (known.group.as_str(), known.version.as_str(), known.kind.as_str());
    let subresource = request.subresource.unwrap_or_default();
    let root = At::root(request.object);
    let mut report = Report::new(kinds.version(), request.server_side);
    metadata::metadata(&root, group, kind, request.old.is_some(), &mut report);
    by_kind(&root, (group, version, kind), request, &mut report);
    if let Some(old) = request.old {
        immutable::changes(&root, &At::root(old), [group, kind, subresource], &mut report);
    }
    pod_warnings(&root, kind, &mut report);
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

fn by_kind(root: &At<'_, '_>, of: (&str, &str, &str), request: Request<'_>, report: &mut Report) {
    let is_update = request.old.is_some();
    let old = request.old.map(At::root);
    let old = old.as_ref();
    match (of.0, of.2) {
        ("", "Pod") => pods::pod(root, is_update, report),
        ("", "PodTemplate") => pods::template(&root.child("template"), report),
        ("", "ReplicationController") => workloads::controller(root, report),
        ("apps", "Deployment") => workloads::replicas(root, true, report),
        ("apps", "ReplicaSet") => workloads::replicas(root, false, report),
        ("apps", "DaemonSet") => workloads::daemons(root, report),
        ("apps", "StatefulSet") => workloads::stateful(root, old, report),
        ("batch", "Job") => jobs::job(root, is_update, report),
        ("batch", "CronJob") => jobs::cron_job(root, is_update, report),
        ("", "Service") => services::service(root, old, report),
        ("networking.k8s.io", "Ingress") => ingresses::ingress(root, is_update, report),
        ("networking.k8s.io", "IngressClass") => ingresses::class(root, report),
        ("networking.k8s.io", "NetworkPolicy") => ingresses::policy(root, old, report),
        ("", "ConfigMap") => config::config_map(root, report),
        ("", "Secret") => config::secret(root, report),
        ("", "PersistentVolumeClaim") => claims::claim(root, old, report),
        ("", "PersistentVolume") => persistent_volumes::volume(root, report),
        ("storage.k8s.io", "StorageClass") => persistent_volumes::class(root, report),
        ("autoscaling", "HorizontalPodAutoscaler") => {
            autoscaling::autoscaler(root, old, of.1 == "v2", report)
        }
        ("policy", "PodDisruptionBudget") => autoscaling::budget(root, report),
        (rbac::GROUP, "Role") => rbac::role(root, true, report),
        (rbac::GROUP, "ClusterRole") => rbac::role(root, false, report),
        (rbac::GROUP, "RoleBinding") => rbac::binding(root, true, report),
        (rbac::GROUP, "ClusterRoleBinding") => rbac::binding(root, false, report),
        ("", "ResourceQuota") => quotas::quota(root, report),
        ("", "LimitRange") => quotas::limits(root, report),
        ("admissionregistration.k8s.io", "ValidatingWebhookConfiguration") => {
            webhooks::configuration(root, old, false, report);
        }
        ("admissionregistration.k8s.io", "MutatingWebhookConfiguration") => {
            webhooks::configuration(root, old, true, report);
        }
        ("admissionregistration.k8s.io", "ValidatingAdmissionPolicy") => policies::policy(root, old, report),
        ("admissionregistration.k8s.io", "ValidatingAdmissionPolicyBinding") => {
            policies::binding(root, report)
        }
        ("", "Node") => others::node(root, report),
        ("node.k8s.io", "RuntimeClass") => others::runtime_class(root, report),
        ("discovery.k8s.io", "EndpointSlice") => endpoints::slice(root, old, report),
        // Endpoints of old objects are not checked again.
        ("", "Endpoints") if !is_update => endpoints::endpoints(root, report),
        ("scheduling.k8s.io", "PriorityClass") => others::priority_class(root, report),
        ("apiregistration.k8s.io", "APIService") => others::api_service(root, report),
        _ => {}
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
