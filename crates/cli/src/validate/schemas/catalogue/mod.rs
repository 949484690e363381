//! The kinds of the catalogue of CRDs, for objects whose kind nothing else defines. In: catalogues, and the
//! releases that are in use. Out: for a kind, a validator for each release that may be in use.
//!
//! `kind` compiles the CRDs of a kind, when the first object of the kind is met. `releases` knows which
//! release of a project is in use, from the command line, the configuration and the files, which `pins`
//! reads.

mod kind;
mod pins;
mod releases;

use std::sync::{Arc, OnceLock};

use crate::validate::folder::input::Input;
use crate::validate::schemas::kinds::Kinds;
use crate::validate::schemas::met_kinds::MetKinds;
use crate::validate::variables::Values;
use crdc_catalogue::{Catalogue, Definition, Project};
use crdc_releases::Said;
use crdc_vocabulary::Minor;

pub(crate) use kind::{CataloguedKind, Variant};
pub(crate) use releases::{InUse, Release, Releases, newest};

/// The kinds of the catalogues, as the releases in use have them.
#[derive(Default)]
pub(crate) struct Catalogued {
    /// Those that the user names come first.
    catalogues: Arc<[Catalogue]>,
    releases: Releases,
    server: Option<Minor>,
    /// All kinds, when the first object asks. Nothing is locked, nor copied, for an object of a kind that was
    /// met.
    kinds: OnceLock<Kinds<Slot>>,
}

/// A kind, which the first of the threads that meet it compiles.
#[derive(Default)]
struct Slot {
    /// Where its definitions are: the catalogue, the project and the definition.
    places: Vec<(usize, usize, usize)>,
    kind: OnceLock<Option<CataloguedKind>>,
}

impl Catalogued {
    pub(crate) fn new(catalogues: Vec<Catalogue>, releases: Releases, server: Option<Minor>) -> Catalogued {
        Catalogued { catalogues: catalogues.into(), releases, server, kinds: OnceLock::new() }
    }

    /// The kinds of the same catalogues, as other releases have them.
    pub(crate) fn with(&self, releases: Releases) -> Catalogued {
        let catalogues = Arc::clone(&self.catalogues);
        Catalogued { catalogues, releases, server: self.server, kinds: OnceLock::new() }
    }

    /// The releases in use.
    pub(crate) fn releases(&self) -> &Releases {
        &self.releases
    }

    pub(crate) fn catalogues(&self) -> &[Catalogue] {
        &self.catalogues
    }

    /// The project of a name.
    pub(crate) fn project(&self, name: &str) -> Option<&Project> {
        self.catalogues.iter().find_map(|catalogue| catalogue.project(name))
    }

    /// Whether there may be any kind.
    pub(crate) fn is_used(&self) -> bool {
        !self.catalogues.is_empty()
    }

    /// Whether a catalogue has a kind of one of these names.
    pub(super) fn has_any(&self, met: &MetKinds) -> bool {
        let projects = self.catalogues.iter().flat_map(Catalogue::projects);
        projects.flat_map(|project| &project.definitions).any(|found| met.names(&found.kind))
    }

    /// Adds the releases that files say are in use, and files around them. What was named before counts more.
    pub(super) fn add_releases(
        &mut self,
        (inputs, indices): (&[Input], &[usize]),
        around: &[Input],
        threads: usize,
        values: &Values,
    ) {
        let all: Vec<usize> = (0..around.len()).collect();
        let found = self.releases_in(&[(inputs, indices), (around, &all)], threads, values);
        self.releases.extend(found);
    }

    /// The releases that files say are in use. An exact version counts more than a range.
    pub(crate) fn releases_in(
        &self,
        files: &[(&[Input], &[usize])],
        threads: usize,
        values: &Values,
    ) -> Releases {
        let mut said = Said::default();
        files.iter().for_each(|(inputs, indices)| said.extend(pins::said(inputs, indices, threads)));
        let pins = said.pins(&|name: &str| values.get(name).cloned());
        let mut found = Releases::default();
        self.catalogues.iter().for_each(|catalogue| found.add_pins(&pins, catalogue));
        found
    }

    /// The kind of a name.
    pub(crate) fn find(&self, group: &str, kind: &str) -> Option<&CataloguedKind> {
        if !self.is_used() {
            return None;
        }
        let slot = self.kinds.get_or_init(|| self.kinds()).get(group, kind)?;
        slot.kind.get_or_init(|| self.load(&slot.places)).as_ref()
    }

    /// The names of the kinds of a group, in alphabetical order.
    pub(crate) fn of_group(&self, group: &str) -> Vec<&str> {
        let mut kinds: Vec<&str> = match self.is_used() {
            true => self.kinds.get_or_init(|| self.kinds()).of_group(group).collect(),
            false => Vec::new(),
        };
        kinds.sort_unstable();
        kinds
    }

    /// The kinds that were met, by project.
    pub(crate) fn met(&self) -> Vec<&CataloguedKind> {
        let all = self.kinds.get().map(Kinds::sorted).unwrap_or_default();
        let mut met: Vec<_> = all.into_iter().filter_map(|(_, slot)| slot.kind.get()?.as_ref()).collect();
        met.sort_by(|one, other| one.project.cmp(&other.project));
        met
    }

    fn kinds(&self) -> Kinds<Slot> {
        let mut kinds: Kinds<Slot> = Kinds::default();
        for (catalogue, at) in self.catalogues.iter().zip(0..) {
            for (project, project_at) in catalogue.projects().iter().zip(0..) {
                for (found, found_at) in project.definitions.iter().zip(0..) {
                    kinds.entry(&found.group, &found.kind).places.push((at, project_at, found_at));
                }
            }
        }
        kinds
    }

    /// Compiles a kind. If several projects have the kind, the first whose release is known counts.
    fn load(&self, places: &[(usize, usize, usize)]) -> Option<CataloguedKind> {
        let at = |(catalogue, project, found): &(usize, usize, usize)| {
            let catalogue = self.catalogues.get(*catalogue)?;
            let project = catalogue.projects().get(*project)?;
            Some((catalogue, project, project.definitions.get(*found)?))
        };
        let all: Vec<(&Catalogue, &Project, &Definition)> = places.iter().filter_map(at).collect();
        let is_known = |(_, project, _): &&(_, &Project, _)| self.releases.is_known(&project.name);
        let (catalogue, project, definition) = all.iter().find(is_known).or(all.first())?;
        let release = self.releases.of(project);
        Some(CataloguedKind::load(catalogue, project, definition, release, self.server))
    }
}
