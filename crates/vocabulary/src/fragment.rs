//! The schema fragment that the derive writes for an item. It is merged over the schema that schemars
//! generates.

/// The schema of a struct or an enum with the derive, and the schemas that it refers to.
#[derive(Clone, Copy, Debug)]
pub struct Fragment {
    /// The Rust name of the item.
    pub name: &'static str,
    /// The schema as JSON. `{"$ref": "#/refs/N"}` is the schema of another type; it may have sibling
    /// keywords.
    pub text: &'static str,
    /// The types that the text refers to, by number; `None` for a type without the derive.
    pub refs: &'static [fn() -> Option<&'static Fragment>],
}

impl Fragment {
    /// An empty schema, which constrains nothing.
    pub const NOTHING: Fragment = Fragment { name: "", text: "{}", refs: &[] };
}
