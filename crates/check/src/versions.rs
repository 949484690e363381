//! `spec.versions`: names, exactly one storage version, deprecation, schemas; and fields that v1beta1
//! allows both for all versions and per version.
//
// apiextensions-apiserver: pkg/apis/apiextensions/validation/validation.go

use super::dns;
use super::layout::Layout;
use super::names::head;
use super::path::Path;
use super::report::Report;
use crdc_schema::{ApiVersion, At, Version};
use crdc_source::Span;
use crdc_source::diag::{BadValue, Code, ErrorType, FieldError};
use crdc_vocabulary::{Wording, go};
use std::collections::HashMap;

/// Checks name and deprecation of each version.
pub(super) fn each(layout: &Layout<'_>, report: &mut Report) {
    let crd = layout.crd;
    let path = Path::new("spec.versions");
    for (index, version) in crd.versions.iter().enumerate() {
        let first = index == 0 && crd.api_version == ApiVersion::V1;
        name(version, &path.index(index), first, report);
        deprecation(version, &path.index(index), report);
    }
}

/// Checks that every version has a schema.
pub(super) fn schemas(layout: &Layout<'_>, report: &mut Report) {
    let crd = layout.crd;
    let path = Path::new("spec.versions");
    let preserving = crd.preserve_unknown_fields.as_ref().is_some_and(|at| at.value);
    if layout.validation.is_none() && crd.api_version == ApiVersion::V1 {
        for (index, version) in crd.versions.iter().enumerate() {
            let detail = match layout.validation_options.schemas {
                true => "",
                false if !preserving && version.served.as_ref().is_some_and(|at| at.value) => {
                    "because otherwise all fields are pruned"
                }
                false => continue,
            };
            if layout.schema_of(index).is_none() {
                no_schema(version, &path.index(index), detail, report);
            }
        }
    }
}

/// The location of a version's name, or the start of the version.
fn place(version: &Version) -> Span {
    version
        .name
        .as_ref()
        .map_or(Span { start: version.span.start, end: version.span.start }, |name| name.span)
}

fn text(version: &Version) -> &str {
    version.name.as_ref().map_or("", |name| &name.value)
}

fn name(version: &Version, path: &Path<'_>, first: bool, report: &mut Report) {
    let errors = dns::label(text(version));
    if !errors.is_empty() {
        let message = if text(version).is_empty() {
            "a version needs a name".to_owned()
        } else {
            format!("`{}` is not a valid version name", text(version))
        };
        let finding = report
            .add(Code::VersionName, place(version), message)
            .help("write a name such as `v1`, `v1beta1` or `v1alpha1`")
            .server(path.child("name").invalid(text(version), &errors.join(",")));
        if first && !text(version).is_empty() {
            // v1/conversion.go: the first name becomes `spec.version`, which v1 does not have.
            finding.server(Path::new("spec.version").invalid(text(version), &errors.join(",")));
        }
    }
}

fn deprecation(version: &Version, path: &Path<'_>, report: &mut Report) {
    let Some(warning) = &version.deprecation_warning else {
        return;
    };
    let path = path.child("deprecationWarning");
    let deprecated = version.deprecated.as_ref().is_some_and(|at| at.value);
    let mut errors = Vec::new();
    if deprecated {
        if warning.value.len() > 256 {
            errors.push("must be <= 256 characters long".to_owned());
        }
        if warning.value.is_empty() {
            errors.push("must not be an empty string".to_owned());
        }
        if let Some((at, _)) = warning.value.char_indices().find(|(_, c)| !go::is_print(*c)) {
            errors.push(format!(
                "must only contain printable UTF-8 characters; non-printable character found at index {at}"
            ));
        }
    } else {
        errors.push("can only be set for deprecated versions".to_owned());
    }
    for error in errors {
        let help =
            if deprecated { "write one short line of printable text" } else { "add `deprecated: true`" };
        report
            .add(Code::VersionDeprecation, warning.span, format!("`deprecationWarning` {error}"))
            .help(help)
            .server(path.invalid(&warning.value, &error));
    }
}

