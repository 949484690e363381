//! Which tags are releases of the catalogue. In: all tags of a repository, or its branches. Out: the newest
//! patch of each minor version since a day or a version, the oldest first.

use std::collections::BTreeMap;

use anyhow::Result;
use crdc_catalogue::Version;

use super::git::{Repository, Tag};
use super::list::{Pattern, Project};

/// The releases of a project: of each minor version the newest patch, if it is not older than the day, or the
/// version is not older than the one that the project names; the newest release in any case.
pub(super) fn releases(
    project: &Project,
    from: &str,
    repository: &Repository,
) -> Result<Vec<(Version, Tag)>> {
    let (tags, pattern) = match (&project.tags, &project.branches) {
        (Some(pattern), _) => (repository.tags()?, pattern),
        (None, Some(pattern)) => (repository.branches()?, pattern),
        (None, None) => return Ok(Vec::new()),
    };
    let since = project.since.as_deref().map(Version::new);
    let mut minors = BTreeMap::new();
    for (version, tag) in versions(&tags, pattern) {
        if let Some(number) = version.number() {
            minors.insert((number.major, number.minor), (version, tag.clone()));
        }
    }
    let newest = minors.keys().last().copied();
    minors.retain(|minor, (version, tag)| {
        tag.day.as_str() >= from
            || since.as_ref().is_some_and(|since| *since <= *version)
            || Some(*minor) == newest
    });
    Ok(minors.into_values().collect())
}

/// The tags that have a version and are no pre-releases, the oldest version first.
pub(super) fn versions<'a>(tags: &'a [Tag], pattern: &Pattern) -> Vec<(Version, &'a Tag)> {
    let version = |tag: &'a Tag| {
        let version = Version::new(pattern.version(&tag.name)?);
        version.number()?.pre.is_empty().then_some((version, tag))
    };
    let mut versions: Vec<_> = tags.iter().filter_map(version).collect();
    versions.sort_by(|(one, _), (other, _)| one.cmp(other));
    versions
}
