//! Records the position on the tape at which an event happened last. An event happened inside a container if
//! the container's entry is before that position, so that no state has to be saved when a container opens.

/// The positions at which each event happened last; 0 for events that never happened.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Latest {
    /// The later of the two positions below, which most objects test when they end.
    pub(super) any: u32,
    /// The position of the last change of the tape.
    pub(super) change: u32,
    /// The position of the last event after which the bits of present fields must be computed again.
    pub(super) irregular: u32,
}

impl Latest {
    /// Whether either event happened inside the open container at an entry.
    #[inline(always)]
    pub(super) fn any_in(&self, at: u32) -> bool {
        self.any > at
    }

    /// Whether the tape was changed inside the open container at an entry.
    #[inline(always)]
    pub(super) fn change_in(&self, at: u32) -> bool {
        self.change > at
    }

    /// Whether the bits of present fields must be computed again.
    #[inline(always)]
    pub(super) fn irregular_in(&self, at: u32) -> bool {
        self.irregular > at
    }
}
