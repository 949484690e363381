//! Which release a version of a chart installs. In: a chart of the list, and a clone of the repository with
//! its tags. Out: the rule of the catalogue.

use anyhow::{Context as _, Result};
use crdc_catalogue::{Chart, Version, VersionRule};
use crdc_source::{Source, Value, parse};

use super::git::Repository;
use super::list;
use super::mirrors::Mirrors;
use super::tags;

/// The charts of a project whose versions are known.
pub(super) fn of(
    project: &list::Project,
    from: &str,
    mirrors: &mut Mirrors,
    warnings: &mut Vec<String>,
) -> Result<Vec<Chart>> {
    let mut charts = Vec::new();
    for chart in &project.charts {
        let versions = match &chart.version {
            None => VersionRule::Same,
            Some(version) => {
                let pairs = match mirrors.get(&version.repository)? {
                    Some(repository) => {
                        pairs(version, from, repository).with_context(|| version.repository.clone())?
                    }
                    None => Vec::new(),
                };
                if pairs.is_empty() {
                    let (project, chart) = (&project.name, &chart.name);
                    warnings.push(format!(
                        "{project}: no versions of the chart {chart} in {}",
                        version.repository
                    ));
                    continue;
                }
                VersionRule::From(pairs)
            }
        };
        charts.push(Chart { name: chart.name.clone(), versions, addresses: chart.at.clone() });
    }
    Ok(charts)
}

/// The versions of a chart since a day whose `appVersion` is not that of the version before. The newest
/// version before the day is the first.
fn pairs(
    chart: &list::ChartVersion,
    from: &str,
    repository: &mut Repository,
) -> Result<Vec<(Version, Version)>> {
    let tags = repository.tags()?;
    let versions = tags::versions(&tags, &chart.tags);
    let first = versions.iter().position(|(_, tag)| tag.day.as_str() >= from).unwrap_or(versions.len());
    let mut pairs: Vec<(Version, Version)> = Vec::new();
    for (version, tag) in versions.into_iter().skip(first.saturating_sub(1)) {
        let Some(text) = repository.read(&format!("{}:{}", tag.commit, chart.file))? else { continue };
        let Some((own, release)) = versions_in(&String::from_utf8_lossy(&text)) else { continue };
        let version = own.unwrap_or(version);
        if pairs.last().is_none_or(|(_, last)| *last != release) {
            pairs.push((version, release));
        }
    }
    Ok(pairs)
}

/// `version` and `appVersion` of a `Chart.yaml`, if the second is a version. A repository without tags of its
/// charts is read at the tags of its program.
fn versions_in(text: &str) -> Option<(Option<Version>, Version)> {
    let (documents, _) = parse(&Source::new("Chart.yaml", text));
    let version = |key| {
        let node = documents.first()?.get(key)?;
        let version = match &node.value {
            Value::String(version) => Version::new(version),
            Value::Int(_) | Value::Float(_) => Version::new(&node.to_json()),
            _ => return None,
        };
        version.number().is_some().then_some(version)
    };
    Some((version("version"), version("appVersion")?))
}
