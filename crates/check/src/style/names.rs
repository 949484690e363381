//! Warns of names of fields that the conventions for Kubernetes APIs advise against.
//
// kube-api-linter: noreferences, nophase, notimestamp, namingconventions; kubernetes/community:
// contributors/devel/sig-architecture/api-conventions.md

use super::place::Place;
use crdc_source::diag::{Code, Diagnostic};

pub(super) fn names(place: &Place<'_>) -> Option<Diagnostic> {
    let name = place.name?;
    let lower = name.to_ascii_lowercase();
    let is_camel = name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let (why, help) = if !is_camel {
        (
            "is not in camel case",
            camel(name).map_or_else(
                || "write letters and digits, a small letter first".to_owned(),
                |name| format!("write `{name}`"),
            ),
        )
    } else if let Some(at) = lower.find("reference") {
        let short = format!(
            "{}{}{}",
            &name[..at],
            if at == 0 { "ref" } else { "Ref" },
            &name[at + "reference".len()..]
        );
        ("spells out `Reference`", format!("write `{short}`, as the APIs of Kubernetes do"))
    } else if lower.contains("phase") {
        (
            "is a phase",
            "write conditions: clients have to know all values of a phase, and none can be added".to_owned(),
        )
    } else if let Some(at) = lower.find("timestamp") {
        let short = format!(
            "{}{}{}",
            &name[..at],
            if at == 0 { "time" } else { "Time" },
            &name[at + "timestamp".len()..]
        );
        ("has `Timestamp` in its name", format!("write `{short}`, as the APIs of Kubernetes do"))
    } else {
        return None;
    };
    Some(Diagnostic::new(Code::StyleName, place.key, format!("{place} {why}")).help(help))
}

/// The name in camel case, if its words are told apart by marks or it begins with a capital letter.
fn camel(name: &str) -> Option<String> {
    let mut camel = String::new();
    for word in name.split(|unit: char| !unit.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
        let (first, rest) = word.split_at(1);
        let first = if camel.is_empty() { first.to_ascii_lowercase() } else { first.to_ascii_uppercase() };
        camel.push_str(&first);
        camel.push_str(rest);
    }
    let is_name = camel.starts_with(|first: char| first.is_ascii_lowercase()) && camel != name;
    is_name.then_some(camel)
}