pub(super) fn unique(layout: &Layout<'_>, report: &mut Report) {
    let path = Path::new("spec.versions");
    let mut seen: HashMap<&str, Span> = HashMap::new();
    let bad = internal(layout);
    for version in &layout.crd.versions {
        if let Some(first) = seen.insert(text(version), place(version)) {
            report
                .add(Code::VersionDuplicate, place(version), format!("duplicate version `{}`", text(version)))
                .note(first, "first here")
                .help("rename it, or remove it")
                .server(path.invalid(bad.clone(), "must contain unique version names"));
        }
    }
}

pub(super) fn storage(layout: &Layout<'_>, report: &mut Report) {
    let path = Path::new("spec.versions");
    let crd = layout.crd;
    let stored: Vec<&Version> =
        crd.versions.iter().filter(|version| version.storage.as_ref().is_some_and(|at| at.value)).collect();
    let words = || path.invalid(internal(layout), "must have exactly one version marked as storage version");
    let status = stored_versions(layout);
    let finding = match stored[..] {
        [_] => None,
        [] => {
            let span = crd.versions.last().map_or(head(crd), |last| {
                last.storage.as_ref().map_or_else(|| place(last), |storage| storage.span)
            });
            let message = if crd.versions.is_empty() {
                "`spec.versions` is empty"
            } else {
                "no version has `storage: true`"
            };
            let help = if crd.versions.is_empty() {
                "write at least one version: `[{name: v1, served: true, storage: true, schema: …}]`"
            } else {
                "write `storage: true` for exactly one version"
            };
            Some(report.add(Code::VersionStorage, span, message).help(help).server(words()))
        }
        [first, second, ..] => {
            let span = |version: &Version| version.storage.as_ref().map_or(version.span, |at| at.span);
            Some(
                report
                    .add(Code::VersionStorage, span(second), "more than one version has `storage: true`")
                    .label("second storage version")
                    .note(span(first), "first storage version")
                    .help("write `storage: true` for exactly one version")
                    .server(words()),
            )
        }
    };
    match finding {
        Some(finding) => status.into_iter().fold(finding, |finding, (_, error)| finding.server(error)).done(),
        None => {
            status.into_iter().for_each(|(missing, error)| stored_before(layout, &missing, error, report))
        }
    }
}

/// Returns the missing versions and the server's errors for `status.storedVersions`.
fn stored_versions(layout: &Layout<'_>) -> Vec<(String, FieldError)> {
    let path = Path::new("status.storedVersions");
    let stored = super::update::stored_versions(layout);
    if stored.is_empty() {
        let error = path.invalid(BadValue::Json("null".to_owned()), "must have at least one stored version");
        return vec![(String::new(), error)];
    }
    let quoted: Vec<String> = stored.iter().map(|version| go::quote(version)).collect();
    let all = BadValue::json(&format!("[{}]", quoted.join(",")));
    let mut errors = Vec::new();
    let mut left: HashMap<&str, usize> = stored.iter().map(String::as_str).zip(0..).collect();
    // The server removes a name from its list when it finds it, so the second of two duplicates is missing.
    for version in &layout.crd.versions {
        let found = left.remove(text(version)).is_some();
        if !found && version.storage.as_ref().is_some_and(|at| at.value) {
            let detail = format!("must have the storage version {}", text(version));
            errors.push((text(version).to_owned(), path.invalid(all.clone(), &detail)));
        }
    }
    let mut gone: Vec<(usize, &str)> = left.into_iter().map(|(name, index)| (index, name)).collect();
    gone.sort_unstable();
    for (index, name) in gone {
        let wording = Wording::StoredVersion { name: name.to_owned() };
        errors.push((name.to_owned(), path.index(index).worded(ErrorType::Invalid, name, wording)));
    }
    errors
}

fn stored_before(layout: &Layout<'_>, missing: &str, error: FieldError, report: &mut Report) {
    let crd = layout.crd;
    let again = crd.versions.iter().rev().find(|version| text(version) == missing);
    let (span, message) = match again {
        Some(again) => (
            place(again),
            format!("version `{missing}` is a duplicate; only the first may be the storage version"),
        ),
        None => {
            let first = crd.versions.first().map_or(head(crd), place);
            (first, format!("version `{missing}` was removed, but objects may be stored in it"))
        }
    };
    report
        .add(Code::VersionStored, span, message)
        .help(format!(
            "keep `{missing}` with `served: false`, migrate all stored objects, and remove it from \
             `status.storedVersions` before you remove the version"
        ))
        .server(error);
}

