//! Checks the names and the scope of the resource: `metadata.name`, `spec.group`, `spec.names`, `spec.scope`.
//
// apiextensions-apiserver: pkg/apis/apiextensions/validation/validation.go

use super::dns;
use super::layout::Layout;
use super::path::Path;
use super::report::Report;
use crdc_schema::{ApiVersion, At, Crd, Names};
use crdc_source::Span;
use crdc_source::diag::{Code, FieldError};
use crdc_source::diag::{meant_or, nearest};

/// The location to report for a missing field of the document.
pub(super) fn head(crd: &Crd) -> Span {
    crd.name.as_ref().map_or(Span { start: crd.span.start, end: crd.span.start }, |name| name.span)
}

fn no_names(crd: &Crd, report: &mut Report) {
    let path = Path::new("spec.names");
    let mut finding = report
        .add(Code::NameMissing, head(crd), "`spec.names` is missing")
        .help("write `names: {kind: Database, plural: databases}` under `spec`");
    for field in ["plural", "singular", "kind", "listKind"] {
        finding = finding.server(path.child(field).required(""));
    }
}

pub(super) fn group(layout: &Layout<'_>, report: &mut Report) {
    let crd = layout.crd;
    let path = Path::new("spec.group");
    let Some(group) = crd.group.as_ref().filter(|group| !group.value.is_empty()) else {
        report
            .add(
                Code::GroupInvalid,
                crd.group.as_ref().map_or(head(crd), |group| group.span),
                "`spec.group` is missing",
            )
            .help("write a domain that you own, such as `group: example.com`")
            .server(path.required(""));
        return;
    };
    let errors = dns::subdomain(&group.value);
    if !errors.is_empty() {
        report
            .add(Code::GroupInvalid, group.span, format!("`{}` is not a valid group", group.value))
            .label("expected a lower-case domain")
            .help("write a domain that you own, in lower case, such as `example.com`")
            .server(path.invalid(&group.value, &errors.join(",")));
    } else if !group.value.contains('.') {
        report
            .add(Code::GroupInvalid, group.span, format!("the group `{}` has no dot", group.value))
            .label("expected a domain")
            .help(format!("write a domain, such as `{}.example.com`", group.value))
            .server(path.invalid(&group.value, "should be a domain with at least one dot"));
    }
}

pub(super) fn scope(layout: &Layout<'_>, report: &mut Report) {
    let crd = layout.crd;
    let path = Path::new("spec.scope");
    match crd.scope.as_ref().filter(|scope| !scope.value.is_empty()) {
        // v1beta1/defaults.go: Namespaced.
        None if crd.api_version == ApiVersion::V1beta1 => {}
        None => {
            report
                .add(
                    Code::ScopeInvalid,
                    crd.scope.as_ref().map_or(head(crd), |scope| scope.span),
                    "`spec.scope` is missing",
                )
                .help("write `scope: Namespaced`, or `scope: Cluster`")
                .server(path.required(""));
        }
        Some(scope) if scope.value == "Cluster" || scope.value == "Namespaced" => {}
        Some(scope) => {
            let meant = nearest(&scope.value, ["Cluster", "Namespaced"].into_iter());
            let help = meant_or(meant, || "write `Namespaced` or `Cluster`".to_owned());
            report
                .add(Code::ScopeInvalid, scope.span, format!("unknown scope `{}`", scope.value))
                .label("expected `Namespaced` or `Cluster`")
                .help(help)
                .server(path.unsupported(&scope.value, &["Cluster", "Namespaced"]));
        }
    }
}

pub(super) fn resource_names(layout: &Layout<'_>, report: &mut Report) {
    match &layout.crd.names {
        Some(names) => each_name(&names.value, names.span, report),
        None => no_names(layout.crd, report),
    }
}

fn each_name(names: &Names, span: Span, report: &mut Report) {
    let path = Path::new("spec.names");
    let kind = names.kind.as_ref().map_or("", |kind| &kind.value);
    let given = |name: &Option<At<String>>| name.as_ref().is_some_and(|name| !name.value.is_empty());
    // v1/defaults.go: singular and listKind default from kind.
    let follows = |name: &Option<At<String>>| given(name) || !kind.is_empty();
    for (field, there, help) in [
        ("plural", given(&names.plural), "write the plural in lower case, such as `plural: databases`"),
        ("singular", follows(&names.singular), "write `kind`: `singular` defaults from it"),
        ("kind", !kind.is_empty(), "write the name of the kind, such as `kind: Database`"),
        ("listKind", follows(&names.list_kind), "write `kind`: `listKind` defaults from it"),
    ] {
        if !there {
            report
                .add(Code::NameMissing, span, format!("`spec.names.{field}` is missing"))
                .help(help)
                .server(path.child(field).required(""));
        }
    }
    lower("plural", &names.plural, report);
    lower("singular", &names.singular, report);
    if !given(&names.singular) {
        defaulted("singular", &names.kind, kind.to_lowercase(), &|name| dns::label(name).join(","), report);
    }
    mixed("kind", &names.kind, report);
    mixed("listKind", &names.list_kind, report);
    if !given(&names.list_kind) && !kind.is_empty() {
        let validate = |name: &str| {
            let errors = dns::label(&name.to_lowercase());
            if errors.is_empty() { String::new() } else { format!("{MIXED}{}", errors.join(",")) }
        };
        defaulted("listKind", &names.kind, format!("{kind}List"), &validate, report);
    }
    each("shortNames", names.short_names.as_ref(), report);
    each("categories", names.categories.as_ref(), report);
    if let Some(list_kind) = names.list_kind.as_ref().filter(|name| !kind.is_empty() && name.value == kind) {
        report
            .add(Code::NameInvalid, list_kind.span, "`listKind` is the same as `kind`")
            .help(format!("write `{kind}List`, or remove `listKind`"))
            .server(path.child("listKind").invalid(kind, "kind and listKind may not be the same"));
    }
}

