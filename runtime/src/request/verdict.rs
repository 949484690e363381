//! The result of a request: what was validated, or that it was refused.

/// The result of a request.
pub(crate) type Verdict = Result<Validated, Refused>;

/// The object was validated, with or without errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Validated {
    /// The entry where validation began.
    pub(crate) root: u32,
    /// The prefix of its paths.
    pub(crate) prefix: &'static str,
}

impl Validated {
    /// The whole object was validated.
    pub(crate) const OBJECT: Validated = Validated { root: 0, prefix: "" };
}

/// The request is refused with 400; the message is in the scratch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Refused {
    /// Whether the request's object was decoded, so that its unknown and duplicate fields are known.
    pub(crate) decoded: bool,
}
