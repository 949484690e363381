//! Renders changes: those that break or may break with an excerpt of the new document, harmless ones as a
//! line each, and a summary at the end. **The same change at several paths is shown once**: otherwise
//! definitions that are repeated in a document, and similar versions, would hide all other changes.

use super::sums::sums;
use super::{Change, Compared, Impact, Kind, Ratcheted, json, markdown};
use crdc_codegen::diag::{Format, Message, Renderer, Severity};
use crdc_codegen::source::Source;
use std::collections::HashMap;

/// If a change has more paths than this, the rest are counted.
const LISTED: usize = 6;
/// Prefix for objects that were stored in another version.
const FROM: &str = "from ";

/// Renders the changes. Ends with a line break unless there is nothing to show.
///
/// [`Format::Json`] has an object for each change, a line each: `change` (the kind), `effect`,
/// `impact`, `ratcheted` (or null), `unchanged` (the path that must be unchanged for that, or null),
/// `crd`, `old_version`, `new_version`, `path`, `was` and `now` (values if they are short, or null;
/// an exclusive limit as a string, `">0"`), `fields` (the number of fields below), `message`, `help`,
/// and the locations `old` and `new` (or null).
#[must_use]
pub fn render(old: &Source, new: &Source, compared: &[Compared], format: Format) -> String {
    let (old, new) = (Renderer::new(old, format), Renderer::new(new, format));
    let mut out = String::new();
    for one in compared {
        match format {
            Format::Json => one.changes.iter().for_each(|change| out += &json::line(one, change, &old, &new)),
            Format::Plain => plain(one, &old, &new, &mut out),
            Format::Human | Format::Colour => people(one, &old, &new, &mut out),
            Format::Markdown => out += &markdown::table(one, &old, &new),
        }
    }
    match format {
        Format::Json => {}
        Format::Markdown => out += &format!("\n{}", sums(compared)),
        Format::Human | Format::Colour | Format::Plain => out += &sums(compared),
    }
    out
}

/// A change at several paths, or in several versions.
pub(super) struct Group<'c> {
    pub(super) first: &'c Change,
    pub(super) paths: Vec<&'c str>,
    versions: Vec<String>,
}

pub(super) fn fold(changes: &[Change]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    let mut numbers = HashMap::new();
    for change in changes {
        // Fields with the same name and the same change are probably from one repeated definition. For
        // other kinds of changes, the name does not matter.
        let leaf = matches!(
            change.kind,
            Kind::Field | Kind::Described | Kind::Map | Kind::UnknownFields | Kind::Default | Kind::Required
        )
        .then(|| change.path.rsplit(['.', '[', '{', ']', '}']).find(|part| !part.is_empty()));
        let key = (
            (change.kind, change.effect, change.impact, change.ratcheted),
            (leaf, &change.said, change.fields),
            (&change.was, &change.now),
        );
        let fresh = groups.len();
        let index = *numbers.entry(key).or_insert(fresh);
        if index == fresh {
            groups.push(Group { first: change, paths: Vec::new(), versions: Vec::new() });
        }
        let Some(group) = groups.get_mut(index) else { continue };
        // A path occurs once per version, and the changes of a version are consecutive.
        let version = versions(change);
        if !group.versions.contains(&version) {
            group.versions.push(version);
        }
        group.paths.push(&change.path);
    }
    for group in &mut groups {
        let mut seen = std::collections::HashSet::new();
        group.paths.retain(|path| seen.insert(*path));
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.first.impact));
    groups
}

fn versions(change: &Change) -> String {
    match (&change.old_version, &change.new_version) {
        (Some(old), Some(new)) if old == new => new.clone(),
        (Some(old), Some(new)) => format!("{FROM}{old} to {new}"),
        (Some(one), None) | (None, Some(one)) => one.clone(),
        (None, None) => String::new(),
    }
}

fn people(compared: &Compared, old: &Renderer<'_>, new: &Renderer<'_>, out: &mut String) {
    let groups = fold(&compared.changes);
    if !groups.is_empty() {
        out.push('\n');
    }
    let mut harmless = String::new();
    for group in &groups {
        if group.first.impact == Impact::Harmless {
            harmless += &one_line(compared, group);
        } else {
            *out += &excerpt(compared, group, old, new);
        }
    }
    if !harmless.is_empty() {
        *out += &format!(
            "harmless for stored objects of {}:\n{harmless}\n",
            crdc_codegen::diag::one_line(&compared.crd)
        );
    }
}

