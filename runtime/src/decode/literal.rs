//! Compares constants of an `enum` with values of the tape, with the server's conversions. In: a rule and a
//! value. Out: whether the rule admits the value.

use core::cmp::Ordering;

use super::{Decoder, Member};
use crate::error::{Literal, Rule};
use crate::side::{Records, Side};
use crdc_object::tape::{Kind, Tape};

/// A scalar that is compared with a constant.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Scalar<'a> {
    /// `true` or `false`.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// Any other number.
    Float(f64),
    /// A string's content.
    Text(&'a [u8]),
}

/// Whether the server finds the value equal to a constant of the `enum`. True for other rules.
pub(crate) fn admits(rule: &Rule<'_>, tape: Tape<'_>, at: u32) -> bool {
    let entry = tape.entry(at);
    let value = match entry.kind_in_json() {
        Kind::True => Scalar::Bool(true),
        Kind::False => Scalar::Bool(false),
        Kind::Int => Scalar::Int(tape.int(&entry)),
        Kind::Float => Scalar::Float(tape.float(&entry)),
        Kind::String => Scalar::Text(tape.string(&entry)),
        Kind::Array | Kind::Object => return admits_container(rule, tape, at),
        Kind::Null => return !matches!(rule, Rule::Enum(_) | Rule::Listed { .. }),
    };
    admits_scalar(rule, value)
}

/// Whether the server finds a scalar equal to a constant of the `enum`. True for other rules.
pub(crate) fn admits_scalar(rule: &Rule<'_>, value: Scalar<'_>) -> bool {
    match *rule {
        Rule::Enum(values) => values.iter().any(|literal| is(value, literal)),
        Rule::Listed { values, order } => Listed { values, order }.has(value),
        _ => true,
    }
}

/// Whether a list or an object equals a constant of the `enum`. True for other rules.
fn admits_container(rule: &Rule<'_>, tape: Tape<'_>, at: u32) -> bool {
    let is = |literal: &Literal<'_>| matches!(*literal, Literal::Json(text) if equals_json(tape, at, text));
    match *rule {
        Rule::Enum(values) => values.iter().any(is),
        Rule::Listed { values, order } => Listed { values, order }.containers().any(is),
        _ => true,
    }
}

/// Whether the server finds a scalar equal to the constant.
///
/// Go converts the value to the constant's type first: a float compared with an integer loses its fraction,
/// and an integer compared with a string becomes the character with that number. kube-openapi: validator.go
/// basicCommonValidator.
pub(crate) fn is(value: Scalar<'_>, literal: &Literal<'_>) -> bool {
    match (*literal, value) {
        (Literal::Bool(constant), Scalar::Bool(value)) => value == constant,
        (Literal::Int(constant), Scalar::Int(value)) => value == constant,
        (Literal::Int(constant), Scalar::Float(value)) => value as i64 == constant,
        (Literal::Float(constant), Scalar::Int(value)) => value as f64 == constant,
        (Literal::Float(constant), Scalar::Float(value)) => value == constant,
        (Literal::String(constant), Scalar::Text(value)) => value == constant.as_bytes(),
        (Literal::String(constant), Scalar::Int(value)) => constant.chars().eq([character(value)]),
        _ => false,
    }
}

/// The character that Go converts an integer to.
fn character(value: i64) -> char {
    u32::try_from(value).ok().and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The constants of a long `enum`.
struct Listed<'p> {
    values: &'p [Literal<'p>],
    /// The indices of the constants, sorted by [`against`], see [`Rule::Listed`].
    order: &'p [u16],
}

impl<'p> Listed<'p> {
    /// Whether [`is`] holds for any constant. The conversions are applied to the value first.
    fn has(&self, value: Scalar<'_>) -> bool {
        match value {
            Scalar::Bool(_) | Scalar::Text(_) => self.finds(value),
            Scalar::Float(float) => self.finds(value) || self.finds(Scalar::Int(float as i64)),
            Scalar::Int(int) => {
                let mut bytes = [0; 4];
                self.finds(value)
                    || self.finds(Scalar::Float(int as f64))
                    || self.finds(Scalar::Text(character(int).encode_utf8(&mut bytes).as_bytes()))
            }
        }
    }

