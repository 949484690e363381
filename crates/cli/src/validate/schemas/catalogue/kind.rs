//! A kind of the catalogue. In: the texts of its CRD in the releases that may be in use. Out: a validator for
//! each text, with the releases that have it.

use std::sync::OnceLock;

use super::releases::Release;
use crate::catalogues::release_name;
use crate::edit::member;
use crate::identity::Identity;
use crate::validate::manifests::manifest;
use crate::validate::schemas::field_names::Fields;
use crdc::Scope;
use crdc_catalogue::{Catalogue, Definition, Project, Run};
use crdc_dynamic::{Validator, Validators};
use crdc_source::{Node, Source, Value};
use crdc_vocabulary::Minor;

/// A kind, with a validator for each release that may be in use.
pub(crate) struct CataloguedKind {
    pub(crate) project: String,
    pub(crate) release: Release,
    /// The texts of the releases that may be in use, the newest first.
    pub(crate) variants: Vec<Variant>,
    /// The texts of the other releases, the oldest first.
    others: Vec<Other>,
    /// The oldest and the newest release of the catalogue.
    pub(crate) range: (String, String),
    /// The oldest and the newest of the releases that objects are validated against.
    pub(crate) against: (String, String),
    /// Whether the releases have numbers: a snapshot says little about releases.
    is_numbered: bool,
    /// Why a text cannot be used.
    pub(crate) fault: Option<String>,
}

/// A text of a CRD, which some releases share.
pub(crate) struct Variant {
    /// The oldest and the newest release with this text.
    pub(crate) first: String,
    pub(crate) last: String,
    /// Whether the text is of a release before an upgrade, and of one after it.
    pub(crate) is_before: bool,
    pub(crate) is_after: bool,
    /// The version in which objects are stored.
    pub(crate) stored: String,
    validators: Validators,
    pub(crate) fields: Fields,
}

/// A text of releases that are not in use.
struct Other {
    first: String,
    text: Source,
    fields: OnceLock<Fields>,
}

impl CataloguedKind {
    pub(super) fn load(
        catalogue: &Catalogue,
        project: &Project,
        definition: &Definition,
        release: Release,
        server: Option<Minor>,
    ) -> CataloguedKind {
        let version = |release: usize| release_name(project, release);
        let newest = project.releases.len().saturating_sub(1);
        let (oldest_used, newest_used) = release.ends().unwrap_or((0, newest));
        let mut kind = CataloguedKind {
            project: project.name.clone(),
            variants: Vec::new(),
            others: Vec::new(),
            range: (version(0), version(newest)),
            against: (version(oldest_used), version(newest_used)),
            is_numbered: project.releases.iter().any(|release| release.version.number().is_some()),
            fault: None,
            release,
        };
        for Run { first, last, line } in &definition.runs {
            let text = match catalogue.text(project, *line) {
                Ok(text) => Source::new(definition.kind.clone(), text),
                Err(error) => {
                    kind.fault = Some(error.to_string());
                    continue;
                }
            };
            let (first, last) = (*first, *last);
            let is_in = |releases: &[usize]| releases.iter().any(|release| (first..=last).contains(release));
            let (is_before, is_after) = match &kind.release {
                Release::Moved { from, to, .. } => (is_in(from), is_in(to)),
                Release::Known { .. } | Release::Outside { .. } | Release::Unknown => (false, false),
            };
            if !kind.release.may_be_in(first..=last) {
                kind.others.push(Other { first: version(first), text, fields: OnceLock::new() });
                continue;
            }
            let loader = Validators::loader().crds(std::slice::from_ref(&text));
            let loader = match server {
                Some(server) => loader.server(server),
                None => loader,
            };
            let (validators, found) = loader.load_valid();
            if validators.all().next().is_none() {
                kind.fault = found.first().map(|located| located.diagnostic.message.clone());
                continue;
            }
            let stored = stored(&text);
            let (first, last, fields) = (version(first), version(last), Fields::of(vec![text]));
            kind.variants.push(Variant { first, last, is_before, is_after, stored, validators, fields });
        }
        kind.variants.reverse();
        kind
    }

    /// Whether an error of all variants is an error of the release in use. A release that the catalogue does
    /// not have may differ, and so may one beside a snapshot.
    pub(crate) fn is_certain(&self) -> bool {
        match self.release {
            Release::Known { .. } => true,
            Release::Unknown | Release::Moved { .. } => self.is_numbered,
            Release::Outside { .. } => false,
        }
    }

    /// The first release in which a field is known, of those that are not in use.
    pub(crate) fn known_since(&self, identity: &Identity, path: &str) -> Option<&str> {
        let is_known = |other: &&Other| {
            other.fields.get_or_init(|| Fields::of(vec![other.text.clone()])).has(identity, path)
        };
        self.others.iter().find(is_known).map(|other| other.first.as_str())
    }

    /// The scope of the kind.
    pub(crate) fn scope(&self) -> Option<Scope> {
        let mut all = self.variants.iter().flat_map(|variant| variant.validators.all());
        all.next().map(|found| found.compiled().scope)
    }

    /// The API versions of the kind that any variant serves.
    pub(crate) fn served(&self) -> Vec<&str> {
        let mut served: Vec<&str> = self.variants.iter().flat_map(Variant::served).collect();
        served.sort_unstable();
        served.dedup();
        served
    }
}

/// The version in which a CRD stores its objects.
fn stored(crd: &Source) -> String {
    let document = manifest::read(crd).0.into_iter().next();
    let versions = document.as_ref().and_then(|crd| crd.node.get("spec")?.get("versions"));
    let Some(Value::Array(versions)) = versions.map(|versions| &versions.value) else { return String::new() };
    let is_stored = |version: &&Node| {
        version.get("storage").is_some_and(|storage| matches!(storage.value, Value::Bool(true)))
    };
    versions.iter().find(is_stored).map(|version| member(version, "name").to_owned()).unwrap_or_default()
}

impl Variant {
    /// The API versions that these releases serve.
    pub(crate) fn served(&self) -> Vec<&str> {
        let served = self.validators.all().filter(|found| found.is_served());
        served.map(|found| found.api_version()).collect()
    }

    /// The validator of an object's version, if these releases serve it.
    pub(crate) fn validator(&self, identity: &Identity) -> Option<Validator<'_>> {
        self.validators.find(&identity.api_version, &identity.kind).filter(|found| found.is_served())
    }
}

impl Release {
    /// The oldest and the newest of the releases that objects are validated against; `None` if it is all.
    fn ends(&self) -> Option<(usize, usize)> {
        match self {
            Release::Unknown => None,
            Release::Known { releases, .. }
            | Release::Moved { to: releases, .. }
            | Release::Outside { nearest: releases, .. } => Some((*releases.first()?, *releases.last()?)),
        }
    }

    /// Whether a release of the range may be in use.
    fn may_be_in(&self, range: std::ops::RangeInclusive<usize>) -> bool {
        match self {
            Release::Unknown => true,
            Release::Moved { from, to, .. } => from.iter().chain(to).any(|release| range.contains(release)),
            Release::Known { releases, .. } | Release::Outside { nearest: releases, .. } => {
                releases.iter().any(|release| range.contains(release))
            }
        }
    }
}
