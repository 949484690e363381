//! A kind of the catalogue. In: the texts of its CRD in the releases that may be in use. Out: a validator for
//! each text, with the releases that have it.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::releases::Release;
use crate::catalogues::release_name;
use crate::identity::Identity;
use crate::validate::schemas::field_names::Fields;
use crdc::Scope;
use crdc_catalogue::{AGGREGATED, Catalogue, Definition, Project, Run};
use crdc_dynamic::{Validator, Validators};
use crdc_source::Source;
use crdc_vocabulary::Minor;
use serde::Deserialize;

/// A kind, with a validator for each release that may be in use.
pub(crate) struct CataloguedKind {
    pub(crate) project: String,
    pub(crate) group: String,
    pub(crate) name: String,
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
    /// Whether an aggregated API server has the kind, which has rules of its own for names.
    pub(crate) is_aggregated: bool,
    /// Why a text cannot be read.
    fault: Option<String>,
}

/// A text of a CRD, which some releases share. It is compiled when an object needs it.
pub(crate) struct Variant {
    /// The oldest and the newest release with this text.
    pub(crate) first: String,
    pub(crate) last: String,
    /// The version in which objects are stored.
    pub(crate) stored: String,
    /// The API versions that are served.
    served: Vec<String>,
    text: Source,
    server: Option<Minor>,
    compiled: OnceLock<Compiled>,
}

/// The validators of a text, and the names of its fields.
pub(crate) struct Compiled {
    validators: Validators,
    pub(crate) fields: Fields,
    /// Why the text cannot be used.
    fault: Option<String>,
}

/// What a CRD says of its versions.
#[derive(Deserialize)]
struct Crd {
    metadata: Metadata,
    spec: Spec,
}

#[derive(Deserialize)]
struct Metadata {
    #[serde(default)]
    annotations: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct Spec {
    group: String,
    versions: Vec<Version>,
}

#[derive(Deserialize)]
struct Version {
    name: String,
    #[serde(default)]
    served: bool,
    #[serde(default)]
    storage: bool,
}

/// A text of releases that are not in use.
struct Other {
    first: String,
    last: String,
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
            group: definition.group.clone(),
            name: definition.kind.clone(),
            variants: Vec::new(),
            others: Vec::new(),
            range: (version(0), version(newest)),
            against: (version(oldest_used), version(newest_used)),
            is_numbered: project.releases.iter().any(|release| release.version.number().is_some()),
            is_aggregated: false,
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
            if !kind.release.may_be_in(first..=last) {
                let (first, last) = (version(first), version(last));
                kind.others.push(Other { first, last, text, fields: OnceLock::new() });
                continue;
            }
            let Crd { metadata, spec: Spec { group, versions } } = match serde_json::from_str(&text.text) {
                Ok(crd) => crd,
                Err(error) => {
                    kind.fault = Some(error.to_string());
                    continue;
                }
            };
            kind.is_aggregated |= metadata.annotations.contains_key(AGGREGATED);
            let stored = versions.iter().find(|version| version.storage);
            let served = versions.iter().filter(|version| version.served);
            kind.variants.push(Variant {
                first: version(first),
                last: version(last),
                stored: stored.map(|version| version.name.clone()).unwrap_or_default(),
                served: served.map(|version| format!("{group}/{}", version.name)).collect(),
                text,
                server,
                compiled: OnceLock::new(),
            });
        }
        kind.variants.reverse();
        kind
    }

    /// Whether an error of all variants is an error of the release in use. A release that the catalogue does
    /// not have may differ, and so may one beside a snapshot.
    pub(crate) fn is_certain(&self) -> bool {
        match self.release {
            Release::Known { .. } => true,
            Release::Unknown => self.is_numbered,
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

    /// The newest release, of those that are not in use, that has all of these versions of the kind.
    pub(crate) fn newest_with(&self, versions: [&str; 2]) -> Option<&str> {
        let has = |other: &&Other| {
            let crd: Option<Crd> = serde_json::from_str(&other.text.text).ok();
            let known = crd.map(|crd| crd.spec.versions).unwrap_or_default();
            versions.iter().all(|version| known.iter().any(|one| one.name == *version))
        };
        self.others.iter().rev().find(has).map(|other| other.last.as_str())
    }

    /// The scope of the kind.
    pub(crate) fn scope(&self) -> Option<Scope> {
        let newest = self.variants.first()?.compiled();
        newest.validators.all().next().map(|found| found.compiled().scope)
    }

    /// Why a text cannot be used, if that is so.
    pub(crate) fn fault(&self) -> Option<&str> {
        let of_variants =
            || self.variants.iter().find_map(|variant| variant.compiled.get()?.fault.as_deref());
        self.fault.as_deref().or_else(of_variants)
    }

    /// The API versions of the kind that any variant serves.
    pub(crate) fn served(&self) -> Vec<&str> {
        let mut served: Vec<&str> = self.variants.iter().flat_map(Variant::served).collect();
        served.sort_unstable();
        served.dedup();
        served
    }
}

impl Variant {
    /// The text of the CRD.
    pub(crate) fn text(&self) -> &Source {
        &self.text
    }

    /// The API versions that these releases serve.
    pub(crate) fn served(&self) -> impl Iterator<Item = &str> {
        self.served.iter().map(String::as_str)
    }

    /// Whether these releases serve the version of an object.
    pub(crate) fn serves(&self, identity: &Identity) -> bool {
        self.served.contains(&identity.api_version)
    }

    /// The validator of an object's version, if these releases serve it.
    pub(crate) fn validator(&self, identity: &Identity) -> Option<(Validator<'_>, &Fields)> {
        if !self.serves(identity) {
            return None;
        }
        let Compiled { validators, fields, .. } = self.compiled();
        Some((validators.find(&identity.api_version, &identity.kind)?, fields))
    }

    fn compiled(&self) -> &Compiled {
        self.compiled.get_or_init(|| {
            let loader = Validators::loader().crds(std::slice::from_ref(&self.text));
            let loader = match self.server {
                Some(server) => loader.server(server),
                None => loader,
            };
            let (validators, found) = loader.load_valid();
            let first = || found.first().map(|located| located.diagnostic.message.clone());
            let fault = validators.all().next().is_none().then(first).flatten();
            Compiled { validators, fields: Fields::of(vec![self.text.clone()]), fault }
        })
    }
}

impl Release {
    /// The oldest and the newest of the releases that objects are validated against; `None` if it is all.
    fn ends(&self) -> Option<(usize, usize)> {
        match self {
            Release::Unknown => None,
            Release::Known { releases, .. } | Release::Outside { nearest: releases, .. } => {
                Some((*releases.first()?, *releases.last()?))
            }
        }
    }

    /// Whether a release of the range may be in use.
    fn may_be_in(&self, range: std::ops::RangeInclusive<usize>) -> bool {
        match self {
            Release::Unknown => true,
            Release::Known { releases, .. } | Release::Outside { nearest: releases, .. } => {
                releases.iter().any(|release| range.contains(release))
            }
        }
    }
}
