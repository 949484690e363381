//! Checks `spec.conversion`: the strategy is None without other fields, or Webhook with its required fields.
//
// apiextensions-apiserver: pkg/apis/apiextensions/validation/validation.go;
// apiserver: pkg/util/webhook/validation.go

use super::ca_bundle;
use super::columns::text;
use super::dns;
use super::layout::Layout;
use super::path::Path;
use super::report::Report;
use crdc_schema::{ApiVersion, Crd};
use crdc_source::diag::{BadValue, Code, ErrorType};
use crdc_source::{Member, Node, Span, Value};
use crdc_vocabulary::Minor;
use crdc_vocabulary::{Wording, go, webhooks};
use std::collections::HashSet;

pub(super) fn conversion(layout: &Layout<'_>, report: &mut Report) {
    let Some(found) = &layout.crd.conversion else {
        return;
    };
    let path = Path::new("spec.conversion");
    let (strategy, span) = text(&found.value, "strategy");
    match strategy {
        "None" | "Webhook" => {}
        "" => {
            report
                .add(Code::Conversion, span, "`conversion` needs a strategy")
                .help("write `strategy: None`, or `strategy: Webhook`")
                .server(path.child("strategy").required(""));
        }
        _ => {
            report
                .add(Code::Conversion, span, format!("unknown conversion strategy `{strategy}`"))
                .help("write `None` or `Webhook`")
                .server(path.child("strategy").unsupported(strategy, &["None", "Webhook"]));
        }
    }
    let preserving = layout.crd.preserve_unknown_fields.as_ref();
    if let Some(preserving) = preserving.filter(|at| at.value && strategy != "None") {
        report
            .add(
                Code::Conversion,
                span,
                "the conversion strategy must be `None` if unknown fields are preserved",
            )
            .note(preserving.key, "preserved here")
            .help("remove `preserveUnknownFields`, or write `strategy: None`")
            .server(
                path.child("strategy")
                    .invalid(strategy, "must be None if spec.preserveUnknownFields is true"),
            );
    }
    let v1 = layout.crd.api_version == ApiVersion::V1;
    // v1/conversion.go: `webhook` becomes the two fields that v1beta1 has.
    let holder =
        if v1 { member(&found.value, "webhook").map(|member| &member.value) } else { Some(&found.value) };
    let config =
        holder.and_then(|node| member(node, if v1 { "clientConfig" } else { "webhookClientConfig" }));
    let reviews = holder.and_then(|node| member(node, "conversionReviewVersions"));
    if strategy == "Webhook" {
        match config {
            Some(config) => {
                let path = path.child("webhookClientConfig");
                client_config(config, &path, report);
                ca_bundle(config, &path, layout, report);
            }
            None => {
                report
                    .add(Code::Conversion, span, "strategy `Webhook` needs a webhook configuration")
                    .help("write `webhook: {clientConfig: {service: …}, conversionReviewVersions: [v1]}`")
                    .server(
                        path.child("webhookClientConfig")
                            .required("required when strategy is set to Webhook"),
                    );
            }
        }
        review_versions(layout, reviews, span, &path.child("conversionReviewVersions"), report);
        return;
    }
    const UNUSED: &str = "should not be set when strategy is not set to Webhook";
    for (member, field) in [(config, "webhookClientConfig"), (reviews, "conversionReviewVersions")] {
        let Some(member) = member else {
            continue;
        };
        if field == "conversionReviewVersions"
            && matches!(&member.value.value, Value::Array(list) if list.is_empty())
        {
            continue;
        }
        report
            .add(
                Code::Conversion,
                member.key_span,
                format!("`{}` is only for strategy `Webhook`", member.key),
            )
            .help("remove it, or write `strategy: Webhook`")
            .server(path.child(field).forbidden(UNUSED));
    }
}

fn member<'n>(node: &'n Node, key: &str) -> Option<&'n Member> {
    match &node.value {
        Value::Object(members) => {
            members.iter().find(|member| member.key == key && member.value.value != Value::Null)
        }
        _ => None,
    }
}

fn client_config(config: &Member, path: &Path<'_>, report: &mut Report) {
    match (member(&config.value, "url"), member(&config.value, "service")) {
        (Some(found), None) => url(found, &path.child("url"), report),
        (None, Some(found)) => service(&found.value, &path.child("service"), report),
        (url, _) => {
            let found = if url.is_some() { "both" } else { "neither" };
            report
                .add(
                    Code::Conversion,
                    config.key_span,
                    format!("a webhook needs a `url` or a `service`, found {found}"),
                )
                .help("write exactly one of the two")
                .server(path.required("exactly one of url or service is required"));
        }
    }
}

fn ca_bundle(config: &Member, path: &Path<'_>, layout: &Layout<'_>, report: &mut Report) {
    let Some((bundle, bytes)) =
        member(&config.value, "caBundle").and_then(|found| Some((found, bytes(found)?)))
    else {
        return;
    };
    let Some(fault) = (!bytes.is_empty()).then(|| ca_bundle::fault(&bytes)).flatten() else {
        return;
    };
    const HELP: &str = "write the base64 form of PEM certificates; if something in the cluster injects them, leave `caBundle` out";
    if layout.validation_options.ca_bundle && layout.is_from(Minor::CA_BUNDLES) {
        let bad = BadValue::json(&format!("\"{}\"", go::encode_base64(&bytes)));
        report
            .add(
                Code::Conversion,
                bundle.value.span,
                "the CA bundle has no certificate that a server can read",
            )
            .help(HELP)
            .server(path.child("caBundle").invalid(bad, &fault));
    } else {
        let message = match layout.old {
            _ if !layout.is_from(Minor::CA_BUNDLES) => {
                "the CA bundle has no certificate that a server can read: servers from 1.31 on refuse it"
            }
            None => {
                "the CA bundle has no certificate that a server can read: it is accepted in a new document, and refused later"
            }
            Some(_) => {
                "the CA bundle has no certificate that a server can read: it is accepted until the current one has"
            }
        };
        report.add(Code::CaBundleInvalid, bundle.value.span, message).help(HELP);
    }
}

