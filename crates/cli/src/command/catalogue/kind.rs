//! What the catalogue knows of a kind, as text. In: the kind, in each project that has it. Out: its versions
//! by release, and the fields that came and went.
//!
//! Easy to break: texts of neighbouring releases are compared in pairs, and two of them are in memory at
//! once.

use std::collections::BTreeMap;

use super::lines;
use super::named::Kind;
use super::ranges::{Range, ends, joined, words};
use super::schema::{Difference, Paths, by_version};
use super::texts::{SpecOf, Texts, VersionOf};
use crate::catalogues::release_name;
use crate::count::number;
use crate::failure::Failure;
use crdc_source::Node;

/// The most fields that one release adds or removes and that are shown.
const MOST_FIELDS: usize = 200;

/// The answer about one kind.
pub(super) fn text(kinds: &[Kind<'_>], texts: &Texts) -> Result<String, Failure> {
    let mut lines = Vec::new();
    for kind in kinds {
        let Kind { found, definition } = kind;
        let project = found.project;
        let specs = texts.specs(found.catalogue, project, definition)?;
        if lines.is_empty() {
            lines.push(head(kind, &specs));
        }
        let runs = joined(specs.iter().map(|(range, _)| (*range, ())));
        let releases: Vec<String> = runs.iter().map(|(range, ())| words(project, *range)).collect();
        let range = ends(project);
        lines.push(format!("in {} ({}): {}", project.name, range, releases.join(" and ")));
        lines.extend(versions(kind, &specs));
        lines.extend(fields(kind, &specs, texts)?);
    }
    Ok(lines::text(&lines))
}

/// The kind and the name of its CRD: `Certificate.cert-manager.io (certificates, Namespaced)`.
fn head(kind: &Kind<'_>, specs: &[(Range, SpecOf)]) -> String {
    let definition = kind.definition;
    let scope = specs.last().map_or("", |(_, spec)| spec.scope.as_str());
    format!("{}.{} ({}, {scope})", definition.kind, definition.group, definition.plural)
}

/// A line for each version and each state that it has had.
fn versions(kind: &Kind<'_>, specs: &[(Range, SpecOf)]) -> Vec<String> {
    let mut by_name: BTreeMap<&str, Vec<(Range, &VersionOf)>> = BTreeMap::new();
    for (range, spec) in specs {
        for version in &spec.versions {
            by_name.entry(&version.name).or_default().push((*range, version));
        }
    }
    let mut lines = Vec::new();
    for (name, runs) in by_name {
        for (range, version) in joined(runs.into_iter()) {
            let releases = words(kind.found.project, range);
            lines.push(format!("  {name}, {}: {releases}", state(version)));
        }
    }
    lines
}

fn state(version: &VersionOf) -> String {
    let mut state = if version.served { "served" } else { "not served" }.to_owned();
    if version.storage {
        state += " and stored";
    }
    if version.deprecated {
        state += ", deprecated";
    }
    state
}

/// For each served version, a line for each field that a release has and the one before or after it has not.
fn fields(kind: &Kind<'_>, specs: &[(Range, SpecOf)], texts: &Texts) -> Result<Vec<String>, Failure> {
    let project = kind.found.project;
    let mut changes: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut before: Option<(Range, Node)> = None;
    for (run, (range, spec)) in kind.definition.runs.iter().zip(specs) {
        let tree = texts.tree(kind.found.catalogue, project, run.line)?;
        let new = by_version(&tree);
        let old = before.as_ref().map(|(range, tree)| (range, by_version(tree)));
        for version in spec.versions.iter().filter(|version| version.served) {
            let lines = changes.entry(&version.name).or_default();
            let Some((old_range, old)) = &old else { continue };
            let name = version.name.as_str();
            let (Some(old), Some(new)) = (old.get(name), new.get(name)) else { continue };
            let Difference { added, removed } = Difference::of(old, new, MOST_FIELDS);
            let since = format!("since {}", release_name(project, range.0));
            let until = format!("until {}", release_name(project, old_range.1));
            listed(&since, &added, lines);
            listed(&until, &removed, lines);
        }
        before = Some((*range, tree));
    }
    let mut lines = Vec::new();
    for (version, changes) in changes {
        if project.releases.len() < 2 {
            continue;
        }
        if changes.is_empty() {
            lines.push(format!("  fields of {version}: none came or went"));
            continue;
        }
        lines.push(format!("  fields of {version}:"));
        lines.extend(changes);
    }
    Ok(lines)
}

/// A line for each path, and one for those that are not shown.
fn listed(releases: &str, paths: &Paths, lines: &mut Vec<String>) {
    lines.extend(paths.shown.iter().map(|path| format!("    {releases}: {path}")));
    let more = paths.count - paths.shown.len();
    if more > 0 {
        lines.push(format!("    {releases}: {} more", number(more, "field")));
    }
}
