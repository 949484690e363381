//! Bounds of the sizes of values.
//!
//! The weight of a value of the object is the size of its JSON text in bytes, including its parts. A value
//! that an expression creates has a weight as well: at least the bytes of its texts, and at least one for
//! each other part. So no list has more items than its weight, and no text more characters.

use std::rc::Rc;

use super::limits::Limits;
use super::linear::{Linear, Maxima, Variable};
use super::schema::Kind;
use crate::actions::rules::builder::RuleBuilder;
use crdc_check::rule_compiler::{Schemas, Seen};

/// Bounds of the sizes of a value.
#[derive(Clone, Debug)]
pub(super) struct Bounded {
    pub(super) weight: Linear,
    /// Characters, bytes, items or entries; 1 for anything else. The size of an optional is that of its
    /// content.
    pub(super) size: Linear,
    /// The schema of a value of the object.
    pub of: Option<Seen>,
    /// Whether the value certainly fits the schema.
    trusted: bool,
    /// The bounds of each item of a list, or of each value of a map, that an expression made.
    pub(super) parts: Option<Rc<Bounded>>,
}

impl Bounded {
    /// Creates the bounds of a value of which only the weight is known.
    pub(super) fn any(weight: Linear) -> Bounded {
        Bounded { size: weight.plus(1.0), weight, of: None, trusted: false, parts: None }
    }

    /// Creates the bounds of a value that may have any size.
    pub(super) fn unknown() -> Bounded {
        Bounded::any(Linear::unknown())
    }

    /// Creates the bounds of a value that an expression makes.
    pub(super) fn made(weight: Linear, size: Linear, parts: Option<Bounded>) -> Bounded {
        Bounded { weight, size, of: None, trusted: false, parts: parts.map(Rc::new) }
    }

    /// Creates the bounds of a scalar, such as a number.
    pub(super) fn scalar() -> Bounded {
        Bounded::made(Linear::constant(1.0), Linear::constant(1.0), None)
    }

    /// Creates the bounds of a constant text.
    pub(super) fn text(bytes: f64, size: f64) -> Bounded {
        Bounded::made(Linear::constant(bytes.max(1.0)), Linear::constant(size), None)
    }

    /// Creates the bounds of a value of the object.
    pub(super) fn of_schema(
        rules: &RuleBuilder<'_>,
        of: Seen,
        weight: Linear,
        limits: Limits,
        trusted: bool,
    ) -> Bounded {
        let kind = rules.kind_of(of);
        let largest = rules.largest(of).filter(|_| trusted);
        let used = match kind {
            Kind::Text => limits.of_texts,
            _ => limits.of_lists,
        };
        let size = match (kind, largest.filter(|_| used)) {
            (Kind::Scalar, _) => Linear::constant(1.0),
            // Values that cannot be read have the size 1.
            (_, Some(largest)) => Linear::constant(largest.max(1.0)),
            (Kind::List | Kind::Map, None) => weight.scaled(1.0 / rules.smallest_part(of, trusted)),
            (Kind::Object, None) => weight.scaled(0.25),
            (Kind::Text | Kind::Any, None) => weight.clone(),
        };
        Bounded { weight, size, of: Some(of), trusted, parts: None }
    }

    /// The bounds with the same schema, if there is one, but with another weight.
    fn weighing(&self, rules: &RuleBuilder<'_>, weight: Linear, limits: Limits) -> Bounded {
        if let Some(of) = self.of {
            return Bounded::of_schema(rules, of, weight, limits, self.trusted);
        }
        let size = if self.size.is_constant() { self.size.clone() } else { weight.plus(1.0) };
        Bounded { weight, size, of: None, trusted: false, parts: self.parts.clone() }
    }

    /// The bounds of an item of a list, or of a value of a map, with a given weight.
    pub(super) fn part(&self, rules: &RuleBuilder<'_>, weight: Linear, limits: Limits) -> Bounded {
        if let Some(parts) = &self.parts {
            return parts.weighing(rules, weight, limits);
        }
        match self.of.and_then(|of| rules.schemas.each_of(of)) {
            Some(each) => Bounded::of_schema(rules, each, weight, limits, self.trusted),
            None => Bounded::any(weight),
        }
    }

    /// The bounds of any item of a list, or of any value of a map.
    pub(super) fn any_part(&self, rules: &RuleBuilder<'_>, limits: Limits) -> Bounded {
        match &self.parts {
            Some(parts) => Bounded::clone(parts),
            None => self.part(rules, self.weight.clone(), limits),
        }
    }

    /// The bounds of a field or an entry, by its name in rules.
    pub(crate) fn field(&self, rules: &RuleBuilder<'_>, name: &str, limits: Limits) -> Bounded {
        let found = self.of.and_then(|of| rules.field_of(of, name));
        match found {
            Some((_, found)) => Bounded::of_schema(rules, found, self.weight.clone(), limits, self.trusted),
            None => self.any_part(rules, limits),
        }
    }

    /// Bounds that hold for either of two values.
    pub(super) fn either(&self, other: &Bounded) -> Bounded {
        let parts = match (&self.parts, &other.parts) {
            (Some(a), Some(b)) => Some(Rc::new(a.either(b))),
            _ => None,
        };
        Bounded {
            weight: self.weight.either(&other.weight),
            size: self.size.either(&other.size),
            of: self.of.filter(|of| other.of == Some(*of)),
            trusted: self.trusted && other.trusted,
            parts,
        }
    }

    /// A bound of the value for any item of a list of this weight.
    pub(super) fn for_any(&self, item: Variable, total: &Linear) -> Bounded {
        Bounded {
            weight: self.weight.for_any(item, total),
            size: self.size.for_any(item, total),
            of: self.of,
            trusted: self.trusted,
            parts: self.parts.as_ref().map(|parts| Rc::new(parts.for_any(item, total))),
        }
    }

    /// The size of the value as an operand, where an error has the size 1.
    pub(super) fn operand(&self) -> Linear {
        if self.size.is_constant() { self.size.clone() } else { self.size.plus(1.0) }
    }

    /// The number of elements of a loop over the value.
    pub(super) fn count(&self, maxima: &Maxima) -> Linear {
        self.size.smaller(&self.weight.plus(1.0), maxima)
    }
}