/// Returns the versions as the server prints them, without the parts that are moved to the top of `spec`.
fn internal(layout: &Layout<'_>) -> BadValue {
    let mut versions = Vec::new();
    for (index, version) in layout.crd.versions.iter().enumerate() {
        if layout.has_parts(index) {
            return BadValue::Long;
        }
        let flag = |at: &Option<At<bool>>| at.as_ref().is_some_and(|at| at.value);
        let warning = version.deprecation_warning.as_ref();
        versions.push(format!(
            "{{\"Name\":{},\"Served\":{},\"Storage\":{},\"Deprecated\":{},\"DeprecationWarning\":{},\
             \"Schema\":null,\"Subresources\":null,\"AdditionalPrinterColumns\":null,\"SelectableFields\":null}}",
            json(text(version)),
            flag(&version.served),
            flag(&version.storage),
            flag(&version.deprecated),
            warning.map_or("null".to_owned(), |warning| json(&warning.value)),
        ));
    }
    if versions.is_empty() {
        return BadValue::Json(if layout.crd.has_versions { "[]" } else { "null" }.to_owned());
    }
    BadValue::json(&format!("[{}]", versions.join(",")))
}

fn json(text: &str) -> String {
    BadValue::from(text).as_json().unwrap_or_default()
}

fn no_schema(version: &Version, path: &Path<'_>, detail: &str, report: &mut Report) {
    let path = path.child("schema");
    let server = match detail {
        "" => path.child("openAPIV3Schema").worded(ErrorType::Required, "", Wording::NoSchema),
        detail => path.child("openAPIV3Schema").required(detail),
    };
    report
        .add(Code::SchemaMissing, place(version), format!("version `{}` has no schema", text(version)))
        .help(
            "write `schema: {openAPIV3Schema: {type: object, …}}`; \
             with `x-kubernetes-preserve-unknown-fields: true`, it accepts any fields",
        )
        .server(server);
}

/// v1beta1: `spec.version` must be the first of the versions.
pub(super) fn top_version(layout: &Layout<'_>, report: &mut Report) {
    let crd = layout.crd;
    let path = Path::new("spec.version");
    let version = crd.version.as_ref().filter(|version| !version.value.is_empty());
    let Some(version) = version.filter(|_| crd.api_version == ApiVersion::V1beta1) else {
        return;
    };
    let errors = dns::label(&version.value);
    if !errors.is_empty() {
        report
            .add(Code::VersionName, version.span, format!("`{}` is not a valid version name", version.value))
            .help("write a name such as `v1`, `v1beta1` or `v1alpha1`")
            .server(path.invalid(&version.value, &errors.join(",")));
    }
    if let Some(first) = crd.versions.first().filter(|first| text(first) != version.value) {
        report
            .add(Code::VersionName, version.span, "`spec.version` is not the first of `spec.versions`")
            .note(place(first), "the first version")
            .help(format!("write `version: {}`, or remove `version`", text(first)))
            .server(path.invalid(&version.value, "must match the first version in spec.versions"));
    }
}

/// v1beta1: reports fields that are set both for all versions and for one version.
pub(super) fn doubled(layout: &Layout<'_>, report: &mut Report) {
    if layout.crd.api_version != ApiVersion::V1beta1 {
        return;
    }
    let each = || layout.crd.versions.iter().map(|version| &version.parts);
    let schema = each().find_map(|parts| parts.schema.as_ref()).map(|at| at.key);
    let subresources = each().find_map(|parts| parts.subresources.as_ref()).map(|at| at.key);
    let columns = each().find_map(|parts| parts.printer_columns.as_ref()).map(|at| at.key);
    for (field, what, top, version) in [
        ("validation", "schemas", layout.validation.map(|at| at.key), schema),
        ("subresources", "subresources", layout.subresources.map(|at| at.key), subresources),
        ("additionalPrinterColumns", "additionalPrinterColumns", layout.columns.map(|at| at.key), columns),
    ] {
        if let (Some(top), Some(version)) = (top, version) {
            let spec = Path::new("spec");
            report
                .add(
                    Code::VersionDoubled,
                    top,
                    format!("`{field}` is set both for all versions and for one version"),
                )
                .note(version, "set for one version here")
                .help("keep one of the two")
                .server(
                    spec.child(field)
                        .forbidden(&format!("top-level and per-version {what} are mutually exclusive")),
                );
        }
    }
}
