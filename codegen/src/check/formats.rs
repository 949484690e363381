//! `format`: a warning, as the server gives it, for those that it does not know for the type they
//! stand at. One for each format, at its first place; an update is told of new ones only.
//
// apiextensions-apiserver: pkg/registry/customresourcedefinition/strategy.go (WarningsOnCreate),
// pkg/apiserver/validation/formats.go

use super::layout::Layout;
use super::report::Report;
use crate::diag::Code;
use crate::schema::Schema;
use crate::schema::suggest::nearest;
use crate::source::Span;
use crdc_vocabulary::go;
use std::collections::{BTreeMap, HashSet};

pub(super) fn formats(layout: &Layout<'_>, report: &mut Report) {
    let old: HashSet<&str> = match layout.old {
        Some(old) => unrecognized(&Layout::of(old)).into_keys().collect(),
        None => HashSet::new(),
    };
    for (format, (span, of, count)) in unrecognized(layout) {
        if old.contains(format) {
            continue;
        }
        let of = if of.is_empty() { "string" } else { of };
        let known = of_type(of);
        let help = match nearest(format, known.iter().copied()) {
            Some(meant) => format!("did you mean `{meant}`? It is ignored as it stands"),
            None if known.is_empty() => format!("remove it: there are no formats of type `{of}`"),
            None if of == "string" => "remove it, or write a `pattern`: it is ignored".to_owned(),
            None => format!("write {}: it is ignored", known.join(" or ")),
        };
        let finding = report
            .add(Code::FormatUnrecognized, span, format!("there is no format `{format}` of type `{of}`"))
            .help(help)
            .server(format!("unrecognized format {}", go::quote(format)));
        if count > 1 {
            finding.label(format!("the first of {count} places"));
        }
    }
}

/// Formats with their first place, the type there, and how often they stand.
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
        "string" => crdc_vocabulary::format::ALL.iter().map(|format| format.name).collect(),
        "integer" => vec!["int32", "int64"],
        "number" => vec!["float", "double"],
        _ => Vec::new(),
    }
}
