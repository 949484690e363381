//! Rules of ResourceSlices: the devices that a driver offers. In: an object, or an update of one. Out:
//! errors.
//!
//! Easy to break: in older API versions the fields of a device are below `basic`, whose path has no `basic`
//! since 1.33. What is off in a version is dropped before it is checked.
//
// kubernetes: pkg/apis/resource/validation/validation.go validateResourceSliceSpec;
// pkg/registry/resource/resourceslice/strategy.go

use std::collections::HashSet;

use crdc_vocabulary::go::quote;
use crdc_vocabulary::names;

use super::at::At;
use super::device_attributes::{attribute, policy};
use super::device_claims::{set, taint};
use super::device_names as check;
use super::report::Report;
use super::scheduling::node_selector;
use super::{shown, volumes};

/// The most devices of a slice, and the most if they have more than attributes.
const DEVICES: usize = 128;
const RICH_DEVICES: usize = 64;
/// The most attributes and capacities of a device.
const ATTRIBUTES: usize = 32;
/// The most values of attributes of a device.
const ATTRIBUTE_VALUES: usize = 48;
const TAINTS: usize = 16;
const COUNTER_SETS: usize = 8;
const COUNTERS: usize = 32;
const CONSUMED: usize = 2;
const CONDITIONS: usize = 4;
/// The version since which devices have taints, counters, nodes of their own, conditions and several claims.
// kube_features.go DRADeviceTaints, DRAPartitionableDevices, DRADeviceBindingConditions,
// DRAConsumableCapacity
const RICH_SINCE: u8 = 36;

/// A ResourceSlice.
// validateResourceSliceSpec
pub(super) fn slice(root: &At<'_, '_>, version: &str, old: Option<&At<'_, '_>>, report: &mut Report) {
    let (spec, is_rich) = (root.child("spec"), report.version() >= RICH_SINCE);
    volumes::driver(&spec.child("driver"), report);
    let pool = spec.child("pool");
    check::pool(&pool.child("name"), report);
    let (count, generation) = (pool.child("resourceSliceCount"), pool.child("generation"));
    let number = count.int_or_zero();
    if number <= 0 {
        report.invalid(&count, number, "must be greater than zero");
    }
    if let Some(number) = generation.int().filter(|number| *number < 0) {
        report.invalid(&generation, number, "must be greater than or equal to zero");
    }
    if let Some(old) = old {
        unchanged(&spec, &old.child("spec"), version, report);
    }
    let per_device = spec.child("perDeviceNodeSelection");
    let per_device = if is_rich && per_device.is_set() { Some(per_device) } else { None };
    nodes(&spec, per_device.as_ref(), version, report);
    let (devices, counters) = (spec.child("devices"), spec.child("sharedCounters"));
    if is_rich && devices.is_set() && counters.is_set() {
        report.bad_text(&spec.at_key(), "", "only one of `sharedCounters` or `devices` is allowed");
    }
    let has_basic = ["v1alpha3", "v1beta1"].contains(&version);
    let rich = |device: At<'_, '_>| {
        let basic = device.child("basic");
        let device = if has_basic { &basic } else { &device };
        !device.child("taints").is_empty() || !device.child("consumesCounters").is_empty()
    };
    let most = if is_rich && devices.items().any(rich) { RICH_DEVICES } else { DEVICES };
    let is_per_device = per_device.is_some_and(|at| at.flag());
    set(&devices, most, report, |one, report| {
        check::label(&one.child("name"), report);
        let basic = one.child("basic");
        match has_basic {
            true if report.version() >= 33 => device(&basic, one, is_per_device, report),
            true if !basic.is_set() => report.required(&basic, ""),
            true => device(&basic, &basic, is_per_device, report),
            false => device(one, one, is_per_device, report),
        }
    });
    if is_rich {
        set(&counters, COUNTER_SETS, report, |one, report| {
            counter_set(&one.child("name"), &one.child("counters"), report);
        });
    }
}

/// Whether Go tells an empty name and `false` from nothing.
fn has_pointers(version: &str, report: &Report) -> bool {
    !["v1alpha3", "v1beta1"].contains(&version) && report.version() >= 33
}

