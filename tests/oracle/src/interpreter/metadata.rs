//! Validation of metadata in stored form: of the object on create and update, and of embedded objects.
//
// apimachinery: pkg/api/validation/objectmeta.go, pkg/apis/meta/v1/validation/validation.go

use super::{FieldError, names};
use crate::json::{Json, go_quote};

/// The rule for names of objects.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rule {
    /// A DNS subdomain: custom resources.
    Name,
    /// A valid path segment of a URL: all resources, and embedded objects.
    Segment,
}

/// A validator of metadata, with the path of the metadata and the validation step.
pub(super) struct Validator {
    pub(super) path: String,
    pub(super) source: &'static str,
    pub(super) errors: Vec<FieldError>,
}

/// A string field, empty if absent.
pub(super) fn text<'a>(object: &'a Json, field: &str) -> &'a str {
    object.get(field).and_then(Json::as_str).unwrap_or_default()
}

/// The items of a list field; none if the field is absent.
fn items<'a>(object: &'a Json, field: &str) -> &'a [Json] {
    object.get(field).and_then(Json::as_array).map_or(&[], Vec::as_slice)
}

/// The entries of a map of strings, such as `labels`; none if the field is absent.
fn strings<'a>(object: &'a Json, field: &str) -> Vec<(&'a str, &'a str)> {
    let members = object.get(field).and_then(Json::as_object).map_or(&[][..], Vec::as_slice);
    members.iter().map(|(key, value)| (key.as_str(), value.as_str().unwrap_or_default())).collect()
}

impl Validator {
    pub(super) fn new(path: &str, source: &'static str) -> Validator {
        Validator { path: path.to_owned(), source, errors: vec![] }
    }

    /// Adds an error of the field `child`.
    pub(super) fn add(&mut self, error_type: &'static str, child: &str, bad_value: Json, detail: &str) {
        let field = format!("{}.{child}", self.path).trim_start_matches('.').to_owned();
        self.errors.push(FieldError {
            error_type,
            field,
            bad_value: Some(bad_value),
            detail: detail.to_owned(),
            source: self.source,
        });
    }

    /// Adds an error `FieldValueInvalid` of the field `child`.
    pub(super) fn invalid(&mut self, child: &str, bad_value: impl Into<Json>, detail: &str) {
        self.add("FieldValueInvalid", child, bad_value.into(), detail);
    }

    /// Adds an error for each of the details.
    fn all(&mut self, child: &str, bad_value: &str, details: Vec<String>) {
        for detail in details {
            self.invalid(child, bad_value, &detail);
        }
    }

    /// Validates metadata: `ValidateObjectMetaAccessor`. `name` is the given or generated name; `rule`
    /// applies to this name and to `generateName`.
    pub(super) fn accessor(&mut self, metadata: &Json, name: &[u8], namespaced: bool, rule: Rule) {
        let validate = |text: &[u8], prefix: bool| match rule {
            Rule::Name => names::name(text, prefix),
            Rule::Segment => names::segment(text, prefix),
        };
        let generate = text(metadata, "generateName");
        if !generate.is_empty() {
            self.all("generateName", generate, validate(generate.as_bytes(), true));
        }
        if name.is_empty() {
            self.add("FieldValueRequired", "name", "".into(), "name or generateName is required");
        } else {
            self.all("name", &String::from_utf8_lossy(name), validate(name, false));
        }
        let namespace = text(metadata, "namespace");
        match (namespaced, namespace.is_empty()) {
            (true, true) => self.add("FieldValueRequired", "namespace", "".into(), ""),
            (true, false) => self.all("namespace", namespace, names::namespace(namespace.as_bytes())),
            (false, true) => {}
            (false, false) => {
                self.add("FieldValueForbidden", "namespace", "".into(), "not allowed on this type");
            }
        }
        let generation = metadata.get("generation").and_then(Json::as_int).unwrap_or(0);
        if generation < 0 {
            self.invalid("generation", generation, "must be greater than or equal to 0");
        }
        for (key, value) in strings(metadata, "labels") {
            self.all("labels", key, names::qualified(key));
            self.all("labels", value, names::label_value(value));
        }
        self.annotations(&strings(metadata, "annotations"));
        self.owners(items(metadata, "ownerReferences"));
        let finalizers = items(metadata, "finalizers");
        for finalizer in finalizers.iter().filter_map(Json::as_str) {
            self.all("finalizers", finalizer, names::qualified(finalizer));
        }
        if finalizers.contains(&"orphan".into()) && finalizers.contains(&"foregroundDeletion".into()) {
            let whole = Json::Array(finalizers.to_vec());
            self.invalid("finalizers", whole, "finalizer orphan and foregroundDeletion cannot be both set");
        }
        self.managers(items(metadata, "managedFields"));
    }

    /// Validates the annotations: their keys, and the size of all.
    fn annotations(&mut self, annotations: &[(&str, &str)]) {
        for (key, _) in annotations {
            // Go converts each rune alone to lower case.
            let lower: String = key.chars().filter_map(|rune| rune.to_lowercase().next()).collect();
            self.all("annotations", key, names::qualified(&lower));
        }
        if annotations.iter().map(|(key, value)| key.len() + value.len()).sum::<usize>() > 262_144 {
            let detail = "may not be more than 262144 bytes";
            self.add("FieldValueTooLong", "annotations", "<value omitted>".into(), detail);
        }
    }

