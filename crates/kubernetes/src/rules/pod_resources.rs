//! Rules of the resources of a pod as a whole: the claims that its containers name, and its own requests and
//! limits.
//!
//! Easy to break: the containers of a pod have the default that requests are limits; those of a template do
//! not.
//
// kubernetes: pkg/apis/core/validation/validation.go validatePodResourceClaim, validatePodResources,
// validatePodResourceConsistency; component-helpers: resource/helpers.go AggregateContainerRequests

use std::collections::BTreeMap;

use crdc_vocabulary::go::quote;
use crdc_vocabulary::names;

use super::at::At;
use super::report::Report;
use super::resources::{self, ClaimNames, is_huge_page};
use super::{pod_annotations, shown};
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
    let is_mirror = metadata
        .is_some_and(|metadata| metadata.child("annotations").index().contains_key(pod_annotations::MIRROR));
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
    resources::requirements(&at, resources::pod_name, claims, report);
    aggregates(spec, &at, is_pod, report);
}

/// Amounts by the names of resources.
type Amounts<'n> = BTreeMap<&'n str, Quantity>;

fn amounts<'n>(at: &At<'_, 'n>) -> Amounts<'n> {
    at.entries().filter_map(|(name, at)| Some((name, Quantity::at(&at)?))).collect()
}

fn add<'n>(to: &mut Amounts<'n>, more: &Amounts<'n>) {
    for (name, amount) in more {
        to.entry(name).and_modify(|sum| *sum = sum.plus(*amount)).or_insert(*amount);
    }
}

/// Makes an amount the larger one of two.
fn raise<'n>(of: &mut Amounts<'n>, name: &'n str, amount: Quantity) {
    of.entry(name)
        .and_modify(|known| {
            if amount.nanos > known.nanos {
                *known = amount;
            }
        })
        .or_insert(amount);
}

/// What the containers of a pod need together. Easy to break: only amounts that an init container has can
/// change the largest sum, so that its others are not looked at.
fn needed<'n>(spec: &At<'_, 'n>, of: impl Fn(&At<'_, 'n>) -> Amounts<'n>) -> Amounts<'n> {
    let (mut sum, mut sidecars, mut most) = (Amounts::new(), Amounts::new(), Amounts::new());
    spec.child("containers").items().for_each(|container| add(&mut sum, &of(&container)));
    for container in spec.child("initContainers").items() {
        let own = of(&container);
        let stays = container.child("restartPolicy").text() == "Always";
        if stays {
            add(&mut sum, &own);
            add(&mut sidecars, &own);
        }
        for (name, amount) in own {
            let beside = sidecars.get(name).copied();
            let together = match (beside, stays) {
                (Some(beside), true) => beside,
                (Some(beside), false) => amount.plus(beside),
                (None, _) => amount,
            };
            raise(&mut most, name, together);
        }
    }
    most.into_iter().for_each(|(name, amount)| raise(&mut sum, name, amount));
    sum
}

fn aggregates<'n>(spec: &At<'_, 'n>, at: &At<'_, 'n>, is_pod: bool, report: &mut Report) {
    let limits_of = |container: &At<'_, 'n>| amounts(&container.child("resources").child("limits"));
    let requests_of = |container: &At<'_, 'n>| {
        let mut all = amounts(&container.child("resources").child("requests"));
        // SetDefaults_Pod
        if is_pod {
            limits_of(container).into_iter().for_each(|(name, amount)| {
                all.entry(name).or_insert(amount);
            });
        }
        all
    };
    let (requests, limits) = (at.child("requests"), at.child("limits"));
    let own = amounts(&requests);
    for (name, sum) in needed(spec, requests_of) {
        if let Some(asked) = own.get(name).filter(|asked| sum.nanos > asked.nanos) {
            let detail =
                format!("must be greater than or equal to aggregate container requests of {}", sum.text());
            report.bad_text(&requests.key(name), &asked.text(), &detail);
        }
    }
    let own = amounts(&limits);
    for (name, sum) in needed(spec, limits_of).into_iter().filter(|(name, _)| is_huge_page(name)) {
        if let Some(most) = own.get(name).filter(|most| sum.nanos > most.nanos) {
            let detail =
                format!("must be greater than or equal to aggregate container limits of {}", sum.text());
            report.bad_text(&limits.key(name), &most.text(), &detail);
        }
    }
    // The path is below the resources of the pod.
    let list = spec.child("containers");
    let place = list.named(at, "containers");
    for (container, place) in list.items().zip(place.items()) {
        for (name, limit) in limits_of(&container) {
            if let Some(most) = own.get(name).filter(|most| limit.nanos > most.nanos) {
                let detail = format!("must be less than or equal to pod limits of {}", most.text());
                let place = place.key_without_value(name);
                report.bad_text(&place.child("limits"), &limit.text(), &detail);
            }
        }
    }
}