fn unchanged(spec: &At<'_, '_>, old: &At<'_, '_>, version: &str, report: &mut Report) {
    let (pool, stored) = (spec.child("pool"), old.child("pool"));
    for (now, before) in
        [(pool.child("name"), stored.child("name")), (spec.child("driver"), old.child("driver"))]
    {
        if now.text() != before.text() {
            report.immutable(&now, quote(now.text()));
        }
    }
    let is_pointer = has_pointers(version, report);
    let (node, before) = (spec.child("nodeName"), old.child("nodeName"));
    let given = [&node, &before].map(|at| (is_pointer && at.is_set(), at.text()));
    if given[0] != given[1] {
        // The type without a version has a pointer since 1.33, which is nothing for an empty name.
        let shown = match (given[0], report.version()) {
            ((false, ""), version @ 33..) => shown::null(version),
            ((_, name), version) => shown::text_in(version, name),
        };
        report.immutable(&node, shown);
    }
}

/// Which nodes have the devices of a slice.
fn nodes(spec: &At<'_, '_>, per_device: Option<&At<'_, '_>>, version: &str, report: &mut Report) {
    let (name, selector, all) = (spec.child("nodeName"), spec.child("nodeSelector"), spec.child("allNodes"));
    // In older API versions an empty name and `false` are nothing.
    let is_pointer = has_pointers(version, report);
    let mut fields = Vec::new();
    if name.is_set() {
        match name.text() {
            "" if is_pointer => {
                report.bad_text(&name, "", "must be either unset or set to a non-empty string");
            }
            "" => {}
            text => {
                fields.push("`nodeName`");
                report.against(&name, text, names::against_name(text.as_bytes()));
            }
        }
    }
    if selector.is_set() {
        fields.push("`nodeSelector`");
        node_selector(&selector, report);
        let terms = selector.child("nodeSelectorTerms");
        if terms.len() != 1 {
            report.invalid_unseen(&terms, "must have exactly one node selector term");
        }
    }
    for (at, field) in [(Some(&all), "`allNodes`"), (per_device, "`perDeviceNodeSelection`")] {
        let Some(at) = at.filter(|at| at.is_set()) else { continue };
        if at.flag() {
            fields.push(field);
        } else if is_pointer || field == "`perDeviceNodeSelection`" {
            report.invalid(at, false, "must be either unset or set to true");
        }
    }
    let wanted = match report.version() {
        ..33 => "exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required",
        _ => "exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required",
    };
    let place = spec.at_key();
    match (fields.len(), report.version()) {
        (0, _) => report.required(&place, wanted),
        (1, _) => {}
        (_, ..33) => report.invalid_unseen(&place, wanted),
        _ => {
            let shown = format!("{{{}}}", fields.join(", "));
            report.bad_text(&place, &shown, &format!("{wanted}, but multiple fields are set"));
        }
    }
}

/// A device. `at` has the fields, and `place` is where their errors are.
// validateDevice
fn device(at: &At<'_, '_>, place: &At<'_, '_>, is_per_device: bool, report: &mut Report) {
    let field = |name: &'static str| at.child(name).named(place, name);
    let is_rich = report.version() >= RICH_SINCE;
    let (attributes, capacity) = (field("attributes"), field("capacity"));
    let count = attributes.len() + capacity.len();
    if count > ATTRIBUTES {
        let detail = format!("the total number of attributes and capacities must not exceed {ATTRIBUTES}");
        report.invalid(place, count, &detail);
    }
    // kube_features.go DRAListTypeAttributes: off, so each attribute has one value.
    let values = attributes.len();
    if values > ATTRIBUTE_VALUES && report.version() >= 36 {
        let detail = format!("the total number of attribute values must not exceed {ATTRIBUTE_VALUES}");
        report.invalid(place, values, &detail);
    }
    for (name, value) in attributes.entries() {
        check::qualified(&value.as_map(&attributes), name, report);
        let shown = check::shortened(name);
        attribute(&value.keyed(&attributes, &shown), report);
    }
    let is_shared = field("allowMultipleAllocations").flag();
    for (name, value) in capacity.entries() {
        check::qualified(&value.as_map(&capacity), name, report);
        let shown = check::shortened(name);
        if is_rich {
            policy(&value.keyed(&capacity, &shown), is_shared, report);
        }
    }
    if !is_rich {
        return;
    }
    let taints = field("taints");
    match taints.len() > TAINTS {
        true => report.too_many(&taints, TAINTS),
        false => taints.items().for_each(|one| taint(&one, None, report)),
    }
    consumed(&field("consumesCounters"), report);
    nodes_of_device(at, place, is_per_device, report);
    conditions(&field("bindingConditions"), &field("bindingFailureConditions"), report);
}

