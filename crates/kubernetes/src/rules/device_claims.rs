//! Rules of ResourceClaims, their templates, and DeviceClasses. In: an object. Out: errors.
//!
//! Easy to break: Go has one type for all versions. In older ones the fields of `exactly` are those of the
//! request, and since 1.33 their paths have it all the same.
//
// kubernetes: pkg/apis/resource/validation/validation.go; pkg/apis/resource/v1beta1/conversion.go

use std::collections::{HashMap, HashSet};

use crdc_source::{Node, Value};
use crdc_vocabulary::go::quote;
use crdc_vocabulary::names;

use super::at::At;
use super::changes::differ;
use super::device_names as check;
use super::device_selectors::Selectors;
use super::report::Report;
use super::{metadata, resources, shown, volumes};

/// The most requests, constraints and configurations of a claim.
const MOST: usize = 32;
/// The most alternatives of a request.
const ALTERNATIVES: usize = 8;
/// The most bytes of the parameters of a driver.
const PARAMETERS: usize = 10 * 1024;
/// The fields of a request that are those of `exactly`, and that Go tells from absent ones if they are empty.
const OF_EXACTLY: [&str; 4] = ["selectors", "adminAccess", "tolerations", "capacity"];
const EFFECTS: [&str; 3] = ["NoExecute", "NoSchedule", "None"];
/// The effects before 1.35.
const OLD_EFFECTS: [&str; 2] = ["NoExecute", "NoSchedule"];

/// A ResourceClaim that is created.
// ValidateResourceClaim
pub(super) fn claim(root: &At<'_, '_>, version: &str, report: &mut Report) {
    spec(&root.child("spec"), version, report);
}

/// A ResourceClaimTemplate that is created.
// ValidateResourceClaimTemplate
pub(super) fn template(root: &At<'_, '_>, version: &str, report: &mut Report) {
    let outer = root.child("spec");
    let of = outer.child("metadata");
    metadata::labels(&of.child("labels"), report);
    metadata::annotations(&of.child("annotations"), report);
    spec(&outer.child("spec"), version, report);
}

/// The names of requests, and of the alternatives of each.
pub(super) type Names<'n> = HashMap<&'n str, HashSet<&'n str>>;

/// The names of a list of requests.
// gatherRequestNames
pub(super) fn names_of<'n>(requests: &At<'_, 'n>) -> Names<'n> {
    requests
        .items()
        .map(|request| {
            let alternatives = request.child("firstAvailable");
            let names = alternatives.items().map(|one| one.child("name").text()).collect();
            (request.child("name").text(), names)
        })
        .collect()
}

// validateDeviceClaim
fn spec(spec: &At<'_, '_>, version: &str, report: &mut Report) {
    let devices = spec.child("devices");
    let (requests, constraints, config) =
        (devices.child("requests"), devices.child("constraints"), devices.child("config"));
    let names = names_of(&requests);
    let selectors = Selectors::default();
    let is_flat = ["v1alpha3", "v1beta1"].contains(&version);
    set(&requests, MOST, report, |one, report| request(one, is_flat, &selectors, report));
    if constraints.len() > MOST {
        report.too_many(&constraints, MOST);
    } else {
        for one in constraints.items() {
            constraint(&one, &names, report);
        }
    }
    if config.len() > MOST {
        return report.too_many(&config, MOST);
    }
    for one in config.items() {
        references(&one.child("requests"), &names, report);
        configuration(&one, false, report);
    }
}

/// A list whose items have different names.
// validateSet
pub(super) fn set<'n>(
    list: &At<'_, 'n>,
    most: usize,
    report: &mut Report,
    mut check: impl FnMut(&At<'_, 'n>, &mut Report),
) {
    if list.len() > most {
        return report.too_many(list, most);
    }
    for one in list.items() {
        check(&one, report);
    }
    let mut seen = HashSet::new();
    for one in list.items() {
        let name = one.child("name");
        if !seen.insert(name.text()) {
            let place = if report.version() < 35 { name } else { one };
            report.duplicate(&place, quote(name.text()));
        }
    }
}

