//! Rules of events. In: an event of the core group or of `events.k8s.io`. Out: errors.
//!
//! Easy to break: both are one type in Go, and the errors have the names of the fields of the core group,
//! whatever the group. So a place is that of the field, with the path of the other name. Only the controller
//! of a new event has the name that is written.
//
// kubernetes: pkg/apis/core/validation/events.go; pkg/apis/events/v1/conversion.go

use crdc_vocabulary::go::quote;
use crdc_vocabulary::names;

use super::at::At;
use super::immutable::Change;
use super::report::Report;

const LONGEST: usize = 128;
const LONGEST_NOTE: usize = 1024;

/// A field of an event: its name in the core group, and in `events.k8s.io`.
struct Fields<'e, 'r, 'n> {
    event: &'e At<'r, 'n>,
    is_new: bool,
}

const NAMES: [(&str, &str); 7] = [
    ("involvedObject", "regarding"),
    ("message", "note"),
    ("source", "deprecatedSource"),
    ("firstTimestamp", "deprecatedFirstTimestamp"),
    ("lastTimestamp", "deprecatedLastTimestamp"),
    ("count", "deprecatedCount"),
    // The core group writes it otherwise than Go.
    (CONTROLLER, CONTROLLER),
];

/// The controller, as `events.k8s.io` and Go write it.
const CONTROLLER: &str = "reportingController";

/// The name of a field in an API version.
fn written(name: &str, is_new: bool) -> &str {
    match NAMES.iter().find(|(core, _)| *core == name) {
        Some((CONTROLLER, _)) if !is_new => "reportingComponent",
        Some((_, new)) if is_new => new,
        _ => name,
    }
}

impl<'e, 'n> Fields<'e, '_, 'n> {
    /// A field by Go's name.
    fn get(&self, name: &'e str) -> At<'e, 'n> {
        self.event.child(written(name, self.is_new)).named(self.event, name)
    }
}

/// An Event of either group.
// ValidateEventCreate, ValidateEventUpdate
pub(super) fn event(root: &At<'_, '_>, is_new: bool, is_update: bool, report: &mut Report) {
    let fields = Fields { event: root, is_new };
    legacy(&fields, report);
    if !is_new || is_update {
        return;
    }
    series(&root.child("series"), report);
    let time = fields.get("eventTime");
    if !time.is_set() {
        report.required(&time, "");
    }
    let kind = fields.get("type");
    if !["Normal", "Warning"].contains(&kind.text()) {
        report.bad_text(&kind, "", &format!("has invalid value: {}", kind.text()));
    }
    let source = fields.get("source");
    let has_source = ["component", "host"].iter().any(|field| !source.child(field).text().is_empty());
    let unset = [
        ("firstTimestamp", fields.get("firstTimestamp").is_set()),
        ("lastTimestamp", fields.get("lastTimestamp").is_set()),
        ("count", fields.get("count").int_or_zero() != 0),
        ("source", has_source),
    ];
    for (name, _) in unset.into_iter().filter(|(_, is_set)| *is_set) {
        report.bad_text(&fields.get(name), "", "needs to be unset");
    }
}

// validateV1EventSeries
fn series(at: &At<'_, '_>, report: &mut Report) {
    if !at.is_set() {
        return;
    }
    let (count, time) = (at.child("count"), at.child("lastObservedTime"));
    if count.int_or_zero() < 2 {
        report.bad_text(&count, "", "should be at least 2");
    }
    if !time.is_set() {
        report.required(&time, "");
    }
}

/// The rules of both groups.
// legacyValidateEvent
fn legacy(fields: &Fields<'_, '_, '_>, report: &mut Report) {
    let metadata = fields.event.child("metadata");
    // The server puts objects without a namespace into the default one of the request.
    let namespace = match metadata.child("namespace").text() {
        "" => "default",
        text => text,
    };
    let object = fields.get("involvedObject");
    let place = object.child("namespace");
    let wrong = "does not match event.namespace";
    if !fields.get("eventTime").is_set() {
        let fits = match place.text() {
            "" => namespace == "default",
            text => text == namespace || metadata.child("namespace").text().is_empty(),
        };
        if !fits {
            report.bad_text(&place, place.text(), wrong);
        }
        return;
    }
    if place.text().is_empty() && !["default", "kube-system"].contains(&namespace) {
        report.bad_text(&place, "", wrong);
    }
    let controller = fields.event.child(written(CONTROLLER, fields.is_new));
    report.required_text(&controller);
    let text = controller.text();
    report.against(&controller, text, names::against_qualified_of(report.minor(), text.as_bytes()));
    for (name, most) in
        [("reportingInstance", LONGEST), ("action", LONGEST), ("reason", LONGEST), ("message", LONGEST_NOTE)]
    {
        let at = fields.get(name);
        if name != "message" {
            report.required_text(&at);
        }
        if at.text().len() > most {
            report.bad_text(&at, "", &format!("can have at most {most} characters"));
        }
    }
}

/// An update of an event of `events.k8s.io`: only the series changes.
// ValidateEventUpdate
pub(super) fn update(update: Change<'_, '_, '_>, report: &mut Report) {
    let Change { now, before, comparison } = update;
    let differs = |name: &str| comparison.differ_without_default(&now.child(name), &before.child(name));
    if differs("series") {
        series(&now.child("series"), report);
    }
    let fields = Fields { event: now, is_new: true };
    for name in [
        "involvedObject",
        "reason",
        "message",
        "source",
        "firstTimestamp",
        "lastTimestamp",
        "count",
        "type",
        "eventTime",
        "action",
        "related",
        CONTROLLER,
        "reportingInstance",
    ] {
        if !differs(written(name, true)) {
            continue;
        }
        let at = fields.get(name);
        match name {
            "reason" | "message" | "type" | "action" | CONTROLLER | "reportingInstance" => {
                report.immutable(&at, quote(at.text()));
            }
            "count" => report.immutable(&at, at.int_or_zero()),
            _ => report.immutable_because(&at.at_key(), None, "field is immutable"),
        }
    }
}
