//! Prepares an object to be stored: drops or restores what clients cannot set.
// apiextensions-apiserver: registry/customresource/{strategy,status_strategy}.go PrepareForCreate,
// PrepareForUpdate; apiserver: registry/rest/update.go BeforeUpdate

use super::{RequestState, Steps, generation, status_field};
use crate::decode::field_numbers::{field, root};
use crdc_object::tape::Kind;

impl<'p> RequestState<'_, 'p> {
    /// Drops the status, if it is a subresource, and sets the generation.
    pub(super) fn prepare_for_create(&mut self) {
        if self.definition.status_subresource {
            status_field::drop(self.new.side);
        }
        generation::set(&mut self.new, 1);
    }

    /// Restores what an update cannot set: status, generation, and metadata that the server maintains.
    pub(super) fn prepare_for_update(&mut self) {
        let RequestState { definition, new, old, buffers, .. } = self;
        if definition.status_subresource {
            status_field::take(definition, new, old, &mut buffers.open, false, false);
        }
        let before = old.tape();
        let same = generation::same_but_metadata(new.tape_with(old), before);
        // Objects stored before there were generations have the first one.
        let generation = match generation::of(before) {
            0 => 1,
            generation => generation,
        };
        self.progress.same_but_metadata = same.is_ok();
        self.progress.first_change = same.err().flatten();
        generation::set(new, generation.wrapping_add(i64::from(same.is_err())));
        let metadata = before.children(0).find(|&child| before.entry(child).field == root::METADATA);
        let Some(metadata) = metadata else { return };
        for child in before.children(metadata) {
            let entry = before.entry(child);
            let (key, only_absent) = match entry.field {
                field::UID => ("\"uid\":", true),
                field::CREATION_TIMESTAMP => ("\"creationTimestamp\":", false),
                field::DELETION_TIMESTAMP => ("\"deletionTimestamp\":", false),
                field::DELETION_GRACE_PERIOD_SECONDS => ("\"deletionGracePeriodSeconds\":", true),
                _ => continue,
            };
            let present = new
                .find_field(entry.field)
                .and_then(|at| new.side.tape.get(at as usize))
                .is_some_and(|entry| !entry.is_dead());
            if !(only_absent && present) {
                let kind = match entry.field {
                    field::DELETION_GRACE_PERIOD_SECONDS => Kind::Int,
                    _ => Kind::String,
                };
                new.set_field(entry.field, key, kind, before.text(&entry));
            }
        }
    }

    /// Puts the new status on the old object, which is the one that will be stored.
    pub(super) fn prepare_for_status_update(&mut self, steps: &Steps<'_>) {
        let RequestState { definition, new: given, old: stored, buffers, .. } = self;
        // Objects stored before there were generations get the first one.
        if generation::of(stored.tape()) == 0 {
            generation::set(stored, 1);
        }
        // `managedFields` is the new object's: the status update changes it.
        match given.field(field::MANAGED_FIELDS) {
            Some(_) if given.has_equal(field::MANAGED_FIELDS, stored) => {}
            Some(value) => {
                stored.set_field(field::MANAGED_FIELDS, "\"managedFields\":", Kind::Array, value);
                stored.decode_metadata_again(&mut buffers.open);
            }
            None => stored.remove_field(field::MANAGED_FIELDS),
        }
        let before = status_field::find(stored.tape().entries);
        // Normalization changes the new status only, also if the old one is equal.
        let apart = steps.may_normalize_status(definition.places, given.side.floats);
        let status =
            status_field::take(definition, stored, given, &mut buffers.open, apart, self.request.keeps_nulls);
        self.progress.statuses = [status, before];
    }
}
