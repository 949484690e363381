//! What the catalogue knows of a project. In: a project. Out: its releases with their commits, its kinds with
//! the versions that are served, its charts, images and packages, as text or JSON.

use std::collections::BTreeMap;

use super::lines;
use super::named::Found;
use super::ranges::{Range, as_json, ends, joined, words};
use super::texts::{SpecOf, Texts};
use crate::catalogues::release_name;
use crate::failure::Failure;
use crdc_catalogue::{Chart, Definition, Project, Release, Version, VersionRule};
use serde_json::{Value, json};

/// A project, with the versions of its kinds.
pub(super) struct Known<'c> {
    project: &'c Project,
    kinds: Vec<Served<'c>>,
}

/// A kind, and the releases that serve its versions.
struct Served<'c> {
    definition: &'c Definition,
    versions: BTreeMap<String, Vec<Range>>,
}

/// What is known of a project.
pub(super) fn known<'c>(found: Found<'c>, texts: &Texts) -> Result<Known<'c>, Failure> {
    let Found { catalogue, project } = found;
    let served = |definition: &'c Definition| {
        let specs = texts.specs(catalogue, project, definition)?;
        Ok(Served { definition, versions: served(&specs) })
    };
    Ok(Known { project, kinds: project.definitions.iter().map(served).collect::<Result<_, Failure>>()? })
}

/// The answer for people, a line for each fact.
pub(super) fn text(Known { project, kinds }: &Known<'_>) -> String {
    let mut lines = vec![head(project)];
    lines.push(format!("releases: {}", ends(project)));
    for (index, release) in project.releases.iter().enumerate() {
        lines.push(format!("  {}  {}", release_name(project, index), release.commit).trim_end().to_owned());
    }
    lines.push("kinds:".to_owned());
    for Served { definition, versions } in kinds {
        lines.push(format!("  {}.{}: {}", definition.kind, definition.group, said(project, versions)));
    }
    if !project.charts.is_empty() {
        lines.push("charts:".to_owned());
        lines.extend(project.charts.iter().map(chart));
    }
    for (names, of) in [(&project.images, "images"), (&project.packages, "packages of OLM")] {
        if !names.is_empty() {
            lines.push(format!("{of}: {}", names.join(", ")));
        }
    }
    lines::text(&lines)
}

/// The answer for programs.
pub(super) fn json(Known { project, kinds }: &Known<'_>) -> Value {
    let release = |release: &Release| json!({"version": release.version.as_str(), "commit": release.commit});
    let kind = |Served { definition, versions }: &Served<'_>| {
        let of_version = |(name, runs): (&String, &Vec<Range>)| {
            let served: Vec<Value> = runs.iter().map(|range| as_json(project, *range)).collect();
            json!({"name": name, "served": served})
        };
        json!({
            "kind": definition.kind,
            "group": definition.group,
            "plural": definition.plural,
            "versions": versions.iter().map(of_version).collect::<Vec<_>>(),
        })
    };
    let chart = |chart: &Chart| {
        let installs = match &chart.versions {
            VersionRule::Same => Value::Null,
            VersionRule::From(pairs) => {
                let pair = |(from, release): &(Version, Version)| json!({"from": from.as_str(), "release": release.as_str()});
                pairs.iter().map(pair).collect()
            }
        };
        json!({"name": chart.name, "addresses": chart.addresses, "installs": installs})
    };
    json!({
        "name": project.name,
        "repository": project.repository,
        "licence": project.licence,
        "releases": project.releases.iter().map(release).collect::<Vec<_>>(),
        "kinds": kinds.iter().map(kind).collect::<Vec<_>>(),
        "charts": project.charts.iter().map(chart).collect::<Vec<_>>(),
        "images": project.images,
        "packages": project.packages,
    })
}

/// The name of a project, its repository and its licence, as far as they are known.
fn head(project: &Project) -> String {
    let known = [&project.repository, &project.licence].into_iter().filter(|word| !word.is_empty());
    let known: Vec<&str> = known.map(String::as_str).collect();
    match known.as_slice() {
        [] => project.name.clone(),
        known => format!("{} ({})", project.name, known.join(", ")),
    }
}

/// The releases that serve each version of a kind.
fn served(specs: &[(Range, SpecOf)]) -> BTreeMap<String, Vec<Range>> {
    let mut by_version: BTreeMap<&str, Vec<(Range, ())>> = BTreeMap::new();
    for (range, spec) in specs {
        for version in spec.versions.iter().filter(|version| version.served) {
            by_version.entry(&version.name).or_default().push((*range, ()));
        }
    }
    let ranges =
        |runs: Vec<(Range, ())>| joined(runs.into_iter()).into_iter().map(|(range, ())| range).collect();
    by_version.into_iter().map(|(name, runs)| (name.to_owned(), ranges(runs))).collect()
}

/// The versions that are served, with the releases unless all serve them.
fn said(project: &Project, by_version: &BTreeMap<String, Vec<Range>>) -> String {
    let newest = project.releases.len().saturating_sub(1);
    let version = |(name, runs): (&String, &Vec<Range>)| {
        let some = runs.iter().filter(|range| **range != (0, newest));
        let releases: Vec<String> = some.map(|range| words(project, *range)).collect();
        if releases.is_empty() { name.clone() } else { format!("{name} {}", releases.join(" and ")) }
    };
    let versions: Vec<String> = by_version.iter().map(version).collect();
    if versions.is_empty() { "no version is served".to_owned() } else { versions.join(", ") }
}

/// A chart, where it is, and which release its versions install.
fn chart(chart: &Chart) -> String {
    let rule = match &chart.versions {
        VersionRule::Same => "the version of the chart is the release".to_owned(),
        VersionRule::From(pairs) => {
            let pairs: Vec<String> =
                pairs.iter().map(|(from, release)| format!("{from}={release}")).collect();
            format!("from version = release: {}", pairs.join(", "))
        }
    };
    let parts = chart.addresses.iter().map(String::as_str).chain([rule.as_str()]);
    format!("  {}: {}", chart.name, parts.collect::<Vec<_>>().join(", "))
}
