//! From the version of a chart, a tag or an image to a release of a project.

use crate::pin::{Subject, Wanted};
use crate::wanted::{Range, version_in};
use crdc_catalogue::{Chart, Found, Project, Version, VersionRule};

/// The version of the project that is wanted, and the release of the catalogue that it means.
pub(super) fn of(
    project: &Project,
    chart: Option<&Chart>,
    subject: &Subject,
    wanted: &Wanted,
) -> (Option<Version>, Found) {
    match wanted {
        Wanted::Exact(text) => exact(project, chart, subject, text),
        Wanted::Range(text) => range(project, chart, text),
        Wanted::Open(_) => (None, Found::Unknown),
    }
}

fn exact(
    project: &Project,
    chart: Option<&Chart>,
    subject: &Subject,
    text: &str,
) -> (Option<Version>, Found) {
    let Some(version) = version_in(text) else { return (None, Found::Unknown) };
    let before = text.strip_suffix(version).unwrap_or_default();
    // Tags of charts beside those of releases: `helm-chart-1.2.3`.
    let of_chart = ["chart", "helm"].iter().any(|word| before.contains(word));
    if matches!(subject, Subject::Repository { .. }) && of_chart {
        return (None, Found::Unknown);
    }
    // A tag of an image cannot have `+`.
    release(project, chart, Version::new(&version.replace('_', "+")))
}

/// The release of a version, which is that of a chart if there is one.
fn release(project: &Project, chart: Option<&Chart>, version: Version) -> (Option<Version>, Found) {
    let version = match chart {
        Some(chart) => chart.release(&version),
        None => Some(version),
    };
    match version {
        Some(version) => {
            let found = project.nearest(&version);
            (Some(version), found)
        }
        None => (None, Found::OlderThanAll),
    }
}

/// The newest release that fits. A catalogue has the newest patch of each minor version and, of charts, the
/// versions where the release changes: if none fits, the version that the range begins with says where it is.
fn range(project: &Project, chart: Option<&Chart>, text: &str) -> (Option<Version>, Found) {
    let Some(range) = Range::read(text) else { return (None, Found::Unknown) };
    let fits = |version: &&Version| version.number().is_some_and(|number| range.contains(number));
    let newest = match chart.map(|chart| &chart.versions) {
        Some(VersionRule::From(pairs)) => pairs.iter().map(|(from, _)| from).filter(fits).max(),
        _ => project.releases.iter().map(|release| &release.version).filter(fits).max(),
    };
    if let Some(newest) = newest.cloned() {
        return release(project, chart, newest);
    }
    let Some(first) = range.first().map(|first| Version::new(&first)) else { return (None, Found::Unknown) };
    let (version, found) = release(project, chart, first);
    // A version that the range begins with need not be one that there is.
    let is_of_table = chart.is_some_and(|chart| chart.versions != VersionRule::Same);
    (version.filter(|_| is_of_table), found)
}