// validateDeviceRequest
fn request(at: &At<'_, '_>, is_flat: bool, selectors: &Selectors, report: &mut Report) {
    check::label(&at.child("name"), report);
    let (exactly, alternatives) = (at.child("exactly"), at.child("firstAvailable"));
    if report.version() < 33 {
        return exact(at, at, true, selectors, report);
    }
    let has_alternatives = !alternatives.is_empty();
    let has_class = !at.child("deviceClassName").text().is_empty();
    let is_exact = match is_flat {
        // v1beta1/conversion.go hasAnyMainRequestFieldsSet
        true => {
            has_class
                || !at.child("allocationMode").text().is_empty()
                || at.child("count").int_or_zero() != 0
                || OF_EXACTLY.iter().any(|field| at.child(field).is_set())
        }
        false => exactly.is_set(),
    };
    match (is_exact, has_alternatives) {
        (false, false) => {
            report.required(at, "exactly one of `exactly` or `firstAvailable` is required");
        }
        (true, true) => {
            let detail =
                "exactly one of `exactly` or `firstAvailable` is required, but multiple fields are set";
            report.invalid(at, shown::null(report.version()), detail);
        }
        (true, false) => {
            let from = if is_flat { at } else { &exactly };
            // In older versions only a request with a class has defaults.
            exact(from, &from.named(at, "exactly"), !is_flat || has_class, selectors, report);
        }
        (false, true) => set(&alternatives, ALTERNATIVES, report, |one, report| {
            check::label(&one.child("name"), report);
            exact(one, one, true, selectors, report);
        }),
    }
}

/// What is asked for. `at` has the fields, and `place` is where their errors are.
// validateExactDeviceRequest
fn exact(
    at: &At<'_, '_>,
    place: &At<'_, '_>,
    has_defaults: bool,
    selectors: &Selectors,
    report: &mut Report,
) {
    let field = |name: &'static str| at.child(name).named(place, name);
    let class = field("deviceClassName");
    match class.text() {
        "" => report.required(&class, ""),
        text => report.against(&class, text, names::against_name(text.as_bytes())),
    }
    selectors.check(&field("selectors"), false, report);
    let (mode, count) = (field("allocationMode"), field("count"));
    let number = count.int_or_zero();
    match mode.text() {
        "All" if number != 0 => {
            report.invalid(&count, number, "must not be specified when allocationMode is 'All'");
        }
        "All" => {}
        "" if !has_defaults => report.unsupported(&mode, "", &["All", "ExactCount"]),
        // Nothing asks for one.
        "" | "ExactCount" if number < 0 => report.invalid(&count, number, "must be greater than zero"),
        "" | "ExactCount" => {}
        text => report.unsupported(&mode, text, &["All", "ExactCount"]),
    }
    // kube_features.go DRADeviceTaints: on since 1.36, and dropped before.
    if report.version() >= 36 {
        for one in field("tolerations").items() {
            toleration(&one, report);
        }
    }
}

// validateDeviceToleration
fn toleration(at: &At<'_, '_>, report: &mut Report) {
    let [key, operator, value] = ["key", "operator", "value"].map(|field| at.child(field));
    if !key.text().is_empty() {
        check::key(&key, report);
    }
    match operator.text() {
        "Exists" if !value.text().is_empty() => {
            report.bad_text(&value, value.text(), "must be empty for operator `Exists`");
        }
        "Exists" => {}
        // The default is `Equal`.
        "" | "Equal" => check::value(&value, report),
        text => report.unsupported(&operator, text, &["Equal", "Exists"]),
    }
    report.one_of(&at.child("effect"), &EFFECTS);
}

/// A taint of a device. A stored effect may stay.
// validateDeviceTaint
pub(super) fn taint(at: &At<'_, '_>, stored_effect: Option<&str>, report: &mut Report) {
    let [key, value, effect] = ["key", "value", "effect"].map(|field| at.child(field));
    check::key(&key, report);
    if !value.text().is_empty() {
        check::value(&value, report);
    }
    if stored_effect != Some(effect.text()) {
        let known: &[&str] = if report.version() < 35 { &OLD_EFFECTS } else { &EFFECTS };
        report.required_text(&effect);
        report.one_of(&effect, known);
    }
}

