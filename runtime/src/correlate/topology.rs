//! How the values below a node are told apart, as constants of generated code.

/// What a node says of correlation.
#[derive(Debug)]
pub struct Topology {
    /// By number of the field: what stands there.
    pub fields: &'static [&'static Topology],
    /// What other members are, where the schema says so.
    pub each: Option<&'static Topology>,
    /// What items are.
    pub items: Option<&'static Topology>,
    /// Keys of a list map, as they are written between their quotes; empty for any other list,
    /// whose items have no counterparts.
    pub keys: &'static [&'static str],
    /// Whether members are compared and have no counterparts of their own.
    pub whole: bool,
    /// Whether the schema knows the place at all.
    pub known: bool,
}

impl Topology {
    /// A place that holds nothing with counterparts.
    pub const LEAF: &'static Topology =
        &Topology { fields: &[], each: None, items: None, keys: &[], whole: false, known: true };
    /// A map that changes as a whole.
    pub const WHOLE: &'static Topology =
        &Topology { fields: &[], each: None, items: None, keys: &[], whole: true, known: true };
    /// A field that has a number but no schema.
    pub const UNKNOWN: &'static Topology =
        &Topology { fields: &[], each: None, items: None, keys: &[], whole: false, known: false };

    /// What a member of an object is, by the number of its field.
    pub(super) fn member(&self, field: u16) -> Option<&'static Topology> {
        // Also of a map is a key that `required` names.
        let found = if field & crate::tape::MAP_KEY != 0 {
            self.each
        } else {
            self.fields.get(usize::from(field)).copied()
        };
        found.filter(|topology| topology.known)
    }
}
