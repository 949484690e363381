//! SARIF 2.1.0: a result for each finding, with its place and the object. Ignored findings are suppressed
//! results, with the reason. An object without a schema is an open result. Browsers display the results, so
//! they contain no characters that a browser would hide.
//
// https://docs.oasis-open.org/sarif/sarif/v2.1.0

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::format::Report;
use crate::validate::findings::finding::{Accepted, Level};
use crate::validate::report::file_report::{FileReport, ObjectReport, Place, Placed};
use crate::validate::report::summary::Summary;
use crate::validate::schemas::loader::MISSING;
use crdc_source::diag::outside;

#[derive(Default)]
pub(super) struct Sarif {
    rules: BTreeSet<&'static str>,
    results: Vec<Value>,
}

impl Report for Sarif {
    fn file(&mut self, file: &FileReport) -> String {
        for (object, placed) in file.all().filter(|(_, placed)| !placed.is_beyond) {
            self.rules.insert(placed.finding.id);
            self.results.push(result(&file.name, object, placed));
        }
        String::new()
    }

    fn end(&mut self, summary: &Summary) -> String {
        let rules: Vec<Value> = self.rules.iter().map(|id| json!({ "id": id })).collect();
        let mut document = json!({
            "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": { "driver": { "name": "crdc", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
                "columnKind": "unicodeCodePoints",
                "results": std::mem::take(&mut self.results),
            }],
        });
        if !summary.releases.is_empty() {
            document["runs"][0]["properties"] = json!({ "releases": summary.releases });
        }
        outside::json(&format!("{document:#}\n")).into_owned()
    }
}

fn result(file: &str, object: Option<&ObjectReport>, placed: &Placed) -> Value {
    let Placed { finding, place, .. } = placed;
    // Open: too little is known to say whether there is a problem. The standard gives it no level.
    let is_open = finding.id == MISSING && finding.level != Level::Error;
    let level = match finding.level {
        _ if is_open => "none",
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "note",
    };
    let mut location = json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri(placed.file(file)) },
        // The lines of a rendered text are not lines of the file.
        "region": if placed.origin.is_some() { json!({ "startLine": 1 }) } else { region(*place) },
    }});
    let mut names = Vec::new();
    if let Some(object) = object {
        names.push(json!({ "name": outside::line(&object.identity.words()), "kind": "object" }));
    }
    if let Some(field) = &finding.field {
        names.push(json!({ "fullyQualifiedName": outside::line(field), "kind": "member" }));
    }
    if !names.is_empty() {
        location["logicalLocations"] = Value::Array(names);
    }
    let mut result = json!({
        "ruleId": finding.id,
        "level": level,
        "message": { "text": outside::lines(&finding.message) },
        "locations": [location],
    });
    if is_open {
        result["kind"] = json!("open");
    }
    match &finding.accepted {
        Some(Accepted::Ignored(reason)) => {
            result["suppressions"] = json!([{ "kind": "inSource", "justification": outside::lines(reason) }]);
        }
        Some(Accepted::Known) => {
            result["suppressions"] =
                json!([{ "kind": "external", "justification": "it is in the baseline" }]);
        }
        None => {}
    }
    result
}

fn region(place: Place) -> Value {
    json!({
        "startLine": place.line,
        "startColumn": place.column,
        "endLine": place.end_line,
        "endColumn": place.end_column,
    })
}

/// A path as a relative reference, with only the characters that a URI may have.
fn uri(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.replace('\\', "/").bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(char::from(byte));
            }
            _ => out += &format!("%{byte:02X}"),
        }
    }
    out
}
