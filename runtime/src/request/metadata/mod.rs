//! Validates `metadata`, of the object itself and of embedded resources.
//!
//! In: decoded and prepared objects. Out: errors in the scratch. Valid metadata is checked once by
//! `plain.rs`, which creates nothing; if that is not certain, `validate.rs` checks the same fields with the
//! server's rules and messages. Easy to break: false alarms of `plain.rs` are possible, misses are not.
//! Metadata errors are never ratcheted.
// apiserver: registry/rest/{create,update}.go BeforeCreate, BeforeUpdate

mod change;
mod embedded;
mod fields;
mod generated;
#[cfg(feature = "cel")]
mod named;
mod plain;
mod sink;
mod validate;

pub(super) use fields::finalizers;

use fields::{find, of, string};
use sink::own;
use validate::Whose;

use super::Validation;
use crate::decode::field_numbers::field;
use crate::definition::Definition;
use crate::error::Report;
use crate::extensions::Tapes;
use crate::scope::Scope;
use crdc_object::names;

/// The kinds whose names may be any path segment, such as `system:node`.
const RBAC: [&str; 4] = ["ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding"];

impl<'p> Validation<'_, 'p> {
    /// Validates the object's metadata on a create.
    pub(super) fn metadata_of_create(&mut self) {
        if !self.has_plain_metadata() {
            self.unusual_metadata_of_create();
        }
    }

    /// Whether the metadata was valid already when it was decoded.
    fn has_plain_metadata(&self) -> bool {
        const NAMED: u64 = 1 << field::NAME;
        const PLACED: u64 = 1 << field::NAMESPACE;
        let wanted = if self.definition.scope == Scope::Namespaced { NAMED | PLACED } else { NAMED };
        self.decoded.is_some_and(|side| side.plain_metadata & (NAMED | PLACED) == wanted)
    }

    fn unusual_metadata_of_create(&mut self) {
        let tape = self.tape;
        let Definition { group, kind, scope, .. } = *self.definition;
        let is_rbac = group == "rbac.authorization.k8s.io" && RBAC.contains(&kind);
        let whose = if is_rbac { Whose::CreatedOfRbac(scope) } else { Whose::Created(scope) };
        let metadata = of(tape);
        if !plain::is_plain(tape, metadata, whose) {
            validate::validate(tape, metadata, whose, &mut own(&mut self.findings.before));
        }
    }

    /// Validates `generateName` on a create once more if there are no other errors: the server validates
    /// metadata again by the rules of all resources. They are less strict, except for `generateName`, of
    /// which the first validation ignores one byte.
    pub(super) fn generate_name_again(&mut self) {
        if self.decoded.is_some_and(|side| side.metadata_fields >> field::GENERATE_NAME & 1 != 0) {
            self.generate_name_by_rules_of_all();
        }
    }

    #[inline(never)]
    fn generate_name_by_rules_of_all(&mut self) {
        let (tape, findings) = (self.tape, &mut *self.findings);
        let beginning = string(tape, of(tape), field::GENERATE_NAME);
        if names::is_segment_prefix(beginning) || !findings.before.is_empty() || !findings.after.is_empty() {
            return;
        }
        self.violations.sort_by_key(|violation| violation.at());
        if Report::new(tape, self.violations, 0, "").any() {
            return;
        }
        let reasons = names::against_segment_prefix(beginning);
        own(&mut findings.after).against(".generateName", beginning, reasons);
    }

    /// Validates the object's metadata on an update, alone and compared with the old metadata.
    pub(super) fn metadata_of_update(&mut self) {
        let whose = Whose::Stored(self.definition.scope);
        let Tapes { new, old } = self.tapes();
        let (metadata, before) = (of(new), of(old));
        if !self.has_plain_metadata() && !plain::is_plain(new, metadata, whose) {
            validate::validate(new, metadata, whose, &mut own(&mut self.findings.before));
        }
        if !change::is_plain(new, metadata, old, before) {
            change::validate(new, metadata, old, before, &mut own(&mut self.findings.before));
        }
    }

    /// Validates metadata on a status update: all of it is the old object's except `managedFields`.
    pub(super) fn metadata_of_status_update(&mut self) {
        let whose = Whose::Stored(self.definition.scope);
        let (stored, given) = (self.tape, self.given.unwrap_or(self.tape));
        let metadata = of(stored);
        let managers = find(given, of(given), field::MANAGED_FIELDS);
        let sink = &mut own(&mut self.findings.before);
        if !plain::is_plain_but_managers(stored, metadata, whose) {
            validate::validate_but_managers(stored, metadata, whose, sink);
        }
        if !plain::managers(given, managers) {
            validate::managers(given, managers, sink);
        }
        change::version(stored, metadata, sink);
    }
}
