//! What a type says of its values, as its derive wrote it: plain data, so that it can stand in a static.

/// The schema of one type, with everything that its markers say and nothing of the types it refers to.
#[derive(Clone, Copy, Debug)]
pub struct Fragment {
    /// The type's name, for messages.
    pub name: &'static str,
    /// The schema as JSON. `{"$ref": "#/refs/N"}` is the schema of `refs[N]`.
    pub text: &'static str,
    /// What it refers to; nothing for a type without rules.
    pub refs: &'static [fn() -> Option<&'static Fragment>],
}
