//! Counts changes, and names the definitions that have them. In: compared definitions. Out: one line for a
//! source, and the names of all definitions by their result if there are several.

use super::change::{Change, Effect, Impact, Kind, Policy};
use super::sources::{Compared, Comparison};
use crdc_source::diag::{json_text, outside};
use crdc_source::render::{Format, json};
use std::collections::BTreeMap;

/// The results of several definitions, with their names: those whose stored objects break, may break or stay
/// as they are, those without a change, the new ones and the removed ones. `None` if there is only one.
///
/// ```
/// use crdc_source::render::Format;
/// use crdc_source::Source;
/// use crdc_documents::compare::{compare_all, totals};
/// let crd = |name: &str| format!("apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {{name: {name}}}\n");
/// let [old, new] = [["a", "b"], ["b", "c"]].map(|names| names.map(|name| Source::new(name, crd(name))));
/// let totals = totals(&compare_all(&old, &new), Format::Plain).unwrap();
/// assert_eq!(totals, "compared 1 CustomResourceDefinition\n  nothing changed: b\n  added: c\n  removed: a\n");
/// ```
#[must_use]
pub fn totals(comparison: &Comparison, format: Format) -> Option<String> {
    let all = comparison.sources.iter().flatten();
    if all.clone().count() + comparison.removed.len() < 2 {
        return None;
    }
    let is_added = |one: &&Compared| one.changes.iter().any(is_added);
    let named = |compared: &mut dyn Iterator<Item = &Compared>| -> Vec<String> {
        compared
            .map(|one| if one.crd.is_empty() { "(without a name)".to_owned() } else { one.crd.clone() })
            .collect()
    };
    let of = |impact: Option<Impact>| {
        // An allowed change counts as if it did no harm.
        let weight = |change: &Change| if change.is_allowed() { Impact::Harmless } else { change.impact };
        let worst = |one: &Compared| one.changes.iter().map(weight).max();
        named(&mut all.clone().filter(|one| !is_added(one) && worst(one) == impact))
    };
    let parts = [
        ("breaks", "breaks stored objects", of(Some(Impact::Breaks))),
        ("mayBreak", "may break stored objects", of(Some(Impact::MayBreak))),
        ("harmless", "harmless for stored objects", of(Some(Impact::Harmless))),
        ("unchanged", "nothing changed", of(None)),
        ("added", "added", named(&mut all.clone().filter(is_added))),
        ("removed", "removed", named(&mut comparison.removed.iter())),
    ];
    let compared = parts.iter().take(4).map(|(_, _, names)| names.len()).sum::<usize>();
    Some(match format {
        Format::Json => in_json(compared, &parts),
        Format::Markdown => in_words(compared, &parts, ["\n", "- "]),
        Format::Human | Format::Colour | Format::Plain => in_words(compared, &parts, ["", "  "]),
    })
}

fn is_added(change: &Change) -> bool {
    (change.kind, change.effect) == (Kind::Definition, Effect::Added)
}

type SumPart = (&'static str, &'static str, Vec<String>);

fn in_words(compared: usize, parts: &[SumPart], [start, indent]: [&str; 2]) -> String {
    let noun = if compared == 1 { "CustomResourceDefinition" } else { "CustomResourceDefinitions" };
    let mut out = format!("{start}compared {compared} {noun}\n{start}");
    for (_, words, names) in parts.iter().filter(|(_, _, names)| !names.is_empty()) {
        out += &format!("{indent}{words}: {}\n", outside::line(&names.join(", ")));
    }
    out
}

fn in_json(compared: usize, parts: &[SumPart]) -> String {
    let mut object = json::Object::new();
    object.number("compared", compared);
    for (name, _, names) in parts {
        object.array(name, names.iter().map(|name| json_text(name)));
    }
    object.finish() + "\n"
}

/// The changes that break or may break stored objects by their kinds, the most frequent first: a line for
/// each impact.
pub(super) fn kinds(compared: &[Compared]) -> String {
    let mut out = String::new();
    for (impact, words) in [(Impact::Breaks, "breaks"), (Impact::MayBreak, "may break")] {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        let changes = compared.iter().flat_map(|one| &one.changes);
        let changes = changes.filter(|change| change.impact == impact && !change.is_allowed());
        changes.for_each(|change| *counts.entry(change.kind.name()).or_default() += 1);
        let mut counts: Vec<(&str, usize)> = counts.into_iter().collect();
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let counts: Vec<String> = counts.iter().map(|(kind, count)| format!("{kind} ({count})")).collect();
        if !counts.is_empty() {
            out += &format!("  {words}: {}\n", counts.join(", "));
        }
    }
    out
}

/// The words for harmless changes that a policy refuses: they are counted as harmless.
fn denied(compared: &[Compared]) -> String {
    let is_denied =
        |change: &&Change| change.policy == Some(Policy::Denied) && change.impact == Impact::Harmless;
    match compared.iter().flat_map(|one| &one.changes).filter(is_denied).count() {
        0 => String::new(),
        count => format!("; {count} of these are denied"),
    }
}

/// The line with the counts: `for stored objects: 2 changes break some of them, 1 may break them, 14 are
/// harmless`.
pub(super) fn sums(compared: &[Compared]) -> String {
    let count = |impact: Option<Impact>| {
        let impact_of = |change: &Change| (!change.is_allowed()).then_some(change.impact);
        compared.iter().flat_map(|one| &one.changes).filter(|change| impact_of(change) == impact).count()
    };
    let mut parts: Vec<String> = Vec::new();
    for (impact, one, many) in [
        (Some(Impact::Breaks), "breaks some of them", "break some of them"),
        (Some(Impact::MayBreak), "may break them", "may break them"),
        (Some(Impact::Harmless), "is harmless", "are harmless"),
        (None, "is allowed", "are allowed"),
    ] {
        let noun = match (parts.is_empty(), count(impact)) {
            (false, _) => "",
            (true, 1) => " change",
            (true, _) => " changes",
        };
        match count(impact) {
            0 => {}
            1 => parts.push(format!("1{noun} {one}")),
            count => parts.push(format!("{count}{noun} {many}")),
        }
    }
    match parts.is_empty() {
        true => "for stored objects: nothing changed\n".to_owned(),
        false => format!("for stored objects: {}{}\n", parts.join(", "), denied(compared)),
    }
}
