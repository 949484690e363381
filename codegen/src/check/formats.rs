//! `format`: the server's warning for formats that it does not recognize for the schema's type. One warning
//! per format, at its first location. An update reports only formats that the old document does not have.
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
        Some(old) => unrecognized(&Layout::of(old.crd)).into_keys().collect(),
        None => HashSet::new(),
    };
    for (format, (span, of, count)) in unrecognized(layout) {
        if old.contains(format) {
            continue;
        }
        let of = if of.is_empty() { "string" } else { of };
        let known = of_type(of);
        let help = match nearest(format, known.iter().copied()) {
            Some(meant) => format!("did you mean `{meant}`? An unknown format is ignored"),
            None if known.is_empty() => format!("remove it: type `{of}` has no formats"),
            None if of == "string" => {
                "remove it, or write a `pattern`: an unknown format is ignored".to_owned()
            }
            None => format!("write {}: an unknown format is ignored", known.join(" or ")),
        };
        let finding = report
            .add(Code::FormatUnrecognized, span, format!("unknown format `{format}` for type `{of}`"))
            .help(help)
            .server(format!("unrecognized format {}", go::quote(format)));
        if count > 1 {
            finding.label(format!("the first of {count} occurrences"));
        }
    }
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
        "string" => crdc_vocabulary::format::ALL.iter().map(|format| format.name).collect(),
        "integer" => vec!["int32", "int64"],
        "number" => vec!["float", "double"],
        _ => Vec::new(),
    }
}