const MIXED: &str = "may have mixed case, but should otherwise match: ";

fn lower(field: &str, name: &Option<At<String>>, report: &mut Report) {
    let Some(name) = name.as_ref().filter(|name| !name.value.is_empty()) else {
        return;
    };
    let errors = dns::label(&name.value);
    if !errors.is_empty() {
        let words = Path::new("spec.names").child(field).invalid(&name.value, &errors.join(","));
        bad_label(field, name, words, report);
    }
}

fn mixed(field: &str, name: &Option<At<String>>, report: &mut Report) {
    let Some(name) = name.as_ref().filter(|name| !name.value.is_empty()) else {
        return;
    };
    let errors = dns::label(&name.value.to_lowercase());
    if !errors.is_empty() {
        let detail = format!("{MIXED}{}", errors.join(","));
        report
            .add(Code::NameInvalid, name.span, format!("`{}` is not a valid `{field}`", name.value))
            .label("expected letters, digits and `-`, starting with a letter")
            .help("write a name in camel case, such as `Database`")
            .server(Path::new("spec.names").child(field).invalid(&name.value, &detail));
    }
}

/// Reports a name that the server derives from `kind` and then rejects.
fn defaulted(
    field: &str,
    kind: &Option<At<String>>,
    name: String,
    validate: &dyn Fn(&str) -> String,
    report: &mut Report,
) {
    let Some(kind) = kind.as_ref().filter(|kind| !kind.value.is_empty()) else {
        return;
    };
    let detail = validate(&name);
    if !detail.is_empty() {
        report
            .add(
                Code::NameInvalid,
                kind.span,
                format!("`{field}` defaults to `{name}`, which is not a valid name"),
            )
            .help(format!("write a shorter or simpler `kind`, or add `{field}`"))
            .server(Path::new("spec.names").child(field).invalid(&name, &detail));
    }
}

fn each(field: &str, names: Option<&At<Vec<At<String>>>>, report: &mut Report) {
    let path = Path::new("spec.names");
    let list = path.child(field);
    for (index, name) in names.map_or(&[][..], |names| &names.value).iter().enumerate() {
        let errors = dns::label(&name.value);
        if !errors.is_empty() {
            let words = list.index(index).invalid(&name.value, &errors.join(","));
            bad_label(field, name, words, report);
        }
    }
}

fn bad_label(field: &str, name: &At<String>, words: FieldError, report: &mut Report) {
    let help = match dns::as_label(&name.value) {
        Some(better) => format!("write `{better}`"),
        None => "write a name in lower case, such as `databases`".to_owned(),
    };
    report
        .add(Code::NameInvalid, name.span, format!("`{}` is not a valid name for `{field}`", name.value))
        .label("expected lower-case letters, digits and `-`, starting with a letter")
        .help(help)
        .server(words);
}

/// `metadata.name` must be `<plural>.<group>`.
pub(super) fn own_name(layout: &Layout<'_>, report: &mut Report) {
    let crd = layout.crd;
    if layout.old.is_some() {
        return;
    }
    let path = Path::new("metadata.name");
    let name = crd.name.as_ref().map_or("", |name| &name.value);
    let plural =
        crd.names.as_ref().and_then(|names| names.value.plural.as_ref()).map_or("", |plural| &plural.value);
    let group = crd.group.as_ref().map_or("", |group| &group.value);
    let wanted = format!("{plural}.{group}");
    let span = crd.name.as_ref().map_or(head(crd), |name| name.span);
    let missing = (plural.is_empty(), group.is_empty());
    let shown = if missing == (false, false) { wanted.as_str() } else { "<plural>.<group>" };
    if name.is_empty() {
        report
            .add(Code::NameMismatch, span, "`metadata.name` is missing")
            .help(format!("write `name: {shown}`"))
            .server(path.required("name or generateName is required"));
        return;
    }
    let errors = dns::subdomain(name);
    if name != wanted {
        // The missing part can be read off the name, if the rest fits.
        let parts = match missing {
            (false, false) => None,
            (true, true) => name.split_once('.'),
            (true, false) => {
                name.strip_suffix(group).and_then(|rest| rest.strip_suffix('.')).map(|plural| (plural, ""))
            }
            (false, true) => {
                name.strip_prefix(plural).and_then(|rest| rest.strip_prefix('.')).map(|group| ("", group))
            }
        };
        let help = match parts {
            Some((plural, "")) => format!("write `plural: {plural}` in `spec.names`"),
            Some(("", group)) => format!("write `group: {group}` in `spec`"),
            Some((plural, group)) => {
                format!("write `group: {group}` in `spec` and `plural: {plural}` in `spec.names`")
            }
            None => format!("write `name: {shown}`, or change `spec.names.plural` or `spec.group`"),
        };
        let which = if missing == (false, false) { ", which is `<plural>.<group>`" } else { "" };
        let message = format!("`metadata.name` must be `{shown}`{which}");
        let mut finding =
            report.add(Code::NameMismatch, span, message).label(format!("expected `{shown}`")).help(help);
        for error in errors {
            finding = finding.server(path.invalid(name, &error));
        }
        finding.server(path.invalid(name, "must be spec.names.plural+\".\"+spec.group"));
    } else if !errors.is_empty() {
        let mut finding = report
            .add(Code::NameInvalid, span, format!("`{name}` is not a valid `metadata.name`"))
            .label("must be `<plural>.<group>`")
            .help("write the plural and the group in lower case, with only letters, digits and `-`");
        for error in errors {
            finding = finding.server(path.invalid(name, &error));
        }
    }
}
