//! `spec.versions`: names, exactly one stored, deprecation, a schema each; and v1beta1's
//! doubled places.
//
// apiextensions-apiserver: pkg/apis/apiextensions/validation/validation.go

use super::dns;
use super::layout::Layout;
use super::names::head;
use super::path::Path;
use super::report::Report;
use crate::diag::{BadValue, Code, go_quoted, is_printable};
use crate::schema::{ApiVersion, Crd, Version};
use crate::source::Span;
use std::collections::HashMap;

pub(super) fn versions(layout: &Layout<'_>, report: &mut Report) {
    let crd = layout.crd;
    let spec = Path::new("spec");
    let path = spec.child("versions");
    for (index, version) in crd.versions.iter().enumerate() {
        name(version, &path.index(index), report);
        deprecation(version, &path.index(index), report);
    }
    unique(crd, &path, report);
    storage(crd, &path, report);
    if layout.validation.is_none() && crd.api_version == ApiVersion::V1 {
        for (index, version) in crd.versions.iter().enumerate() {
            if layout.schema_of(index).is_none() {
                no_schema(version, &path.index(index), report);
            }
        }
    }
    if crd.api_version == ApiVersion::V1beta1 {
        top_version(crd, report);
        doubled(layout, report);
    }
}

/// Where a version's name stands, or the version itself.
fn place(version: &Version) -> Span {
    version
        .name
        .as_ref()
        .map_or(Span { start: version.span.start, end: version.span.start }, |name| name.span)
}

fn text(version: &Version) -> &str {
    version.name.as_ref().map_or("", |name| &name.value)
}

fn name(version: &Version, path: &Path<'_>, report: &mut Report) {
    let errors = dns::label(text(version));
    if !errors.is_empty() {
        let message = if text(version).is_empty() {
            "a version without a name".to_owned()
        } else {
            format!("`{}` cannot be the name of a version", text(version))
        };
        report
            .add(Code::VersionName, place(version), message)
            .help("write a name such as `v1`, `v1beta1` or `v1alpha1`")
            .server(path.child("name").invalid(text(version), &errors.join(",")));
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
        if let Some((at, _)) = warning.value.char_indices().find(|(_, c)| !is_printable(*c)) {
            errors.push(format!(
                "must only contain printable UTF-8 characters; non-printable character found at index {at}"
            ));
        }
    } else {
        errors.push("can only be set for deprecated versions".to_owned());
    }
    for error in errors {
        let help = if deprecated {
            "write one short line of plain text"
        } else {
            "write `deprecated: true` as well"
        };
        report
            .add(Code::VersionDeprecation, warning.span, format!("`deprecationWarning` {error}"))
            .help(help)
            .server(path.invalid(&warning.value, &error));
    }
}

fn unique(crd: &Crd, path: &Path<'_>, report: &mut Report) {
    let mut seen: HashMap<&str, Span> = HashMap::new();
    for version in &crd.versions {
        if let Some(first) = seen.insert(text(version), place(version)) {
            report
                .add(
                    Code::VersionDuplicate,
                    place(version),
                    format!("version `{}` stands twice", text(version)),
                )
                .note(first, "first here")
                .help("give it a name of its own, or remove it")
                .server(path.invalid(BadValue::Long, "must contain unique version names"));
        }
    }
}

fn storage(crd: &Crd, path: &Path<'_>, report: &mut Report) {
    let stored: Vec<&Version> =
        crd.versions.iter().filter(|version| version.storage.as_ref().is_some_and(|at| at.value)).collect();
    let words = path.invalid(BadValue::Long, "must have exactly one version marked as storage version");
    let status = Path::new("status.storedVersions");
    match stored[..] {
        [_] => {}
        [] => {
            let span = crd.versions.last().map_or(head(crd), |last| {
                last.storage.as_ref().map_or_else(|| place(last), |storage| storage.span)
            });
            let message =
                if crd.versions.is_empty() { "`spec.versions` is empty" } else { "no version is stored" };
            let help = if crd.versions.is_empty() {
                "write at least one version: `[{name: v1, served: true, storage: true, schema: …}]`"
            } else {
                "write `storage: true` for exactly one version"
            };
            report.add(Code::VersionStorage, span, message).help(help).server(words).server(
                status.invalid(BadValue::Json("null".to_owned()), "must have at least one stored version"),
            );
        }
        [first, second, ..] => {
            let span = |version: &Version| version.storage.as_ref().map_or(version.span, |at| at.span);
            let mut finding = report
                .add(Code::VersionStorage, span(second), "more than one version is stored")
                .label("stored as well")
                .note(span(first), "stored here already")
                .help("write `storage: true` for exactly one version")
                .server(words);
            // The server strikes a name off its list as it finds it: the second of two is missing.
            for other in &stored[1..] {
                let bad = BadValue::json(format!("[{}]", go_quoted(text(first))));
                let detail = format!("must have the storage version {}", text(other));
                finding = finding.server(status.invalid(bad, &detail));
            }
        }
    }
}

fn no_schema(version: &Version, path: &Path<'_>, report: &mut Report) {
    report
        .add(Code::SchemaMissing, place(version), format!("version `{}` has no schema", text(version)))
        .help(
            "write `schema: {openAPIV3Schema: {type: object, …}}`; \
             `x-kubernetes-preserve-unknown-fields: true` in it keeps anything",
        )
        .server(path.child("schema").child("openAPIV3Schema").required(""));
}

fn top_version(crd: &Crd, report: &mut Report) {
    let Some(version) = crd.version.as_ref().filter(|version| !version.value.is_empty()) else {
        return;
    };
    let path = Path::new("spec.version");
    let errors = dns::label(&version.value);
    if !errors.is_empty() {
        report
            .add(
                Code::VersionName,
                version.span,
                format!("`{}` cannot be the name of a version", version.value),
            )
            .help("write a name such as `v1`, `v1beta1` or `v1alpha1`")
            .server(path.invalid(&version.value, &errors.join(",")));
    }
    if let Some(first) = crd.versions.first().filter(|first| text(first) != version.value) {
        report
            .add(Code::VersionName, version.span, "`spec.version` is not the first of `spec.versions`")
            .note(place(first), "the first")
            .help(format!("write `version: {}`, or leave `version` out", text(first)))
            .server(path.invalid(&version.value, "must match the first version in spec.versions"));
    }
}

fn doubled(layout: &Layout<'_>, report: &mut Report) {
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
                .add(Code::VersionDoubled, top, format!("`{field}` stands both for all versions and for one"))
                .note(version, "for one version here")
                .help("keep one of the two")
                .server(
                    spec.child(field)
                        .forbidden(&format!("top-level and per-version {what} are mutually exclusive")),
                );
        }
    }
}
