//! How somebody writes structs: what an absent field is, what a null, which types stand for lists and texts. Equal seeds
//! write equal text.

use crate::rng::Rng;

/// What stands for fields that may be null.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Null {
    /// `Option<T>` that is not written where it is none: nothing is ever null.
    Skipped,
    /// `Option<T>` that is written as null: nothing is ever absent.
    Written,
    /// `Option<Option<T>>`: absent, null and a value are three things.
    Apart,
}

/// How somebody writes structs.
#[derive(Clone, Debug)]
pub struct Style {
    /// What stands for fields that may be null.
    pub null: Null,
    /// Whether values may be wrong: required fields absent, texts none of their enums'.
    pub open: bool,
    /// Whether a union that is all of its object is an enum with data.
    pub enums: bool,
    /// Where the ways that mean the same are chosen from.
    pub varied: Option<Rng>,
}

impl Style {
    /// Fields as short as they can be, and always right.
    pub const PLAIN: Style = Style { null: Null::Skipped, open: false, enums: false, varied: None };
    /// As the schema derive has it: what may be absent may be null, and is.
    pub const WRITTEN: Style = Style { null: Null::Written, open: false, enums: false, varied: None };
    /// Everything that JSON of the same shape can say.
    pub const OPEN: Style = Style { null: Null::Apart, open: true, enums: false, varied: None };

    /// As `PLAIN`, with enums for unions.
    pub const ENUMS: Style = Style { enums: true, ..Style::PLAIN };

    /// This and that, by a seed.
    pub fn varied(seed: u64) -> Style {
        let mut rng = Rng::new(seed ^ 0x7461_7374);
        let null = *rng.pick(&[Null::Skipped, Null::Written, Null::Apart]);
        Style { null, open: rng.chance(50), enums: rng.chance(50), varied: Some(rng) }
    }

    /// Whether a way is taken that means the same, in `percent` of a hundred where anything varies.
    pub(super) fn may(&mut self, percent: usize) -> bool {
        self.varied.as_mut().is_some_and(|rng| rng.chance(percent))
    }

    /// What stands for one field that may be null.
    pub(super) fn null(&mut self) -> Null {
        match &mut self.varied {
            Some(rng) => *rng.pick(&[self.null, Null::Skipped, Null::Written, Null::Apart]),
            None => self.null,
        }
    }
}
