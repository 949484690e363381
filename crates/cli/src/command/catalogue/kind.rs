//! What the catalogue knows of a kind. In: the kind, in each project that has it. Out: its versions by
//! release, and the fields that came and went, as text or JSON.
//!
//! Easy to break: texts of neighbouring releases are compared in pairs, and two of them are in memory at
//! once.

use std::collections::BTreeMap;

use super::lines;
use super::named::Kind;
use super::ranges::{Range, as_json, ends, joined, version, words};
use super::schema::{Difference, Paths, by_version};
use super::texts::{SpecOf, Texts, VersionOf};
use crate::catalogues::release_name;
use crate::count::number;
use crate::failure::Failure;
use crdc_catalogue::Project;
use crdc_source::Node;
use serde_json::{Value, json};

/// A kind in a project.
pub(super) struct Known<'c> {
    pub(super) kind: Kind<'c>,
    scope: String,
    /// The releases that have the kind.
    releases: Vec<Range>,
    /// The states of each version, ordered by its name.
    versions: Vec<(Range, VersionOf)>,
    /// The fields that came and went, by version.
    fields: BTreeMap<String, Vec<Moved>>,
}

/// The fields that a release is the first or the last to have.
struct Moved {
    release: usize,
    /// Whether the release is the first.
    is_new: bool,
    paths: Paths,
}

/// What is known of a kind, with so many fields of each release.
pub(super) fn known<'c>(kind: Kind<'c>, most: usize, texts: &Texts) -> Result<Known<'c>, Failure> {
    let specs = texts.specs(kind.found.catalogue, kind.found.project, kind.definition)?;
    let releases = joined(specs.iter().map(|(range, _)| (*range, ())));
    Ok(Known {
        kind,
        scope: specs.last().map_or_else(String::new, |(_, spec)| spec.scope.clone()),
        releases: releases.into_iter().map(|(range, ())| range).collect(),
        versions: versions(&specs),
        fields: fields(kind, &specs, most, texts)?,
    })
}

/// The answer about one kind for people, which several projects may have.
pub(super) fn text(all: &[Known<'_>]) -> String {
    let mut lines = Vec::new();
    for Known { kind, scope, releases, versions, fields } in all {
        let (project, definition) = (kind.found.project, kind.definition);
        if lines.is_empty() {
            lines.push(format!("{}.{} ({}, {scope})", definition.kind, definition.group, definition.plural));
        }
        let releases: Vec<String> = releases.iter().map(|range| words(project, *range)).collect();
        lines.push(format!("in {} ({}): {}", project.name, ends(project), releases.join(" and ")));
        for (range, version) in versions {
            lines.push(format!("  {}, {}: {}", version.name, state(version), words(project, *range)));
        }
        if project.releases.len() < 2 {
            continue;
        }
        for (version, moved) in fields {
            if moved.is_empty() {
                lines.push(format!("  fields of {version}: none came or went"));
                continue;
            }
            lines.push(format!("  fields of {version}:"));
            moved.iter().for_each(|moved| listed(project, moved, &mut lines));
        }
    }
    lines::text(&lines)
}

/// The answer about a kind in a project for programs.
pub(super) fn json(Known { kind, scope, releases, versions, fields }: &Known<'_>) -> Value {
    let (project, definition) = (kind.found.project, kind.definition);
    let state = |(range, version): &(Range, VersionOf)| {
        json!({
            "name": version.name,
            "served": version.served,
            "stored": version.storage,
            "deprecated": version.deprecated,
            "releases": as_json(project, *range),
        })
    };
    let mut listed = Vec::new();
    for (name, moved) in fields {
        for Moved { release, is_new, paths } in moved {
            let key = if *is_new { "since" } else { "until" };
            let of_path =
                |path: &String| json!({"version": name, "path": path, key: version(project, *release)});
            listed.extend(paths.shown.iter().map(of_path));
        }
    }
    let moved = fields.values().flatten();
    let more: usize = moved.map(|Moved { paths, .. }| paths.count - paths.shown.len()).sum();
    json!({
        "kind": definition.kind,
        "group": definition.group,
        "plural": definition.plural,
        "scope": scope,
        "project": project.name,
        "releases": releases.iter().map(|range| as_json(project, *range)).collect::<Vec<_>>(),
        "versions": versions.iter().map(state).collect::<Vec<_>>(),
        "fields": listed,
        "moreFields": more,
    })
}

/// The states that each version has had.
fn versions(specs: &[(Range, SpecOf)]) -> Vec<(Range, VersionOf)> {
    let mut by_name: BTreeMap<&str, Vec<(Range, &VersionOf)>> = BTreeMap::new();
    for (range, spec) in specs {
        for version in &spec.versions {
            by_name.entry(&version.name).or_default().push((*range, version));
        }
    }
    let states = by_name.into_values().flat_map(|runs| joined(runs.into_iter()));
    states.map(|(range, version)| (range, version.clone())).collect()
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

/// For each served version, the fields that a release has and the one before or after it has not.
fn fields(
    kind: Kind<'_>,
    specs: &[(Range, SpecOf)],
    most: usize,
    texts: &Texts,
) -> Result<BTreeMap<String, Vec<Moved>>, Failure> {
    let mut changes: BTreeMap<String, Vec<Moved>> = BTreeMap::new();
    let mut before: Option<(Range, Node)> = None;
    for (run, (range, spec)) in kind.definition.runs.iter().zip(specs) {
        let tree = texts.tree(kind.found.catalogue, kind.found.project, run.line)?;
        let new = by_version(&tree);
        let old = before.as_ref().map(|(range, tree)| (range, by_version(tree)));
        for version in spec.versions.iter().filter(|version| version.served) {
            let moved = changes.entry(version.name.clone()).or_default();
            let Some((old_range, old)) = &old else { continue };
            let name = version.name.as_str();
            let (Some(old), Some(new)) = (old.get(name), new.get(name)) else { continue };
            let Difference { added, removed } = Difference::of(old, new, most);
            let both = [(range.0, true, added), (old_range.1, false, removed)];
            let found = both.into_iter().filter(|(_, _, paths)| paths.count > 0);
            moved.extend(found.map(|(release, is_new, paths)| Moved { release, is_new, paths }));
        }
        before = Some((*range, tree));
    }
    Ok(changes)
}

/// A line for each path, and one for those that are not shown.
fn listed(project: &Project, Moved { release, is_new, paths }: &Moved, lines: &mut Vec<String>) {
    let releases = format!("{} {}", if *is_new { "since" } else { "until" }, release_name(project, *release));
    lines.extend(paths.shown.iter().map(|path| format!("    {releases}: {path}")));
    let more = paths.count - paths.shown.len();
    if more > 0 {
        lines.push(format!("    {releases}: {} more", number(more, "field")));
    }
}
