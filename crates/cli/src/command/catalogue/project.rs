//! What the catalogue knows of a project, as text. In: a project. Out: its releases with their commits, its
//! kinds with the versions that are served, its charts, images and packages.

use std::collections::BTreeMap;

use super::lines;
use super::named::Found;
use super::ranges::{Range, ends, joined, words};
use super::texts::{SpecOf, Texts};
use crate::catalogues::release_name;
use crate::failure::Failure;
use crdc_catalogue::{Chart, Project, VersionRule};

/// The answer, a line for each fact.
pub(super) fn text(found: Found<'_>, texts: &Texts) -> Result<String, Failure> {
    let Found { catalogue, project } = found;
    let mut lines = vec![head(project)];
    lines.push(format!("releases: {}", ends(project)));
    for (index, release) in project.releases.iter().enumerate() {
        lines.push(format!("  {}  {}", release_name(project, index), release.commit).trim_end().to_owned());
    }
    lines.push("kinds:".to_owned());
    for definition in &project.definitions {
        let specs = texts.specs(catalogue, project, definition)?;
        let served = served(project, &specs);
        lines.push(format!("  {}.{}: {served}", definition.kind, definition.group));
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
    Ok(lines::text(&lines))
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

/// The versions of a kind that are served, with the releases unless all serve them.
fn served(project: &Project, specs: &[(Range, SpecOf)]) -> String {
    let mut by_version: BTreeMap<&str, Vec<(Range, ())>> = BTreeMap::new();
    for (range, spec) in specs {
        for version in spec.versions.iter().filter(|version| version.served) {
            by_version.entry(&version.name).or_default().push((*range, ()));
        }
    }
    let newest = project.releases.len().saturating_sub(1);
    let version = |(name, runs): (&str, Vec<(Range, ())>)| {
        let releases: Vec<String> = joined(runs.into_iter())
            .into_iter()
            .filter(|(range, ())| *range != (0, newest))
            .map(|(range, ())| words(project, range))
            .collect();
        if releases.is_empty() { name.to_owned() } else { format!("{name} {}", releases.join(" and ")) }
    };
    let versions: Vec<String> = by_version.into_iter().map(version).collect();
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
