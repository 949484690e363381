//! Functions of quantities of moderate size: up to 15 digits before the point and 9 after it, and at most
//! 10¹⁵. Larger ones are unsupported.
//
// apimachinery: pkg/api/resource; apiserver: pkg/cel/library/quantity.go

use std::cmp::Ordering;

use crate::expressions::compiled;
use crate::interpreter::cel::functions::mismatch;
use crate::interpreter::cel::value::{Evaluated, Failure, Value, error, unknown};

/// A decimal number in units of 10⁻⁹, and its form in the server.
#[derive(Clone, Copy, Debug)]
pub struct Quantity(i128, Form);

/// The form in which the server stores the number, which decides whether it counts as an integer.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    /// The server stores an integer.
    Whole,
    /// The server stores a decimal number, even if its decimals are zero.
    Decimal,
    /// The form is not known here.
    Unknown,
}

const UNIT: i128 = 1_000_000_000;

impl Quantity {
    /// The order of two quantities by their numbers.
    pub(in crate::interpreter::cel) fn cmp(&self, other: &Quantity) -> Ordering {
        self.0.cmp(&other.0)
    }

    /// The sum of the quantity and a number in units of 10⁻⁹, which has the form `form`.
    fn plus(self, other: i128, form: Form) -> Quantity {
        let form = if self.1 == Form::Whole && form == Form::Whole { Form::Whole } else { Form::Unknown };
        let sum = self.0 + other;
        Quantity(sum, if sum % UNIT == 0 { form } else { Form::Decimal })
    }
}

/// Parses a quantity; `None` if the text is no quantity.
fn read(text: &str) -> Evaluated<Option<Quantity>> {
    let Some(regex) = compiled(r"^([+-]?)([0-9]*)(?:\.([0-9]*))?([A-Za-z]*)([+-]?[0-9]*)$") else {
        return unknown("a quantity");
    };
    let Some(found) = regex.captures(text) else { return Ok(None) };
    let part = |index: usize| found.get(index).map_or("", |part| part.as_str());
    let digits = format!("{}{:0<9}", part(2), part(3));
    // Without digits it is zero.
    if text.is_empty() {
        return Ok(None);
    }
    if digits.len() > 24 || part(3).len() > 9 {
        return unknown("a large quantity");
    }
    let Ok(value) = digits.parse::<i128>() else { return Ok(None) };
    let factor: (i128, i128) = match (part(4), part(5)) {
        ("", "") => (1, 1),
        ("n", "") => (1, UNIT),
        ("u", "") => (1, 1_000_000),
        ("m", "") => (1, 1000),
        ("k", "") => (1000, 1),
        ("M", "") => (1_000_000, 1),
        ("G", "") => (UNIT, 1),
        ("Ki", "") => (1 << 10, 1),
        ("Mi", "") => (1 << 20, 1),
        ("Gi", "") => (1 << 30, 1),
        ("T" | "P" | "E" | "Ti" | "Pi" | "Ei" | "e", _) => return unknown("a large quantity"),
        _ => return Ok(None),
    };
    let scaled = value * factor.0;
    if scaled % factor.1 != 0 || scaled / factor.1 > UNIT * 1_000_000_000_000_000 {
        return unknown("a quantity that is rounded");
    }
    let value = scaled / factor.1;
    let form = match (part(3), part(4)) {
        ("", "n" | "u" | "m") => Form::Unknown,
        ("", _) => Form::Whole,
        (_, "Ki" | "Mi" | "Gi") => Form::Decimal,
        _ => Form::Unknown,
    };
    let form = if value % UNIT == 0 { form } else { Form::Decimal };
    Ok(Some(Quantity(if part(1) == "-" { -value } else { value }, form)))
}

/// Calls a function; `None` if it is not of this library.
pub(in crate::interpreter::cel) fn call<'a>(
    function: &str,
    args: &[Value<'a>],
) -> Option<Evaluated<Value<'a>>> {
    use Value::{Double, Int, Quantity as Q, String};
    Some(match (function, args) {
        ("isQuantity", [String(text)]) => read(text).map(|found| found.is_some().into()),
        ("quantity", [String(text)]) => match read(text) {
            Ok(Some(quantity)) => Ok(Q(quantity)),
            Ok(None) => wrong(text),
            Err(failure) => Err(failure),
        },
        ("sign", [Q(of)]) => Ok(Int(of.0.signum() as i64)),
        ("isGreaterThan", [Q(a), Q(b)]) => Ok((a.0 > b.0).into()),
        ("isLessThan", [Q(a), Q(b)]) => Ok((a.0 < b.0).into()),
        ("compareTo", [Q(a), Q(b)]) => Ok(Int(a.cmp(b) as i64)),
        ("add", [Q(a), Q(b)]) => Ok(Q(a.plus(b.0, b.1))),
        ("sub", [Q(a), Q(b)]) => Ok(Q(a.plus(-b.0, b.1))),
        ("add", [Q(a), Int(b)]) => Ok(Q(a.plus(i128::from(*b) * UNIT, Form::Whole))),
        ("sub", [Q(a), Int(b)]) => Ok(Q(a.plus(i128::from(*b) * -UNIT, Form::Whole))),
        ("asApproximateFloat", [Q(of)]) if of.0 % UNIT == 0 => Ok(Double((of.0 / UNIT) as f64)),
        ("asApproximateFloat", [Q(_)]) => unknown("a quantity as a float"),
        ("isInteger" | "asInteger", [Q(of)]) => match (of.1, i64::try_from(of.0 / UNIT)) {
            (Form::Unknown, _) => unknown("whether a quantity is an integer"),
            (form, Ok(whole)) => match (function, form == Form::Whole) {
                ("isInteger", is) => Ok(is.into()),
                (_, true) => Ok(Int(whole)),
                (_, false) => error("cannot convert value to integer"),
            },
            _ => unknown("a large quantity"),
        },
        ("isQuantity" | "quantity" | "sign" | "asApproximateFloat" | "isInteger" | "asInteger", _) => {
            mismatch(function, args)
        }
        _ => return None,
    })
}

/// The error of a text that is no quantity.
fn wrong<'a>(text: &str) -> Evaluated<Value<'a>> {
    let form = compiled(r"^[+-]?[0-9]*\.?[0-9]*[eEinumkKMGTP]*[-+]?[0-9]*$");
    if form.is_some_and(|form| form.is_match(text)) {
        return Err(Failure::Unknown("which part of a quantity is wrong".to_owned()));
    }
    error("quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'")
}
