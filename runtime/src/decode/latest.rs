//! Where something happened last while a tape is written, as the number of entries that it had. A container whose entry is
//! before that place had it happen inside: nothing is copied when one opens.

use super::Decoder;

/// The places of what happened last; 0 for what never did.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Latest {
    /// The later one of the two below, which is all that most objects ask for when they end.
    any: u32,
    /// The tape was changed.
    change: u32,
    /// Something happened after which the bits of seen fields must be computed again.
    irregular: u32,
}

impl Latest {
    /// Whether either happened since the container at an entry was opened.
    #[inline(always)]
    pub(super) fn any_in(&self, at: u32) -> bool {
        self.any > at
    }

    /// Whether the tape was changed since then.
    #[inline(always)]
    pub(super) fn change_in(&self, at: u32) -> bool {
        self.change > at
    }

    /// Whether seen fields must be computed again.
    #[inline(always)]
    pub(super) fn irregular_in(&self, at: u32) -> bool {
        self.irregular > at
    }
}

impl Decoder<'_, '_> {
    /// Counts a change of the tape and keeps its place. A container during which one happens is flagged as changed.
    pub(super) fn note_change(&mut self) {
        self.side.changes += 1;
        self.latest.change = self.mark();
        self.latest.any = self.mark();
    }

    /// Has the open objects compute again which fields they have.
    pub(super) fn note_irregular(&mut self) {
        self.latest.irregular = self.mark();
        self.latest.any = self.mark();
    }

    /// Removes the entries from one on. What happened in them happened in the containers around them.
    pub(super) fn truncate(&mut self, at: u32) {
        self.tape.truncate(at as usize);
        let Latest { any, change, irregular } = &mut self.latest;
        for place in [any, change, irregular] {
            *place = at.min(*place);
        }
    }
}
