//! Converts Events between their two groups, in which some fields have different names. In: an Event of `v1`
//! or `events.k8s.io/v1`. Out: the Event of the other group, as Go writes it: an empty `reportingComponent`
//! is written in `v1` alone.
// kubernetes: pkg/apis/events/v1/conversion.go

use crdc_kubernetes::{Kinds, encode};
use serde_json::{Map, Value};

/// The fields with different names, in `v1` and in `events.k8s.io/v1`.
const NAMES: [(&str, &str); 7] = [
    ("count", "deprecatedCount"),
    ("firstTimestamp", "deprecatedFirstTimestamp"),
    ("involvedObject", "regarding"),
    ("lastTimestamp", "deprecatedLastTimestamp"),
    ("message", "note"),
    ("reportingComponent", "reportingController"),
    ("source", "deprecatedSource"),
];

/// Converts an Event to an API version.
pub(super) fn convert(kinds: Option<&Kinds>, event: &[u8], api_version: &str) -> Result<Vec<u8>, String> {
    let event: Map<String, Value> = serde_json::from_slice(event).map_err(|error| error.to_string())?;
    let to_core = api_version == "v1";
    let renamed = |name: String| {
        let mut pairs = NAMES.into_iter().map(|(core, new)| if to_core { (new, core) } else { (core, new) });
        pairs.find(|(from, _)| *from == name).map_or(name, |(_, to)| to.to_owned())
    };
    let mut event: Map<String, Value> =
        event.into_iter().map(|(name, value)| (renamed(name), value)).collect();
    event.insert("apiVersion".to_owned(), api_version.into());
    let event = Value::Object(event);
    let definition = kinds.and_then(|kinds| Some((kinds, kinds.find(api_version, "Event")?)));
    Ok(match definition {
        Some((kinds, definition)) => encode(kinds, definition, &event),
        None => event.to_string(),
    }
    .into_bytes())
}
