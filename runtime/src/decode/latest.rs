//! Records the place on the tape where something happened last. A container whose entry is before that place
//! had it happen inside: nothing is copied when one opens.

/// The places where each event happened last; 0 for events that never did.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Latest {
    /// The later one of the two below, which is all that most objects ask for when they end.
    pub(super) any: u32,
    /// The tape was changed.
    pub(super) change: u32,
    /// Something happened after which the bits of seen fields must be computed again.
    pub(super) irregular: u32,
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
