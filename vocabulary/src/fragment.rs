//! What the derive knows of an item's schema: what is laid over the schema that schemars makes.

/// The schema of a struct or an enum under the derive, with the schemas that it refers to.
#[derive(Clone, Copy, Debug)]
pub struct Fragment {
    /// The Rust name of the item.
    pub name: &'static str,
    /// The schema as JSON. `{"$ref": "#/refs/N"}` stands for the schema of another type; other keywords may stand
    /// beside it.
    pub text: &'static str,
    /// The types that the text refers to, by number; none where one is without the derive.
    pub refs: &'static [fn() -> Option<&'static Fragment>],
}

impl Fragment {
    /// What says nothing of any value.
    pub const NOTHING: Fragment = Fragment { name: "", text: "{}", refs: &[] };
}
