//! The JSON report: one document with a version. Its schema is docs/validate.schema.json: **a removed member,
//! or a member with another meaning, needs a new version.**

use serde::Serialize;
use serde_json::value::RawValue;

use super::format::{Report, Verbosity};
use crate::validate::findings::finding::{Accepted, Level};
use crate::validate::report::file_report::{FileReport, ObjectReport, Place, Placed, Verdict};
use crate::validate::report::shown_object::Shown;
use crate::validate::report::summary::Summary;
use crdc_source::diag::outside;

/// The version of the document.
const VERSION: &str = "v2";

pub(super) struct Json {
    verbosity: Verbosity,
    /// Whether a value was written after which a comma is needed.
    started: bool,
}

impl Json {
    pub(super) fn new(verbosity: Verbosity) -> Json {
        Json { verbosity, started: false }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Entry<'r> {
    file: &'r str,
    #[serde(flatten)]
    object: Option<Object<'r>>,
    findings: Vec<JsonFinding<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stored: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    diff: Option<&'r str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Object<'r> {
    api_version: &'r str,
    kind: &'r str,
    namespace: &'r str,
    name: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<&'r str>,
    #[serde(flatten)]
    place: Place,
    verdict: Verdict,
    /// The JSON Schema of others that the object was validated with.
    #[serde(skip_serializing_if = "Option::is_none")]
    schema: Option<&'r str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct JsonFinding<'r> {
    id: &'static str,
    level: Level,
    message: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none", rename = "type")]
    kind: Option<&'static str>,
    /// The CEL rule that failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'r str>,
    #[serde(flatten)]
    place: Place,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'r str>,
    /// The JSON Schema of others that the finding is from.
    #[serde(skip_serializing_if = "Option::is_none")]
    schema: Option<&'r str>,
    /// The reason why the finding is ignored.
    #[serde(skip_serializing_if = "Option::is_none")]
    ignored: Option<&'r str>,
    /// Whether the baseline contains the finding.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    known: bool,
}

impl<'r> JsonFinding<'r> {
    fn of(placed: &'r Placed) -> JsonFinding<'r> {
        let finding = &placed.finding;
        JsonFinding {
            id: finding.id,
            level: finding.level,
            message: &finding.message,
            field: finding.field.as_deref(),
            kind: finding.kind,
            rule: finding.rule.as_deref(),
            place: placed.place,
            help: finding.help.as_deref(),
            schema: finding.schema.as_deref(),
            ignored: finding.ignored(),
            known: finding.accepted == Some(Accepted::Known),
        }
    }
}

/// The findings within the limit.
fn found(findings: &[Placed]) -> Vec<JsonFinding<'_>> {
    findings.iter().filter(|placed| !placed.is_beyond).map(JsonFinding::of).collect()
}

impl<'r> Object<'r> {
    fn of(object: &'r ObjectReport) -> Object<'r> {
        Object {
            api_version: &object.identity.api_version,
            kind: &object.identity.kind,
            namespace: &object.identity.namespace,
            name: &object.identity.name,
            origin: object.origin.as_deref(),
            place: object.place,
            verdict: object.verdict,
            schema: object.schema.as_ref().map(|from| &*from.place),
        }
    }
}

impl Json {
    fn add(&mut self, entry: &Entry<'_>, out: &mut String) {
        out.push_str(if self.started { ",\n" } else { "{\"version\":\"" });
        if !self.started {
            *out += VERSION;
            out.push_str("\",\"results\":[\n");
        }
        self.started = true;
        // Strings and numbers can always be written as JSON.
        *out += &outside::json(&serde_json::to_string(entry).unwrap_or_default());
    }
}

impl Report for Json {
    fn file(&mut self, file: &FileReport) -> String {
        let mut out = String::new();
        if !file.findings.is_empty() {
            let findings = found(&file.findings);
            self.add(&Entry { file: &file.name, object: None, findings, stored: None, diff: None }, &mut out);
        }
        for object in &file.objects {
            if !self.verbosity.all && object.findings.is_empty() && object.shown.is_none() {
                continue;
            }
            let (stored, diff) = match &object.shown {
                Some(Shown::Stored(text)) => (RawValue::from_string(text.clone()).ok(), None),
                Some(Shown::Diff(diff)) => (None, Some(diff.as_str())),
                None => (None, None),
            };
            let findings = found(&object.findings);
            self.add(
                &Entry { file: &file.name, object: Some(Object::of(object)), findings, stored, diff },
                &mut out,
            );
        }
        out
    }

    fn end(&mut self, summary: &Summary) -> String {
        let start =
            if self.started { String::new() } else { format!("{{\"version\":\"{VERSION}\",\"results\":[") };
        let summary = serde_json::to_string(summary).unwrap_or_default();
        format!("{start}\n],\"summary\":{summary}}}\n")
    }
}
