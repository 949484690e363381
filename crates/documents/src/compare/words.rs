//! Renders changes. Changes that break or may break stored objects have an excerpt of the new document,
//! harmless changes a line each, and a summary is at the end. **The same change at several paths is shown
//! once**: otherwise definitions that are repeated in a document, and similar versions, would hide all other
//! changes.

use super::change::{Impact, Kind};
use super::groups::{Group, fold, of_versions, update, versions};
use super::sources::Compared;
use super::sums::{kinds, sums};
use super::{json, markdown};
use crdc_source::Source;
use crdc_source::diag::Severity;
use crdc_source::render::{Format, Message, Renderer};

/// The number of lines from which a summary comes before them too.
const LONG_REPORT: usize = 100;

/// The number of paths that a change lists; further paths are counted.
const LISTED: usize = 6;

/// Renders the changes and a summary, which is repeated at the beginning of a long report. Ends with a line
/// break unless there is nothing to show.
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
    let is_long = format != Format::Json && out.lines().count() > LONG_REPORT;
    if is_long {
        let head = format!("{}{}", sums(compared), kinds(compared));
        out.insert_str(0, &if format == Format::Markdown { format!("{head}\n") } else { head });
    }
    match format {
        Format::Json => {}
        Format::Markdown => out += &format!("\n{}", sums(compared)),
        Format::Human | Format::Colour | Format::Plain => out += &sums(compared),
    }
    out
}

fn people(compared: &Compared, old: &Renderer<'_>, new: &Renderer<'_>, out: &mut String) {
    let groups = fold(&compared.changes);
    if !groups.is_empty() {
        out.push('\n');
    }
    let (mut harmless, mut allowed) = (String::new(), String::new());
    for group in &groups {
        if group.first.is_allowed() {
            allowed += &one_line(compared, group);
        } else if group.first.impact == Impact::Harmless && group.first.policy.is_none() {
            harmless += &one_line(compared, group);
        } else {
            *out += &excerpt(compared, group, old, new);
        }
    }
    if !allowed.is_empty() {
        let crd = crdc_source::render::one_line(&compared.crd);
        *out += &format!("allowed by a policy for {crd}:\n{allowed}\n");
    }
    if !harmless.is_empty() {
        *out += &format!(
            "harmless for stored objects of {}:\n{harmless}\n",
            crdc_source::render::one_line(&compared.crd)
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
    format!("  {}{more}{version}\n", crdc_source::render::one_line(&group.first.message()))
}

fn excerpt(compared: &Compared, group: &Group<'_>, old: &Renderer<'_>, new: &Renderer<'_>) -> String {
    let change = group.first;
    let mut lines: Vec<(&'static str, String)> = Vec::new();
    // If the change has no location in the new document, show the old one.
    let (renderer, span) = match (change.new, change.old) {
        (Some(span), _) => (new, span),
        (None, Some(span)) => (old, span),
        (None, None) => (new, crdc_source::Span::default()),
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
        lines.push(("was", crdc_source::render::one_line(was)));
        lines.push(("now", crdc_source::render::one_line(now)));
    }
    lines.extend(update(change, group.paths.len() > 1).map(|words| ("update", words)));
    lines.extend(change.help.clone().map(|help| ("note", help)));
    let (severity, level) = match change.word() {
        word @ ("breaks" | "denied") => (Severity::Error, word),
        _ => (Severity::Warning, "may break"),
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

fn plain(compared: &Compared, old: &Renderer<'_>, new: &Renderer<'_>, out: &mut String) {
    for change in &compared.changes {
        let address = match (change.new, change.old) {
            (Some(span), _) => new.address(span),
            (None, Some(span)) => old.address(span),
            (None, None) => new.address(crdc_source::Span::default()),
        };
        let (impact, kind) = (change.word(), change.kind.name());
        let version = match versions(change) {
            version if version.is_empty() || compared.versions < 2 => String::new(),
            version => format!(" ({version})"),
        };
        let message = crdc_source::render::one_line(&change.message());
        *out += &format!("{address}: {impact}[{kind}]: {message}{version}\n");
    }
}
