//! The plugin LimitRanger: gives the containers of a Pod the limits of its namespace. In: a Pod or a claim,
//! and the LimitRanges of its namespace. Out: the Pod with requests and limits, or a refusal of what is
//! outside of a range.
//!
//! Easy to break: a Pod is looked at when it is created alone, since its containers do not change.
// kubernetes: plugin/pkg/admission/limitranger/admission.go

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crdc_admission::{Attributes, Mutator, Object, Operation, Refusal, Validator};
use serde_json::{Map, Value, json};

use crate::apimachinery::quantities::{Amount, amount, text};
use crate::storage::history::History;

const ANNOTATION: &str = "kubernetes.io/limit-ranger";

type Members = Map<String, Value>;
/// The amounts of resources, with their texts.
type Amounts = BTreeMap<String, (Amount, String)>;

pub(super) struct LimitRanger(pub(super) Arc<History>);

impl LimitRanger {
    /// The limits of the namespace of a request; none if the plugin ignores the request.
    fn limits(&self, attributes: &Attributes<'_>) -> Vec<Value> {
        let is_pod = attributes.resource().kind == "Pod";
        let is_deleted = |old: Object<'_>| old.string(&["metadata", "deletionTimestamp"]).is_some();
        if attributes.subresource().is_some()
            || is_pod && attributes.operation() == Operation::Update
            || attributes.old_object().is_some_and(is_deleted)
        {
            return Vec::new();
        }
        let Ok(all) = self.0.snapshot("limitranges", Some(attributes.namespace()), None) else {
            return Vec::new();
        };
        let ranges = all.objects.iter().filter_map(|(_, text)| serde_json::from_slice::<Value>(text).ok());
        ranges.filter_map(|range| range["spec"]["limits"].as_array().cloned()).flatten().collect()
    }
}

impl Mutator for LimitRanger {
    fn name(&self) -> &str {
        "LimitRanger"
    }

    fn handles(&self, operation: Operation) -> bool {
        operation == Operation::Create
    }

    fn apply_mutations(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
        let limits = self.limits(attributes);
        if limits.is_empty() {
            return Ok(());
        }
        let (mut requests, mut maxima) = (Members::new(), Members::new());
        for limit in limits.iter().filter(|limit| limit["type"] == "Container") {
            for (all, field) in [(&mut requests, "defaultRequest"), (&mut maxima, "default")] {
                for (name, value) in limit[field].as_object().into_iter().flatten() {
                    all.entry(name.clone()).or_insert_with(|| value.clone());
                }
            }
        }
        let Some(object) = attributes.object_mut() else { return Ok(()) };
        // The validators refuse a value that nests too deep.
        let Ok(mut pod) = object.parse::<Value>() else { return Ok(()) };
        let mut notes = Vec::new();
        for (list, of) in [("containers", "container"), ("initContainers", "init container")] {
            let containers = pod["spec"].get_mut(list).and_then(Value::as_array_mut);
            for container in containers.into_iter().flatten().filter_map(Value::as_object_mut) {
                let name = container.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
                for (field, defaults, what) in
                    [("requests", &requests, "request"), ("limits", &maxima, "limit")]
                {
                    let added = add(container, field, defaults);
                    if !added.is_empty() {
                        notes.push(format!("{} {what} for {of} {name}", added.join(", ")));
                    }
                }
            }
        }
        if !notes.is_empty() {
            object.replace(pod.to_string().as_bytes());
            object.set_annotation(ANNOTATION, &format!("LimitRanger plugin set: {}", notes.join("; ")));
        }
        Ok(())
    }
}

/// Adds defaults to the resources of a container, and returns the names of those that it did not have.
fn add(container: &mut Members, field: &str, defaults: &Members) -> Vec<String> {
    if defaults.is_empty() {
        return Vec::new();
    }
    let of = |object: &mut Members, field: &str| {
        let value = object.entry(field).or_insert_with(|| json!({}));
        if value.is_null() {
            *value = json!({});
        }
    };
    of(container, "resources");
    let Some(resources) = container.get_mut("resources").and_then(Value::as_object_mut) else {
        return Vec::new();
    };
    of(resources, field);
    let Some(values) = resources.get_mut(field).and_then(Value::as_object_mut) else { return Vec::new() };
    let mut added: Vec<String> =
        defaults.keys().filter(|name| !values.contains_key(*name)).cloned().collect();
    for name in &added {
        values.insert(name.clone(), defaults[name].clone());
    }
    if values.is_empty() {
        resources.remove(field);
    }
    added.sort();
    added
}

impl Validator for LimitRanger {
    fn name(&self) -> &str {
        "LimitRanger"
    }

    fn handles(&self, operation: Operation) -> bool {
        matches!(operation, Operation::Create | Operation::Update)
    }

