//! Functions on quantities: `quantity(string)`, arithmetic and comparison. A quantity is a number of 64 bits
//! and a power of ten, or a decimal of any size.
//!
//! Easy to break: rules can observe whether a quantity is a decimal. A decimal is not an integer for
//! `isInteger()`, even if its value is one (`1Pi`). Comparing a quantity with a decimal converts it to a
//! decimal, and adding to a decimal changes it. All later uses of the same quantity observe both changes,
//! such as the next term of a rule about an item. So a quantity is a reference, as in Go.
//
// apiserver: pkg/cel/library/quantity.go, pkg/cel/quantity.go; apimachinery:
// pkg/api/resource/{quantity,amount}.go

mod decimal;
mod large;

use core::cell::Cell;
use core::cmp::Ordering;

use crdc_vocabulary::quantity::parse;

use crate::arena::Arena;
use crate::error::{EvalError, Evaluated};
use decimal::Decimal;

/// A quantity.
#[derive(Clone, Copy, Debug)]
pub struct Quantity<'a> {
    amount: &'a Cell<Amount<'a>>,
    /// Whether `add` or `sub` made it. Go has another type for these.
    computed: bool,
}

#[derive(Clone, Copy, Debug)]
enum Amount<'a> {
    Small(Small),
    /// A decimal. Two quantities share it if one is the sum of the other and an operand.
    Large(&'a Cell<Decimal<'a>>),
}

/// `value` times ten to the power of `scale`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Small {
    value: i64,
    scale: i32,
}

impl<'a> Quantity<'a> {
    /// Creates a quantity of `value` times ten to the power of `scale`, equal to one that was parsed.
    #[must_use]
    pub fn new(value: i64, scale: i32, arena: &'a Arena) -> Quantity<'a> {
        Quantity::of(Amount::Small(Small { value, scale }), arena)
    }

    fn of(amount: Amount<'a>, arena: &'a Arena) -> Quantity<'a> {
        Quantity { amount: arena.alloc(Cell::new(amount)), computed: false }
    }

    /// `quantity(text)`: a number with a suffix or an exponent, such as `1.5Gi`, `100m`, `1e3`.
    ///
    /// # Errors
    /// The text has another form.
    pub fn parse(text: &str, arena: &'a Arena) -> Evaluated<Quantity<'a>> {
        let parsed = parse(text.as_bytes()).map_err(EvalError::Static)?;
        let amount = match parsed.small() {
            Some((value, scale)) => Amount::Small(Small { value, scale }),
            None => Amount::Large(arena.alloc(Cell::new(large::large(&parsed, arena)))),
        };
        Ok(Quantity::of(amount, arena))
    }

    /// `isQuantity(text)`.
    #[must_use]
    pub fn is_quantity(text: &str) -> bool {
        parse(text.as_bytes()).is_ok()
    }

    /// The number and the power of ten, unless the quantity is a decimal.
    fn small(self) -> Option<Small> {
        match self.amount.get() {
            Amount::Small(small) => Some(small),
            Amount::Large(_) => None,
        }
    }

    /// `isInteger()`: whether `asInteger()` has no error.
    #[must_use]
    pub fn is_integer(self) -> bool {
        self.small().and_then(Small::integer).is_some()
    }

    /// `asInteger()`.
    ///
    /// # Errors
    /// The quantity has a fraction, does not fit 64 bits or is a decimal.
    pub fn as_integer(self) -> Evaluated<i64> {
        let integer = self.small().and_then(Small::integer);
        integer.ok_or(EvalError::Static("cannot convert value to integer"))
    }

    /// `asApproximateFloat()`: the number times the power of ten, both rounded.
    #[must_use]
    pub fn as_approximate_float(self) -> f64 {
        let (base, exponent) = match self.amount.get() {
            Amount::Small(Small { value, scale }) => (value as f64, i64::from(scale)),
            Amount::Large(decimal) => decimal.get().float(),
        };
        if exponent == 0 { base } else { base * decimal::power_of_ten(exponent) }
    }

    /// `sign()`: -1, 0 or 1.
    #[must_use]
    pub fn sign(self) -> i64 {
        match self.amount.get() {
            Amount::Small(Small { value, .. }) => value.signum(),
            Amount::Large(decimal) => decimal.get().sign(),
        }
    }

    /// `compareTo(quantity)`: -1, 0 or 1.
    pub fn compare_to(self, other: Quantity<'a>, arena: &'a Arena) -> i64 {
        self.compare(other, arena) as i64
    }

    /// `isGreaterThan(quantity)`.
    pub fn is_greater_than(self, other: Quantity<'a>, arena: &'a Arena) -> bool {
        self.compare(other, arena).is_gt()
    }

    /// `isLessThan(quantity)`.
    pub fn is_less_than(self, other: Quantity<'a>, arena: &'a Arena) -> bool {
        self.compare(other, arena).is_lt()
    }

    fn compare(self, other: Quantity<'a>, arena: &'a Arena) -> Ordering {
        if let (Amount::Small(_), Amount::Large(_)) = (self.amount.get(), other.amount.get()) {
            self.amount.set(Amount::Large(self.amount.get().shared(arena)));
        }
        self.order(other, arena)
    }

    /// Compares two quantities without changing either.
    fn order(self, other: Quantity<'a>, arena: &'a Arena) -> Ordering {
        match (self.amount.get(), other.amount.get()) {
            (Amount::Small(small), Amount::Small(other)) => small.compare(other),
            (amount, other) => amount.decimal(arena).compare(other.decimal(arena)),
        }
    }

    /// `==`. It changes neither quantity.
    ///
    /// # Errors
    /// There is no overload for a sum or difference on the right.
    pub fn equals(self, other: Quantity<'a>, arena: &'a Arena) -> Evaluated<bool> {
        if other.computed {
            return Err(EvalError::NoSuchOverload);
        }
        Ok(self.order(other, arena).is_eq())
    }

    /// `add(quantity)`.
    ///
    /// # Errors
    /// The exponents are so far apart that the sum has thousands of zeros. Servers compute these.
    pub fn add(self, other: Quantity<'a>, arena: &'a Arena) -> Evaluated<Quantity<'a>> {
        self.sum(other, false, arena)
    }