    /// Whether a constant of the same kind equals the value.
    fn finds(&self, value: Scalar<'_>) -> bool {
        self.order.binary_search_by(|place| against(self.at(*place), value)).is_ok()
    }

    /// The lists and objects, which are last.
    fn containers(&self) -> impl Iterator<Item = &'p Literal<'p>> {
        let from_last = self.order.iter().rev().map(|place| self.at(*place));
        from_last.take_while(|constant| matches!(constant, Literal::Json(_)))
    }

    fn at(&self, place: u16) -> &'p Literal<'p> {
        self.values.get(usize::from(place)).unwrap_or(&Literal::Null)
    }
}

/// The order of a constant relative to a value: by kind, then by value. Constants are sorted in this order.
fn against(literal: &Literal<'_>, value: Scalar<'_>) -> Ordering {
    match (*literal, value) {
        (Literal::Bool(constant), Scalar::Bool(value)) => constant.cmp(&value),
        (Literal::Int(constant), Scalar::Int(value)) => constant.cmp(&value),
        (Literal::Float(constant), Scalar::Float(value)) => {
            constant.partial_cmp(&value).unwrap_or(Ordering::Less)
        }
        (Literal::String(constant), Scalar::Text(value)) => constant.as_bytes().cmp(value),
        _ => {
            let of_value = match value {
                Scalar::Bool(_) => 1,
                Scalar::Int(_) => 2,
                Scalar::Float(_) => 3,
                Scalar::Text(_) => 4,
            };
            let of_literal = match literal {
                Literal::Null => 0,
                Literal::Bool(_) => 1,
                Literal::Int(_) => 2,
                Literal::Float(_) => 3,
                Literal::String(_) => 4,
                Literal::Json(_) => 5,
            };
            of_literal.cmp(&of_value)
        }
    }
}

fn equals_json(tape: Tape<'_>, at: u32, value: &str) -> bool {
    let (mut side, mut records) = (Side::of_normalized(), Records::default());
    let mut decoder = Decoder::new(value.as_bytes(), &mut side, &mut records, b"");
    if decoder.any(Member::ITEM).is_err() {
        return false;
    }
    let other = Tape {
        entries: &decoder.tape,
        texts: [value.as_bytes(), b"", b"", b""],
        strings: &decoder.side.strings,
    };
    crdc_object::tape::equal(tape, at, other, 0)
}

#[cfg(test)]
mod tests {
    use super::{Listed, Scalar, is};
    use crate::error::Literal;

    /// The search and the linear comparison give the same results.
    #[test]
    fn a_long_enum_answers_as_a_short_one() {
        static ORDER: [u16; 14] = [3, 1, 6, 12, 2, 9, 0, 5, 10, 13, 4, 7, 11, 8];
        static VALUES: [Literal<'_>; 14] = [
            Literal::Int(65),
            Literal::Bool(true),
            Literal::Int(-3),
            Literal::Null,
            Literal::Float(1e300),
            Literal::Float(-0.5),
            Literal::Int(i64::MIN),
            Literal::String("A"),
            Literal::Json("{}"),
            Literal::Int(3),
            Literal::Float(2.5),
            Literal::String("\u{fffd}"),
            Literal::Int(i64::MIN),
            Literal::Float(9.3e18),
        ];
        let listed = Listed { values: &VALUES, order: &ORDER };
        let texts = ["", "A", "B", "\u{fffd}", "AA"].map(|text| Scalar::Text(text.as_bytes()));
        let integers = [i64::MIN, -4, -3, -1, 0, 2, 3, 64, 65, 66, i64::MAX].map(Scalar::Int);
        let floats =
            [f64::MIN, -0.5, -3.9, 0.0, 2.5, 3.7, 65.0, 9.3e18, 1e300, f64::INFINITY].map(Scalar::Float);
        let booleans = [false, true].map(Scalar::Bool);
        let mut found = 0;
        for value in texts.into_iter().chain(integers).chain(floats).chain(booleans) {
            let expected = VALUES.iter().any(|literal| is(value, literal));
            assert_eq!(listed.has(value), expected, "{value:?}");
            found += usize::from(expected);
        }
        assert_eq!(found, 18);
        assert_eq!(listed.containers().count(), 1);
    }
}
