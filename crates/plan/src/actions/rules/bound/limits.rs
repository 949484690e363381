//! Finds the limits of a schema that bound the sizes of values.

/// The limits of a schema that are used instead of the sizes of values. Each choice of limits results in a
/// bound, and the smallest bound is used.
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
