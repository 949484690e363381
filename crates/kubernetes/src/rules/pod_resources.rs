//! Rules of the resources of a pod as a whole: the claims that its containers name, and its own requests and
//! limits.
//!
//! Easy to break: a pod has the defaults of the server, such as that requests are limits; a template does
//! not.
//
// kubernetes: pkg/apis/core/validation/validation.go validatePodResourceClaim, validatePodResources,
// validatePodResourceConsistency

use crdc_source::{Member, Node, Value};
use crdc_vocabulary::go::quote;
use crdc_vocabulary::names;

use super::at::At;
use super::report::Report;
use super::resources::{self, ClaimNames};
use super::{pod_annotations, shown};
use crate::pod_level::{Amounts, ContainerAmounts, is_huge_page, needed, pod_level_defaults};
use crate::quantity::Quantity;

/// `resourceClaims` of a pod's spec. Out: their names.
pub(super) fn resource_claims<'n>(
    at: &At<'_, 'n>,
    metadata: Option<&At<'_, '_>>,
    report: &mut Report,
) -> ClaimNames<'n> {
    let mut known = ClaimNames::default();
    // The rule came with 1.32.
    let metadata = metadata.filter(|_| report.version() >= 32);
    let is_mirror =
        metadata.is_some_and(|metadata| metadata.child("annotations").has_key(pod_annotations::MIRROR));
    for claim in at.items() {
        let name = claim.child("name");
        let text = name.text();
        let is_new = text.is_empty() || known.insert(text);
        if is_mirror {
            report.forbidden(&claim.without_path(), "static pods do not support resource claims");
            continue;
        }
        match text {
            "" => report.required(&name, ""),
            _ if !is_new => report.duplicate(&name, quote(text)),
            _ => report.against(&name, text, names::against_namespace(text.as_bytes())),
        }
        let (one, template) = (claim.child("resourceClaimName"), claim.child("resourceClaimTemplateName"));
        let detail = match (one.is_set(), template.is_set()) {
            (true, true) => {
                "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified"
            }
            (false, false) => "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`",
            _ => "",
        };
        if !detail.is_empty() {
            report.invalid_whole(&claim, &shown_claim(&claim), detail);
        }
        for name in [&one, &template].into_iter().filter(|name| name.is_set()) {
            report.against(name, name.text(), names::against_name(name.text().as_bytes()));
        }
    }
    known
}

fn shown_claim(claim: &At<'_, '_>) -> String {
    let fields = [
        ("Name", "name"),
        ("ResourceClaimName", "resourceClaimName"),
        ("ResourceClaimTemplateName", "resourceClaimTemplateName"),
    ];
    let fields = fields.map(|(name, field)| {
        let at = claim.child(field);
        let is_text = at.is_set() || field == "name";
        (name, if is_text { shown::text(at.text()) } else { "null".to_owned() })
    });
    shown::object(&fields)
}

/// `resources` of a pod's spec.
pub(super) fn resources(spec: &At<'_, '_>, claims: &ClaimNames<'_>, is_pod: bool, report: &mut Report) {
    let at = spec.child("resources");
    // kube_features.go PodLevelResources: on since 1.34. Before, the field is dropped.
    if report.version() < 34 || !at.is_set() {
        return;
    }
    let system = spec.child("os");
    if system.child("name").text() == "windows" {
        report.forbidden(&at, "may not be set for a windows pod");
        return;
    }
    if at.child("claims").is_set() {
        report.forbidden(&at.child("claims"), "claims may not be set for Resources at pod-level");
    }
    let containers = containers(spec, is_pod);
    let node = at.node().filter(|_| is_pod).map(|node| with_defaults(&at, node, &containers));
    let at = node.as_ref().map_or(at, |node| at.with(node));
    resources::requirements(&at, resources::pod_name, claims, report);
    aggregates(spec, &at, &containers, report);
}

