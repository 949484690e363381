//! The defaults of containers. In: the LimitRanges of a namespace, and the specification of a Pod. Out: the
//! containers with requests and limits, and notes that say what was set.
//!
//! Easy to break: each LimitRange writes the annotation anew, so it says what the last one set.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

type Members = Map<String, Value>;
/// The default of each resource, with the number of its LimitRange.
type Values = BTreeMap<String, (usize, Value)>;

/// The defaults of all LimitRanges of a namespace. The first one that names a resource counts.
pub(super) struct Defaults {
    requests: Values,
    limits: Values,
}

impl Defaults {
    /// Reads the limits of each LimitRange.
    pub(super) fn of(ranges: &[Vec<Value>]) -> Defaults {
        let all = |field: &str| {
            let mut all = Values::new();
            for (number, range) in ranges.iter().enumerate() {
                for limit in range.iter().filter(|limit| limit["type"] == "Container") {
                    for (name, value) in limit[field].as_object().into_iter().flatten() {
                        all.entry(name.clone()).or_insert_with(|| (number, value.clone()));
                    }
                }
            }
            all
        };
        Defaults { requests: all("defaultRequest"), limits: all("default") }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.requests.is_empty() && self.limits.is_empty()
    }
}

/// What was set in one container.
struct Note<'d> {
    /// The names, each with the number of its LimitRange.
    names: Vec<(usize, &'d str)>,
    about: String,
}

/// Sets the defaults in the containers of a Pod, and returns the notes; `None` if this adds more than `most`
/// bytes.
pub(super) fn set_defaults(spec: &mut Value, defaults: &Defaults, most: usize) -> Option<Vec<String>> {
    let (mut notes, mut left) = (Vec::new(), most);
    for (list, of) in [("containers", "container"), ("initContainers", "init container")] {
        let containers = spec.get_mut(list).and_then(Value::as_array_mut);
        for container in containers.into_iter().flatten().filter_map(Value::as_object_mut) {
            let name = container.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
            for (field, defaults, what) in
                [("requests", &defaults.requests, "request"), ("limits", &defaults.limits, "limit")]
            {
                let names = add(container, field, defaults, &mut left)?;
                if !names.is_empty() {
                    notes.push(Note { names, about: format!("{what} for {of} {name}") });
                }
            }
        }
    }
    let last = notes.iter().flat_map(|note| &note.names).map(|(number, _)| *number).max();
    let text = |note: &Note<'_>| {
        let names = note.names.iter().filter(|(number, _)| Some(*number) == last);
        let names: Vec<&str> = names.map(|(_, name)| *name).collect();
        (!names.is_empty()).then(|| format!("{} {}", names.join(", "), note.about))
    };
    Some(notes.iter().filter_map(text).collect())
}

/// Adds defaults to the resources of a container, and returns the names of those that it did not have; `None`
/// if this adds more bytes than are left.
fn add<'d>(
    container: &mut Members,
    field: &str,
    defaults: &'d Values,
    left: &mut usize,
) -> Option<Vec<(usize, &'d str)>> {
    let mut added = Vec::new();
    if defaults.is_empty() {
        return Some(added);
    }
    let of = |object: &mut Members, field: &str| {
        let value = object.entry(field).or_insert_with(|| json!({}));
        if value.is_null() {
            *value = json!({});
        }
    };
    of(container, "resources");
    let Some(resources) = container.get_mut("resources").and_then(Value::as_object_mut) else {
        return Some(added);
    };
    of(resources, field);
    let Some(values) = resources.get_mut(field).and_then(Value::as_object_mut) else { return Some(added) };
    for (name, (number, value)) in defaults {
        if values.contains_key(name) {
            continue;
        }
        // The name with quotes, a colon, the value with quotes, and a comma.
        let size = name.len() + value.as_str().map_or(0, str::len) + 6;
        *left = left.checked_sub(size)?;
        values.insert(name.clone(), value.clone());
        added.push((*number, name.as_str()));
    }
    if values.is_empty() {
        resources.remove(field);
    }
    Some(added)
}

#[cfg(test)]
mod tests {
    use super::{Defaults, set_defaults};
    use serde_json::{Value, json};

    #[test]
    fn defaults_stop_before_a_pod_is_too_large_to_be_stored() {
        let limits: Value = (0..10).map(|n| (format!("example.com/r{n}"), json!("1"))).collect();
        let defaults = Defaults::of(&[vec![json!({"type": "Container", "default": limits})]]);
        let spec = |count: usize| json!({"containers": vec![json!({"name": "c"}); count]});
        // Each container gets ten texts such as "example.com/r0":"1",
        let size = 10 * 21;
        for (count, most, is_set) in
            [(1, size, true), (1, size - 1, false), (9, 9 * size, true), (9, 8 * size, false)]
        {
            assert_eq!(set_defaults(&mut spec(count), &defaults, most).is_some(), is_set, "{count} {most}");
        }
        let mut full = spec(1);
        set_defaults(&mut full, &defaults, size);
        // What is there takes no room.
        assert_eq!(set_defaults(&mut full, &defaults, 0), Some(Vec::new()));
    }
}
