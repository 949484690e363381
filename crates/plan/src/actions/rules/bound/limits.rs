//! Finds the limits of a schema that bound the sizes of values.

/// The limits of a schema that are used instead of the sizes of values. Each choice gives a bound, and the
/// smallest counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) of_lists: bool,
    pub(super) of_texts: bool,
}

impl Limits {
    pub(super) const ALL: [Limits; 4] = [
        Limits { of_lists: true, of_texts: false },
        Limits { of_lists: false, of_texts: false },
        Limits { of_lists: true, of_texts: true },
        Limits { of_lists: false, of_texts: true },
    ];
}