    /// `sub(quantity)`.
    ///
    /// # Errors
    /// Errors of [`Quantity::add`].
    pub fn sub(self, other: Quantity<'a>, arena: &'a Arena) -> Evaluated<Quantity<'a>> {
        self.sum(other, true, arena)
    }

    /// `add(int)`.
    ///
    /// # Errors
    /// Errors of [`Quantity::add`].
    pub fn add_integer(self, value: i64, arena: &'a Arena) -> Evaluated<Quantity<'a>> {
        self.add(Quantity::new(value, 0, arena), arena)
    }

    /// `sub(int)`.
    ///
    /// # Errors
    /// Errors of [`Quantity::add`].
    pub fn sub_integer(self, value: i64, arena: &'a Arena) -> Evaluated<Quantity<'a>> {
        self.sub(Quantity::new(value, 0, arena), arena)
    }

    fn sum(self, other: Quantity<'a>, negated: bool, arena: &'a Arena) -> Evaluated<Quantity<'a>> {
        let made = |amount| Quantity { amount: arena.alloc(Cell::new(amount)), computed: true };
        if let (Some(small), Some(mut other)) = (self.small(), other.small()) {
            if negated {
                // Go wraps the least number to itself.
                other.value = other.value.wrapping_neg();
            }
            if let Some(sum) = small.add(other) {
                return Ok(made(Amount::Small(sum)));
            }
        }
        let decimal = self.amount.get().shared(arena);
        let mut other = other.amount.get().decimal(arena);
        if negated {
            other = other.negate();
        }
        // This changes the operand itself if it was a decimal before.
        decimal.set(decimal.get().add(other, arena)?);
        Ok(made(Amount::Large(decimal)))
    }
}

impl<'a> Amount<'a> {
    fn decimal(self, arena: &'a Arena) -> Decimal<'a> {
        match self {
            Amount::Small(Small { value, scale }) => Decimal::of(value, scale, arena),
            Amount::Large(decimal) => decimal.get(),
        }
    }

    /// The decimal of this quantity, which other quantities may share, or a new decimal.
    fn shared(self, arena: &'a Arena) -> &'a Cell<Decimal<'a>> {
        match self {
            Amount::Small(_) => arena.alloc(Cell::new(self.decimal(arena))),
            Amount::Large(decimal) => decimal,
        }
    }
}

impl Small {
    fn integer(self) -> Option<i64> {
        if self.value == 0 && self.scale > 0 {
            return Some(0);
        }
        self.value.checked_mul(10_i64.checked_pow(u32::try_from(self.scale).ok()?)?)
    }

    /// The number with a lower scale, if it fits.
    fn at_scale(self, scale: i32) -> Option<i64> {
        let scale = self.scale.checked_sub(scale)?;
        Small { scale, ..self }.integer()
    }

    fn add(self, other: Small) -> Option<Small> {
        if other.value == 0 {
            return Some(self);
        }
        if self.value == 0 {
            return Some(other);
        }
        let scale = self.scale.min(other.scale);
        let value = self.at_scale(scale)?.checked_add(other.at_scale(scale)?)?;
        Some(Small { value, scale })
    }

    fn compare(self, other: Small) -> Ordering {
        let above = i64::from(self.scale) - i64::from(other.scale);
        if above < 0 {
            return other.compare(self).reverse();
        }
        match u32::try_from(above).ok().filter(|above| *above <= 18) {
            Some(above) => (i128::from(self.value) * 10_i128.pow(above)).cmp(&i128::from(other.value)),
            // Ten to the power of 19 is more than any other number.
            None if self.value == 0 => 0.cmp(&other.value),
            None => self.value.cmp(&0),
        }
    }
}

#[cfg(test)]
mod tests;