/// The bytes that a member encodes in base64.
fn bytes(found: &Member) -> Option<Vec<u8>> {
    found.value.as_str().and_then(|text| go::decode_base64(text.as_bytes()).ok())
}

/// Whether a document has a CA bundle of which the server loads no certificate. Servers check the bundle
/// whatever the strategy is.
pub(super) fn has_invalid_ca_bundle(crd: &Crd) -> bool {
    let conversion = crd.conversion.as_ref().map(|at| &at.value);
    let config = match crd.api_version {
        ApiVersion::V1 => conversion
            .and_then(|node| member(node, "webhook"))
            .and_then(|webhook| member(&webhook.value, "clientConfig")),
        ApiVersion::V1beta1 => conversion.and_then(|node| member(node, "webhookClientConfig")),
    };
    let bundle = config.and_then(|config| member(&config.value, "caBundle")).and_then(bytes);
    bundle.is_some_and(|bytes| !bytes.is_empty() && ca_bundle::fault(&bytes).is_some())
}

fn url(found: &Member, path: &Path<'_>, report: &mut Report) {
    let Value::String(url) = &found.value.value else {
        return;
    };
    webhooks::against_url(url, |bad, detail| {
        let server = match bad {
            Some(bad) => path.invalid(bad, detail),
            None => path.required(detail),
        };
        report
            .add(Code::Conversion, found.value.span, "not a valid webhook URL")
            .help("write `https://host/path`, without user, query or fragment")
            .server(server);
    });
}

fn service(node: &Node, path: &Path<'_>, report: &mut Report) {
    // The server swaps the two: it reports a missing name as a missing namespace.
    for (field, reported, wording) in
        [("name", "namespace", Wording::NoServiceNamespace), ("namespace", "name", Wording::NoServiceName)]
    {
        let (found, span) = text(node, field);
        if found.is_empty() {
            report
                .add(Code::Conversion, span, format!("the webhook's service has no `{field}`"))
                .help(format!("write `{field}`"))
                .server(path.child(reported).worded(ErrorType::Required, "", wording));
        }
    }
    if let Some(port) = member(node, "port")
        && let Value::Int(number) = port.value.value
        && !(1..=65535).contains(&number)
    {
        report
            .add(Code::Conversion, port.value.span, format!("{number} is not a valid port"))
            .help("write a number from 1 to 65535")
            .server(
                path.child("port")
                    .invalid(number, "port is not valid: must be between 1 and 65535, inclusive"),
            );
    }
    let (url_path, span) = text(node, "path");
    let path = path.child("path");
    webhooks::against_path(url_path, |detail| {
        report
            .add(Code::Conversion, span, format!("`{url_path}` is not a valid webhook path"))
            .help("write a path such as `/convert`")
            .server(path.invalid(url_path, detail));
    });
}

/// Returns the `ConversionReview` versions that a document lists.
pub(super) fn review_versions_of(crd: &Crd) -> Vec<&str> {
    let conversion = crd.conversion.as_ref().map(|at| &at.value);
    let holder = match crd.api_version {
        ApiVersion::V1 => conversion.and_then(|node| node.get("webhook")),
        ApiVersion::V1beta1 => conversion,
    };
    match holder.and_then(|node| node.get("conversionReviewVersions")).map(|node| &node.value) {
        Some(Value::Array(list)) => list.iter().filter_map(Node::as_str).collect(),
        _ => Vec::new(),
    }
}

fn review_versions(
    layout: &Layout<'_>,
    found: Option<&Member>,
    strategy: Span,
    path: &Path<'_>,
    report: &mut Report,
) {
    let list = match found.map(|member| &member.value.value) {
        Some(Value::Array(list)) => list.as_slice(),
        _ => &[],
    };
    let span = found.map_or(strategy, |member| member.value.span);
    if list.is_empty() {
        // v1beta1/defaults.go: [v1beta1].
        if layout.crd.api_version == ApiVersion::V1 {
            report
                .add(Code::Conversion, span, "strategy `Webhook` needs `conversionReviewVersions`")
                .help("write `conversionReviewVersions: [v1]`")
                .server(path.required(""));
        }
        return;
    }
    let mut seen: HashSet<&str> = HashSet::new();
    for (index, node) in list.iter().enumerate() {
        let Value::String(version) = &node.value else {
            continue;
        };
        if !seen.insert(version) {
            report
                .add(Code::Conversion, node.span, format!("duplicate version `{version}`"))
                .help("remove it")
                .server(path.index(index).invalid(version, "duplicate version"));
            continue;
        }
        for error in dns::label(version) {
            report
                .add(Code::Conversion, node.span, format!("`{version}` is not a valid version name"))
                .help("write `v1` or `v1beta1`")
                .server(path.index(index).invalid(version, &error));
        }
    }
    if layout.validation_options.review_version
        && !seen.iter().any(|version| ["v1", "v1beta1"].contains(version))
    {
        let texts = list.iter().filter_map(|node| match &node.value {
            Value::String(text) => Some(go::quote(text)),
            _ => None,
        });
        let bad: Vec<String> = texts.collect();
        report
            .add(Code::Conversion, span, "`conversionReviewVersions` has no version that the server supports")
            .help("add `v1`")
            .server(path.invalid(
                BadValue::json(&format!("[{}]", bad.join(","))),
                "must include at least one of v1, v1beta1",
            ));
    }
}