/// The requests and limits of the containers of a pod, init containers last.
fn containers<'n>(spec: &At<'_, 'n>, is_pod: bool) -> Vec<ContainerAmounts<'n>> {
    let mut all = Vec::new();
    for (list, is_init) in [("containers", false), ("initContainers", true)] {
        for container in spec.child(list).items() {
            let resources = container.child("resources");
            let limits = amounts(&resources.child("limits"));
            let mut requests = amounts(&resources.child("requests"));
            // SetDefaults_Pod
            if is_pod {
                limits.iter().for_each(|(name, amount)| {
                    requests.entry(name).or_insert(*amount);
                });
            }
            let stays = container.child("restartPolicy").text() == "Always";
            all.push(ContainerAmounts { requests, limits, is_init, stays });
        }
    }
    all
}

fn amounts<'n>(at: &At<'_, 'n>) -> Amounts<'n> {
    // Null is zero.
    let amount = |at: &At<'_, '_>| if at.is_set() { Quantity::at(at) } else { Some(Quantity::of_int(0)) };
    at.entries().filter_map(|(name, at)| Some((name, amount(&at)?))).collect()
}

/// The resources of a pod with the defaults of the server. Their place is the list.
fn with_defaults(at: &At<'_, '_>, node: &Node, containers: &[ContainerAmounts<'_>]) -> Node {
    const LISTS: [&str; 2] = ["limits", "requests"];
    let own = LISTS.map(|field| -> Amounts<'_> {
        let list = node.get(field).map(|list| at.with(list));
        // What cannot be read is there too.
        let amount = |at: &At<'_, '_>| Quantity::at(at).unwrap_or(Quantity::of_int(0));
        list.iter().flat_map(At::entries).map(|(name, at)| (name, amount(&at))).collect()
    });
    let missing = pod_level_defaults(&own[0], &own[1], containers);
    let mut all = node.clone();
    for (field, missing) in LISTS.into_iter().zip(missing).filter(|(_, missing)| !missing.is_empty()) {
        let span = at.child(field).span();
        let member =
            |key: &str, value| Member { key: key.to_owned(), key_span: span, value: Node { span, value } };
        let missing = missing.iter().map(|(name, amount)| member(name, Value::String(amount.text())));
        let Value::Object(lists) = &mut all.value else { continue };
        match lists.iter_mut().find(|member| member.key == field).map(|member| &mut member.value.value) {
            Some(Value::Object(list)) => list.extend(missing),
            Some(other) => *other = Value::Object(missing.collect()),
            None => lists.push(member(field, Value::Object(missing.collect()))),
        }
    }
    all
}

fn aggregates<'n>(
    spec: &At<'_, 'n>,
    at: &At<'_, 'n>,
    containers: &[ContainerAmounts<'n>],
    report: &mut Report,
) {
    let (requests, limits) = (at.child("requests"), at.child("limits"));
    let sums = needed(containers, |container| &container.requests);
    for (name, asked) in requests.entries() {
        let Some((sum, own)) = sums.get(name).zip(Quantity::at(&asked)) else { continue };
        if sum.nanos > own.nanos {
            let detail =
                format!("must be greater than or equal to aggregate container requests of {}", sum.text());
            report.bad_text(&asked, &own.text(), &detail);
        }
    }
    let sums = needed(containers, |container| &container.limits);
    for (name, most) in limits.entries().filter(|(name, _)| is_huge_page(name)) {
        let Some((sum, own)) = sums.get(name).zip(Quantity::at(&most)) else { continue };
        if sum.nanos > own.nanos {
            let detail =
                format!("must be greater than or equal to aggregate container limits of {}", sum.text());
            report.bad_text(&most, &own.text(), &detail);
        }
    }
    // The path is below the resources of the pod.
    let (list, own) = (spec.child("containers"), amounts(&limits));
    let place = list.named(at, "containers");
    for (container, place) in containers.iter().zip(place.items()) {
        for (name, limit) in &container.limits {
            if let Some(most) = own.get(name).filter(|most| limit.nanos > most.nanos) {
                let detail = format!("must be less than or equal to pod limits of {}", most.text());
                let place = place.key_without_value(name);
                report.bad_text(&place.child("limits"), &limit.text(), &detail);
            }
        }
    }
}
