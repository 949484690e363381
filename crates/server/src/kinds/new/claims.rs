//! Keeps the two data sources of a PersistentVolumeClaim the same. In: a claim, and the stored one. Out: the
//! claim; a new claim with one of the two fields has both. A `dataSource` that is neither a claim nor a
//! snapshot is dropped, as it always was.
// kubernetes: pkg/api/persistentvolumeclaim/util.go EnforceDataSourceBackwardsCompatibility,
// NormalizeDataSources

use crdc_admission::Object;
use serde_json::{Map, Value};

const SOURCE: [&str; 2] = ["spec", "dataSource"];
const REFERENCE: [&str; 2] = ["spec", "dataSourceRef"];

type Members = Map<String, Value>;

fn members(object: &Object<'_>, path: &[&str]) -> Option<Members> {
    serde_json::from_slice::<Option<Members>>(object.get(path)?).ok().flatten()
}

pub(super) fn prepare(object: &mut Object<'_>, stored: Option<&Object<'_>>) {
    let (source, reference) = (members(object, &SOURCE), members(object, &REFERENCE));
    let is_used =
        |stored: &Object<'_>| members(stored, &SOURCE).is_some() || members(stored, &REFERENCE).is_some();
    match (source, reference) {
        (Some(source), None) => {
            if !stored.is_some_and(is_used) && !is_known(&source) {
                object.remove(&SOURCE);
            } else {
                copy(object, source, &REFERENCE);
            }
        }
        (None, Some(reference)) if !has_text(&reference, "namespace") => copy(object, reference, &SOURCE),
        _ => {}
    }
}

fn has_text(members: &Members, field: &str) -> bool {
    members.get(field).and_then(Value::as_str).is_some_and(|text| !text.is_empty())
}

/// Whether a data source is a claim or a snapshot.
fn is_known(source: &Members) -> bool {
    let text = |field: &str| source.get(field).and_then(Value::as_str).unwrap_or_default();
    matches!(
        (text("apiGroup"), text("kind")),
        ("", "PersistentVolumeClaim") | ("snapshot.storage.k8s.io", "VolumeSnapshot")
    )
}

fn copy(object: &mut Object<'_>, mut from: Members, to: &[&str]) {
    from.retain(|field, value| matches!(field.as_str(), "apiGroup" | "kind" | "name") && !value.is_null());
    object.set(to, Value::Object(from).to_string().as_bytes());
}
