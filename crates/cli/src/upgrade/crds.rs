//! Compares the CRD of a kind in two releases. In: both texts. Out: the changes of the schemas, by version;
//! why a server refuses the new CRD; and which of the changes concerned an object.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use super::fields::{Fields, Met};
use crdc_check::{Old, Origin, RuleOptions};
use crdc_documents::compare::{Change, Effect, Impact, Kind, compare};
use crdc_schema::Crd;
use crdc_source::diag::{Code, Diagnostic};
use crdc_source::{Node, Source};

/// The comparison of the CRDs of a kind.
#[derive(Default)]
pub(super) struct Crds {
    changes: Vec<Noted>,
    /// The changes of the schema of a version, by its name.
    versions: HashMap<String, Version>,
    /// The errors of a server that has the old CRD about the new one.
    pub(super) refused: Vec<Diagnostic>,
}

/// A change, and whether it concerned an object.
struct Noted {
    change: Change,
    is_said: AtomicBool,
}

#[derive(Default)]
struct Version {
    fields: Fields,
    /// Whether an object has the version.
    is_met: AtomicBool,
}

/// A change whose field an object has, or leaves out.
pub(super) struct Touched<'c> {
    pub(super) change: &'c Change,
    is_said: &'c AtomicBool,
}

impl Crds {
    /// Compares two CRDs, each the text of one release.
    pub(super) fn compare(old: &Source, new: &Source) -> Crds {
        let read = |source: &Source| crdc_schema::read(&crdc_source::parse_json(source).0).0.pop();
        let (Some(was), Some(is)) = (read(old), read(new)) else { return Crds::default() };
        let mut crds = Crds::default();
        // How objects are converted is not in the catalogue.
        let of_one = |change: &Change| match (&change.old_version, &change.new_version) {
            (Some(old), Some(new)) => old == new,
            _ => true,
        };
        for change in compare(&was, &is).into_iter().filter(of_one) {
            let index = crds.changes.len();
            if let (Some(_), Some(version)) = (&change.old_version, &change.new_version) {
                let fields = &mut crds.versions.entry(version.clone()).or_default().fields;
                fields.add(&change.path, index, change.kind == Kind::Default);
            }
            crds.changes.push(Noted { change, is_said: AtomicBool::new(false) });
        }
        crds.refused = refused(&was, is, &new.text);
        crds
    }

    /// The changes that concern fields of an object of a version.
    pub(super) fn touched(
        &self,
        version: &str,
        object: &Node,
        found: &mut dyn FnMut(&Met<'_>, &Touched<'_>),
    ) {
        let Some(Version { fields, is_met }) = self.versions.get(version) else { return };
        is_met.store(true, Ordering::Relaxed);
        fields.met(object, &mut |met| {
            for Noted { change, is_said } in met.changes.iter().filter_map(|index| self.changes.get(*index)) {
                found(&met, &Touched { change, is_said });
            }
        });
    }

    /// The number of changes that may break objects, or are about updates, and concern no object here: those
    /// of the CRD itself, and of the versions that objects have.
    pub(super) fn others(&self) -> usize {
        let is_met = |change: &Change| {
            let version = change.new_version.as_ref().filter(|_| change.old_version.is_some());
            version
                .and_then(|version| self.versions.get(version))
                .is_none_or(|version| version.is_met.load(Ordering::Relaxed))
        };
        let is_other = |Noted { change, is_said }: &&Noted| {
            let is_meant = change.impact != Impact::Harmless || is_of_updates(change);
            is_meant && !is_said.load(Ordering::Relaxed) && is_met(change)
        };
        self.changes.iter().filter(is_other).count()
    }
}

impl Touched<'_> {
    /// Notes that a finding is about the change.
    pub(super) fn say(&self) {
        self.is_said.store(true, Ordering::Relaxed);
    }

    /// Whether the change refuses values that were accepted, or may do so.
    pub(super) fn is_stricter(&self) -> bool {
        let is_meant = matches!(self.change.effect, Effect::Tightened | Effect::Changed);
        is_meant && self.change.impact != Impact::Harmless
    }

    /// Whether an apply now replaces a list as a whole, with the items of others.
    pub(super) fn is_list_cut(&self) -> bool {
        self.change.kind == Kind::ListType && self.change.effect == Effect::Loosened
    }

    /// Whether only updates and applies show the change: what is validated is created.
    pub(super) fn is_of_updates(&self) -> bool {
        is_of_updates(self.change)
    }
}

fn is_of_updates(change: &Change) -> bool {
    match change.kind {
        Kind::ListType | Kind::ListMapKeys | Kind::MapType => true,
        Kind::Rule => change.is_transition && change.effect != Effect::Loosened,
        _ => false,
    }
}

/// Why a server refuses the new CRD as an update of the old one, whatever objects there are.
fn refused(old: &Crd, new: Crd, text: &str) -> Vec<Diagnostic> {
    let old = Old { crd: old, origin: Origin::File };
    let (_, mut found) = crdc_check::check_in(new, Some(old), text, RuleOptions::default());
    found.retain(|found| matches!(found.code, Code::VersionStored | Code::UpdateImmutable));
    found
}
