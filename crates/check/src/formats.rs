//! `format`: the server's warning for formats that it does not recognize for the schema's type. One warning
//! per format, at its first location. An update reports only formats that the old document does not have.
//
// apiextensions-apiserver: pkg/registry/customresourcedefinition/strategy.go (WarningsOnCreate),
// pkg/apiserver/validation/formats.go

use super::layout::Layout;
use super::report::Report;
use crdc_schema::Schema;
use crdc_schema::server::unrecognized_format;
use crdc_source::Span;
use crdc_source::diag::Code;
use crdc_source::diag::nearest;
use crdc_vocabulary::Minor;
use std::collections::{BTreeMap, HashSet};

pub(super) fn formats(layout: &Layout<'_>, report: &mut Report) {
    let old: HashSet<&str> = match layout.old {
        Some(old) => unrecognized(&Layout::of(old.crd)).into_keys().collect(),
        None => HashSet::new(),
    };
    for (format, (span, of, count)) in unrecognized(layout) {
        if old.contains(format) {
            continue;
        }
        let message = match of {
            "" => format!("unknown format `{format}` for a schema without a type"),
            _ => format!("unknown format `{format}` for type `{of}`"),
        };
        let mut finding = report.add(Code::FormatUnrecognized, span, message).help(help(format, of));
        let warns = if of == "string" { Minor::FORMAT_WARNINGS } else { Minor::NUMBER_FORMATS };
        if layout.is_from(warns) {
            finding = finding.server(unrecognized_format(format));
        }
        if count > 1 {
            finding.label(format!("the first of {count} occurrences"));
        }
    }
}

/// The help for a format of a schema with this type.
fn help(format: &str, of: &str) -> String {
    let instead = match of {
        "integer" => integers(format),
        "number" => floats(format).map(str::to_owned),
        _ => None,
    };
    if let Some(instead) = instead {
        return format!("write {instead}: an unknown format is ignored");
    }
    if format == "int-or-string" && of.is_empty() {
        return "remove it: `x-kubernetes-int-or-string: true` says it, and an unknown format is ignored"
            .to_owned();
    }
    let elsewhere = ["integer", "number"].into_iter().find(|of| of_type(of).contains(&format));
    if let ("", Some(elsewhere)) = (of, elsewhere) {
        return format!(
            "move it beside `type: {elsewhere}`: without a type, the server knows only formats of strings"
        );
    }
    let of = if of.is_empty() { "string" } else { of };
    let known = of_type(of);
    match nearest(format, known.iter().copied()) {
        Some(meant) => format!("did you mean `{meant}`? An unknown format is ignored"),
        None if known.is_empty() => format!("remove it: type `{of}` has no formats"),
        None if of == "string" => "remove it, or write a `pattern`: an unknown format is ignored".to_owned(),
        None => format!("write {}: an unknown format is ignored", known.join(" or ")),
    }
}

/// The keywords that replace an unknown format of integers, such as `uint32`.
fn integers(format: &str) -> Option<String> {
    let format = format.to_ascii_lowercase();
    let (signed, bits) = match format.strip_prefix("uint") {
        Some(bits) => (false, bits),
        None => (true, format.strip_prefix("int")?),
    };
    Some(match (signed, bits) {
        (true, "8" | "16") => {
            let most = if bits == "8" { i64::from(i8::MAX) } else { i64::from(i16::MAX) };
            format!("`format: int32`, `minimum: {}` and `maximum: {most}`", -most - 1)
        }
        (false, "8") => format!("`format: int32`, `minimum: 0` and `maximum: {}`", u8::MAX),
        (false, "16") => format!("`format: int32`, `minimum: 0` and `maximum: {}`", u16::MAX),
        (false, "32") => format!("`format: int64`, `minimum: 0` and `maximum: {}`", u32::MAX),
        // Servers support no larger integers.
        (false, "" | "64") => "`format: int64` and `minimum: 0`".to_owned(),
        _ => return None,
    })
}

/// Returns the unrecognized formats with their first location, the type there, and the number of occurrences.
fn unrecognized<'a>(layout: &Layout<'a>) -> BTreeMap<&'a str, (Span, &'a str, usize)> {
    let mut found = BTreeMap::new();
    let mut see = |schema: &'a Schema| {
        let format = schema.format.as_ref().filter(|format| !format.value.is_empty() && !schema.misread);
        let Some(format) = format else {
            return;
        };
        let of = schema.type_name();
        let known = match of {
            "" | "string" => crdc_vocabulary::format::find(&format.value).is_some(),
            _ => of_type(of).contains(&format.value.as_str()),
        };
        if !known {
            found.entry(format.value.as_str()).or_insert((format.span, of, 0)).2 += 1;
        }
    };
    for (_, schema, _) in layout.schemas() {
        schema.value.visit(&mut see);
    }
    found
}

fn of_type(name: &str) -> Vec<&'static str> {
    match name {
        "string" => crdc_vocabulary::format::ALL.iter().map(|format| as_written(format.name)).collect(),
        "integer" => vec!["int32", "int64"],
        "number" => vec!["float", "double"],
        _ => Vec::new(),
    }
}

/// The known format for floating-point numbers of a size. Of these, servers check the range of `float`.
fn floats(format: &str) -> Option<&'static str> {
    Some(match format.to_ascii_lowercase().as_str() {
        "float32" => "`format: float`",
        "float64" | "decimal" => "`format: double`",
        _ => return None,
    })
}

/// The format as documents write it. CEL reads `datetime` without its dash as a string.
fn as_written(name: &'static str) -> &'static str {
    match name {
        "datetime" => "date-time",
        "k8slongname" => "k8s-long-name",
        "k8sshortname" => "k8s-short-name",
        other => other,
    }
}
