//! The releases of projects whose kinds were met. In: the kinds of the catalogue. Out: for each project, its
//! releases and the files that name them, and lines for people.

use serde::Serialize;

use crate::validate::schemas::catalogue::{CataloguedKind, InUse, Release};
use crdc_source::diag::outside;

/// The releases of a project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UsedRelease {
    pub(crate) project: String,
    /// The releases before an upgrade.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) upgraded_from: Vec<UsedVersion>,
    /// The releases of the catalogue that stand for those before an upgrade, if it does not have them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) compared_with: Vec<String>,
    /// The releases in use, or those after an upgrade; none if nothing says which.
    pub(crate) versions: Vec<UsedVersion>,
    /// The releases of the catalogue that objects were validated against, from the oldest to the newest.
    pub(crate) validated_against: Vec<String>,
    /// Whether the catalogue has the releases in use.
    pub(crate) is_known: bool,
    /// The number of changes of an upgrade that may break objects, and concern none of the files.
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) other_changes: usize,
}

// serde requires this signature.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// A release in use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct UsedVersion {
    pub(crate) version: String,
    /// The file that names it; none if the command line does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<String>,
}

/// The releases of the projects of kinds. Kinds of one project are neighbours.
pub(crate) fn of_kinds(kinds: &[&CataloguedKind]) -> Vec<UsedRelease> {
    let mut all: Vec<UsedRelease> = Vec::new();
    for kind in kinds.iter().filter(|kind| !kind.variants.is_empty()) {
        // Each kind has its own texts, so only a project knows all releases.
        if all.last().is_none_or(|last| last.project != kind.project) {
            all.push(of_kind(kind));
        }
    }
    all
}

/// The releases of the project of a kind.
pub(crate) fn of_kind(kind: &CataloguedKind) -> UsedRelease {
    let (in_use, (first, last)) = match &kind.release {
        Release::Unknown => (&[][..], kind.range.clone()),
        Release::Known { in_use, .. } | Release::Outside { in_use, .. } => {
            (in_use.as_slice(), kind.against.clone())
        }
    };
    let mut validated_against = vec![first, last];
    validated_against.dedup();
    UsedRelease {
        project: kind.project.clone(),
        upgraded_from: Vec::new(),
        compared_with: Vec::new(),
        versions: in_use.iter().map(version).collect(),
        validated_against,
        is_known: matches!(kind.release, Release::Known { .. }),
        other_changes: 0,
    }
}

/// A version in use.
pub(crate) fn version(InUse { version, file }: &InUse) -> UsedVersion {
    UsedVersion { version: version.as_str().to_owned(), file: file.clone() }
}

impl UsedRelease {
    /// The lines for people.
    pub(crate) fn lines(&self) -> Vec<String> {
        let UsedRelease { project, upgraded_from, compared_with, versions, .. } = self;
        let UsedRelease { validated_against, is_known, other_changes, .. } = self;
        let against = validated_against.join(" to ");
        if versions.is_empty() {
            return vec![format!("release: {project}: unknown, validated against {against}")];
        }
        let mut line = match upgraded_from.as_slice() {
            [] => format!("release: {project} {}", words(versions, "--release")),
            from => format!("upgrade: {project} {} to {}", words(from, "--release"), words(versions, "")),
        };
        if !is_known {
            line += &format!(": not in the catalogue, validated against {against}");
        }
        if !compared_with.is_empty() {
            line += &format!(
                ", compared with {}: the catalogue does not have the one before",
                compared_with.join(" to ")
            );
        }
        let mut lines = vec![line];
        if *other_changes > 0 {
            lines.push(format!(
                "other changes: {other_changes} in the CRDs of {project}, which no object here meets"
            ));
        }
        lines
    }
}

/// Versions with the files that name them. `otherwise` stands for a file if the command line names one.
fn words(versions: &[UsedVersion], otherwise: &str) -> String {
    let words = |UsedVersion { version, file }: &UsedVersion| {
        let file = file.as_ref().map_or(otherwise.into(), |file| outside::path(file));
        let version = outside::line(version);
        if file.is_empty() { version.into_owned() } else { format!("{version} ({file})") }
    };
    versions.iter().map(words).collect::<Vec<_>>().join(", ")
}
