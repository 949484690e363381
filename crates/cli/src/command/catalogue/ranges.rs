//! Words for releases of a project. In: runs of releases. Out: `since 1.17.0`, `until 1.12.4`, `1.13.1 to
//! 1.15.0`.
//!
//! Easy to break: "since" is said of what the newest release has, "until" of what the oldest has. The newest
//! patch of each minor version stands for all of them, so both name that patch.

use crate::catalogues::release_name;
use crdc_catalogue::Project;
use serde_json::{Value, json};

/// Releases that follow each other: the first and the last.
pub(super) type Range = (usize, usize);

/// The ranges of runs in order, with what each says; neighbours that say the same are one.
pub(super) fn joined<T: PartialEq>(runs: impl Iterator<Item = (Range, T)>) -> Vec<(Range, T)> {
    let mut all: Vec<(Range, T)> = Vec::new();
    for ((first, last), says) in runs {
        match all.last_mut() {
            Some((before, known)) if before.1 + 1 == first && *known == says => before.1 = last,
            _ => all.push(((first, last), says)),
        }
    }
    all
}

/// The oldest and the newest release of a project.
pub(super) fn ends(project: &Project) -> String {
    match project.releases.len() {
        0 => "none".to_owned(),
        1 => release_name(project, 0),
        many => format!("{} to {}", release_name(project, 0), release_name(project, many - 1)),
    }
}

/// The first and the last release for programs: versions, or `@COMMIT`.
pub(super) fn as_json(project: &Project, (first, last): Range) -> Value {
    json!({"first": version(project, first), "last": version(project, last)})
}

/// The version of a release for programs.
pub(super) fn version(project: &Project, release: usize) -> &str {
    project.releases.get(release).map_or("", |release| release.version.as_str())
}

/// Which releases these are, among all of the project.
pub(super) fn words(project: &Project, (first, last): Range) -> String {
    let newest = project.releases.len().saturating_sub(1);
    let name = |release| release_name(project, release);
    match (first == 0, last >= newest) {
        (true, true) => "in all releases".to_owned(),
        (false, true) => format!("since {}", name(first)),
        (true, false) => format!("until {}", name(last)),
        _ if first == last => format!("in {}", name(first)),
        _ => format!("{} to {}", name(first), name(last)),
    }
}
