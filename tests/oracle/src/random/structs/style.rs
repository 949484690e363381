//! A style for writing structs: the representation of absent and null fields, and the types of lists and
//! strings. Equal seeds give equal text.

use super::super::rng::Rng;

/// The type of fields that may be null.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Null {
    /// `Option<T>` that is skipped if absent: no field is ever written as null.
    Skipped,
    /// `Option<T>` that is written as null: nothing is ever absent.
    Written,
    /// `Option<Option<T>>`: absent, null and a value are distinct.
    Apart,
}

/// A style for writing structs.
#[derive(Clone, Debug)]
pub struct Style {
    /// The type of fields that may be null.
    pub null: Null,
    /// Whether values may be invalid: absent required fields, strings outside of their enums.
    pub open: bool,
    /// Whether an object that is only a union becomes an enum with data.
    pub enums: bool,
    /// Whether serde may clone a value before it writes it (`into`), which allocates.
    pub clones: bool,
    /// The source of choices between equivalent forms.
    pub varied: Option<Rng>,
}

impl Style {
    /// The style with the shortest fields, which is always valid.
    pub const PLAIN: Style =
        Style { null: Null::Skipped, open: false, enums: false, clones: false, varied: None };
    /// The style of derived schemas: optional fields may be null, and are written as null.
    pub const WRITTEN: Style =
        Style { null: Null::Written, open: false, enums: false, clones: false, varied: None };
    /// The style that expresses everything that JSON of the same shape can express.
    pub const OPEN: Style =
        Style { null: Null::Apart, open: true, enums: false, clones: false, varied: None };

    /// The style `PLAIN`, with enums for unions.
    pub const ENUMS: Style = Style { enums: true, ..Style::PLAIN };

    /// A random mix from a seed.
    pub fn varied(seed: u64) -> Style {
        let mut rng = Rng::new(seed ^ 0x7461_7374);
        let null = *rng.pick(&[Null::Skipped, Null::Written, Null::Apart]);
        Style { null, open: rng.chance(50), enums: rng.chance(50), clones: true, varied: Some(rng) }
    }

    /// Whether to use an equivalent form, with a probability of `percent` if the style varies.
    pub(super) fn may(&mut self, percent: usize) -> bool {
        self.varied.as_mut().is_some_and(|rng| rng.chance(percent))
    }

    /// The type of one field that may be null.
    pub(super) fn null(&mut self) -> Null {
        match &mut self.varied {
            Some(rng) => *rng.pick(&[self.null, Null::Skipped, Null::Written, Null::Apart]),
            None => self.null,
        }
    }
}
