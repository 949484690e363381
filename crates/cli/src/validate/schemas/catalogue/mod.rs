//! The kinds of the catalogue of CRDs, for objects whose kind nothing else defines. In: catalogues, and the
//! releases that are in use. Out: for a kind, a validator for each release that may be in use.
//!
//! `kind` compiles the CRDs of a kind, when the first object of the kind is met. `releases` knows which
//! release of a project is in use, from the command line, the configuration and the files, which `pins`
//! reads.

mod kind;
mod pins;
mod releases;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::identity::Identity;
use crate::validate::folder::input::Input;
use crate::validate::schemas::met_kinds::MetKinds;
use crdc_catalogue::{Catalogue, Definition, Project};
use crdc_vocabulary::Minor;

pub(crate) use kind::{CataloguedKind, Variant};
pub(crate) use releases::{InUse, Move, Release, Releases, Upgrade};

/// The kinds of the catalogues.
#[derive(Default)]
pub(crate) struct Catalogued {
    /// Those that the user names come first.
    catalogues: Vec<Catalogue>,
    releases: Releases,
    server: Option<Minor>,
    /// The kinds that were met, by group and name.
    met: Mutex<BTreeMap<(String, String), Met>>,
}

/// A kind that is compiled once, by the first of the threads that meet it; `None` if no catalogue has it.
type Met = Arc<OnceLock<Option<Arc<CataloguedKind>>>>;

impl Catalogued {
    pub(crate) fn new(catalogues: Vec<Catalogue>, releases: Releases, server: Option<Minor>) -> Catalogued {
        Catalogued { catalogues, releases, server, met: Mutex::default() }
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

    /// Adds the releases that files say are in use. What was named before counts more. An exact version
    /// counts more than a range.
    pub(super) fn add_pins(
        &mut self,
        inputs: &[Input],
        indices: &[usize],
        threads: usize,
        values: &dyn Fn(&str) -> Option<String>,
    ) {
        let pins = pins::said(inputs, indices, threads).pins(values);
        let Catalogued { catalogues, releases, .. } = self;
        catalogues.iter().for_each(|catalogue| releases.add_pins(&pins, catalogue));
    }

    /// Decides which projects are upgraded, if that is asked for. `old` are inputs that name the versions of
    /// before.
    pub(super) fn upgrade(
        &mut self,
        asked: &Upgrade,
        (old, indices): (&[Input], &[usize]),
        threads: usize,
        values: &dyn Fn(&str) -> Option<String>,
    ) {
        let pins = pins::said(old, indices, threads).pins(values);
        let mut before = Releases::default();
        self.catalogues.iter().for_each(|catalogue| before.add_pins(&pins, catalogue));
        let catalogues = &self.catalogues;
        self.releases.upgrade(asked, before, |name| catalogues.iter().find_map(|one| one.project(name)));
    }

    /// The projects that are upgraded, with their releases before and after.
    pub(crate) fn moves(&self) -> impl Iterator<Item = (&String, &Move)> {
        self.releases.moves()
    }

    /// The kind of an object.
    pub(crate) fn find(&self, identity: &Identity) -> Option<Arc<CataloguedKind>> {
        if !self.is_used() {
            return None;
        }
        let key = (identity.group().to_owned(), identity.kind.clone());
        // The map is valid between all of its changes.
        let met = {
            let mut all = self.met.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(all.entry(key).or_default())
        };
        met.get_or_init(|| self.load(identity).map(Arc::new)).clone()
    }

    /// The kinds that were met, by project.
    pub(crate) fn met(&self) -> Vec<Arc<CataloguedKind>> {
        let all = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        let mut met: Vec<_> = all.values().filter_map(|met| met.get().cloned().flatten()).collect();
        met.sort_by(|one, other| one.project.cmp(&other.project));
        met
    }

    /// Compiles a kind. If several projects have the kind, the first whose release is known counts.
    fn load(&self, identity: &Identity) -> Option<CataloguedKind> {
        let group = identity.group();
        let all = self.catalogues.iter().flat_map(|catalogue| {
            catalogue.find(group, &identity.kind).map(move |(project, found)| (catalogue, project, found))
        });
        let all: Vec<(&Catalogue, &Project, &Definition)> = all.collect();
        let is_known = |(_, project, _): &&(_, &Project, _)| self.releases.is_known(&project.name);
        let (catalogue, project, definition) = all.iter().find(is_known).or(all.first())?;
        let release = self.releases.of(project);
        Some(CataloguedKind::load(catalogue, project, definition, release, self.server))
    }
}