    /// Validates `ownerReferences`: the fields of each, and that at most one is a controller.
    fn owners(&mut self, owners: &[Json]) {
        let mut first = None;
        for owner in owners {
            let [version, kind, name] = ["apiVersion", "kind", "name"].map(|field| text(owner, field));
            let (group, number) = match version.split('/').collect::<Vec<_>>().as_slice() {
                [number] => ("", *number),
                [group, number] => (*group, *number),
                _ => ("", ""),
            };
            if number.is_empty() {
                self.invalid("ownerReferences.apiVersion", version, "version must not be empty");
            }
            for (field, value) in [("kind", kind), ("name", name), ("uid", text(owner, "uid"))] {
                if value.is_empty() {
                    self.invalid(&format!("ownerReferences.{field}"), value, "must not be empty");
                }
            }
            if (group, number, kind) == ("", "v1", "Event") {
                let detail = "/v1, Kind=Event is disallowed from being an owner";
                self.invalid("ownerReferences", owner.clone(), detail);
            }
            if owner.get("controller") != Some(&Json::Bool(true)) {
                continue;
            }
            let current = format!("{kind}/{name}");
            let Some(first) = &first else {
                first = Some(current);
                continue;
            };
            let detail = format!(
                "Only one reference can have Controller set to true. Found \"true\" in references for {first} \
                 and {current}"
            );
            self.invalid("ownerReferences", Json::Array(owners.to_vec()), &detail);
        }
    }

    /// Validates `managedFields`.
    fn managers(&mut self, entries: &[Json]) {
        for (index, entry) in entries.iter().enumerate() {
            let child = |field: &str| format!("managedFields[{index}].{field}");
            let (operation, kind) = (text(entry, "operation"), text(entry, "fieldsType"));
            if !["Apply", "Update"].contains(&operation) {
                self.invalid(&child("operation"), operation, "must be `Apply` or `Update`");
            }
            if !["", "FieldsV1"].contains(&kind) {
                self.invalid(&child("fieldsType"), kind, "must be `FieldsV1`");
            }
            let manager = text(entry, "manager");
            if manager.len() > 128 {
                let detail = "may not be more than 128 bytes";
                self.add("FieldValueTooLong", &child("manager"), "<value omitted>".into(), detail);
            }
            for (at, rune) in manager.char_indices() {
                // Characters that Go does not escape, or escapes only as quotes, are printable.
                let printed = go_quote(&rune.to_string());
                if printed != format!("\"{rune}\"") && !matches!(rune, '"' | '\\') {
                    let detail = format!("invalid character U+{:04X} (at position {at})", u32::from(rune));
                    self.invalid(&child("manager"), manager, &detail);
                }
            }
            if text(entry, "subresource").len() > 256 {
                let detail = "may not be more than 256 bytes";
                self.add("FieldValueTooLong", &child("subresource"), "<value omitted>".into(), detail);
            }
        }
    }

    /// Validates the change of metadata by an update: `ValidateObjectMetaAccessorUpdate`, without the checks
    /// that `accessor` makes too.
    pub(super) fn update(&mut self, new: &Json, old: &Json) {
        let finalizers = |of: &Json| -> Vec<String> {
            let mut all: Vec<String> =
                items(of, "finalizers").iter().filter_map(Json::as_str).map(str::to_owned).collect();
            all.sort();
            all.dedup();
            all
        };
        if !text(old, "deletionTimestamp").is_empty() {
            let known = finalizers(old);
            let extra: Vec<_> = finalizers(new)
                .iter()
                .filter(|name| !known.contains(name))
                .map(|name| go_quote(name))
                .collect();
            if !extra.is_empty() {
                let detail = format!(
                    "no new finalizers can be added if the object is being deleted, found new finalizers \
                     []string{{{}}}",
                    extra.join(", ")
                );
                self.add("FieldValueForbidden", "finalizers", "".into(), &detail);
            }
        }
        if text(new, "resourceVersion").is_empty() {
            self.invalid("resourceVersion", "", "must be specified for an update");
        }
        let generation = |of: &Json| of.get("generation").and_then(Json::as_int).unwrap_or(0);
        if generation(new) < generation(old) {
            self.invalid("generation", generation(new), "must not be decremented");
        }
        for field in ["name", "namespace", "uid"] {
            // An old object without a namespace is in the namespace of the request.
            let had_none = field == "namespace" && text(old, field).is_empty();
            if text(new, field) != text(old, field) && !had_none {
                self.invalid(field, text(new, field), "field is immutable");
            }
        }
        for field in ["creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds"] {
            let value = |of: &Json| of.get(field).cloned().unwrap_or(Json::Null);
            if value(new) != value(old) {
                self.invalid(field, value(new), "field is immutable");
            }
        }
    }
}

/// The warnings about an accepted object: its new finalizers that have no path and are not standard ones,
/// sorted, each once.
//
// apiextensions-apiserver: pkg/registry/customresource/strategy.go, generateWarningsFromObj
pub(super) fn warnings(new: &Json, old: Option<&Json>) -> Vec<String> {
    let all = |of: &Json| of.get("metadata").map(|of| items(of, "finalizers").to_vec()).unwrap_or_default();
    let known = old.map(all).unwrap_or_default();
    let mut warnings: Vec<String> = vec![];
    for finalizer in all(new).iter().filter(|finalizer| !known.contains(finalizer)).filter_map(Json::as_str) {
        if finalizer.contains('/') || ["orphan", "foregroundDeletion", "kubernetes"].contains(&finalizer) {
            continue;
        }
        let path = if finalizer.contains('.') { " including a path (/)" } else { "" };
        warnings.push(format!(
            "metadata.finalizers: {}: prefer a domain-qualified finalizer name{path} to avoid accidental \
             conflicts with other finalizer writers",
            go_quote(finalizer)
        ));
    }
    warnings.sort();
    warnings.dedup();
    warnings
}
