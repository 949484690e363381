//! The description of a type, which the derive implements.

use crdc_vocabulary::Fragment;

use super::fields::Name;
use super::node::{self, Field, Link, Node, Part};
use super::normalization::Normalization;
use super::seen;
use crate::places::{ExtensionNode, ItemKind};

/// The generated description of a type, in terms of its serialized form. Only [`Rules`](super::rules::Rules)
/// requires `Serialize`, so the compiler reports a missing impl once.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no rules, so crdc cannot look into it",
    label = "has no rules",
    note = "add `#[derive(crdc::Rules)]` to `{Self}`",
    note = "if the type is from another crate, add `#[crdc(leaf)]` to the field to compare it as a whole; if the \
            field is flattened, replace it with the fields of the type"
)]
pub trait Value: Sized {
    /// The names of the fields of an object, by their numbers.
    const NAMES: &'static [Name] = &[];

    /// The fields of an object, by their numbers.
    const FIELDS: &'static [Field] = &[];

    /// The values of all other members, if the type has a flattened map.
    const OTHERS: Option<&'static Part> = None;

    /// The strings of an enum of unit variants.
    const TEXTS: &'static [&'static str] = &[];

    /// Whether the derive describes the contents of the type. It does not for an enum of strings without
    /// rules, nor for a type that is compared as a whole.
    const IS_DERIVED: bool = false;

    /// Whether the values are strings of an enum, so that null is not a value of the type.
    const IS_ENUM: bool = false;

    /// Whether values of the type have something to check, or may contain values that have.
    const IS_RULED: bool = false;

    /// Whether the type has checks that a type which flattens it does not take over: CEL rules and unions of
    /// the object as a whole, and anything in a newtype.
    const OF_WHOLE: bool = false;

    /// The link by which other types refer to this one.
    const LINK: Link = Link {
        node: Self::node,
        below: node::ALL,
        seen: const { &seen::like(|| &Self::node().seen) },
        place: const { &ExtensionNode { list: ItemKind::Type(|| &Self::node().places), ..*ExtensionNode::NONE } },
    };

    /// The part for values of this type at a place that adds nothing to the type.
    const PART: &'static Part = &Part::of(Self::LINK);

    /// The description of the values.
    #[must_use]
    fn node() -> &'static Node;

    /// The type's schema as far as the derive knows it.
    #[must_use]
    fn schema() -> Option<&'static Fragment> {
        None
    }

    /// Makes the fields absent that normalization removed from the tape.
    fn normalize_value(&mut self, step: Normalization<'_>) {
        let _ = step;
    }
}
