//! Which releases of the projects of a catalogue are in use. In: pins, and a catalogue. Out: projects
//! with the release that a pin means, and with how certain that is.

mod known;
mod release;

pub use known::By;

use crate::pin::{At, Pin, Subject, Wanted};
use crdc_catalogue::{Catalogue, Found, Project, Version};
use known::Known;
use std::collections::HashSet;

/// A release of a project that a folder says it runs.
#[derive(Clone, Debug)]
pub struct InUse<'c> {
    /// The project.
    pub project: &'c Project,
    /// The version as it is written: of the chart, the image, the tag.
    pub wanted: Wanted,
    /// The version of the project, which for a chart may be another one than the chart's. For a range it
    /// is the newest release of the catalogue that fits. `None` if nothing says it: a branch, no version,
    /// a chart older than the catalogue knows.
    pub version: Option<Version>,
    /// The release of the catalogue that the version means; for a range that no release fits, where it is.
    pub found: Found,
    /// How the project was recognized.
    pub by: By,
    /// What has the version.
    pub subject: Subject,
    /// Where it is written.
    pub at: At,
}

/// The releases in use, in the order of projects in the catalogue. A project may have several, as of staging
/// and production: exact versions first, then ranges, then those that nobody can tell; among these the most
/// certain first, then by place. Each version of a project is there once.
///
/// ```
/// use crdc_catalogue::{About, Builder, Catalogue};
/// use crdc_releases::{Said, in_use};
/// use crdc_source::Source;
///
/// let mut builder = Builder::new();
/// let about = About { name: "cert-manager".into(), repository: "cert-manager/cert-manager".into(), ..About::default() };
/// builder.project(about)?;
/// builder.release("1.16.5", "4c0987a", Vec::new())?;
/// let catalogue = Catalogue::read(builder.finish())?;
///
/// let text = "resources: ['https://github.com/cert-manager/cert-manager/releases/download/v1.16.2/cert-manager.yaml']";
/// let mut said = Said::default();
/// said.add("kustomization.yaml", &Source::new("", text));
/// let found = in_use(&said.pins(&|_| None), &catalogue);
/// assert_eq!(found[0].project.name, "cert-manager");
/// assert_eq!(found[0].version.as_ref().map(ToString::to_string).as_deref(), Some("1.16.2"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn in_use<'c>(pins: &[Pin], catalogue: &'c Catalogue) -> Vec<InUse<'c>> {
    let known = Known::of(catalogue);
    let mut pins: Vec<&Pin> = pins.iter().collect();
    pins.sort();
    let (mut all, mut seen) = (Vec::new(), HashSet::new());
    for pin in pins {
        if !seen.insert((&pin.subject, &pin.wanted)) {
            continue;
        }
        if let Some(found) = known.find(&pin.subject) {
            let (version, release) = release::of(found.project, found.chart, &pin.subject, &pin.wanted);
            let in_use = InUse {
                project: found.project,
                wanted: pin.wanted.clone(),
                version,
                found: release,
                by: found.by,
                subject: pin.subject.clone(),
                at: pin.at.clone(),
            };
            all.push((found.index, in_use));
        }
    }
    all.sort_by(|(one, a), (other, b)| (one, class(a), a.by, &a.at).cmp(&(other, class(b), b.by, &b.at)));
    let mut seen = HashSet::new();
    all.retain(|(index, one)| {
        let version = one.version.as_ref().map(ToString::to_string);
        let wanted = one.version.is_none().then(|| one.wanted.clone());
        seen.insert((*index, version, wanted))
    });
    all.into_iter().map(|(_, one)| one).collect()
}

fn class(one: &InUse<'_>) -> u8 {
    match (&one.version, &one.wanted) {
        (Some(_), Wanted::Exact(_)) => 0,
        (Some(_), _) => 1,
        (None, Wanted::Open(_)) => 3,
        (None, _) => 2,
    }
}
