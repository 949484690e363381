//! Which changes of a CRD fail `crdc check --old`. In: the options and the policies of `.crdc.yaml`. Out:
//! what they say of a change.

use clap::ValueEnum;

use crate::config::Config;
use crdc_documents::compare::{Change, Compared, Impact, Kind, Policy};

/// The impacts that fail the check.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Deny {
    /// Some objects lose data, are rejected, or cannot be reached
    Breaks,
    /// Also if some objects may be affected in this way
    MayBreak,
}

/// For whom changes are looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum For {
    /// Stored objects: is each of them still accepted, with all its data?
    #[default]
    Objects,
    /// Clients too, which read objects of others: may they meet a value that was not there before?
    Clients,
}

/// The kinds of changes by which clients meet values that they do not expect, although all objects stay
/// valid.
// kubernetes-sigs/crdify: docs/validations.md
const MET_BY_CLIENTS: [Kind; 4] = [Kind::Enum, Kind::Default, Kind::Nullable, Kind::Pattern];

/// What fails the check.
#[derive(Clone, Copy)]
pub(super) struct ChangePolicy<'c> {
    pub(super) deny: Option<Deny>,
    pub(super) of: For,
    pub(super) config: &'c Config,
}

impl ChangePolicy<'_> {
    /// Writes into changes what the policies say of them.
    pub(super) fn apply(&self, compared: &mut [Compared]) {
        for change in compared.iter_mut().flat_map(|one| &mut one.changes) {
            change.policy = self.of(change);
        }
    }

    /// What a policy says of a change.
    fn of(&self, change: &Change) -> Option<Policy> {
        let is_allowed = change.impact > Impact::Harmless;
        match self.config.policy(change.kind) {
            Some(None) => is_allowed.then_some(Policy::Allowed),
            Some(Some(from)) => (change.impact >= from).then_some(Policy::Denied),
            None => self.usual(change.kind).filter(|from| change.impact >= *from).map(|_| Policy::Denied),
        }
    }

    /// The impact from which changes of a kind without a policy fail.
    fn usual(&self, kind: Kind) -> Option<Impact> {
        let deny = self.deny.map(|deny| match deny {
            Deny::Breaks => Impact::Breaks,
            Deny::MayBreak => Impact::MayBreak,
        });
        match self.of {
            For::Clients if MET_BY_CLIENTS.contains(&kind) => Some(Impact::Harmless),
            For::Clients => deny.or(Some(Impact::MayBreak)),
            For::Objects => deny,
        }
    }
}