    fn validate(&self, attributes: &Attributes<'_>) -> Result<(), Refusal> {
        let limits = self.limits(attributes);
        let object = attributes.object().filter(|_| !limits.is_empty());
        let Some(Ok(object)) = object.map(|object| object.parse::<Value>()) else { return Ok(()) };
        let spec = &object["spec"];
        let is_pod = attributes.resource().kind == "Pod";
        let parts = |list: &str| -> Vec<[Amounts; 2]> {
            let containers = spec[list].as_array().into_iter().flatten();
            containers.map(|container| resources(&container["resources"])).collect()
        };
        let (containers, first) = (parts("containers"), parts("initContainers"));
        let mut errors = Vec::new();
        for limit in &limits {
            match limit["type"].as_str().unwrap_or_default() {
                "Container" if is_pod => {
                    containers.iter().chain(&first).for_each(|part| check(limit, part, true, &mut errors));
                }
                "Pod" if is_pod => check(limit, &of_pod(&containers, &first), true, &mut errors),
                "PersistentVolumeClaim" if !is_pod => {
                    let [requests, _] = resources(&spec["resources"]);
                    check(limit, &[requests, Amounts::new()], false, &mut errors);
                }
                _ => {}
            }
        }
        // The same words are said once.
        let mut said = BTreeSet::new();
        errors.retain(|error| said.insert(error.clone()));
        match errors.as_slice() {
            [] => Ok(()),
            [one] => Err(attributes.forbidden(one)),
            all => Err(attributes.forbidden(format!("[{}]", all.join(", ")))),
        }
    }
}

/// The requests and the limits of resources.
fn resources(resources: &Value) -> [Amounts; 2] {
    ["requests", "limits"].map(|field| amounts(&resources[field]))
}

fn amounts(list: &Value) -> Amounts {
    let read = |(name, value): (&String, &Value)| {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        amount(value).map(|amount| (name.clone(), (amount, text)))
    };
    list.as_object().into_iter().flatten().filter_map(read).collect()
}

/// The resources of a whole Pod: the sum of its containers, or the most that one of its first containers has.
fn of_pod(containers: &[[Amounts; 2]], first: &[[Amounts; 2]]) -> [Amounts; 2] {
    [0, 1].map(|at| {
        let mut sums: BTreeMap<&String, (usize, Amount)> = BTreeMap::new();
        for (name, (amount, _)) in containers.iter().flat_map(|part| &part[at]) {
            let sum = sums.entry(name).or_default();
            *sum = (sum.0 + 1, sum.1.saturating_add(*amount));
        }
        let whole = sums.into_iter().filter(|(_, (count, _))| *count == containers.len());
        let mut all: Amounts = whole.map(|(name, (_, sum))| (name.clone(), (sum, text(name, sum)))).collect();
        for (name, value) in first.iter().flat_map(|part| &part[at]) {
            if all.get(name).is_none_or(|sum| sum.0 < value.0) {
                all.insert(name.clone(), value.clone());
            }
        }
        all
    })
}

/// Adds the errors of resources outside of a limit. Claims have requests alone.
fn check(limit: &Value, [requests, limits]: &[Amounts; 2], has_limits: bool, errors: &mut Vec<String>) {
    let of = limit["type"].as_str().unwrap_or_default();
    for (name, (least, wanted)) in amounts(&limit["min"]) {
        let about = format!("minimum {name} usage per {of} is {wanted}");
        match (requests.get(&name), limits.get(&name)) {
            (None, _) => errors.push(format!("{about}.  No request is specified.")),
            (Some((request, text)), _) if *request < least => {
                errors.push(format!("{about}, but request is {text}."));
            }
            (_, Some((limit, text))) if *limit < least => {
                errors.push(format!("{about}, but limit is {text}."))
            }
            _ => {}
        }
    }
    for (name, (most, wanted)) in amounts(&limit["max"]) {
        let about = format!("maximum {name} usage per {of} is {wanted}");
        match (requests.get(&name), limits.get(&name)) {
            (None, _) if !has_limits => errors.push(format!("{about}.  No request is specified.")),
            (_, None) if has_limits => errors.push(format!("{about}.  No limit is specified.")),
            (_, Some((limit, text))) if *limit > most => {
                errors.push(format!("{about}, but limit is {text}."))
            }
            (Some((request, text)), _) if *request > most => {
                errors.push(format!("{about}, but request is {text}."));
            }
            _ => {}
        }
    }
    for (name, (most, wanted)) in amounts(&limit["maxLimitRequestRatio"]) {
        let about = format!("{name} max limit to request ratio per {of} is {wanted}");
        let is_set =
            |value: Option<&(Amount, String)>| value.map(|(amount, _)| *amount).filter(|amount| *amount != 0);
        match (is_set(requests.get(&name)), is_set(limits.get(&name))) {
            (None, _) => errors.push(format!("{about}, but no request is specified or request is 0.")),
            (_, None) => errors.push(format!("{about}, but no limit is specified or limit is 0.")),
            (Some(request), Some(limit)) => {
                // Both are exact enough for the six digits that a server shows.
                #[allow(clippy::cast_precision_loss)]
                let (ratio, most) = (limit as f64 / request as f64, most as f64 / 1e9);
                if ratio > most {
                    errors.push(format!("{about}, but provided ratio is {ratio:.6}."));
                }
            }
        }
    }
}