/// Formats a harmless change as one line.
fn one_line(compared: &Compared, group: &Group<'_>) -> String {
    let more = match group.paths.len() {
        0 | 1 => String::new(),
        2 => " (and at 1 more path)".to_owned(),
        count => format!(" (and at {} more paths)", count - 1),
    };
    let version = match of_versions(compared, group) {
        Some(versions) => format!(" [{versions}]"),
        None => String::new(),
    };
    format!("  {}{more}{version}\n", crdc_codegen::diag::one_line(&group.first.message()))
}

/// The versions of a change, unless it applies to all.
pub(super) fn of_versions(compared: &Compared, group: &Group<'_>) -> Option<String> {
    let told = group.first.kind == Kind::Version || group.versions.iter().all(String::is_empty);
    let all =
        compared.versions == group.versions.len() && group.versions.iter().all(|v| !v.starts_with("from "));
    (!told && !all).then(|| group.versions.join(", "))
}

fn excerpt(compared: &Compared, group: &Group<'_>, old: &Renderer<'_>, new: &Renderer<'_>) -> String {
    let change = group.first;
    let mut lines: Vec<(&'static str, String)> = Vec::new();
    // If the change has no location in the new document, show the old one.
    let (renderer, span) = match (change.new, change.old) {
        (Some(span), _) => (new, span),
        (None, Some(span)) => (old, span),
        (None, None) => (new, crdc_codegen::source::Span::default()),
    };
    if let (Some(_), Some(was)) = (change.new, change.old) {
        lines.push(("old", old.address(was)));
    }
    if group.paths.len() > 1 {
        let others: Vec<String> =
            group.paths.iter().skip(1).take(LISTED).map(|path| format!("`{path}`")).collect();
        let more = match group.paths.len() - 1 - others.len() {
            0 => String::new(),
            1 => " and 1 more".to_owned(),
            more => format!(" and {more} more"),
        };
        lines.push(("also", format!("{}{more}", others.join(", "))));
    }
    if let Some(versions) = of_versions(compared, group) {
        lines.push(("version", versions));
    }
    if let (Kind::Rule, Some(was), Some(now)) = (change.kind, &change.was, &change.now)
        && was != now
    {
        lines.push(("was", crdc_codegen::diag::one_line(was)));
        lines.push(("now", crdc_codegen::diag::one_line(now)));
    }
    lines.extend(update(change, group.paths.len() > 1).map(|words| ("update", words)));
    lines.extend(change.help.clone().map(|help| ("note", help)));
    let (severity, level) = match change.impact {
        Impact::Breaks => (Severity::Error, "breaks"),
        Impact::MayBreak | Impact::Harmless => (Severity::Warning, "may break"),
    };
    renderer.message(&Message {
        severity,
        level: Some(level),
        id: change.kind.name(),
        words: &change.message(),
        span,
        label: "",
        notes: &[],
        lines,
    })
}

/// How the server treats the error on updates of objects that already have it.
pub(super) fn update(change: &Change, several: bool) -> Option<String> {
    let path = match change.unchanged.as_deref() {
        Some(path) if !several => format!(" `{path}`"),
        _ => String::new(),
    };
    let value = if path.is_empty() { " the value" } else { &path };
    let around = if path.is_empty() { " around it" } else { &path };
    let words = match change.ratcheted? {
        Ratcheted::Yes => format!("accepted while{value} is unchanged"),
        Ratcheted::IfDescribed => {
            format!(
                "accepted while{value} is unchanged and contains nothing that the schema does not describe"
            )
        }
        Ratcheted::WithTheList => format!("accepted while the whole list{around} is unchanged"),
        Ratcheted::WhileFaulty => {
            "accepted while the stored object has duplicates, in this list or another".to_owned()
        }
        Ratcheted::No if change.kind == Kind::Rule && !change.path.is_empty() => {
            "the error is never ignored, because the rule uses the old value".to_owned()
        }
        Ratcheted::No => "rejected until it is fixed".to_owned(),
    };
    Some(words)
}

fn plain(compared: &Compared, old: &Renderer<'_>, new: &Renderer<'_>, out: &mut String) {
    for change in &compared.changes {
        let address = match (change.new, change.old) {
            (Some(span), _) => new.address(span),
            (None, Some(span)) => old.address(span),
            (None, None) => new.address(crdc_codegen::source::Span::default()),
        };
        let (impact, kind) = (change.impact.name(), change.kind.name());
        let version = match versions(change) {
            version if version.is_empty() || compared.versions < 2 => String::new(),
            version => format!(" ({version})"),
        };
        let message = crdc_codegen::diag::one_line(&change.message());
        *out += &format!("{address}: {impact}[{kind}]: {message}{version}\n");
    }
}
