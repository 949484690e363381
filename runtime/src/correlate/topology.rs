//! The topologies of nodes, as constants of generated code: how the values below a node are correlated with
//! old values.

/// The correlation of a node's children.
#[derive(Debug)]
pub struct Topology<'p> {
    /// The topology of each field, by its number.
    pub fields: &'p [&'p Topology<'p>],
    /// The topology of other members, if the schema specifies it.
    pub each: Option<&'p Topology<'p>>,
    /// The topology of items.
    pub items: Option<&'p Topology<'p>>,
    /// Keys of a list map, as written between quotes. Empty for any other list, whose items have no
    /// counterparts.
    pub keys: &'p [&'p str],
    /// Whether members are compared as one value and have no counterparts.
    pub whole: bool,
    /// Whether the schema specifies the value.
    pub known: bool,
}

/// The correlation of values' children: a topology, or the node of a Rust type.
pub(crate) trait Correlated<'p>: Copy {
    /// Whether the server validates an object from here on, so that `kind` and `apiVersion` have no
    /// counterparts.
    fn is_validated_from(self) -> bool;

    /// The topology of a member, by its field number.
    fn member(self, field: u16) -> Option<Self>;

    /// The topology of items.
    fn items(self) -> Option<Self>;

    /// Keys of a list map, as written between quotes. Empty for any other list, whose items have no
    /// counterparts.
    fn keys(&self) -> impl ExactSizeIterator<Item = &str>;

    /// Whether members are compared as one value and have no counterparts.
    fn is_whole(self) -> bool;
}

impl<'p> Correlated<'p> for &'p Topology<'p> {
    fn is_validated_from(self) -> bool {
        true
    }

    fn member(self, field: u16) -> Option<Self> {
        // A key of a map that `required` names has `MAP_KEY` too.
        let found = if field & crdc_object::tape::MAP_KEY != 0 {
            self.each
        } else {
            self.fields.get(usize::from(field)).copied()
        };
        found.filter(|topology| topology.known)
    }

    fn items(self) -> Option<Self> {
        self.items
    }

    fn keys(&self) -> impl ExactSizeIterator<Item = &str> {
        self.keys.iter().copied()
    }

    fn is_whole(self) -> bool {
        self.whole
    }
}

impl<'p> Topology<'p> {
    /// The topology of a value without children that have counterparts.
    pub const LEAF: &'p Topology<'p> =
        &Topology { fields: &[], each: None, items: None, keys: &[], whole: false, known: true };
    /// The topology of a map that is compared as one value.
    pub const WHOLE: &'p Topology<'p> =
        &Topology { fields: &[], each: None, items: None, keys: &[], whole: true, known: true };
    /// The topology of a field that has a number but no schema.
    pub const UNKNOWN: &'p Topology<'p> =
        &Topology { fields: &[], each: None, items: None, keys: &[], whole: false, known: false };
}
