//! Which tags are releases of the catalogue. In: all tags of a repository. Out: the newest patch of each minor
//! version since a day, the oldest first.

use std::collections::BTreeMap;

use crdc_catalogue::Version;

use super::git::Tag;
use super::list::TagPattern;

/// The tags that have a version and are no pre-releases, the oldest version first.
pub(super) fn versions<'a>(tags: &'a [Tag], pattern: &TagPattern) -> Vec<(Version, &'a Tag)> {
    let version = |tag: &'a Tag| {
        let version = Version::new(pattern.version(&tag.name)?);
        version.number()?.pre.is_empty().then_some((version, tag))
    };
    let mut versions: Vec<_> = tags.iter().filter_map(version).collect();
    versions.sort_by(|(one, _), (other, _)| one.cmp(other));
    versions
}

/// The newest patch of each minor version, if it is not older than the day; the newest release in any case.
pub(super) fn releases<'a>(tags: &'a [Tag], pattern: &TagPattern, from: &str) -> Vec<(Version, &'a Tag)> {
    let mut minors = BTreeMap::new();
    for (version, tag) in versions(tags, pattern) {
        if let Some(number) = version.number() {
            minors.insert((number.major, number.minor), (version, tag));
        }
    }
    let newest = minors.keys().last().copied();
    minors.retain(|minor, (_, tag)| tag.day.as_str() >= from || Some(*minor) == newest);
    minors.into_values().collect()
}
