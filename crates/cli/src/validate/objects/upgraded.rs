//! Compares what two releases of a project do with an object. In: the results for the release before an
//! upgrade and for the one after it. Out: one result, in which only what the upgrade changes counts.

use serde_json::Value;

use crate::identity::Identity;
use crate::validate::findings::finding::{Accepted, Finding, Level};
use crate::validate::objects::validated::Validated;
use crate::validate::report::file_report::Verdict;
use crate::validate::schemas::catalogue::{CataloguedKind, Variant};
use crdc_source::Span;

/// The number of changes of an object that are named.
const MOST_NAMED: usize = 8;

/// The number of letters of a value that are shown.
const MOST_SHOWN: usize = 60;

/// The result for an object of an upgraded project. `ask` validates it with the text of some releases, which
/// serve its version.
pub(super) fn compare(
    kind: &CataloguedKind,
    identity: &Identity,
    span: Span,
    mut ask: impl FnMut(&Variant) -> Option<Validated>,
) -> Validated {
    // The newest comes first.
    let after = kind.variants.iter().find(|variant| variant.is_after);
    let before = kind.variants.iter().find(|variant| variant.is_before);
    let was = before.and_then(&mut ask);
    let Some((release, mut is)) = after.and_then(|variant| Some((variant, ask(variant)?))) else {
        let mut finding = gone(kind, identity, span, after);
        // An object that the release in use does not serve is no fault of the upgrade.
        finding.accepted = (before.is_some() && was.is_none()).then_some(Accepted::Known);
        return Validated::of(Verdict::Invalid, vec![finding]);
    };
    let Some(was) = was else {
        is.stored = None;
        return is;
    };
    for finding in &mut is.findings {
        let is_same = |other: &Finding| {
            (other.id, &other.field, &other.message) == (finding.id, &finding.field, &finding.message)
        };
        if was.findings.iter().any(is_same) {
            finding.accepted = Some(Accepted::Known);
        }
    }
    let (project, since) = (&kind.project, &release.first);
    let stored = is.stored.take().filter(|_| !is.findings.iter().any(Finding::fails));
    if let (Some(was), Some(stored)) = (was.stored.as_deref(), stored.as_deref()) {
        let changes = changes(was, stored);
        if !changes.is_empty() {
            let message = format!("{project} {since} stores this object otherwise: {}", changes.join("; "));
            let finding = Finding::new("upgrade-changes", Level::Warning, span, message);
            is.findings.push(finding.help("write the values that the object should have"));
        }
    }
    if let Some(before) = before.filter(|before| before.stored != release.stored) {
        let message = format!(
            "{project} {since} stores {}.{} as {} and no longer as {}",
            identity.kind,
            identity.group(),
            release.stored,
            before.stored
        );
        let finding = Finding::new("upgrade-stored-version", Level::Note, span, message);
        is.findings
            .push(finding.help("objects in the cluster keep the old version until they are written again"));
    }
    is
}

/// The error about an object that the release after the upgrade does not serve.
fn gone(kind: &CataloguedKind, identity: &Identity, span: Span, after: Option<&Variant>) -> Finding {
    let Identity { api_version, kind: name, .. } = identity;
    let (project, (_, newest)) = (&kind.project, &kind.against);
    let mut finding = match after {
        Some(after) => {
            let served: Vec<&str> = after.served().collect();
            let message = format!("{project} {newest} does not serve {api_version} {name}");
            let help = match served.is_empty() {
                true => "it serves no version of the kind".to_owned(),
                false => format!("write `apiVersion: {}`", served.join("`, or `")),
            };
            Finding::new("version-not-served", Level::Error, span, message).help(help)
        }
        None => {
            let message = format!("{project} {newest} has no {name} of {}", identity.group());
            let help = "remove the object, or what the project has instead of it";
            Finding::new("version-not-served", Level::Error, span, message).help(help)
        }
    };
    // kubectl's message.
    finding.server.push(format!("no matches for kind \"{name}\" in version \"{api_version}\""));
    finding
}

/// What differs between two stored objects, besides their metadata.
fn changes(was: &[u8], is: &[u8]) -> Vec<String> {
    let read = |bytes| serde_json::from_slice::<Value>(bytes).ok();
    let (Some(was), Some(is)) = (read(was), read(is)) else { return Vec::new() };
    let mut found = Vec::new();
    differences(&was, &is, "", &mut found);
    let more = found.len().saturating_sub(MOST_NAMED);
    found.truncate(MOST_NAMED);
    if more > 0 {
        found.push(format!("and {more} more"));
    }
    found
}

fn differences(was: &Value, is: &Value, path: &str, found: &mut Vec<String>) {
    match (was, is) {
        (Value::Object(old), Value::Object(new)) => {
            let is_compared = |key: &&String| !path.is_empty() || *key != "metadata";
            for (key, is) in new.iter().filter(|(key, _)| is_compared(key)) {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                match old.get(key) {
                    Some(was) => differences(was, is, &path, found),
                    None => found.push(format!("{path}: {} is set", shown(is))),
                }
            }
            for key in old.keys().filter(|key| !new.contains_key(*key)) {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                found.push(format!("{path} is left out"));
            }
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            for (index, (was, is)) in old.iter().zip(new).enumerate() {
                differences(was, is, &format!("{path}[{index}]"), found);
            }
        }
        _ if was == is => {}
        _ => found.push(format!("{path}: {} instead of {}", shown(is), shown(was))),
    }
}

/// A value, cut if it is long.
fn shown(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::changes;

    #[test]
    fn changes_are_named_by_their_paths() {
        for (was, is, expected) in [
            ("{}", "{}", ""),
            (r#"{"metadata":{"uid":"a"}}"#, r#"{"metadata":{"uid":"b"}}"#, ""),
            (r#"{"a":{"b":1}}"#, r#"{"a":{"b":2,"c":"x"}}"#, r#"a.b: 2 instead of 1; a.c: "x" is set"#),
            (r#"{"a":[{"b":1},{"c":1}]}"#, r#"{"a":[{"b":1},{}]}"#, "a[1].c is left out"),
            (r#"{"a":[1]}"#, r#"{"a":[1,2]}"#, "a: [1,2] instead of [1]"),
        ] {
            assert_eq!(changes(was.as_bytes(), is.as_bytes()).join("; "), expected, "{was} {is}");
        }
    }
}