fn consumed(list: &At<'_, '_>, report: &mut Report) {
    if list.len() > CONSUMED {
        return report.too_many(list, CONSUMED);
    }
    for one in list.items() {
        counter_set(&one.child("counterSet"), &one.child("counters"), report);
    }
    let mut seen = HashSet::new();
    for one in list.items() {
        let name = one.child("counterSet");
        if !seen.insert(name.text()) {
            report.duplicate(&one, quote(name.text()));
        }
    }
}

/// The name of a set of counters, and the counters.
// validateCounterSet, validateDeviceCounterConsumption
fn counter_set(name: &At<'_, '_>, counters: &At<'_, '_>, report: &mut Report) {
    match name.text() {
        "" => report.required(name, ""),
        _ => check::label(name, report),
    }
    if counters.is_empty() {
        return report.required(counters, "");
    }
    if counters.len() > COUNTERS {
        return report.too_many(counters, COUNTERS);
    }
    for (key, value) in counters.entries() {
        report.against(&value.as_map(counters), key, names::against_namespace(key.as_bytes()));
    }
}

/// Which nodes have a device, if each device says so itself.
fn nodes_of_device(at: &At<'_, '_>, place: &At<'_, '_>, is_per_device: bool, report: &mut Report) {
    let field = |name: &'static str| at.child(name).named(place, name);
    let (name, selector, all) = (field("nodeName"), field("nodeSelector"), field("allNodes"));
    if !is_per_device {
        if name.is_set() || selector.is_set() || all.is_set() {
            let detail = "`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in the \
                 ResourceSlice spec";
            report.invalid(place, "null", detail);
        }
        return;
    }
    let mut fields = Vec::new();
    match name.text() {
        "" if name.is_set() => report.bad_text(&name, "", "must not be empty"),
        "" => {}
        text => {
            fields.push("`nodeName`");
            report.against(&name, text, names::against_name(text.as_bytes()));
        }
    }
    if selector.is_set() {
        fields.push("`nodeSelector`");
        node_selector(&selector, report);
    }
    match (all.is_set(), all.flag()) {
        (_, true) => fields.push("`allNodes`"),
        (true, false) => report.invalid(&all, false, "must be either unset or set to true"),
        (false, false) => {}
    }
    let wanted = "exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is set to \
         true in the ResourceSlice spec";
    match fields.len() {
        0 => report.required(place, wanted),
        1 => {}
        _ => report.bad_text(place, &format!("{{{}}}", fields.join(", ")), wanted),
    }
}

/// The conditions under which a device can be bound, and those under which it cannot.
// validateDeviceBindingParameters
fn conditions(good: &At<'_, '_>, bad: &At<'_, '_>, report: &mut Report) {
    for list in [good, bad] {
        match list.len() > CONDITIONS {
            true => report.too_many(list, CONDITIONS),
            false => list.items().for_each(|one| check::key(&one, report)),
        }
    }
    let known: HashSet<&str> = good.items().map(|one| one.text()).collect();
    for list in [good, bad] {
        let mut seen = HashSet::new();
        for one in list.items() {
            if !seen.insert(one.text()) {
                report.duplicate(&one, quote(one.text()));
            }
            if std::ptr::eq(list, bad) && known.contains(one.text()) {
                let detail = "bindingFailureConditions must not overlap with bindingConditions";
                report.bad_text(&one, one.text(), detail);
            }
        }
    }
    let version = report.version();
    let nothing = |list: &At<'_, '_>| match list.is_set() {
        true => shown::list(list, version),
        false => "null".to_owned(),
    };
    if good.is_empty() && !bad.is_empty() {
        let detail = "bindingConditions are required to use bindingFailureConditions";
        report.invalid(good, nothing(good), detail);
    }
    if bad.is_empty() && !good.is_empty() {
        let detail = "bindingFailureConditions are required to use bindingConditions";
        report.invalid(bad, nothing(bad), detail);
    }
}

/// A DeviceTaintRule.
// validateDeviceTaintRuleSpec
pub(super) fn taint_rule(root: &At<'_, '_>, old: Option<&At<'_, '_>>, report: &mut Report) {
    let spec = root.child("spec");
    let of = spec.child("deviceSelector");
    let (driver, pool, device) = (of.child("driver"), of.child("pool"), of.child("device"));
    if driver.is_set() {
        volumes::driver(&driver, report);
    }
    if pool.is_set() {
        check::pool(&pool, report);
    }
    if device.is_set() {
        check::label(&device, report);
    }
    let stored = old.filter(|_| report.version() >= 35).map(|old| {
        let spec = old.child("spec");
        spec.child("taint").child("effect").text()
    });
    taint(&spec.child("taint"), stored, report);
}