// validateDeviceConstraint
fn constraint(at: &At<'_, '_>, names: &Names<'_>, report: &mut Report) {
    references(&at.child("requests"), names, report);
    let (same, distinct) = (at.child("matchAttribute"), at.child("distinctAttribute"));
    // kube_features.go DRAConsumableCapacity: on since 1.36, and dropped before.
    let may_differ = report.version() >= 36;
    if same.is_set() {
        check::fully_qualified(&same, report);
    } else if distinct.is_set() && may_differ {
        check::fully_qualified(&distinct, report);
    } else if may_differ {
        let detail = "exactly one of \"matchAttribute\" or \"distinctAttribute\" is required, but multiple fields are set";
        report.required(at, detail);
    } else {
        report.required(&same, "");
    }
}

/// References to requests.
pub(super) fn references(list: &At<'_, '_>, names: &Names<'_>, report: &mut Report) {
    if list.len() > MOST {
        return report.too_many(list, MOST);
    }
    for one in list.items() {
        reference(&one, names, report);
    }
    let mut seen = HashSet::new();
    for one in list.items().filter(|one| !seen.insert(one.text())) {
        report.duplicate(&one, quote(one.text()));
    }
}

/// A reference to a request, or to an alternative of one.
// validateRequestNameRef
pub(super) fn reference(one: &At<'_, '_>, names: &Names<'_>, report: &mut Report) {
    let detail = match report.version() {
        ..33 => "must be the name of a request in the claim",
        _ => {
            "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'"
        }
    };
    let text = one.text();
    if text.matches('/').count() > 1 {
        return report.bad_text(one, text, detail);
    }
    for part in text.split('/') {
        report.against(one, part, names::against_namespace(part.as_bytes()));
    }
    let is_known = match text.split_once('/') {
        None => names.contains_key(text),
        Some((name, part)) => names.get(name).is_some_and(|parts| parts.contains(part)),
    };
    if !is_known {
        report.bad_text(one, text, detail);
    }
}

/// The configuration of a driver. Stored parameters may have any length: the limit came in 1.32.
// validateDeviceConfiguration
pub(super) fn configuration(at: &At<'_, '_>, is_stored: bool, report: &mut Report) {
    let opaque = at.child("opaque");
    if !opaque.is_set() {
        return report.required(&opaque, "");
    }
    volumes::driver(&opaque.child("driver"), report);
    let parameters = opaque.child("parameters");
    let is_limited = !is_stored && report.version() >= 32;
    match parameters.node().map(|node| &node.value) {
        None => report.required(&parameters, ""),
        Some(_)
            if is_limited && parameters.node().is_some_and(|node| node.to_go_json().len() > PARAMETERS) =>
        {
            report.too_long(&parameters, PARAMETERS);
        }
        Some(Value::Object(_)) => {}
        Some(_) => {
            let what = if report.version() < 34 { "parameters " } else { "" };
            let detail = format!("{what}must be a valid JSON object");
            report.bad_text(&parameters, "<value omitted>", &detail);
        }
    }
}

/// Whether configurations are the same. Go compares the bytes of the parameters.
fn same_configurations(now: &At<'_, '_>, before: &At<'_, '_>) -> bool {
    let json = |opaque: &At<'_, '_>| opaque.child("parameters").node().map(Node::to_go_json);
    now.len() == before.len()
        && now.items().zip(before.items()).all(|(now, before)| {
            let (now, before) = (now.child("opaque"), before.child("opaque"));
            now.is_set() == before.is_set()
                && now.child("driver").text() == before.child("driver").text()
                && json(&now) == json(&before)
        })
}

/// A DeviceClass.
// validateDeviceClassSpec
pub(super) fn class(root: &At<'_, '_>, old: Option<&At<'_, '_>>, report: &mut Report) {
    let spec = root.child("spec");
    let stored = old.map(|old| old.child("spec"));
    let list = spec.child("selectors");
    let is_same = |stored: &At<'_, '_>| !differ(list.node(), stored.child("selectors").node());
    Selectors::default().check(&list, stored.as_ref().is_some_and(is_same), report);
    let config = spec.child("config");
    let is_kept = stored.is_some_and(|stored| same_configurations(&config, &stored.child("config")));
    match config.len() > MOST {
        true => report.too_many(&config, MOST),
        false => config.items().for_each(|one| configuration(&one, is_kept, report)),
    }
    // kube_features.go DRAExtendedResource: on since 1.36, and dropped before.
    let name = spec.child("extendedResourceName");
    if name.is_set() && report.version() >= 36 && !resources::is_extended(name.text()) {
        report.bad_text(&name, name.text(), "must be a valid extended resource name");
    }
}
