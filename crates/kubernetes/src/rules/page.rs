//! The table of kinds and their rules, as `docs/validate.md` has it. In: the registry, and the kinds of the
//! newest version. Out: Markdown.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::registry::{KINDS, Rules, rules_of};
use crate::kinds::Kinds;

/// Kinds that are checked elsewhere: `crdc check` reads definitions of custom resources.
const ELSEWHERE: &str = "CustomResourceDefinition";

/// The table of the kinds of a version that have rules beyond types and metadata, and the kinds that have
/// none, in Markdown.
#[must_use]
pub fn rules_page(kinds: &Kinds) -> String {
    let mut page = String::from("| kind | new object | update | status |\n|---|---|---|---|\n");
    for rules in KINDS {
        let _ = writeln!(
            page,
            "| `{}`{} | {} | {} | {} |",
            rules.kind,
            of_group(rules.group),
            word(rules.object.or(rules.create).is_some()),
            on_update(rules),
            word(rules.status.is_some()),
        );
    }
    let mut none: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for known in kinds.archive().kinds() {
        let (group, kind) = (known.of.group.as_str(), known.of.kind.as_str());
        let is_served = known.first <= kinds.version() && kinds.version() <= known.last;
        let is_object = is_served && kinds.resource(&known.of.api_version(), kind).is_some();
        if is_object && kind != ELSEWHERE && rules_of(group, kind).is_none() {
            let list = none.entry(group).or_default();
            if !list.contains(&kind) {
                list.push(kind);
            }
        }
    }
    let all: Vec<String> = none
        .into_iter()
        .flat_map(|(group, list)| list.into_iter().map(move |kind| format!("`{kind}`{}", of_group(group))))
        .collect();
    let _ = writeln!(page, "\nWithout rules beyond types and metadata: {}.", all.join(", "));
    page
}

fn of_group(group: &str) -> String {
    if group.is_empty() { String::new() } else { format!(" ({group})") }
}

fn word(is_checked: bool) -> &'static str {
    if is_checked { "rules" } else { "–" }
}

fn on_update(rules: &Rules) -> &'static str {
    match (rules.object.is_some(), rules.update.is_some()) {
        (true, true) => "rules, what cannot change",
        (true, false) => "rules",
        (false, true) => "what cannot change",
        (false, false) => "–",
    }
}
